import { blockId, id, team, ts } from "./slack-fixtures.ts";
import type { alerts, bots, Card } from "./slack-texts.ts";

// Messages of apps, in the formats of Slack's documentation.

type Fields = Record<string, unknown>;

const icons = () =>
  Object.fromEntries(
    [36, 48, 72].map((size) => [
      `image_${size}`,
      `https://avatars.slack-edge.com/2025-11-04/98421310274_c1d5a0e9b7f3_${size}.png`,
    ]),
  );
/** Returns a message that an app posts as its bot. */
const app = (index: number, name: string, text: string): Fields => {
  const number = 100 + index;
  const [app_id, bot_id] = [id("A", number), id("B", number)];
  return {
    user: id("U", number),
    type: "message",
    ts: ts(index),
    bot_id,
    app_id,
    text,
    team,
    bot_profile: {
      id: bot_id,
      app_id,
      user_id: id("U", number),
      name,
      icons: icons(),
      deleted: false,
      updated: 1_762_270_000,
      team_id: team,
    },
  };
};

const mrkdwn = (text: string): Fields => ({ type: "mrkdwn", text, verbatim: false });
const plain = (text: string): Fields => ({ type: "plain_text", text, emoji: true });
export const card = (index: number, { name, text, head, fields, note, buttons }: Card): Fields => ({
  ...app(index, name, text),
  blocks: [
    { type: "section", block_id: blockId(index), text: mrkdwn(head) },
    {
      type: "section",
      block_id: blockId(index + 50),
      fields: fields.map(([title, value]) => mrkdwn(`*${title}*\n${value}`)),
    },
    { type: "context", block_id: blockId(index + 100), elements: [mrkdwn(note)] },
    {
      type: "actions",
      block_id: blockId(index + 150),
      elements: buttons.map((label, place) => ({
        type: "button",
        action_id: blockId(index + 200 + place),
        text: plain(label),
        value: `${label.toLowerCase().replace(" ", "_")}_${index}`,
      })),
    },
  ],
});

export const alert = (index: number, [title, text, severity, region]: (typeof alerts)[number]): Fields => ({
  type: "message",
  subtype: "bot_message",
  text: "",
  ts: ts(index),
  username: "Watchtower",
  icons: { emoji: ":rotating_light:" },
  bot_id: id("B", 90),
  app_id: id("A", 90),
  attachments: [
    {
      id: 1,
      color: "d00000",
      fallback: `[FIRING] ${title}`,
      title: `[FIRING] ${title}`,
      title_link: `https://watch.example.com/alerts/${81_204 + index}`,
      text,
      fields: [
        { title: "Severity", value: severity, short: true },
        { title: "Region", value: region, short: true },
      ],
      footer: "Watchtower",
      ts: Number(ts(index).split(".")[0]),
      mrkdwn_in: ["text"],
    },
  ],
});

export const bot = (index: number, place: number, [username, text, note]: (typeof bots)[number]): Fields => ({
  text,
  username,
  bot_id: id("B", 80 + place),
  app_id: id("A", 80 + place),
  attachments: [{ text: note, id: 1, fallback: note }],
  type: "message",
  subtype: "bot_message",
  ts: ts(index),
});
