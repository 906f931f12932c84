import type { Fields } from "../fields.ts";
import type { Message } from "../types.ts";
import { ALEX_KIM, JONAS, MAYA, PRIYA, SOFIA, TOM } from "./people.ts";
import { LOG_FILE } from "./files-and-bookmarks.ts";
import { at, deployBot, joins, notes, reactions, says, thread } from "./builders.ts";

const mrkdwn = (text: string): Fields => ({ type: "mrkdwn", text, verbatim: false });

const plain = (text: string): Fields => ({ type: "plain_text", text, emoji: true });

/** Returns an alert from a monitoring tool. The alert's text is in an attachment. */
const alert = (moment: string, state: "Triggered" | "Resolved", summary: string): Message =>
  deployBot(moment, {
    attachments: [
      {
        id: 1,
        color: state === "Triggered" ? "d40e0d" : "2eb886",
        fallback: `${state}: ${summary}`,
        title: `#2291 ${summary}`,
        title_link: "https://alerts.fernhill.example/incidents/2291",
        text: `*${state}* by checkout-latency`,
        fields: [
          { title: "Service", value: "payments", short: true },
          { title: "Urgency", value: "High", short: true },
        ],
        mrkdwn_in: ["text"],
        footer: "Fernhill monitoring",
        ts: Number(at(moment).split(".")[0]),
      },
    ],
  });

/** Returns messages about an incident on Tuesday, 10 March 2026. */
export const incidents = (): Message[] => [
  joins(JONAS, "02 09:12:44"),
  alert("10 13:59:30", "Triggered", "Error rate of POST /orders above 5 %"),
  says(
    TOM,
    "10 14:02:11",
    "Checkout fails for about one customer in five since 13:58 UTC. I am on it. <!here>",
    {
      ...reactions(["eyes", MAYA, PRIYA, JONAS], ["rotating_light", SOFIA]),
    },
  ),
  ...thread(
    "10 14:02:11",
    says(TOM, "10 14:04:50", "Errors come from `payments`, not from the shop itself."),
    says(JONAS, "10 14:06:22", "Support sees it too: 11 tickets so far. What may I tell customers?"),
    says(
      MAYA,
      "10 14:07:41",
      `"We know, orders are safe, try again in 30 minutes." <@${SOFIA}> can you update the status page?`,
    ),
    says(
      SOFIA,
      "10 14:09:03",
      "Done: <https://status.fernhill.example/incidents/31>",
      reactions(["+1", MAYA]),
    ),
    says(TOM, "10 14:09:36", "The connection pool is exhausted, log attached.", {
      subtype: "file_share",
      files: [{ id: LOG_FILE }],
      upload: false,
    }),
    says(
      PRIYA,
      "10 14:15:20",
      "That slow query is new: it came with 2.14.3 this morning. I would roll back.",
    ),
    says(MAYA, "10 14:16:02", "Agreed. Please roll back.", reactions(["white_check_mark", PRIYA, TOM])),
    says(PRIYA, "10 14:21:47", "Rolled back to 2.14.2; pool at 12/50 and falling."),
    says(
      TOM,
      "10 14:30:18",
      "Resolved at 14:24 UTC. Error rate back to 0.02 %. 26 minutes, about 340 failed orders.",
      {
        subtype: "thread_broadcast",
        ...reactions(["tada", MAYA, SOFIA, JONAS, PRIYA]),
      },
    ),
    says(MAYA, "10 14:33:55", "Thank you all. Retro on Thursday 16:00; please add your points here before."),
    says(
      PRIYA,
      "12 15:02:40",
      "My points: (1) the query had no test with real data, (2) the pool limit raised no alert before it was full.",
    ),
  ),
  alert("10 14:25:02", "Resolved", "Error rate of POST /orders above 5 %"),
  notes("pinned_item", TOM, "10 15:40:02", "pinned a message to this channel."),
];

/** Returns release announcements, whose content is in blocks. */
export const releases = (): Message[] => [
  deployBot("05 10:00:00", {
    blocks: [
      { type: "header", block_id: "h2140", text: plain("Release 2.14.0") },
      {
        type: "section",
        block_id: "s2140",
        text: mrkdwn(
          "Gift cards, faster stock, and a shorter checkout. <https://git.fernhill.example/shop/web/releases/2.14.0|Changelog>",
        ),
      },
    ],
    ...reactions(["ship", SOFIA, MAYA]),
  }),
  deployBot("12 09:30:00", {
    blocks: [
      { type: "header", block_id: "h2150", text: plain(":package: Release candidate 2.15.0-rc.1") },
      {
        type: "section",
        block_id: "f2150",
        fields: [
          mrkdwn("*Planned*\n19 March, 10:00 UTC"),
          mrkdwn(`*Owner*\n<@${SOFIA}>`),
          mrkdwn("*Changes*\n41"),
          mrkdwn("*Risk*\nlow"),
        ],
      },
      { type: "divider", block_id: "d2150" },
      {
        type: "rich_text",
        block_id: "r2150",
        elements: [
          {
            type: "rich_text_section",
            elements: [{ type: "text", text: "Highlights:", style: { bold: true } }],
          },
          {
            type: "rich_text_list",
            style: "bullet",
            indent: 0,
            border: 0,
            elements: [
              "New size guide",
              "Basket keeps its items for 30 days",
              "Pool alerts for payments & stock",
            ].map((text) => ({
              type: "rich_text_section",
              elements: [{ type: "text", text }],
            })),
          },
        ],
      },
      {
        type: "context",
        block_id: "c2150",
        elements: [
          mrkdwn("Built from `8f3c2d1` by Deploy Bot"),
          { type: "image", image_url: "https://shop.fernhill.example/icon.png", alt_text: "Fernhill" },
        ],
      },
      {
        type: "actions",
        block_id: "a2150",
        elements: [
          {
            type: "button",
            action_id: "open",
            text: plain("Open changelog"),
            url: "https://git.fernhill.example/shop/web/releases/2.15.0-rc.1",
          },
        ],
      },
    ],
    ...reactions(["eyes", ALEX_KIM, PRIYA]),
  }),
  ...thread(
    "12 09:30:00",
    says(ALEX_KIM, "12 10:02:19", "The basket on Safari 17 still loses items; fix is in web#1288."),
    says(SOFIA, "12 10:10:44", "Then we wait for rc.2. Friday?"),
    says(ALEX_KIM, "12 10:12:30", "Friday."),
  ),
];

const SERVICES = ["web", "stock", "payments", "search"];

const DEPLOYERS = [PRIYA, ALEX_KIM, TOM];

const DEPLOY_COUNT = 130;

/** Returns enough messages to fill several pages of a channel's history. */
export const deploys = (): Message[] =>
  Array.from({ length: DEPLOY_COUNT }, (_, index) => {
    const hour = index % 13;
    const day = 2 + Math.floor(index / 13);
    const service = SERVICES[index % SERVICES.length] ?? "web";
    const moment = `${String(day).padStart(2, "0")} ${String(6 + Math.floor(hour * 0.75)).padStart(2, "0")}:${String(((index * 7) % 15) + (hour % 4) * 15).padStart(2, "0")}:${String((index * 11) % 60).padStart(2, "0")}`;
    const failed = index % 29 === 17;
    return deployBot(moment, {
      blocks: [
        {
          type: "section",
          block_id: `dep${index}`,
          text: mrkdwn(
            failed
              ? `:x: *${service}* build ${1200 + index} failed: 3 of 418 tests`
              : `:white_check_mark: *${service}* 2.14.${index} is live in production`,
          ),
        },
        {
          type: "context",
          block_id: `ctx${index}`,
          elements: [
            mrkdwn(`by <@${DEPLOYERS[index % DEPLOYERS.length] ?? MAYA}> in ${40 + ((index * 13) % 50)} s`),
          ],
        },
      ],
      ...(failed ? reactions(["eyes", TOM]) : {}),
    });
  });
