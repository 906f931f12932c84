// Writes the id, the name and a message of a channel that is not on the allow-list into a response of Slack.

import { here } from "../answer-cases.ts";

type Json = unknown;
type Dict = Record<string, Json>;

const away = "C07SECRET9Q";
const awayDm = "D07SECRET9Q";
const awayName = "acquisition-plan";
const awayText = "we-sell-the-company";
/** What a caller can write in place of an allowed id. */
export const foreign = {
  id: away,
  dm: awayDm,
  name: `#${awayName}`,
  "similar name": "#acquisition-plam",
  link: `https://fernhill.slack.com/archives/${away}`,
  message: `https://fernhill.slack.com/archives/${away}/p1712161829000300`,
};

/** Returns the words about the other channel in a value. */
export const leaks = (value: Json): string[] =>
  JSON.stringify(value).match(/\w*SECRET9\w*|acquisition-plan|we-sell-the-company/g) ?? [];

const link = `https://fernhill.slack.com/archives/${away}/p1712161829000300?thread_ts=1712161829.000300&cid=${away}`;
const mentions = ` <#${away}|${awayName}> <#${awayDm}> <${link.replace("&", "&amp;")}|${awayName}> ${link} (${away}), ${awayDm}.`;

/** A message of the other channel as Slack shows it below a link, in all forms that Slack uses. */
const previews: Dict[] = [
  {
    is_msg_unfurl: true,
    channel_id: away,
    channel_name: awayName,
    text: awayText,
    footer: `In #${awayName}`,
  },
  { is_share: true, from_url: link, text: awayText, fallback: awayText, author_name: "Ana" },
  { original_url: link, title: awayText },
  { is_share: true, author_name: "Ana", text: awayText, message_blocks: [] },
  {
    text: "outer",
    message_blocks: [{ team: "T1", channel: away, ts: "1712161829.000300", message: { blocks: [] } }],
    blocks: [{ type: "section", text: { type: "mrkdwn", text: awayText } }],
  },
  {
    title: "A page",
    from_url: "https://example.com/",
    attachments: [{ channel_id: away, text: awayText }],
    blocks: [
      {
        type: "rich_text",
        elements: [{ type: "rich_text_section", elements: [{ type: "channel", channel_id: away }] }],
      },
    ],
  },
];

/** The fields in which Slack tells other channels, and fields that nobody has documented. */
const fields: Dict = {
  channels: [here, away],
  groups: [away],
  ims: [awayDm],
  prefs: { channels: [away], groups: [away] },
  shares: {
    public: { [away]: [{ channel_name: awayName, ts: "1.1" }] },
    private: { [awayDm]: [{ ts: "1.1" }] },
  },
  pinned_to: [away],
  room: { id: "R1", channels: [away] },
  new_field: away,
  new_list: [
    { channel: away, text: awayText },
    { id: away, name: awayName },
  ],
  new_record: { channel: { id: away, name: awayName }, text: awayText },
  new_map: { [away]: { name: awayName }, [link]: "x" },
};

const items: Dict[] = [
  { id: away, name: awayName },
  { channel_id: away, text: awayText },
];

const isDict = (value: Json): value is Dict =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Changes all parts of a value, the inner parts first. */
function change(value: Json, to: (part: Json, name: string) => Json, name = ""): Json {
  if (Array.isArray(value))
    return to(
      value.map((one) => change(one, to, name)),
      name,
    );
  if (!isDict(value)) return to(value, name);
  return to(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one, to, key)])), name);
}
const isId = (text: string) => /^(?:[A-Z][A-Z0-9]{5,}|[\d.]+|https:\/\/files\..*)$/.test(text);

/** Adds the other channel to every text, every list and every record. A message without text gets the text of its parts. */
const plant =
  (emptyTexts: boolean) =>
  (body: Dict): Dict => ({
    ...(change(body, (part, name) => {
      if (typeof part === "string") {
        if (emptyTexts && name === "text") return "";
        return isId(part) || /cursor|type|_url$/.test(name) ? part : part + mentions;
      }
      if (Array.isArray(part)) return [...part, ...(part.every(isDict) ? items : [away, awayDm])];
      return isDict(part) && name !== "" ? { ...part, ...fields, attachments: previews } : part;
    }) as Dict),
    warning: `w_${away}`,
    response_metadata: { warnings: [mentions], messages: [mentions], next_cursor: away },
    errors: [{ user: away, ok: false, error: mentions }],
  });

export const plants = { "with texts": plant(false), "without texts": plant(true) };

/** Replaces one text of a body by the id. Returns undefined if the body has fewer texts. */
export function inText(body: Dict, wanted: number): Dict | undefined {
  let index = 0;
  const planted = change(body, (part) =>
    typeof part === "string" && index++ === wanted ? away : part,
  ) as Dict;
  return index > wanted ? planted : undefined;
}

export const refusals = (code: string): Dict[] => [
  plants["with texts"]({
    ok: false,
    error: code,
    needed: `chat:write,${away}`,
    provided: away,
    channel: away,
  }),
  { ok: false, error: away },
  { ok: false, error: "missing_scope", needed: away, provided: away },
];

/** Slack's lists of channels and people, which the search for names reads. */
export const named: Record<string, Dict> = {
  "conversations.list": {
    channels: [
      { id: here, name: "here" },
      { id: away, name: awayName },
    ],
  },
  "users.list": { members: [{ id: "U012AB3CD", name: "ana", real_name: "Ana" }] },
};
