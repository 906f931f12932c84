// What may stand in place of an id or of seconds since 1970: read here, resolved in resolve.ts.

const link =
  /^https:\/\/[a-z0-9.-]+\.slack\.com\/archives\/([CGD][A-Z0-9]{2,})(?:\/p(\d{10})(\d{6}))?\/?(?:\?([^#\s]*))?$/;

export const links = {
  pattern: link,
  /** What a Slack link leads to: a channel, or a message in it. */
  read(text: string): { channel: string; ts: string; thread: string | undefined } | undefined {
    const [, channel, seconds, micros, query] = link.exec(text) ?? [];
    if (channel === undefined) return undefined;
    const thread = /(?:^|&)thread_ts=(\d{10}\.\d{6})/.exec(query ?? "")?.[1];
    return { channel, ts: `${seconds}.${micros}`, thread };
  },
};

export const channelOfLink = (text: unknown): string | undefined =>
  typeof text === "string" ? links.read(text)?.channel : undefined;

/** Letters first, as names of people have; what has no small one, or a digit second, is rather an id that went wrong. */
const plainName = /^(?![a-z]\d[a-z\d]{5,}$)(?=.*\p{Ll})\p{L}[\p{L}\p{M}\p{N} ._'-]*$/u;

/** `general` for `#general`, `ana` for `@ana`, `:tada:` for `tada`: which is meant, the param's pattern says. */
export const otherSpellings = (text: string): readonly string[] => [
  ...(plainName.test(text) ? [`#${text}`, `@${text}`] : []),
  `:${text}:`,
  text.replace(/^#/, ""),
  text.replace(/^:(.+):$/, "$1"),
];

/** Ids, `#name`, or a link. */
export const channelPattern =
  /^(?:[CGD][A-Z0-9]{2,}|#[^\s#@<>,]{1,80}|https:\/\/[a-z0-9.-]+\.slack\.com\/archives\/[CGD][A-Z0-9]{2,}(?:[/?]\S{0,200})?)$/;
/** Ids, `@name` or an e-mail address. */
export const userPattern =
  /^(?:[UW][A-Z0-9]{2,}|@[^\s@<>][^@<>\n]{0,79}|[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[a-z]{2,})$/;
export const conversationPattern = new RegExp(`${channelPattern.source}|${userPattern.source}`);
/** Ids, or `@handle`. */
export const usergroupPattern = /^(?:S[A-Z0-9]{2,}|@[^@<>\n]{1,255})$/;
/** A ts, or the link of a message. */
export const tsPattern =
  /^(?:\d{10}\.\d{6}|https:\/\/[a-z0-9.-]+\.slack\.com\/archives\/[CGD][A-Z0-9]{2,}\/p\d{16}(?:\?\S{0,200})?)$/;

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
/** With an hour, and the zone that it is in: everybody reads it alike. */
const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const ago = /^(\d{1,4})([mhdw])$/;
export const timePattern = new RegExp(`^\\d{1,10}(?:\\.\\d{1,6})?$|${iso.source}|${ago.source}`);

/** Times to come are whole seconds; an ISO time says its zone, since the hour alone would be another one for who reads it. */
export const comingPattern = new RegExp(`^\\d{1,10}$|${zoned.source}|${ago.source}`);

const unit = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** Seconds since 1970 for an ISO time (UTC where it does not say) or `2d`, which is so long before now; or after it. */
export function relativeTime(
  text: string,
  now: number,
  when: "past" | "future" = "past",
): string | undefined {
  const [, count, letter] = ago.exec(text) ?? [];
  if (letter !== undefined) {
    const seconds = Number(count) * unit[letter as keyof typeof unit];
    return String(Math.floor(now / 1000) + (when === "past" ? -seconds : seconds));
  }
  if (!iso.test(text)) return undefined;
  const withZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !/:/.test(text) ? text : `${text}Z`;
  const time = Date.parse(withZone.replace(" ", "T"));
  return Number.isNaN(time) ? undefined : String(time / 1000);
}
