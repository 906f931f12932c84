import type { IsAllowed } from "../../../core/contract/policy.ts";
import { decodeMarkdown, partialEscape } from "../text/decode-markdown.ts";
import { host, linkedIds, plainAddresses } from "./linked-ids.ts";

/** The parts of a text that can be addresses: words, and addresses in brackets, which can contain spaces. */
const candidates = [/[^\s<>]+/g, /<(?:[a-z][a-z+.-]*:|\/\/)[^<>\n]*|\]\([^()\n]*/gi];

const channelMention = /<#([CGD][A-Z0-9]{2,20})(?![A-Z0-9])/g;

/** The longest address of Slack that a text can contain. */
const maxLength = 2000;
/** More characters than the beginning of an address of Slack has if each of them is escaped. */
const maxBeginning = 300;

/**
 * Returns the reason why a text could show something of a conversation that is not allowed, or undefined if it could
 * not. The reason follows the name of the text in an error.
 */
export function foreignLink(text: string, isAllowed: IsAllowed): string | undefined {
  const isForeign = (id: string) => !isAllowed(id);
  for (const pattern of candidates)
    for (const [address] of text.matchAll(pattern)) {
      if (linkedIds(address).some(isForeign))
        return "links to a channel, a message or a file outside of the allow-list. Links to allowed channels and to other sites can be written";
      if (address.length > maxLength && leadsToSlack(address))
        return `contains an address of Slack in a word of more than ${maxLength} characters. Write a space after the address`;
    }
  if (!/[#&]/.test(text)) return undefined;
  const mentioned = [...decodeMarkdown(text).text.matchAll(channelMention)].map(([, id]) => id!);
  return mentioned.some(isForeign)
    ? "mentions a channel outside of the allow-list, and Slack would show its name"
    : undefined;
}

const leadsToSlack = (address: string): boolean => plainAddresses(address).some((plain) => host.test(plain));

/** The beginnings of an address of Slack, at the end of a text without spaces. */
const beginning = beginnings("slack.com", "slack-gov.com", "slack-files.com", "slack://");

/**
 * Returns the length of the part of `text` that later text cannot turn into a link or a mention that `foreignLink`
 * would refuse.
 */
export function decidedLinks(text: string): number {
  const starts = [startOfWord(text), text.lastIndexOf("<"), text.lastIndexOf("](")];
  const undecided = starts.filter((start) => start >= 0 && isUndecided(text.slice(start)));
  return Math.min(
    text.length,
    ...undecided.map((start) => {
      if (text.length - start <= maxLength) return start;
      // `foreignLink` refuses a longer word with an address of Slack. In any other longer word, one could begin.
      return leadsToSlack(text.slice(start)) ? text.length : text.length - maxBeginning;
    }),
  );
}

/** A mention of a channel, or an address in brackets, that later text can end. */
const openBracket = /^<(?:#?[A-Z0-9]{0,21}|[a-z][a-z0-9+.-]{0,30}(?::[^>\n]*)?|\/\/?[^>\n]*)$/i;

/** A word, or the beginning of a link in Markdown. */
const openWord = /^(?:[^\s<>]+|\]\([^()\n]*)$/;

function startOfWord(text: string): number {
  let start = text.length;
  while (start > 0 && !/[\s<>]/.test(text[start - 1]!)) start--;
  return start;
}

function isUndecided(part: string): boolean {
  if (!openWord.test(part)) return openBracket.test(part);
  if (partialEscape(part) !== "" || /%[0-9a-f]?$/i.test(part)) return true;
  return plainAddresses(part).some((plain) => host.test(plain) || beginning.test(plain));
}

/** Returns a pattern for texts whose end is the beginning of one of `names`, or all of it and a port. */
function beginnings(...names: readonly string[]): RegExp {
  const parts = names.flatMap((name) => Array.from(name, (_, index) => name.slice(0, index + 1)));
  const longestFirst = [...new Set(parts)].sort((one, other) => other.length - one.length);
  return new RegExp(
    `(?:${longestFirst.map((part) => part.replaceAll(".", "\\.")).join("|")}|\\.com\\.?(?::\\d*)?)$`,
  );
}
