import { type Dict, at, isDict, stringAt } from "../../../src/core/ground/json.ts";
import type { Given } from "../account.ts";
import { NotTried, codeOf } from "../finding.ts";
import type { Permissions } from "../gate.ts";
import { type Reply, sendThrough } from "../send.ts";

export interface SlackAccount extends Given {
  /** The response of `auth.test`. */
  self: Dict;
  /** Calls a method. Throws `NotTried` with Slack's error code if Slack refuses the call. */
  call(method: string, args?: Args): Promise<Dict>;
  /** Calls a method, and returns Slack's response even if Slack refuses the call. */
  answer(method: string, args?: Args): Promise<Reply>;
  /** Returns up to 100 messages from each of up to ten channels of the token. Later calls return the same result. */
  messages(): Promise<readonly Dict[]>;
}

type Args = Readonly<Record<string, string | number | boolean>>;

const api = "https://slack.com/api/";

const reads: ReadonlySet<string> = new Set([
  "auth.test",
  "conversations.history",
  "users.conversations",
  "users.info",
  // The connector gets a new access token with this method.
  "oauth.v2.access",
]);

const writes: ReadonlySet<string> = new Set(["chat.delete", "chat.postMessage"]);

const methodOf = ({ url, method }: Request): string | undefined =>
  url.startsWith(api) && method === "POST" ? url.slice(api.length) : undefined;

/** Allows the reads above, and writes to the channel `channel`. */
export const slackPermissions = (channel: string | undefined): Permissions => ({
  reads: (request) => reads.has(methodOf(request) ?? ""),
  writes: (request, body) =>
    writes.has(methodOf(request) ?? "") &&
    channel !== undefined &&
    new URLSearchParams(body).getAll("channel").join() === channel,
});

export async function openSlackAccount(given: Given): Promise<SlackAccount> {
  const { gate, clock } = given;
  const credentials = (): string => gate.headersFor("slack.com")["authorization"] ?? "";
  const answer: SlackAccount["answer"] = (method, args = {}) =>
    sendThrough(gate, clock, {
      method: "POST",
      url: `${api}${method}`,
      headers: { authorization: credentials(), "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(
        Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString(),
    });
  const call: SlackAccount["call"] = async (method, args) => {
    const { body, status } = await answer(method, args);
    if (isDict(body) && body.ok === true) return body;
    throw new NotTried(`Slack refused ${method}.`, { status, error: codeOf(at(body, "error")) });
  };
  const self = await answer("auth.test");
  let messages: Promise<Dict[]> | undefined;
  return {
    ...given,
    self: isDict(self.body) ? self.body : {},
    call,
    answer,
    messages: () => (messages ??= readMessages(call)),
  };
}

async function readMessages(call: SlackAccount["call"]): Promise<Dict[]> {
  const { channels } = await call("users.conversations", {
    types: "public_channel,private_channel",
    exclude_archived: true,
    limit: 10,
  });
  const all: Dict[] = [];
  for (const channel of dictsIn(channels)) {
    const { messages } = await call("conversations.history", {
      channel: stringAt(channel, "id") ?? "",
      limit: 100,
    });
    all.push(...dictsIn(messages));
  }
  return all;
}

export const dictsIn = (value: unknown): Dict[] => (Array.isArray(value) ? value.filter(isDict) : []);
