// Slack's markup for mentions, links and dates, as Slack writes it or as readable text. Names always keep their id.
// https://docs.slack.dev/messaging/formatting-message-text

/** Names by id: of users, channels and user groups. */
export type Names = Readonly<Record<string, string>>;

/** Writes each kind of markup as text. */
export interface Renderer {
  user(id: string, label?: string): string;
  channel(id: string, label?: string): string;
  group(id: string, label?: string): string;
  broadcast(range: string): string;
  link(url: string, label?: string): string;
  date(timestamp: unknown, fallback: unknown): string;
  /** Text without markup: `<`, `>` and `&` are plain characters. */
  literal(text: string): string;
  /** Text with markup. */
  mrkdwn(text: string): string;
}

const linkText = (url: string, label: string | undefined) =>
  label === undefined || label === "" || label === url ? url : `${label} (${url})`;

/** Slack's own syntax. */
export const slackRenderer: Renderer = {
  user: (id) => `<@${id}>`,
  channel: (id) => `<#${id}>`,
  group: (id) => `<!subteam^${id}>`,
  broadcast: (range) => `<!${range}>`,
  link: linkText,
  date: dateText,
  literal: (text) => text.replace(/[&<>]/g, (character) => entities[character]!),
  mrkdwn: (text) => text,
};

/** Readable text: `@ana (U012AB3CD)`, or `@ana` if `ids` lists the id of that name. */
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

/** Replaces the three entities that Slack uses by their characters. */
export const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_all, entity: string) => characters[entity]!);

/** The text of a mention, date or link between `<` and `>`. */
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
      if (kind === "date") return renderer.date(Number(rest[0]), label);
      return label === undefined || label === "" ? renderer.broadcast(id) : `@${label.replace(/^@/, "")}`;
    }
    default:
      return target === "" ? all : renderer.link(target, label);
  }
}

function dateText(timestamp: unknown, fallback: unknown): string {
  if (typeof fallback === "string" && fallback.trim() !== "") return fallback;
  return isoTime(timestamp) ?? "";
}

/** A `ts`, or seconds since 1970, as ISO 8601 in UTC to the second. */
export function isoTime(seconds: unknown): string | undefined {
  const value = typeof seconds === "string" && seconds !== "" ? Number(seconds) : seconds;
  if (typeof value !== "number" || !(Math.abs(value) < 8.64e12)) return undefined;
  return `${new Date(value * 1000).toISOString().slice(0, 19)}Z`;
}
