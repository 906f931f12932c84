import { anyRest, channelLink, conversationId, fileLink, messageLink, userLink } from "./links.ts";

// What params accept in place of an id. names-to-ids.ts turns it into the id.

/** An id, `#name`, or a link. */
export const channelPattern = new RegExp(
  `^(?:${conversationId}|#[^\\s#@<>,]{1,80}|${channelLink}${anyRest})$`,
);
/** An id, `@name`, an e-mail address, or the link of a profile. */
export const userPattern = new RegExp(
  String.raw`^(?:[UW][A-Z0-9]{2,}|@[^\s@<>][^@<>\n]{0,79}|[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[a-z]{2,}|${userLink}${anyRest})$`,
);
export const conversationPattern = new RegExp(`${channelPattern.source}|${userPattern.source}`);
/** An id, or `@handle`. */
export const usergroupPattern = /^(?:S[A-Z0-9]{2,}|@[^@<>\n]{1,255})$/;
/** An id, or a link. */
export const filePattern = new RegExp(`^(?:F[A-Z0-9]{2,}|${fileLink}${anyRest})$`);
/** A ts, or the link of a message. */
export const tsPattern = new RegExp(String.raw`^(?:\d{10}\.\d{6}|${messageLink})$`);

/** A name of a channel or person. A text without lower-case letters, or with a digit second, is rather a wrong id. */
const plainName = /^(?![a-z]\d[a-z\d]{5,}$)(?=.*\p{Ll})\p{L}[\p{L}\p{M}\p{N} ._'-]*$/u;

/** Other spellings of a value: `#general` for `general`, `:tada:` for `tada`. The param's pattern chooses one. */
export const otherSpellings = (text: string): readonly string[] => [
  ...(plainName.test(text) ? [`#${text}`, `@${text}`] : []),
  `:${text}:`,
  text.replace(/^#/, ""),
  text.replace(/^:(.+):$/, "$1"),
];
