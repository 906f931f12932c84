import { quoteOthers } from "../../../core/ground/quote-others.ts";
import type { RunResult } from "../../../core/contract/run-context.ts";
import { cut, type Dict, dicts } from "../../../core/ground/json.ts";
import { oneLine } from "../text/one-line.ts";
import { withText } from "../text/readable-text.ts";
import type { NameCache } from "./ids-to-names.ts";

// In Slack, only markup such as `<@U012AB3CD>` notifies a person. A plain text such as `@ana` looks like a mention, but
// notifies nobody. https://docs.slack.dev/messaging/formatting-message-text#mentioning-users

const texts = ["text", "markdown_text", "initial_comment"] as const;

/**
 * Returns whether a call posts something. Recognizes a post by the names of its params, which no read action has. A
 * stream can start without content, so it is recognized by its operation.
 */
export const isPost = (operation: string, params: Dict): boolean =>
  /^chat\.\w+Stream$/.test(operation) ||
  [...texts, "blocks", "chunks", "filename"].some((name) => params[name] !== undefined);

/** The maximum number of warnings for one post, and of people in one warning. */
const most = 5;

/**
 * Adds a warning if the posted text mentions a known person or user group only in plain text. For an unknown name,
 * reads the first page of Slack's list of users, at most once in ten minutes.
 */
export async function warnOfPlainNames(
  { data, meta }: RunResult,
  params: Dict,
  nameCache: NameCache,
  signal: AbortSignal | undefined,
): Promise<RunResult> {
  const chunks = dicts(params.chunks);
  const posted = [...texts.map((name) => params[name]), ...chunks.map(({ text }) => text)].filter(
    (text) => typeof text === "string",
  );
  const inBlocks = Array.isArray(params.blocks) ? [String(withText({ blocks: params.blocks }).text)] : [];
  const written = [...posted, ...inBlocks];
  const all = written.flatMap(plainMentions);
  const calls = all.filter(({ word }) => !loudWords.has(word));
  const before = Array.isArray(meta?.warnings) ? (meta.warnings as unknown[]) : [];
  let warnings = warningsOf(calls, nameCache);
  if (warnings.length < calls.length) {
    await nameCache.readPeople(signal);
    warnings = warningsOf(calls, nameCache);
  }
  const loud = loudWordsIn(params)
    .filter((word) => !before.some((warning) => String(warning).includes(`@${word} `)))
    .map((word) => advice(`@${word}`, `To notify the channel, post a message with <!${word}>`));
  const added = new Set(
    [...loud, ...warnings, ...(await channelWarnings(written, nameCache, signal))].slice(0, most),
  );
  return added.size === 0 ? { data, meta } : { data, meta: { ...meta, warnings: [...before, ...added] } };
}

const loudWords: ReadonlySet<string> = new Set(["here", "channel", "everyone"]);

/**
 * Returns words such as `@channel` in the `text` of a new message, because they notify nobody. In Markdown, in blocks
 * and in changed messages, such words can notify people, and `mentions.ts` escapes them.
 */
const loudWordsIn = ({ text, ts }: Dict): string[] =>
  typeof text === "string" && ts === undefined
    ? plainMentions(text).flatMap(({ word }) => (loudWords.has(word) ? [word] : []))
    : [];

const advice = (written: string, whom: string) =>
  `${written} is plain text, so nobody was notified. ${whom} and mentions: true.`;

interface PlainMention {
  /** The first word after the `@`, in lower case. */
  word: string;
  /** The text after the `@`, cut to 80 characters: the maximum length of a name in Slack. */
  rest: string;
}

/** Finds words such as `@ana`. Skips code, addresses and Slack's own markup. */
function plainMentions(text: string): PlainMention[] {
  const prose = withoutCode(text);
  // `<@ana>` is the short form in which results show a mention.
  const found = prose.matchAll(
    /(?<![\w>|./@-])(?<!<(?=@[UWS][A-Z0-9]+[|>]))@([^\s@<>(){}[\]"`,;:!?|*~/]+)(.?)/g,
  );
  return [...found]
    .filter(([, , after]) => after !== "/" && after !== "@")
    .map(({ index, 1: word }) => ({ word: bare(word!), rest: prose.slice(index + 1, index + 81) }));
}

/** Returns the word in lower case, without `'s` or punctuation at the end. */
const bare = (word: string): string => word.replace(/(?:['’]s|[.'’_-])+$/, "").toLowerCase();

interface Meant {
  /** The length of the full name in the text, or 0 if the text contains only the first word of a name. */
  length: number;
  people: { id: string; name: string }[];
}

/**
 * Returns one warning per mention of a known person or user group. A full name does not mention other people whose
 * names start with the same word.
 */
function warningsOf(calls: readonly PlainMention[], nameCache: NameCache): string[] {
  if (calls.length === 0) return [];
  const byWord = new Map<string, PlainMention[]>();
  for (const call of calls) byWord.set(call.word, [...(byWord.get(call.word) ?? []), call]);
  const meant = new Map<PlainMention, Meant>();
  for (const [id, { name: shown, others }] of nameCache.known()) {
    if (shown === undefined || others === undefined) continue;
    for (const name of [shown, ...others])
      for (const call of firstWords(name).flatMap((word) => byWord.get(word) ?? [])) {
        const length = call.rest.toLowerCase().startsWith(name.toLowerCase()) ? name.length : 0;
        const before = meant.get(call);
        if (before && before.length > length) continue;
        const same = before?.length === length ? before.people : [];
        if (!same.some((one) => one.id === id))
          meant.set(call, { length, people: [...same, { id, name: shown }] });
      }
  }
  return [...meant].map(([call, one]) => warningOf(call, one));
}

/** Returns the first word of a name in lower case. For `ana.archer`, also returns `ana`. */
const firstWords = (name: string): ReadonlyArray<string> => {
  const [word, part] = [/^\S*/, /^[^\s.]*/].map((start) => start.exec(name)![0].toLowerCase());
  return word === part ? [word!] : [word!, part!];
};

function warningOf({ word, rest }: PlainMention, { length, people }: Meant): string {
  const token = ({ id }: { id: string }) => (id.startsWith("S") ? `<!subteam^${id}>` : `<@${id}>`);
  const written = cut(oneLine(rest.slice(0, Math.max(length, word.length))), 60);
  // A name that the caller has written needs no quotation marks.
  const nameOf = ({ name }: { name: string }) =>
    name.toLowerCase() === written.toLowerCase() ? oneLine(name) : quoteOthers(oneLine(name), 60);
  const listed = people.slice(0, most);
  const [first, second] = listed as [Meant["people"][0], Meant["people"][0]?];
  const whom = second
    ? `To mention somebody, post a message with ${listed.map((one) => `${token(one)} (${nameOf(one)})`).join(" or ")}`
    : `To mention ${nameOf(first)}, post a message with ${token(first)}`;
  return advice(`@${written}`, whom);
}

// In Slack, only markup such as `<#C012AB3CD>` links a channel. The plain text `#general` is no link.
// https://docs.slack.dev/messaging/formatting-message-text#linking-channels

/** Removes code, in which nobody expects a mention or a link. */
const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, " ");

/**
 * Returns one warning per name of a channel in a posted text. For an unknown name, reads the first page of Slack's list
 * of public channels, at most once in an hour.
 */
async function channelWarnings(
  texts: readonly string[],
  nameCache: Pick<NameCache, "known" | "readChannels">,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const words = new Set(texts.flatMap(plainChannels));
  if (words.size === 0) return [];
  const warnings = () =>
    Array.from(nameCache.known()).flatMap(([id, { name }]) =>
      id.startsWith("C") && name !== undefined && words.has(name.toLowerCase())
        ? [`#${name} is plain text without a link. To link the channel, write <#${id}>.`]
        : [],
    );
  const known = warnings();
  if (known.length === words.size) return known;
  await nameCache.readChannels(signal);
  return warnings();
}

/** Finds words such as `#general`. Skips code, addresses, colors and numbers, such as `#123`. */
const plainChannels = (text: string): string[] =>
  Array.from(withoutCode(text).matchAll(/(?<![\w<>&/|.#-])#([^\s<>#@&|,;:.!?()[\]{}"'`*~/]+)/g), ([, word]) =>
    word!.toLowerCase(),
  ).filter((word) => !/^(?:\d+|[\da-f]{6})$/.test(word));
