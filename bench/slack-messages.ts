import { richTextBlock } from "../sandbox/slack/content/rich-text.ts";
import { alert, bot, card } from "./slack-apps.ts";
import { blockId, digits, id, team, ts } from "./slack-fixtures.ts";
import { alerts, bots, cards, files, pages, said, structured, who, type Part } from "./slack-texts.ts";

// Fifty messages in the format of conversations.history, for measurements. The messages follow these rules:
//
// - There are ten kinds with five messages each.
// - Seven kinds are from people: short, structured (with a list, a quote or code), file, link, edited, parent,
//   broadcast. A broadcast is a reply that is also in the channel.
// - Three kinds are from apps: app (messages with blocks), alert (attachments), bot (messages with a custom name).
// - A record has only the fields of Slack's documentation for its kind, with values of realistic length. Slack's own
//   records are longer. https://docs.slack.dev/reference/methods/conversations.history
// - Twelve people wrote their messages within three days. Each of these messages has one to three sentences.
// - No two messages are equal.

type Fields = Record<string, unknown>;

const kinds = [
  "short",
  "structured",
  "app",
  "alert",
  "file",
  "parent",
  "broadcast",
  "edited",
  "bot",
  "link",
] as const;
export type Kind = (typeof kinds)[number];
const perKind = 5;

const client = (index: number) =>
  `${digits(index, 8)}-${digits(index + 50, 4)}-4${digits(index + 100, 3)}-9${digits(index + 150, 3)}-${digits(index + 200, 12)}`;
/** Returns a message that a user posts with Slack's client. */
const person = (index: number, text: string, elements?: readonly Fields[]): Fields => ({
  user: who(index),
  type: "message",
  ts: ts(index),
  client_msg_id: client(index),
  text,
  team,
  blocks: [
    elements
      ? { type: "rich_text", block_id: blockId(index), elements }
      : richTextBlock(text, blockId(index)),
  ],
});

const inline = (text: string) => (richTextBlock(text, "")["elements"] as Fields[])[0]!["elements"];
const section = (text: string): Fields => ({ type: "rich_text_section", elements: inline(text) });
/** Returns a part of a message, both as a rich text element and as message text. */
const part = ([kind, ...texts]: Part): { element: Fields; text: string } => {
  const text = texts.join("\n");
  switch (kind) {
    case "section":
      return { element: section(text), text };
    case "quote":
      return { element: { type: "rich_text_quote", elements: inline(text) }, text: `&gt; ${text}` };
    case "code":
      return {
        element: { type: "rich_text_preformatted", border: 0, elements: [{ type: "text", text }] },
        text: `\`\`\`${text}\`\`\``,
      };
    default:
      return {
        element: { type: "rich_text_list", style: kind, indent: 0, border: 0, elements: texts.map(section) },
        text: texts.map((item, index) => `${kind === "bullet" ? "•" : `${index + 1}.`} ${item}`).join("\n"),
      };
  }
};

const file = (index: number, [name, mimetype, filetype, pretty_type]: (typeof files)[number]): Fields => {
  const [own, user] = [id("F", index), who(index)];
  const slug = name.toLowerCase().replaceAll(" ", "_");
  const [stem, tmb] = [
    slug.replace(/\.\w+$/, ""),
    `https://files.slack.com/files-tmb/${team}-${own}-${digits(index, 10)}`,
  ];
  const thumb = (size: number) => ({ [`thumb_${size}`]: `${tmb}/${stem}_${size}.png` });
  return {
    id: own,
    created: Number(ts(index).split(".")[0]) - 4,
    timestamp: Number(ts(index).split(".")[0]) - 4,
    name,
    title: name,
    mimetype,
    filetype,
    pretty_type,
    user,
    editable: false,
    size: 48_213 + index * 9_871,
    mode: "hosted",
    is_external: false,
    external_type: "",
    is_public: true,
    public_url_shared: false,
    display_as_bot: false,
    username: "",
    url_private: `https://files.slack.com/files-pri/${team}-${own}/${slug}`,
    url_private_download: `https://files.slack.com/files-pri/${team}-${own}/download/${slug}`,
    ...(filetype === "png"
      ? {
          ...thumb(64),
          ...thumb(80),
          ...thumb(360),
          thumb_360_w: 360,
          thumb_360_h: 225,
          ...thumb(160),
          image_exif_rotation: 1,
          original_w: 1440,
          original_h: 900,
        }
      : {}),
    permalink: `https://example.slack.com/files/${user}/${own}/${slug}`,
    permalink_public: `https://slack-files.com/${team}-${own}-${digits(index + 9, 10)}`,
    is_starred: false,
    has_rich_preview: false,
  };
};

/** Returns the extra fields of a message that starts a thread. */
const thread = (index: number): Fields => {
  const repliers = [1, 2, 3].slice(0, 1 + (index % 3)).map((step) => who(index + step));
  return {
    thread_ts: ts(index),
    reply_count: 2 + (index % 7),
    reply_users_count: repliers.length,
    latest_reply: ts(index + 2),
    reply_users: repliers,
    is_locked: false,
    subscribed: false,
  };
};

/** Returns the preview that Slack adds for a link. */
const preview = (text: string, [service_name, title, about]: (typeof pages)[number]): Fields => {
  const [, url = ""] = /<(https:[^|>]*)/.exec(text) ?? [];
  return {
    from_url: url,
    service_icon: new URL("/favicon.ico", url).href,
    thumb_url: new URL("/images/preview.png", url).href,
    thumb_width: 1200,
    thumb_height: 630,
    id: 1,
    original_url: url,
    fallback: `${service_name}: ${title}`,
    text: about,
    title,
    title_link: url,
    service_name,
  };
};

const make: Record<Kind, (index: number, place: number) => Fields> = {
  short: (index, place) => person(index, said.short[place]!),
  structured: (index, place) => {
    const parts = structured[place]!.map(part);
    return person(
      index,
      parts.map(({ text }) => text).join("\n"),
      parts.map(({ element }) => element),
    );
  },
  app: (index, place) => card(index, cards[place]!),
  alert: (index, place) => alert(index, alerts[place]!),
  file: (index, place) => ({
    ...person(index, said.file[place]!),
    subtype: "file_share",
    files: [file(index, files[place]!)],
    upload: false,
  }),
  parent: (index, place) => ({ ...person(index, said.parent[place]!), ...thread(index) }),
  // A reply in the thread of the previous message, which is of the kind `parent`.
  broadcast: (index, place) => ({
    ...person(index, said.broadcast[place]!),
    subtype: "thread_broadcast",
    thread_ts: ts(index - 1),
    root: make.parent(index - 1, place),
  }),
  edited: (index, place) => ({
    ...person(index, said.edited[place]!),
    edited: { user: who(index), ts: `${ts(index).slice(0, -6)}000000` },
    reactions: [
      { name: "eyes", users: [who(index + 1), who(index + 2)], count: 2 },
      { name: "white_check_mark", users: [who(index + 3)], count: 1 },
    ],
  }),
  bot: (index, place) => bot(index, place, bots[place]!),
  link: (index, place) => ({
    ...person(index, said.link[place]!),
    attachments: [preview(said.link[place]!, pages[place]!)],
  }),
};

/** The newest message comes first, as in Slack's response. */
export const messages: readonly { kind: Kind; message: Fields }[] = Array.from(
  { length: kinds.length * perKind },
  (_, index) => {
    const kind = kinds[index % kinds.length]!;
    return { kind, message: make[kind](index, Math.floor(index / kinds.length)) };
  },
).toReversed();
