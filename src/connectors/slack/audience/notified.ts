import { type Dict, cut } from "../../../core/ground/json.ts";
import { adviceToPost, mentionsIn } from "../posting/mentions.ts";
import { oneLine } from "../text/one-line.ts";
import { type WithRecords, isUnread } from "./known-records.ts";
import type { Part } from "./readers-text.ts";
import type { Readers, TextKind } from "./write-actions.ts";

/** The maximum number of people and groups whose names are read. */
const most = 20;

interface Mentions {
  /** The mentions that notify people, such as `<!channel>` and `<@U012AB3CD>`. */
  found: readonly string[];
  /** A sentence about mentions that notify nobody. */
  warnings: readonly string[];
}

/** Finds the mentions in the text of a call. */
export function mentionsOf(kind: TextKind | undefined, params: Dict): Mentions {
  if (kind === undefined) return { found: [], warnings: [] };
  if (kind === "canvas") return { found: mentionsInCanvas(params), warnings: [] };
  const found = mentionsIn(Object.fromEntries(contentParams.map((name) => [name, params[name]])));
  if (kind !== "plain" && params.mentions === true)
    return { found: kind === "piece" ? [...found, earlier] : found, warnings: [] };
  if (found.length === 0) return { found, warnings: [] };
  const shown = found.slice(0, 5).map((one) => cut(one, 40));
  const more = found.length > 5 ? ` and ${found.length - 5} more` : "";
  const advice = kind === "plain" ? adviceToPost : "To notify people, pass mentions: true.";
  return {
    found: [],
    warnings: [`${shown.join(", ")}${more} will be plain text, so nobody is notified. ${advice}`],
  };
}

/** The params that can contain mentions. Words such as `@channel` can notify people if the message has a `ts`. */
const contentParams = [
  "text",
  "markdown_text",
  "blocks",
  "chunks",
  "initial_comment",
  "unfurls",
  "user_auth_message",
  "user_auth_blocks",
  "ts",
];

const earlier = "perhaps people whose mention begins in an earlier piece of the message";

/** https://docs.slack.dev/surfaces/canvases */
const mentionsInCanvas = ({ markdown }: Dict): string[] => [
  ...new Set(
    [...String(markdown ?? "").matchAll(/!\[[^\]]*\]\(@([UW][A-Z0-9]+)\)/g)].map(([, id]) => `<@${id}>`),
  ),
];

interface Written {
  readers: Readers;
  params: Dict;
  parts: readonly Part[];
  mentions: Mentions;
}

/** Returns the people whom a write notifies, in words. */
export async function notifiedBy(
  { readers, params, parts, mentions }: Written,
  reading: WithRecords,
): Promise<{ notified?: readonly string[]; notified_people?: number }> {
  const { text, isMessage, invites, people = [] } = readers;
  if (!text && !isMessage && !invites) return {};
  const invited = invites ? people.flatMap((name) => [params[name] ?? []].flat().map(String)) : [];
  const direct = isMessage ? parts.flatMap((part) => part.direct ?? []) : [];
  const inThread = isMessage && params.thread_ts !== undefined && direct.length === 0;
  const tokens = [
    ...mentions.found,
    ...[...invited, ...direct].map((id) => (/^[UW]/.test(id) ? `<@${id}>` : id)),
  ];
  const notified: string[] = [];
  let count = 0;
  for (const [index, token] of [...new Set(tokens)].entries()) {
    notified.push(index < most ? await inWords(token, reading) : token);
    count += await peopleOf(token, parts, reading);
  }
  return {
    notified: [...notified, ...(inThread ? ["the people who follow the thread"] : [])],
    ...(Number.isNaN(count) ? {} : { notified_people: count }),
  };
}

/** Returns how many people a mention notifies, or NaN if that is unknown. */
async function peopleOf(token: string, parts: readonly Part[], reading: WithRecords): Promise<number> {
  const [, group] = /^<!subteam\^(S[A-Z0-9]+)>$/.exec(token) ?? [];
  if (group !== undefined) {
    const found = await reading.records.group(group, reading);
    return isUnread(found) ? NaN : (found.size ?? NaN);
  }
  if (/^<@[UW][A-Z0-9]+>$/.test(token)) return 1;
  if (/^(?:<!|@)everyone>?$/i.test(token)) return NaN;
  return parts.reduce((sum, { size }) => sum + (size ?? NaN), 0);
}

/** Describes a mention such as `<!channel>`. Returns any other text unchanged. */
async function inWords(token: string, reading: WithRecords): Promise<string> {
  const [, person] = /^<@([UW][A-Z0-9]+)>$/.exec(token) ?? [];
  if (person !== undefined) {
    const found = await reading.records.person(person, reading);
    return isUnread(found) ? person : `@${oneLine(found.name ?? person)} (${person})`;
  }
  const [, group] = /^<!subteam\^(S[A-Z0-9]+)>$/.exec(token) ?? [];
  if (group !== undefined) {
    const found = await reading.records.group(group, reading);
    if (isUnread(found)) return `the user group ${group}`;
    const size = found.size === undefined ? "" : `, ${found.size} people`;
    return `the user group @${oneLine(found.handle ?? group)} (${group}${size})`;
  }
  const [, word] = /^(?:<!|@)(channel|here|everyone|group)>?$/i.exec(token) ?? [];
  return word === undefined ? token : loud[word.toLowerCase() as keyof typeof loud];
}

const loud = {
  channel: "everybody in the channel (@channel)",
  group: "everybody in the channel (@group)",
  here: "everybody in the channel who is online (@here)",
  everyone: "everybody in the workspace (@everyone)",
};
