import { SlackConnector } from "agent-connectors/slack";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { channels, users } from "./slack-fixtures.ts";
import { messages, type Kind } from "./slack-messages.ts";

// Compares the tokens of Slack lists in the form that a model gets with the tokens of Slack's records as JSON. Also
// checks that the lists contain all needed fields.

type Fields = Record<string, unknown>;

const people = users(50);
const rooms = channels(100);
const records = messages.map(({ message }) => message);
const channel = "C012AB3CD";
const cursor = "dXNlcjpVMDYxTkZUVDI=";

/** Responds like a Slack workspace with these records. */
const fetch: typeof globalThis.fetch = async (input, init) => {
  const asked = new URLSearchParams(String(init?.body));
  const by = (list: readonly Fields[], name: string) => list.find(({ id }) => id === asked.get(name));
  const answers: Record<string, Fields> = {
    "conversations.list": { channels: rooms },
    "conversations.info": { channel: by(rooms, "channel") },
    "conversations.history": { messages: records },
    "users.list": { members: people },
    "users.info": { user: by(people, "user") },
    "auth.test": { url: "https://example.slack.com/" },
  };
  const answer = answers[new URL(String(input)).pathname.slice("/api/".length)];
  return Response.json({ ok: true, ...answer, response_metadata: { next_cursor: cursor } });
};

/** A list in the form that the model gets. `cells`: the rows as lists of values. `rows`: the same rows as records. */
interface Told {
  text: string;
  cells: readonly unknown[][];
  rows: readonly Fields[];
  ids: Readonly<Record<string, string>>;
}
async function tell(entity: string, params: Fields): Promise<Told> {
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
  const tool = await slack.tool({ outputBudget: 100_000 });
  const { text } = await tool.call({ entity, action: "list", params });
  const { data, ids = {} } = JSON.parse(text) as {
    data: { columns: string[]; every_row?: Fields; rows: unknown[][] };
    ids?: Record<string, string>;
  };
  const rows = data.rows.map((row) => ({
    ...data.every_row,
    ...Object.fromEntries(data.columns.map((name, place) => [name, row[place] ?? undefined])),
  }));
  return { text, cells: data.rows, rows, ids };
}

const same = (names: readonly string[]) => (record: Fields, row: Fields) =>
  names.filter((name) => record[name] !== row[name]);

/** Returns the fields of a message that a reader or a later call needs, but that the row lacks. */
function missingOf(record: Fields, row: Fields, { ids, rows }: Told): string[] {
  const missing: string[] = [];
  const need = (what: string, found: boolean) => void (found || missing.push(what));
  const { author, text = "", files = "" } = row as Record<string, string>;
  need("ts", row["ts"] === record["ts"]);
  need(
    "thread_ts",
    row["thread_ts"] === (record["thread_ts"] === record["ts"] ? undefined : record["thread_ts"]),
  );
  need("reply_count", row["reply_count"] === record["reply_count"]);
  need("edited", row["edited"] === (record["edited"] ? true : undefined));
  const writer = record["user"] ?? record["bot_id"];
  need("author", ids[author ?? ""] === writer || author!.endsWith(` (${String(writer)})`));
  // The day is in the row itself or in the nearest row above that has a day.
  const day = rows
    .slice(0, rows.indexOf(row) + 1)
    .map((one) => /^\d{4}-\d\d-\d\d/.exec(String(one["time"]))?.[0])
    .findLast((one) => one !== undefined);
  const minute = /\d\d:\d\d/.exec(String(row["time"]))?.[0];
  need("time", new Date(Number(record["ts"]) * 1000).toISOString().startsWith(`${day}T${minute}`));
  for (const [, sign, id] of JSON.stringify([record["text"], record["blocks"]]).matchAll(/<([@#])(\w+)/g)) {
    const names = Object.keys(ids).filter((name) => ids[name] === id);
    need(id!, text.includes(`<${sign}${id}`) || names.some((name) => text.includes(`<${sign}${name}>`)));
  }
  for (const { name } of (record["reactions"] ?? []) as { name: string }[])
    need(`:${name}:`, String(row["reactions"]).includes(name));
  for (const { id, name } of (record["files"] ?? []) as { id: string; name: string }[])
    need(id, files.includes(`${name} [${id}]`));
  const told = new Set(wordsOf(text));
  // Slack shows the blocks of a message instead of its text, so the text is checked only if there are no blocks.
  for (const key of [record["blocks"] ? "blocks" : "text", "attachments"])
    for (const word of leaves(record[key], key)) need(word, told.has(word));
  return missing;
}

/** Returns all words that a reader of the message sees. */
function leaves(node: unknown, key: string): string[] {
  const seen = ["text", "title", "value", "pretext", "footer"];
  if (typeof node === "string") return seen.includes(key) ? wordsOf(node.replace(/<[@#!][^>]*>/g, "")) : [];
  if (Array.isArray(node)) return node.flatMap((one) => leaves(one, key));
  if (typeof node !== "object" || node === null) return [];
  // Readers do not see the value of a button.
  const shown = Object.entries(node).filter(([name]) => !(name === "value" && "action_id" in node));
  return shown.flatMap(([name, one]) => leaves(one, name));
}
const wordsOf = (text: string): string[] =>
  text.replace(/&(amp|lt|gt);/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];

interface Case {
  what: string;
  /** The largest allowed cost, as a fraction of the cost of Slack's records. */
  limit: number;
  raw: readonly Fields[];
  entity: string;
  params: Fields;
  missing: (record: Fields, row: Fields, told: Told) => string[];
}
const cases: readonly Case[] = [
  {
    what: "100 channels",
    limit: 0.1,
    raw: rooms,
    entity: "channels",
    params: { limit: 100 },
    missing: same(["id", "name"]),
  },
  {
    what: "50 users",
    limit: 0.07,
    raw: people,
    entity: "users",
    params: { limit: 50 },
    missing: same(["id", "name", "real_name"]),
  },
  {
    what: "50 rich messages",
    limit: 0.22,
    raw: records,
    entity: "channel_messages",
    params: { channel, limit: 50 },
    missing: missingOf,
  },
];

export interface Cost {
  what: string;
  tokenizer: string;
  limit: number;
  raw: number;
  ours: number;
  count: number;
  missing: string[];
}
const tokenizers = { o200k, cl100k };
const json = (value: unknown) => JSON.stringify(value);

/** Counts the tokens with both tokenizers. */
export async function costs(): Promise<Cost[]> {
  const all: Cost[] = [];
  for (const { what, limit, raw, entity, params, missing } of cases) {
    const told = await tell(entity, params);
    const gone = raw.flatMap((record, index) => missing(record, told.rows[index] ?? {}, told));
    if (told.rows.length !== raw.length) gone.push(`${raw.length - told.rows.length} rows`);
    if (!told.text.includes(cursor)) gone.push("cursor");
    for (const [tokenizer, count] of Object.entries(tokenizers))
      all.push({
        what,
        tokenizer,
        limit,
        raw: count(json(raw)),
        ours: count(told.text),
        count: raw.length,
        missing: gone,
      });
  }
  return all;
}

/**
 * Returns, for each kind of message, the cost of the rows as a fraction of the cost of Slack's records. Text that all
 * rows share is not counted.
 */
export async function costByKind(): Promise<Map<Kind, number>> {
  const { cells } = await tell("channel_messages", { channel, limit: 50 });
  const sums = new Map<Kind, [number, number]>();
  messages.forEach(({ kind, message }, index) => {
    const [raw, ours] = sums.get(kind) ?? [0, 0];
    sums.set(kind, [raw + o200k(json(message)), ours + o200k(json(cells[index]))]);
  });
  return new Map([...sums].map(([kind, [raw, ours]]) => [kind, ours / raw]));
}
