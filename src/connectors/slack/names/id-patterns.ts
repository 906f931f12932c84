import { anyRest, channelLink, conversationId, fileLink, messageLink, userLink } from "./links.ts";

// Patterns of the values that params accept. `resolve-params.ts` converts these values to ids.

/** The id, the `#name` or the link of a channel. */
export const channelPattern = new RegExp(
  `^(?:${conversationId}|#[^\\s#@<>,]{1,80}|${channelLink}${anyRest})$`,
);
/** The id, the `@name`, the e-mail address or the profile link of a user. */
export const userPattern = new RegExp(
  String.raw`^(?:[UW][A-Z0-9]{2,}|@[^\s@<>][^@<>\n]{0,79}|[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[a-z]{2,}|${userLink}${anyRest})$`,
);
export const conversationPattern = new RegExp(`${channelPattern.source}|${userPattern.source}`);
/** The id or the `@handle` of a user group. */
export const usergroupPattern = /^(?:S[A-Z0-9]{2,}|@[^@<>\n]{1,255})$/;
/** The id or the link of a file. */
export const filePattern = new RegExp(`^(?:F[A-Z0-9]{2,}|${fileLink}${anyRest})$`);
/** The `ts` or the link of a message. */
export const tsPattern = new RegExp(String.raw`^(?:\d{10}\.\d{6}|${messageLink})$`);

export const messageLinkPattern = new RegExp(`^(?:${messageLink})$`);

/** Returns whether a text can be a name. Refuses `C012` and `c012ab3cd`, because they are probably wrong ids. */
const isPlainName = (text: string): boolean =>
  (plainName ??= new RegExp(
    String.raw`^(?![a-z]\d[a-z\d]{5,}$)(?=.*\p{Ll})\p{L}[\p{L}\p{M}\p{N} ._'-]*$`,
    "u",
  )).test(text);
// The pattern is created on first use. With a literal, Node would load the Unicode tables for `\p` at every start.
let plainName: RegExp | undefined;

/**
 * Returns other spellings of a value, such as `#general` for `general` and `:tada:` for `tada`. The pattern of the
 * param decides which spelling is used.
 */
export const otherSpellings = (text: string): readonly string[] => [
  ...(isPlainName(text) ? [`#${text}`, `@${text}`] : []),
  `:${text}:`,
  text.replace(/^#/, ""),
  text.replace(/^:(.+):$/, "$1"),
];
