import { ConnectorError, type CallOptions } from "agent-connectors";
import type { SlackConnector } from "agent-connectors/slack";
import { expect } from "vitest";

type Dict = Record<string, unknown>;

/** A workspace and a connector to it. Every test opens a new workspace. */
export interface SlackBench {
  slack: SlackConnector;
  /** A connector with the token of a person, if the server distinguishes tokens. */
  user?: SlackConnector;
  /** Returns the methods that the platform has received so far. Absent if the test cannot know them. */
  sent?: () => readonly string[];
  /** Calls a Web API method of the platform directly, without the connector. */
  look: (method: string, args: Record<string, string>) => Promise<Dict>;
  /** Simulates a click, and returns its trigger id. Absent if the server has no such thing. */
  trigger?: () => string;
  /** Starts the app's step of a workflow, and returns the id of this run. */
  execution?: () => string;
  close?: () => Promise<void>;
}

/** A test that a server cannot pass, and the behaviour of the server that is the reason. */
export interface Skip {
  test: string;
  quirk: string;
}

export type Execute = SlackConnector["execute"];

/** The input of a test: the workspace, and the way of calling that is tested. */
export interface Scene extends SlackBench {
  call: Execute;
  /** Does the same as `call`, but with the token of a person, who can do things that bots cannot. */
  callAsUser: Execute;
  /** A new channel that the caller has created, without messages of other people. */
  channel: string;
  /** Two people other than the caller. */
  people: readonly [string, string];
  me: string;
}
export type Case = (scene: Scene) => Promise<void>;
/** Tests by title. A title has the form `entity.action: what is tested`. */
export type Cases = Record<string, Case>;

/** Returns a function with the type of `execute` that calls methods, such as `slack.channels.list(...)`. */
export function byMethod(slack: SlackConnector): Execute {
  const entities = slack as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
  return ((entity: string, action: string, params?: Dict, options?: CallOptions) =>
    entities[entity]![action]!(params, options)) as unknown as Execute;
}

/** Prepares a test in the platform itself, because a call of the connector needs several times the CPU time. */
export async function setScene(bench: SlackBench, way: (slack: SlackConnector) => Execute): Promise<Scene> {
  const { user_id: me } = (await bench.look("auth.test", {})) as { user_id: string };
  const { members } = (await bench.look("users.list", {})) as { members: Dict[] };
  const [one, other] = members
    .filter((user) => !user["is_bot"] && !user["deleted"] && !user["is_restricted"])
    .map(({ id }) => String(id))
    .filter((id) => id !== me && id !== "USLACKBOT");
  const { channel } = await bench.look("conversations.create", { name: "conformance" });
  const call = way(bench.slack);
  const callAsUser = bench.user ? way(bench.user) : call;
  return { ...bench, call, callAsUser, me, channel: (channel as { id: string }).id, people: [one!, other!] };
}

/** Returns the error of a call that must fail. Checks that it has a message and a hint. */
export async function failure(call: Promise<unknown>): Promise<ConnectorError> {
  const error = await call.then(
    (result) => expect.fail(`expected an error, got ${JSON.stringify(result).slice(0, 300)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  const failed = error as ConnectorError;
  expect(failed.message.length).toBeGreaterThan(10);
  expect(failed.hint?.length ?? 0).toBeGreaterThan(10);
  return failed;
}

/** Slack's codes for a thing that does not exist. */
const absent =
  /^(user|users|message|thread|file|bot|canvas)_not_found$|^(canvas|file)_deleted$|^(not_found|no_such_subteam)$/;

/** Returns the error of a call that the platform must refuse with this code. */
export async function refused(call: Promise<unknown>, code: string): Promise<ConnectorError> {
  const error = await failure(call);
  expect(error).toMatchObject({
    code: absent.test(code) ? "not_found" : "upstream_rejected",
    retryable: false,
    outcome: "not_started",
    platform: { code },
  });
  return error;
}

/** Posts texts in this order, and returns the `ts` of each message. */
export async function post({ slack, channel }: Scene, ...texts: string[]): Promise<string[]> {
  const all: string[] = [];
  for (const text of texts) all.push((await slack.messages.create({ channel, text })).data.ts);
  return all;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The id of a message, which is a text of ten digits, a dot and six digits. */
export const TS: unknown = expect.stringMatching(/^\d{10}\.\d{6}$/);
export const ID: unknown = expect.stringMatching(/^[A-Z][A-Z0-9]{2,}$/);
