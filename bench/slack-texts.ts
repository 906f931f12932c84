import { channels, users } from "./slack-fixtures.ts";

// The texts were written before any measurement. People write one to three sentences. Apps write cards and alerts of
// a few words.

const people = users(12).map((user) => String(user["id"]));
const rooms = channels(8).map((channel) => String(channel["id"]));
export const who = (index: number): string => people[(index * 5) % people.length]!;
const at = (index: number) => `<@${who(index)}>`;

/** Messages of people, in Slack's markup. */
export const said = {
  short: [
    "Morning all, the staging database is back up. Please rerun anything that failed overnight.",
    `${at(3)} can you take a look at the invoice export before lunch? It drops the last row for some customers.`,
    "Thanks, that worked :tada:",
    `I am out on Friday. ${at(7)} covers support for me, and the handover notes are in <#${rooms[2]}>.`,
    "Has anyone tried the new editor on Windows? Pasting a table *doubles* every line here.",
  ],
  file: [
    "Here is the new layout of the settings page, with the longer labels.",
    `The signed contract, ${at(5)}. The original goes to the archive on Monday.`,
    "Error on my machine after the update, any idea?",
    "All sign-ups of last week by country; please do not forward it.",
    `Whiteboard from today's workshop. ${at(8)} will turn it into tickets.`,
  ],
  parent: [
    "Should we drop support for the old import format this quarter? It costs us about two days a month, and eleven customers still use it.",
    `The mobile build fails since this morning with a signing error. ${at(2)} did the certificate expire?`,
    "Proposal for the offsite: second week of May, two nights, somewhere by train. Vote below please.",
    "Customers in Brazil see prices without tax again. I can reproduce it with any cart over 50 items.",
    `Who wants to present at the next demo? ${at(4)} and I have room for one more topic.`,
  ],
  broadcast: [
    "Decided: we keep it until the end of June and tell the eleven customers this week.",
    "It had expired, yes. The new one is in the vault, and builds are green again.",
    `Two nights in Ghent won. ${at(6)} books the rooms, so please say today if you cannot come.`,
    "Fixed in 4.12.1: the tax service cut the list after 50 lines. I have written a test for it.",
    "The search team takes the last slot, so the agenda is full. See you on Thursday at three.",
  ],
  edited: [
    "The office is closed on Monday, Tuesday is a normal day again. Parcels go to the neighbours at number 14.",
    "Release notes for 4.12 are ready for review: <https://notes.example.com/releases/4.12|draft>. I need two approvals by noon.",
    `Welcome ${at(9)} to the team! She starts with us in billing and sits in Lisbon.`,
    "We passed 10,000 daily users yesterday. Thank you, everyone :heart:",
    "Reminder: rotate your access keys by Wednesday. The old ones stop working at 18:00 UTC.",
  ],
  link: [
    "Good read on why their queue lost messages: <https://engineering.example.org/2026/02/lost-messages>",
    `${at(1)} this is the ticket I meant: <https://tracker.example.com/browse/SHOP-4821>. Could you move it to the next sprint?`,
    "The vendor has published its new price list, and our plan goes up by 8%. <https://www.vendor.example/pricing|Prices from April>",
    "Docs for the new webhook are online. Feedback very welcome: <https://docs.example.com/guides/webhooks>",
    "<https://video.example.com/watch/83hf02kd> the talk from yesterday, worth the twenty minutes.",
  ],
};

/**
 * A part of a message: its kind, and then its texts. A list has one text per item. The other kinds have a single text.
 */
export type Part = readonly ["section" | "quote" | "code" | "bullet" | "ordered", ...string[]];
export const structured: readonly (readonly Part[])[] = [
  [
    ["section", "Agenda for the planning call:"],
    [
      "bullet",
      "Budget for the second quarter",
      `Who owns the migration, now that ${at(1)} moves to the data team`,
      "Anything left from the retro",
    ],
  ],
  [
    ["quote", "Can we promise the import by the end of the month?"],
    ["section", `A customer asked today. I would rather say mid-April, ${at(10)} what do you think?`],
  ],
  [
    ["section", "This one locks the table for minutes:"],
    ["code", "select * from orders\nwhere lower(email) = lower($1)\norder by created_at desc"],
    ["section", "An index on `lower(email)` brings it down to 40 ms."],
  ],
  [
    ["section", "How to get a review faster:"],
    [
      "ordered",
      "Keep it under 300 lines",
      "Say in the description what you want looked at",
      "Ask here only after a day",
    ],
  ],
  [
    ["quote", "The page stays blank after I sign in with a passkey"],
    ["section", "Two causes so far, both in the browser:"],
    ["bullet", "Extensions that block the frame", "A clock that is *more than five minutes* off"],
  ],
];

export interface Card {
  name: string;
  text: string;
  head: string;
  fields: readonly (readonly [string, string])[];
  note: string;
  buttons: readonly string[];
}
export const cards: readonly Card[] = [
  {
    name: "Deploys",
    text: "checkout 4.12.0 is waiting for approval",
    head: "*checkout 4.12.0* is ready for production. 14 changes, all tests passed.",
    fields: [
      ["Requested by", at(4)],
      ["Environment", "production"],
      ["Risk", "low"],
      ["Window", "today until 16:00 UTC"],
    ],
    note: "Build 20871 from main",
    buttons: ["Approve", "Reject"],
  },
  {
    name: "Code Host",
    text: "Pull request opened: Retry webhooks with a growing pause",
    head: "<https://code.example.com/shop/api/pull/913|#913 Retry webhooks with a growing pause>",
    fields: [
      ["Author", at(2)],
      ["Changes", "+212 −48 in 9 files"],
    ],
    note: "shop/api, into main",
    buttons: ["Review", "Assign to me"],
  },
  {
    name: "Deals",
    text: "New deal: Northwind Foods",
    head: "A new deal was created for *Northwind Foods* by the partner channel.",
    fields: [
      ["Amount", "€ 48,000 a year"],
      ["Stage", "Qualified"],
      ["Owner", at(6)],
      ["Close date", "30 April 2026"],
    ],
    note: "Synced from the CRM 2 minutes ago",
    buttons: ["Open deal", "Log a call"],
  },
  {
    name: "On-call",
    text: "On-call handover",
    head: "The on-call shift of *Platform* has changed hands. Three incidents last week, none open.",
    fields: [
      ["Now", at(8)],
      ["Until", "Monday, 09:00 UTC"],
    ],
    note: "Escalation after 10 minutes",
    buttons: ["Show schedule", "Swap shift"],
  },
  {
    name: "Time Off",
    text: "Time off request",
    head: `${at(11)} asks for time off. Nobody else of the team is away then.`,
    fields: [
      ["From", "Thursday, 2 April"],
      ["To", "Friday, 10 April"],
      ["Days", "5"],
      ["Kind", "Vacation"],
    ],
    note: "17 days are left this year",
    buttons: ["Approve", "Decline", "Show calendar"],
  },
];

/** Each alert has a title, a text, a severity and a region. */
export const alerts = [
  ["Latency of search above 800 ms", "p95 is 1,240 ms over the last 10 minutes.", "high", "eu-central-1"],
  [
    "Disk of db-replica-2 at 91%",
    "It grows by 2% an hour and is full at about 04:00 UTC.",
    "medium",
    "eu-west-1",
  ],
  [
    "Certificate of api.example.com ends in 7 days",
    "Renewal failed twice: the DNS record is missing.",
    "medium",
    "all",
  ],
  [
    "Error rate of checkout above 5%",
    "One in eighteen orders fails with `card_timeout`.",
    "critical",
    "us-east-1",
  ],
  ["Queue of e-mails is growing", "48,112 wait, the oldest for 37 minutes.", "low", "eu-central-1"],
] as const;

/** Each file has a name, a media type, and two names that Slack uses for the type. */
export const files = [
  ["settings-page-v3.png", "image/png", "png", "PNG"],
  ["Contract Hansen 2026 signed.pdf", "application/pdf", "pdf", "PDF"],
  ["Screenshot 2026-03-12 at 10.41.07.png", "image/png", "png", "PNG"],
  ["signups-week-10.csv", "text/csv", "csv", "CSV"],
  ["IMG_4417.png", "image/png", "png", "PNG"],
] as const;

/** Each message has the name of the bot, a text, and the text of an attachment. */
export const bots = [
  [
    "Standup",
    "Time for the daily update. What did you do yesterday, and what is next?",
    "Answers so far: 4 of 9",
  ],
  ["Shop reports", "Revenue yesterday: € 18,420 in 312 orders.", "Best seller: Linen apron, 41 pieces"],
  ["Lunch Train", "The train to the market hall leaves at 12:15 from the lobby.", "3 people are on board"],
  ["Backups", "Nightly backup finished in 22 minutes.", "214 GB, kept for 30 days"],
  [
    "Status",
    "The payment provider reports degraded performance in Europe.",
    "Card payments may take up to 30 seconds",
  ],
] as const;

/** Each page has a publisher, a title and a description, for link previews. */
export const pages = [
  [
    "Example Engineering",
    "How we lost 0.02% of our messages",
    "A tale of two acknowledgements, and of the broker that trusted both of them.",
  ],
  [
    "Tracker",
    "SHOP-4821: Discount codes are case sensitive",
    "Status: To do. Priority: Medium. Reported by the support team.",
  ],
  ["Vendor", "Pricing", "Simple plans for teams of every size. Start free, and upgrade when you grow."],
  ["Example Docs", "Webhooks", "Receive an HTTP request whenever something happens in your shop."],
  ["Example Video", "Scaling without a plan: lessons of five years", "Recorded at the meetup on 10 March."],
] as const;
