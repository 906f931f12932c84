import { ConnectorError, type CallOptions } from "agent-connectors";
import type { SlackConnector } from "agent-connectors/slack";
import { expect } from "vitest";

type Dict = Record<string, unknown>;

/** One workspace with a connector to it, made anew for every test. How the calls travel is not the suite's affair. */
export interface SlackBench {
  slack: SlackConnector;
  /** The same workspace by the token of a person, where the server tells tokens apart. */
  user?: SlackConnector;
  /** The methods that have reached the platform so far, where that can be told. */
  sent?: () => readonly string[];
  /** Asks the platform itself, past the connector: a Web API method with its arguments. */
  look?: (method: string, args: Record<string, string>) => Promise<Dict>;
  close?: () => Promise<void>;
}

/** A test that a server cannot pass, and what the server does otherwise. */
export interface Skip {
  test: string;
  quirk: string;
}

export type Execute = SlackConnector["execute"];

/** What a test is given: the workspace, and the way in that is under test. */
export interface Scene extends SlackBench {
  call: Execute;
  /** The same as a person; it has what bots may not. */
  callAsUser: Execute;
  /** A channel of the caller's own, without messages of people. */
  channel: string;
  /** Two people other than the caller. */
  people: readonly [string, string];
  me: string;
}
export type Case = (scene: Scene) => Promise<void>;
/** Names of tests are `entity.action: what`. */
export type Cases = Record<string, Case>;

/** `slack.channels.list(...)` under the type of `execute`. */
export function byMethod(slack: SlackConnector): Execute {
  const entities = slack as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
  return ((entity: string, action: string, params?: Dict, options?: CallOptions) =>
    entities[entity]![action]!(params, options)) as unknown as Execute;
}

export async function setScene(bench: SlackBench, way: (slack: SlackConnector) => Execute): Promise<Scene> {
  const { slack } = bench;
  const { identity } = await slack.check();
  const me = String(identity?.["user_id"]);
  const { data: users } = await slack.users.list({ limit: 200 });
  const [one, other] = users.filter(
    (user) =>
      user.id !== me && !user.is_bot && !user.deleted && !user.is_restricted && user.id !== "USLACKBOT",
  );
  const { data: channel } = await slack.channels.create({ name: "conformance" });
  const call = way(slack);
  const callAsUser = bench.user ? way(bench.user) : call;
  return { ...bench, call, callAsUser, me, channel: channel.id, people: [one!.id, other!.id] };
}

/** The error of a call that must fail, with what every error has. */
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

/** The platform's refusal by its code: ours is `upstream_rejected`, and nothing was done. */
export async function refused(call: Promise<unknown>, code: string): Promise<ConnectorError> {
  const error = await failure(call);
  expect(error).toMatchObject({
    code: "upstream_rejected",
    retryable: false,
    outcome: "not_started",
    platform: { code },
  });
  return error;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A message's id: text of ten digits, a dot and six. */
export const TS: unknown = expect.stringMatching(/^\d{10}\.\d{6}$/);
export const ID: unknown = expect.stringMatching(/^[A-Z][A-Z0-9]{2,}$/);
