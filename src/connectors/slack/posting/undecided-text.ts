import { decidedLinks } from "../policy/foreign-link.ts";
import { decodeMarkdown, partialEscape } from "../text/decode-markdown.ts";

// A streamed text arrives in pieces. The end of a piece, such as `<!chan`, can become a mention or a link with the next
// piece. Such an end is not sent before the next piece decides what it is.

/** The longest text that can be the beginning of a mention. A longer text, such as a longer id, is no mention. */
const maxMention = 300;

/** Returns every beginning of a word as a pattern: `(?:h(?:e(?:r(?:e)?)?)?)?` for `here`. */
const beginningOf = (word: string): string =>
  Array.from(word).reduceRight((rest, letter) => `(?:${letter}${rest})?`, "");

const broadcasts = ["here", "channel", "everyone", "group"].map(beginningOf).join("|");
const unfinishedMention = new RegExp(
  `^<(?:@(?:[UW][A-Z0-9]*)?|!(?:${broadcasts}|${beginningOf("subteam")}|subteam\\^(?:S[A-Z0-9]*)?))?$`,
);
const unfinishedWord = new RegExp(
  `^@(?:${["channel", "here", "everyone"].map(beginningOf).join("|")})$`,
  "i",
);

/**
 * Returns the start of an unfinished mention or escape at the end of a text. Returns the length of the text if its end
 * cannot become a mention.
 */
function startOfMention(text: string): number {
  const partial = partialEscape(text);
  const end = text.length - partial.length;
  const decoded = decodeMarkdown(text.slice(0, end));
  for (const [sign, unfinished] of [
    ["<", unfinishedMention],
    ["@", unfinishedWord],
  ] as const) {
    const at = decoded.text.lastIndexOf(sign);
    if (at < 0 || !unfinished.test(decoded.text.slice(at))) continue;
    // In an e-mail address, `@here` notifies nobody.
    if (sign === "@" && /[a-z\d]$/i.test(decoded.text.slice(0, at))) continue;
    const [from, to] = [decoded.starts[at]!, decoded.starts[at + 1]!];
    // Slack shows `&lt;` as `<`, and recognizes no mention after it.
    if (text.slice(from, to) !== "&lt;") return from;
  }
  return end;
}

/**
 * Splits a text into the part that later text cannot turn into a mention or a link, and the rest, which must wait.
 * `links`: whether an allow-list limits links.
 */
export function splitUndecided(text: string, links: boolean): { decided: string; waiting: string } {
  // A link can begin within a mention, so the end of the part without open links is checked for mentions.
  const linkEnd = links ? decidedLinks(text) : text.length;
  const mention = startOfMention(text.slice(0, linkEnd));
  const end = linkEnd - mention <= maxMention ? mention : linkEnd;
  return { decided: text.slice(0, end), waiting: text.slice(end) };
}

/** Escapes the beginning of a mention at the end of a text, so that later text cannot complete it. */
export function escapeUnfinished(text: string): string {
  const start = startOfMention(text);
  if (start === text.length) return text;
  const rest = text.slice(start);
  const sign = /^(?:\\?[<@]|&[^;]*;)/.exec(rest)?.[0];
  if (sign === undefined) return `${text}\u2060`;
  const escaped = decodeMarkdown(sign).text === "<" ? "&lt;" : `${sign}\u2060`;
  return text.slice(0, start) + escaped + rest.slice(sign.length);
}
