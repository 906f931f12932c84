import type { Answer, Driver } from "../../sandbox/slack/helpers.ts";
import type { Cases } from "./bench.ts";

/** Everything that the tests need to know about the actions of some entities. */
export interface Theme {
  /** One call of every action. A key has the form `entity.action`. */
  requests?: Record<string, RequestCase>;
  /** Tests of the connector, over every transport. */
  cases: Cases;
  /** For each method, the calls that return its documented examples. The inner key is the name of the example. */
  examples?: Record<string, Record<string, Example>>;
}

/** A call of one action: the requests that it must send, Slack's responses, and an error that is tested with it. */
export interface RequestCase {
  params?: Record<string, unknown>;
  /** The event tokens that the application passes with the call. */
  eventTokens?: Record<string, string>;
  /** The requests in order: the method, the arguments, and the fields of Slack's response. */
  sends: readonly (readonly [
    method: string,
    args: Record<string, unknown>,
    answer?: Record<string, unknown>,
  ])[];
  data: unknown;
  /** A documented error code of the first method. */
  refused: string;
  /** The kind of token that the call needs. Default: a bot token. */
  token?: "user" | "bot";
}

export type Example = (driver: Driver) => Promise<Answer>;

const channel = "C012AB3CD";
const user = "U012AB3CD";
const ts = "1712161829.000300";

/** Values for params and responses. */
export const sample = {
  channel,
  user,
  ts,
  file: "F012AB3CD",
  usergroup: "S012AB3CD",
  reminder: "Rm012AB3CD",
  canvas_id: "F0CANVAS1",
  /** The params of one message. */
  here: { channel, ts },
  message: { ts, text: "hi", user },
  /** The response of `auth.test`. */
  who: { url: "https://acme.slack.com/", user_id: user },
};

/** Returns the most common case: the response contains the record under a key. */
export const one = (
  method: string,
  params: Record<string, unknown>,
  args: Record<string, string>,
  [key, record]: readonly [string, unknown],
  refused: string,
): RequestCase => ({ params, sends: [[method, args, { [key]: record }]], data: record, refused });

/** Returns a case in which Slack's response is only `ok`. The result of the call then repeats the params. */
export const done = (
  method: string,
  params: Record<string, unknown>,
  args: Record<string, string>,
  refused: string,
): RequestCase => ({ params, sends: [[method, args]], data: params, refused });

export const asUser = (given: RequestCase): RequestCase => ({ ...given, token: "user" });

/** Returns the usual example of an error, which is an invalid token. */
export const unknownToken =
  (method: string): Example =>
  ({ call }) =>
    call(method, {}, "xoxb-unknown");
