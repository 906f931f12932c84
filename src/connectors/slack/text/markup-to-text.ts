// Writes mentions, links and dates either in Slack's markup or as readable text.
// https://docs.slack.dev/messaging/formatting-message-text

/** The names of users, channels and user groups, by id. */
export type Names = Readonly<Record<string, string>>;

/** A date in a message. `format` contains placeholders, such as `{date_short}`. */
export interface DateParts {
  timestamp?: unknown;
  format?: unknown;
  url?: unknown;
  /** The text for programs that cannot show dates. */
  fallback?: unknown;
}

export interface Renderer {
  user(id: string, label?: string): string;
  channel(id: string, label?: string): string;
  group(id: string, label?: string): string;
  team(id: string): string;
  broadcast(range: string): string;
  link(url: string, label?: string): string;
  date(date: DateParts): string;
  /** Writes a text without markup. It can contain `<`, `>` and `&` as plain characters. */
  literal(text: string): string;
  /** Writes a text that contains Slack's markup. */
  mrkdwn(text: string): string;
}

const linkText = (url: string, label: string | undefined) =>
  label === undefined || label === "" || label === url ? url : `${label} (${url})`;

export const slackRenderer: Renderer = {
  user: (id) => `<@${id}>`,
  channel: (id) => `<#${id}>`,
  group: (id) => `<!subteam^${id}>`,
  team: (id) => `<!team^${id}>`,
  broadcast: (range) => `<!${range}>`,
  link: linkText,
  date: dateText,
  literal: (text) => text.replace(/[&<>]/g, (character) => entities[character]!),
  mrkdwn: (text) => text,
};

/**
 * Writes mentions in Slack's own syntax, such as `<@U012AB3CD|ana>`, or only `<@ana>` if `ids` contains the id of `ana`.
 * A text that somebody has typed never looks like a mention: its `<` is written as `&lt;`.
 */
export function readableRenderer(names: Names, ids: Names = {}): Renderer {
  const mention = (sign: string) => (id: string, label?: string) => {
    const name = Object.hasOwn(names, id) ? names[id] : label?.replace(/^[@#]/, "");
    const shown = name?.replace(/[<>|]/g, "") ?? "";
    if (name !== undefined && name === shown && ids[name] === id) return `<${sign}${name}>`;
    return shown === "" ? `<${sign}${id}>` : `<${sign}${id}|${shown}>`;
  };
  const renderer: Renderer = {
    user: mention("@"),
    channel: mention("#"),
    group: mention("@"),
    team: mention("@"),
    broadcast: (range) => `<!${range}>`,
    link: (url, label) => linkText(url.replace(/^mailto:/, ""), label),
    date: dateText,
    literal: literalText,
    mrkdwn: (text) =>
      text.replace(markupOrEntity, (all, markup: string | undefined, entity: string) =>
        markup === undefined ? characters[entity]! : readMarkup(markup, all, renderer),
      ),
  };
  return renderer;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/**
 * The rest of a text that looks like a mention, perhaps after invisible characters. The next part of the message can
 * follow the end of the text.
 */
const likeMention = String.raw`(?=[\u200b-\u200f\u2060-\u2064\ufeff]*(?:[@#]|!?$|!(?:here|channel|everyone|group|subteam|team)))`;
const typedMention = new RegExp(`<${likeMention}`, "g");
const entity = `&(?!lt;${likeMention})(amp|lt|gt);`;
const entityPattern = new RegExp(entity, "g");
const markupOrEntity = new RegExp(`<([^<>]*)>|${entity}`, "g");

/** Keeps a text without markup from looking like a mention: `<@ana>` becomes `&lt;@ana>`. */
export const literalText = (text: string): string => text.replace(typedMention, "&lt;");

/** Decodes a text of Slack. The result can contain typed texts that look like mentions. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_all, name: string) => characters[name]!);

/** Decodes a text of Slack, except for a `<` that would make a typed text look like a mention. */
export const decode = (text: string): string =>
  text.replace(entityPattern, (_all, name: string) => characters[name]!);

const loudWords: ReadonlySet<string> = new Set(["here", "channel", "everyone", "group"]);

/** Converts the markup between `<` and `>`. Leaves markup without a target, such as `<>`, unchanged. */
function readMarkup(markup: string, all: string, renderer: Renderer): string {
  const bar = markup.indexOf("|");
  const target = decode(bar < 0 ? markup : markup.slice(0, bar));
  const label = bar < 0 ? undefined : decode(markup.slice(bar + 1));
  const id = target.slice(1);
  switch (target[0]) {
    case "@":
      return renderer.user(id, label);
    case "#":
      return renderer.channel(id, label);
    case "!": {
      const [kind, ...rest] = id.split("^");
      if (kind === "subteam") return renderer.group(rest[0] ?? "", label);
      if (kind === "date") {
        const [timestamp, format, url] = rest;
        return renderer.date({ timestamp, format, url, fallback: label });
      }
      return loudWords.has(id) || label === undefined || label === "" ? renderer.broadcast(id) : label;
    }
    default:
      return target === "" ? all : renderer.link(target, label);
  }
}

/**
 * Writes a date in its `format`, but in UTC and with numbers only. If the date is invalid or `format` is missing,
 * returns `fallback`. If there is no `fallback`, returns the ISO time.
 * https://docs.slack.dev/messaging/formatting-message-text#date-formatting
 */
function dateText({ timestamp, format, url, fallback }: DateParts): string {
  const time = isoTime(timestamp);
  const otherwise = typeof fallback === "string" && fallback.trim() !== "" ? fallback : (time ?? "");
  if (time === undefined || typeof format !== "string" || format === "") return otherwise;
  const text = format.replace(/\{(date|time|ago|day)\w*\}/g, (place, kind: string) =>
    kind === "time"
      ? `${time.slice(11, place === "{time_secs}" ? 19 : 16)} UTC`
      : kind === "ago"
        ? time
        : time.slice(0, 10),
  );
  return typeof url === "string" && url !== "" ? linkText(url, text) : text;
}

const yearZero = Date.parse("0000-01-01") / 1000;
const yearTenThousand = Date.UTC(10_000, 0) / 1000;

/** Converts a message's `ts`, or seconds since 1970, to an ISO 8601 time in UTC with a year of four digits. */
export function isoTime(seconds: unknown): string | undefined {
  const value = typeof seconds === "string" && seconds !== "" ? Number(seconds) : seconds;
  if (typeof value !== "number" || !(value >= yearZero && value < yearTenThousand)) return undefined;
  return `${new Date(value * 1000).toISOString().slice(0, 19)}Z`;
}
