import { stem } from "./words.ts";

/** Each line has a word of action names, and then everyday words with the same meaning. */
const verbs = `
create: make, add, new, post, insert, register, write, generate, set, build, start, put, open, submit, give, append, draft, compose, raise, file, log, schedule, sign, bill
delete: remove, destroy, erase, drop, clear, discard, trash, bin, wipe, purge, scrap, take, away, rid, unset, detach, uninstall, stop, kick, out, cut, left
list: show, find, all, browse, see, view, display, return, enumerate, every, everything, look, search, get, fetch, read, check
get: show, read, retrieve, fetch, view, look, see, check, details, find, display, return, tell, download, why, status
update: change, edit, modify, set, rename, replace, patch, adjust, correct, fix, move, put, turn, mark, transfer, switch, convert, close, reopen, approve
search: find, look, query, filter, mention, contain
compare: between, difference, diff, changed, change, versus
enable: activate, allow, turn, start
disable: off, deactivate, turn, stop, pause, forbid
close: finish, resolve, complete, end, done
open: reopen, restore, back
restore: back, recover, undelete, undo, revert, promote
approve: accept, confirm, review, allow, agree, ok, sign
reject: decline, deny, refuse, dismiss, disapprove
cancel: abort, stop, end, revoke, terminate, kill
send: deliver, email, mail, notify, share, message, remind, tell
resend: again, remind
upload: attach, import
download: export, save
merge: combine, join
assign: give, allocate, ask, delegate, responsible, handle
invite: add, ask
add: let, give, grant, invite, allow, join
lock: block, freeze, protect, stop, prevent
unlock: unblock, off
protect: prevent, require, forbid, only
retry: again, redo, repeat, restart
rerun: again, redo, repeat, restart, retry
start: run, trigger, launch, begin, execute, initiate, kick
dispatch: run, trigger, start, launch, kick
stop: end, halt, kill, abort, pause, terminate
copy: duplicate, clone
comment: reply, answer, respond, remark, note, say, said, feedback, discuss
follow: watch, subscribe
transfer: move, give
share: collaborate, invite
test: try, ping
`;

const nouns = `
user: person, people, someone, somebody, member, colleague, employee, contractor, developer, account, her, him
member: person, people, someone, somebody, user, colleague, employee, contractor, admin, left
collaborator: person, people, someone, somebody, colleague, member, contractor
membership: person, member, join, belong, left, kick
collaboration: share, colleague, access, let
access: let, allow, permission
file: document, attachment, content, contents
folder: directory
content: inside, contents
image: picture, photo, avatar, icon
avatar: picture, photo, image
message: text, note
thread: conversation, discussion
team: group
group: team
permission: access, rights, role, allowed, let, admin
role: permission, rights, admin
secret: password, credential
notification: alert, inbox, unread
alert: warning, vulnerable, insecure
security: vulnerable, insecure, risky
vulnerability: vulnerable, insecure
webhook: notify, notified, callback, call, url, server, endpoint, hook, whenever
hook: webhook, notify, notified, callback, call, url, server, whenever
event: activity, happened, history, changed
version: revision, release
release: version, publish, ship
label: tag
link: url
site: website, homepage
page: website
issue: bug, problem, ticket, defect, task
ticket: issue, bug, problem
authenticated: myself, own, logged
plan: subscription, monthly
item: content, inside
usage: used, units
balance: money
session: login, logged
status: state, pass, passed, fail, failed, green, red, happened
run: ci, build, pipeline, job
workflow: ci, build, pipeline
repository: repo, project
organization: org, company
pull: pr, merge
request: pr
package: registry, container
invoice: bill, owe
dispute: chargeback
refund: reimburse, money, back
`;

const meanings = new Map<string, string[]>();
/** The keys are stems of verbs. A verb can mean a read, a write or both. */
const asks = new Map<string, { read: boolean; write: boolean }>();
const reads = new Set(["list", "get", "search", "download", "export"]);

for (const [kind, text] of Object.entries({ verbs, nouns }))
  for (const line of text.trim().split("\n")) {
    const [meaning = "", words = ""] = line.split(": ");
    for (const word of [meaning, ...words.split(", ")]) {
      const stemmed = stem(word);
      if (word !== meaning) meanings.set(stemmed, [...(meanings.get(stemmed) ?? []), stem(meaning)]);
      if (kind === "nouns") continue;
      const known = asks.get(stemmed) ?? { read: false, write: false };
      asks.set(stemmed, reads.has(meaning) ? { ...known, read: true } : { ...known, write: true });
    }
  }

/** Returns the stems of the action words for an everyday word: `creat` (create) for `mak` (make). */
export const otherStems = (stemmed: string): readonly string[] => meanings.get(stemmed) ?? [];

const vague = new Set(
  "make new put set give take let show see look tell turn start check kick want need".split(" ").map(stem),
);

/** Returns whether a word such as `make` has so many meanings that the word says little. */
export const isVague = (stemmed: string): boolean => vague.has(stemmed);

/** Returns `read` or `write` if the first word of a query asks for such an action. */
export function askedFor(query: string): "read" | "write" | undefined {
  const [first = ""] = /[\p{L}\d]+/u.exec(query.toLowerCase()) ?? [];
  if (["who", "what", "which", "when", "where", "how", "is", "are", "did", "does", "any"].includes(first))
    return "read";
  const verb = asks.get(stem(first));
  if (!verb || verb.read === verb.write) return undefined;
  return verb.read ? "read" : "write";
}

/**
 * Returns words that a query implies: a name such as `Priya` implies `user`, and `plan.pdf` implies `file`. `isKnown`:
 * whether the searched texts contain a word.
 */
export function hintsOf(query: string, isKnown: (word: string) => boolean): string[] {
  // Skips the first word of a sentence, which has a capital letter even if it is not a name.
  const names = [...query.matchAll(/(?<=[\p{L}\d,;:] )\p{Lu}\p{Ll}+/gu)].filter(([word]) => !isKnown(word));
  return [
    ...(names.length > 0
      ? ["user", "member", "membership", "collaborator", "collaboration", "assignee"]
      : []),
    ...(/[\w-]\.[a-z]{2,4}\b/.test(query) ? ["file", "content"] : []),
  ];
}
