import { SlackConnector } from "agent-connectors/slack";
import { virtualClock } from "agent-connectors/sandbox";
import { untable } from "../../../suites/read-on.ts";

type Fields = Record<string, unknown>;

export const idOf = (index: number): string => `U${String(index).padStart(8, "0")}`;
export const nameOf = (index: number): string => `Person ${index}`;
const person = (index: number): Fields => ({
  id: idOf(index),
  name: `p${index}`,
  profile: { display_name: nameOf(index) },
});

interface World {
  people: number;
  /** The messages of the channel C012AB3CD, newest first. Default: none. */
  messages?: readonly Fields[];
  /** The responses of other methods. */
  answers?: Readonly<Record<string, (args: URLSearchParams) => Fields>>;
  totalWaitMs?: number;
}

/** Responds like a workspace with many people, and counts the requests of each method. */
export function workspaceOf({ people, messages = [], answers = {}, totalWaitMs }: World) {
  const clock = virtualClock(Date.parse("2026-03-11T12:00:00Z"));
  const sent: Record<string, number> = {};
  const pageOf = <T>(args: URLSearchParams, field: string, total: number, itemOf: (index: number) => T) => {
    const start = Number(args.get("cursor") || 0);
    const end = Math.min(total, start + Number(args.get("limit") ?? 100));
    const items = Array.from({ length: end - start }, (_, index) => itemOf(start + index));
    return { [field]: items, response_metadata: { next_cursor: end < total ? String(end) : "" } };
  };
  const methods: Record<string, (args: URLSearchParams) => Fields> = {
    "conversations.history": (args) => pageOf(args, "messages", messages.length, (index) => messages[index]),
    "conversations.members": (args) => pageOf(args, "members", people, idOf),
    "users.list": (args) => pageOf(args, "members", people, person),
    "users.info": (args) => {
      const index = Number(args.get("user")!.slice(1));
      return index < people ? { user: person(index) } : { ok: false, error: "user_not_found" };
    },
    "auth.test": () => ({ url: "https://acme.slack.com/" }),
    ...answers,
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const method = new URL(String(input)).pathname.slice("/api/".length);
    sent[method] = (sent[method] ?? 0) + 1;
    const answer = methods[method]?.(new URLSearchParams(String(init?.body)));
    return Response.json({ ok: true, ...(answer ?? { ok: false, error: "unknown_method" }) });
  };
  const slack = new SlackConnector(
    { auth: { api_token: "xoxb-1" } },
    { fetch, clock, ...(totalWaitMs === undefined ? {} : { totalWaitMs }) },
  );
  const channel = "C012AB3CD";
  /** Lists the messages with the tool. Returns the rows as records, and the rest of the output. */
  const told = async (params: Fields = {}) => {
    const tool = await slack.tool({ outputBudget: 100_000 });
    const call = { entity: "channel_messages", action: "list", params: { channel, ...params } };
    const { text } = await tool.call(call);
    const { data, ...rest } = JSON.parse(text) as {
      data: unknown;
      ids?: Record<string, string>;
      warnings?: string[];
    };
    return { rows: untable(data) as Fields[], ...rest };
  };
  return { slack, clock, sent, channel, told };
}

/** Returns messages of different authors, newest first. */
export const messagesBy = (authors: readonly number[]): Fields[] =>
  authors.map((author, index) => ({
    type: "message",
    ts: `${1_700_000_000 + authors.length - index}.000100`,
    user: idOf(author),
    text: `hello ${index}`,
  }));
