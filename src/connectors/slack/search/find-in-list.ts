import { replyMeta } from "../../../core/call/send-operation.ts";
import type { PlatformReply, RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, stringAt } from "../../../core/ground/json.ts";
import { operations } from "../operations/index.ts";
import { readItemCursor, writeItemCursor } from "../operations/item-cursor.ts";
import { listAt } from "../operations/send-or-find.ts";
import { decode } from "../text/markup-to-text.ts";
import { searchPage } from "./search-page.ts";

// Slack searches people and channels only for apps with a scope of the search by meaning. Its lists have no search.
// Therefore, this file reads the pages of a list and chooses the records with the words of the query.

/** One call reads at most this number of pages. The next call reads on. */
const maxPages = 10;
/** Slack allows fewer than 1,000 items on a page. https://docs.slack.dev/apis/web-api/pagination */
const pageSize = 999;

interface Listed {
  operation: "conversations.list" | "users.list";
  args: Dict;
  /** The field of the response with the list. */
  pick: string;
}

const defaultOf = (operation: Listed["operation"]) => operations[operation].paging!.default;

/** Returns one page of a list. */
export async function listPage(
  { send, page }: RunContext,
  { operation, args, pick }: Listed,
): Promise<RunResult> {
  const reply = await send(operation, {
    ...args,
    limit: page.limit ?? defaultOf(operation),
    cursor: page.cursor,
  });
  return searchPage(listAt(reply.body, pick), replyMeta(reply), nextOf(reply));
}

interface Wanted {
  query: string;
  /** The paths of the texts that can contain the words. The first `names` of them are names. */
  texts: readonly string[];
  names: number;
  /** The list's items in the plural, for a warning. */
  what: string;
}

/** Returns the records of a list that contain all words of a query, those whose name begins with the query first. */
export async function findInList(
  context: RunContext,
  { operation, args, pick }: Listed,
  wanted: Wanted,
): Promise<RunResult> {
  const limit = context.page.limit ?? defaultOf(operation);
  const words = fold(wanted.query).split(/\s+/);
  const matches = (record: Dict) => {
    const text = textsOf(record, wanted.texts).join("\n");
    return words.every((word) => text.includes(word));
  };
  const found: Dict[] = [];
  let { from, cursor } = readItemCursor(context.page.cursor);
  let searched = 0;
  for (let read = 0; read < maxPages; read++) {
    const reply = await context.send(operation, { ...args, limit: pageSize, cursor });
    const records = listAt(reply.body, pick);
    for (const [index, record] of records.entries()) {
      if (index < from || !matches(record)) continue;
      if (found.length === limit)
        return searchPage(ranked(found, wanted), replyMeta(reply), writeItemCursor(index, cursor));
      found.push(record);
    }
    searched += records.length - Math.min(from, records.length);
    from = 0;
    cursor = nextOf(reply);
    if (cursor === undefined) return searchPage(ranked(found, wanted), replyMeta(reply), undefined);
  }
  const warnings = [
    `Slack has more ${wanted.what}: ${searched} were searched. The next page searches the others.`,
  ];
  return searchPage(ranked(found, wanted), { warnings }, cursor);
}

/** Runs a search in all types of channels, and only in public channels if the token lacks a scope for the others. */
export async function withPublicOnly(find: (types: string[]) => Promise<RunResult>): Promise<RunResult> {
  try {
    return await find(["public_channel", "private_channel"]);
  } catch (error) {
    if (!ConnectorError.is(error) || error.platform?.code !== "missing_scope") throw error;
    const { data, meta } = await find(["public_channel"]);
    const warning = "Only public channels were searched, because the token lacks the scope groups:read.";
    const before = Array.isArray(meta?.warnings) ? (meta.warnings as string[]) : [];
    return { data, meta: { ...meta, warnings: [...before, warning] } };
  }
}

/** Lower case, without accents, and without the sign before a name: `#` or `@`. */
const fold = (text: string): string =>
  text
    .trim()
    .replace(/^[#@]/, "")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

const textsOf = (record: Dict, paths: readonly string[]): string[] =>
  paths.flatMap((path) => {
    const text = stringAt(record, path);
    return text === undefined ? [] : [fold(decode(text))];
  });

/** Sorts the records: active ones first, and then those whose name is or begins with the query. */
function ranked(records: readonly Dict[], { query, texts, names }: Wanted): Dict[] {
  const wanted = fold(query);
  const rank = (record: Dict): number => {
    const inactive = record.deleted === true || record.is_archived === true ? 3 : 0;
    const all = textsOf(record, texts.slice(0, names));
    if (all.includes(wanted)) return inactive;
    return inactive + (all.some((name) => name.startsWith(wanted)) ? 1 : 2);
  };
  return records.toSorted((one, other) => rank(one) - rank(other));
}

const nextOf = ({ body }: PlatformReply): string | undefined =>
  stringAt(body, "response_metadata.next_cursor") || undefined;
