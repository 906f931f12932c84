import { stem } from "./words.ts";

/**
 * Words and expressions that people use for one thing. Each line has the name of a family, and its other members. A word
 * can belong to several families.
 */
const families = `
stop: pause, halt, cease, suspend, freeze, disable, deactivate, inactive, kill, quit, turn off, switch off, shut off, shut down, put on hold, hold off, on ice, take offline, stop running, stop showing, off
start: enable, resume, activate, reactivate, unpause, unfreeze, restart, relaunch, reenable, turn on, switch on, back on, go live, put live, set live, bring back, start up, run again, on again, kick off, online
delete: remove, erase, drop, trash, scrap, discard, wipe, purge, bin, kill, axe, ditch, nuke, clear, forget, undo, get rid, getting rid, throw away, throw out, take down, take off, take out, take away, take back, pull down, rid, retract, unsend, withdraw, dont want, dont need, no longer need, cancel
archive: delete, remove, retire, get rid, close, shut down, close down, for good, permanently, forever, wind down, mothball
cancel: call off, abort, stop, revoke, dont send, scrap, never mind, delete, unschedule, drop
create: make, add, new, start, open, build, launch, set up, setup, spin up, put together, put up, begin, insert, draft, register, another, put in
show: list, see, view, display, get, fetch, read, check, look at, have a look, take a look, pull up, bring up, show me, give me, tell me, what are, whats, which, what, open, retrieve, return, see all, browse, print, find, any, let me see, go through, hand me, load, all
change: edit, modify, update, adjust, alter, fix, correct, replace, amend, tweak, set, reword, rewrite, revise, switch, swap, turn into, put, make, different, redo
rename: call, name, title, retitle, relabel, new name, change the name, give name, something else, called
raise: increase, bump, up, more, higher, boost, grow, bigger, double, triple, push up, bump up, turn up, go up, put up, crank up, scale up, extra, add, top up, larger, expand, lift, aggressive
lower: decrease, reduce, cut, less, smaller, cheaper, halve, shrink, cut back, cut down, turn down, bring down, go down, dial back, dial down, scale back, scale down, pull back, trim, drop, slash, half
find: search, look for, look up, lookup, hunt, hunt down, dig up, dig out, locate, track down, where is, wheres, where, find out, query, searching, looking for
send: post, write, say, tell, message, ping, notify, announce, publish, share, broadcast, let know, drop line, shoot, give heads up, heads up, pass on, give shout, shout, reach out, inform, alert, text, put out, send out, fire off, relay, mention to, contact, update
reply: answer, respond, respond to, get back, write back, comment, come back, react to, follow up, answer back, underneath, below
people: who, someone, person, user, member, colleague, teammate, guy, guys, everyone, everybody, anyone, somebody, anybody, coworker, employee, staff, team, folks, boss, manager, him, her, them, client, contact, woman, man, whos
person: someone, somebody, user, member, colleague, teammate, guy, boss, manager, him, her, them, coworker, people, folks, everyone, employee, client
message: note, text, post, msg, comment, posting, line, said, wrote, dm, announcement, stuff
file: document, doc, attachment, picture, image, photo, screenshot, pdf, spreadsheet, presentation, slide, deck, video, logo, recording, paper, report, contract, sheet
picture: image, photo, picture, visual, screenshot, artwork, graphic
link: url, web address, address, hyperlink, website, site, page, webpage
past: yesterday, last, ago, earlier, since, recent, recently, previous, lately, past, just now, this week, this month, this morning, so far, today, night, weekend
later: tomorrow, tonight, later, next, monday, tuesday, wednesday, thursday, friday, saturday, sunday, morning, afternoon, evening, noon, future, upcoming, clocktime, eod, soon, minute, hour
today: now, right now, at the moment, currently, so far, current
count: how many, how much, how often, number, amount, total, count, sum
history: past, log, change, trail, who changed, record, earlier, timeline
money: cash, budget, spend, cost, dollar, euro, amount, pay, bucks, pound, spending, spent
spend: cost, pay, expense, burn, paid, charge, waste, blow, spent, spending, money
block: exclude, ban, negate, blacklist, avoid, ignore, stop showing, dont show, not show, never show, keep out, blocked, prevent, filter out, hide, negative, shut out, dont want, rule out
allow: unblock, permit, let, include, allow again, unban, grant
suggest: recommend, recommendation, suggestion, advise, advice, idea, propose, tip, should, what should, best, good, suggested, ideal, optimal, recommended
details: info, information, about, detail, stuff about, more about, describe, description, data
copy: download, save, get copy, export, dump, grab, pull, fetch
export: dump, download, bulk, csv, excel, spreadsheet, everything at once
compare: versus, vs, against, difference, side by side, comparison, better than, compared, or
status: state, progress, ready, finished, done, how far, still running, is done, complete, come through
join: get into, go into, enter, hop into, become member, get in, be part, take part, sign me up, add me, put me
leave: get out, exit, quit, want out, take me out, step out, drop out, get me out, remove me, no longer in, walk out, go out, unsubscribe, unfollow, part
invite: add, bring in, bring into, bring, get into, let in, pull in, loop in, include, have join, let join, put in, rope in, ask into
kick: remove, throw out, boot, chuck, take out, expel, kick out, get rid, boot out, evict, drop, delete
private: confidential, secret, only visible, just, hidden, only, one on one, in private, privately, quiet, quietly, between us
public: open, outside, external, outsiders, anyone, world, internet, without account, outside the company, publicly, non member
read: seen, unread, open, look through, go through, read through, catch up
done: complete, finish, tick off, check off, cross off, mark as done, ticked, finished, completed, tick
away: busy, absent, out of office, not here, afk, unavailable, offline, invisible, at lunch, gone, vacation, ooo, holiday
online: active, available, around, at desk, there, here, awake, at their desk, reachable, in the office, green
mute: silence, silent, quiet, snooze, do not disturb, dnd, not be disturbed, leave me alone, no notifications, stop notifications, stop pinging, disturb, peace, no pings, not bother, bother, focus
pin: stick, fasten, keep at top, attach, top, sticky, put up top
pinned: pin, stuck, top, highlighted
emoji: smiley, thumb, thumbs up, heart, emoticon, reaction, checkmark, tick, thumbs down, tada, smile, check mark, eyes, face, icon
like: thumbs up, heart, react, upvote, give a like, plus one, tada, applaud, cheer, smiley, emoji, thumb
top: header, above, along top, head, at the top, first
account: login, marketplace, seller
country: market, marketplace, region, place, land, abroad, germany, uk, france, usa, italy, spain, canada, mexico, japan, europe
performance: result, metric, stats, statistics, perform, how are doing, doing, do best, figure, numbers, kpi, working, well, badly, worked, works, best, worst, top, underperform, analytics, pay off, paying off, paid off, come out, profitable, effective, go, going, did
sales: sell, sold, revenue, order, purchase, bought, buy, conversion, sale, income, earn, earned, turnover, convert, bring in, made, earning
clicks: click, clicked, ctr, click through, clickthrough, tap
impressions: impression, seen, view, shown, appear, show up, reach, displayed, saw, eyeballs
acos: roas, return, return on ad spend, efficiency, profitability, ratio, cpc, cvr, tacos, roi, cost per
report: statement, performance, summary, breakdown, overview, analysis
daily: per day, each day, every day, a day, day by day, day
schedule: later, plan, timed, queue, queued, hours, dayparting, time of day, certain times, set for, line up, lined up, postpone, due, scheduled, waiting to go out, go out
night: evening, weekend, hours, morning, time of day, daytime, weekday, hour, clocktime, midnight, dayparting
product: item, article, thing, good, mug, listing, goods, offer
competitor: rival, competition, competing, other sellers, other brand, other seller, someone else, somebody else
word: keyword, term, phrase, words, query, search term
customer: shopper, buyer, people, client, consumer, visitor, audience
page: listing, detail page, product page, placement, position, spot, place
brand: name, label, manufacturer
group: team, list, set, bunch, folder, alias, handle
own: my, mine, myself, our, me
list: table, todo, tasks, tracker, to do, checklist
task: todo, item, row, to do, ticket, entry, card
`;

const members = new Map<string, string[]>();
/** The expressions of several words, such as `turn off`. */
export const familyExpressions: string[] = [];

/** All words and expressions, as they are spelled. */
export const familyWords: string[] = [];

for (const line of families.trim().split("\n")) {
  const [family = "", words = ""] = line.split(": ");
  for (const word of [family, ...words.split(", ")]) {
    familyWords.push(word);
    if (word.includes(" ")) familyExpressions.push(word);
    const key = word.split(" ").map(stem).join(" ");
    const known = members.get(key) ?? [];
    if (!known.includes(family)) members.set(key, [...known, family]);
  }
}

/** Returns the families of a stem, or of an expression of several stems. */
export const familiesOf = (stemmed: string): readonly string[] => members.get(stemmed) ?? [];
