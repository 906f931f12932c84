// How Slack's tokens are told: as Slack writes them, or so that they can be read. The id always stays beside the name.
// https://docs.slack.dev/messaging/formatting-message-text

/** Names by id: of users, channels and user groups. */
export type Names = Readonly<Record<string, string>>;

export interface Spelling {
  user(id: string, label?: string): string;
  channel(id: string, label?: string): string;
  group(id: string, label?: string): string;
  broadcast(range: string): string;
  link(url: string, label?: string): string;
  date(timestamp: unknown, fallback: unknown): string;
  /** Text in which Slack's control syntax and entities stand for themselves. */
  literal(text: string): string;
  /** Text in which they mean something. */
  mrkdwn(text: string): string;
}

const labelled = (url: string, label: string | undefined) =>
  label === undefined || label === "" || label === url ? url : `${label} (${url})`;

/** As Slack writes them. */
export const slackSpelling: Spelling = {
  user: (id) => `<@${id}>`,
  channel: (id) => `<#${id}>`,
  group: (id) => `<!subteam^${id}>`,
  broadcast: (range) => `<!${range}>`,
  link: labelled,
  date: (timestamp, fallback) => dated(timestamp, fallback),
  literal: (text) => text.replace(/[&<>]/g, (sign) => entities[sign]!),
  mrkdwn: (text) => text,
};

/** For a reader, who finds in `ids` the ids of the names that stand there. */
export function readableSpelling(names: Names, ids: Names = {}): Spelling {
  const named = (sign: string) => (id: string, label?: string) => {
    const name = Object.hasOwn(names, id) ? names[id] : label?.replace(/^[@#]/, "");
    if (name !== undefined && ids[name] === id) return sign + name;
    return name === undefined || name === "" ? sign + id : `${sign}${name} (${id})`;
  };
  const spelling: Spelling = {
    user: named("@"),
    channel: named("#"),
    group: named("@"),
    broadcast: (range) => `@${range}`,
    link: (url, label) => labelled(url.replace(/^mailto:/, ""), label),
    date: dated,
    literal: (text) => text,
    mrkdwn: (text) =>
      text.replace(/<([^<>]*)>|&(amp|lt|gt);/g, (all, control: string | undefined, entity: string) =>
        control === undefined ? signs[entity]! : readControl(control, all, spelling),
      ),
  };
  return spelling;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/** The three entities that Slack writes, as the signs that they stand for. */
export const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_all, entity: string) => signs[entity]!);

/** What stands between `<` and `>`: a mention, a date or a link. */
function readControl(control: string, all: string, spelling: Spelling): string {
  const bar = control.indexOf("|");
  const target = decode(bar < 0 ? control : control.slice(0, bar));
  const label = bar < 0 ? undefined : decode(control.slice(bar + 1));
  const id = target.slice(1);
  switch (target[0]) {
    case "@":
      return spelling.user(id, label);
    case "#":
      return spelling.channel(id, label);
    case "!": {
      const [kind, ...rest] = id.split("^");
      if (kind === "subteam") return spelling.group(rest[0] ?? "", label);
      if (kind === "date") return spelling.date(Number(rest[0]), label);
      return label === undefined || label === "" ? spelling.broadcast(id) : `@${label.replace(/^@/, "")}`;
    }
    default:
      return target === "" ? all : spelling.link(target, label);
  }
}

function dated(timestamp: unknown, fallback: unknown): string {
  if (typeof fallback === "string" && fallback.trim() !== "") return fallback;
  return isoTime(timestamp) ?? "";
}

/** A `ts`, or seconds since 1970, as ISO 8601 in UTC to the second. */
export function isoTime(seconds: unknown): string | undefined {
  const value = typeof seconds === "string" && seconds !== "" ? Number(seconds) : seconds;
  if (typeof value !== "number" || !(Math.abs(value) < 8.64e12)) return undefined;
  return `${new Date(value * 1000).toISOString().slice(0, 19)}Z`;
}
