// What may stand in place of an id or of seconds since 1970: read here, resolved in resolve.ts.

const host = String.raw`https:\/\/[a-z0-9.-]+\.slack\.com\/`;
const room = "[CGD][A-Z0-9]{2,}";
/** The end of an address, which says no more of what is meant. */
const rest = String.raw`(?:[/?]\S{0,300})?`;
/** As "Copy link" gives it, and as a browser shows it. */
const roomLink = String.raw`${host}(?:archives|client\/[TE][A-Z0-9]{2,})\/${room}`;
const messageLink = String.raw`${host}archives\/${room}\/p\d{16}(?:\?\S{0,200})?|${host}client\/[TE][A-Z0-9]{2,}\/${room}\/thread\/${room}-\d{10}\.\d{6}\/?`;
const userLink = String.raw`${host}team\/[UW][A-Z0-9]{2,}`;
const fileLink = String.raw`${host}(?:files\/[UWB][A-Z0-9]{2,}\/|docs\/[TE][A-Z0-9]{2,}\/|files-pri\/[TE][A-Z0-9]{2,}-)F[A-Z0-9]{2,}`;

export const links = {
  /** What a Slack link leads to: a channel, or a message in it. */
  read(text: string): { channel: string; ts: string; thread: string | undefined } | undefined {
    const [, channel, path = ""] = /\/(?:archives|client\/\w+)\/(\w+)(\S*)$/.exec(text) ?? [];
    if (channel === undefined || !roomPattern.test(text)) return undefined;
    const shown = /^\/thread\/\w+-(\d{10}\.\d{6})/.exec(path)?.[1];
    const [, seconds, micros] = /^\/p(\d{10})(\d{6})/.exec(path) ?? [];
    const thread = /[?&]thread_ts=(\d{10}\.\d{6})(?:&|$)/.exec(path)?.[1];
    return { channel, ts: shown ?? `${seconds}.${micros}`, thread: shown ?? thread };
  },
  /** The id at the end of the link of somebody's profile, or of a file; other texts as they are. */
  user: (text: string): string => /^https:\S*?\/team\/(\w+)/.exec(text)?.[1] ?? text,
  file: (text: string): string => /^https:.*?[/-](F[A-Z0-9]{2,})(?:[/?]|$)/.exec(text)?.[1] ?? text,
};
const roomPattern = new RegExp(`^${roomLink}${rest}$`);

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
export const channelPattern = new RegExp(`^(?:${room}|#[^\\s#@<>,]{1,80}|${roomLink}${rest})$`);
/** Ids, `@name`, an e-mail address, or the link of a profile. */
export const userPattern = new RegExp(
  String.raw`^(?:[UW][A-Z0-9]{2,}|@[^\s@<>][^@<>\n]{0,79}|[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[a-z]{2,}|${userLink}${rest})$`,
);
export const conversationPattern = new RegExp(`${channelPattern.source}|${userPattern.source}`);
/** Ids, or `@handle`. */
export const usergroupPattern = /^(?:S[A-Z0-9]{2,}|@[^@<>\n]{1,255})$/;
/** An id, or a link. */
export const filePattern = new RegExp(`^(?:F[A-Z0-9]{2,}|${fileLink}${rest})$`);
/** A ts, or the link of a message. */
export const tsPattern = new RegExp(String.raw`^(?:\d{10}\.\d{6}|${messageLink})$`);

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
