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

/** Writes a mention as `@ana (U012AB3CD)`, or only as `@ana` if `ids` contains the id of `ana`. */
export function readableRenderer(names: Names, ids: Names = {}): Renderer {
  const mention = (sign: string) => (id: string, label?: string) => {
    const name = Object.hasOwn(names, id) ? names[id] : label?.replace(/^[@#]/, "");
    if (name !== undefined && ids[name] === id) return sign + name;
    return name === undefined || name === "" ? sign + id : `${sign}${name} (${id})`;
  };
  const renderer: Renderer = {
    user: mention("@"),
    channel: mention("#"),
    group: mention("@"),
    team: mention(""),
    broadcast: (range) => `@${range}`,
    link: (url, label) => linkText(url.replace(/^mailto:/, ""), label),
    date: dateText,
    literal: (text) => text,
    mrkdwn: (text) =>
      text.replace(/<([^<>]*)>|&(amp|lt|gt);/g, (all, markup: string | undefined, entity: string) =>
        markup === undefined ? characters[entity]! : readMarkup(markup, all, renderer),
      ),
  };
  return renderer;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

export const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_all, entity: string) => characters[entity]!);

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
      return label === undefined || label === "" ? renderer.broadcast(id) : `@${label.replace(/^@/, "")}`;
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
