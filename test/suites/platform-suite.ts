import { type AnyConnector, ConnectorError, type Result } from "agent-connectors";
import { expect, test } from "vitest";

type Dict = Record<string, unknown>;

/** Calls an action as `execute(entity, action, params)`. */
export type Call<Data extends Dict = Dict> = (
  entity: string,
  action: string,
  params?: Dict,
) => Promise<Result<Data & Data[]>>;

/** The ways to call an action: `github.execute("issues", "get")` and `github.issues.get()`. */
export const ways = ["execute", "method"] as const;
export type Way = (typeof ways)[number];

/** Returns a function that defines a test, which gets a bench of its own. */
export const benchTests =
  <Bench extends { close?: () => Promise<void> }, Data extends Dict = Dict>(
    open: () => Promise<Bench>,
    connectorOf: (bench: Bench) => unknown,
    way: Way = "execute",
  ) =>
  (title: string, body: (call: Call<Data>, bench: Bench) => Promise<void>): void =>
    test(title, async () => {
      const bench = await open();
      const connector = connectorOf(bench) as AnyConnector & { execute: Call<Data> };
      const methods = connector as unknown as Record<string, Record<string, (params?: Dict) => never>>;
      const call: Call<Data> =
        way === "execute"
          ? connector.execute
          : async (entity, action, params) => methods[entity]![action]!(params);
      try {
        await body(call, bench);
      } finally {
        await bench.close?.();
      }
    });

/** Returns the error with which a call fails. */
export async function failure(call: Promise<unknown>): Promise<ConnectorError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  return error as ConnectorError;
}
