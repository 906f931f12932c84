import { afterEach, beforeEach, expect, test } from "vitest";
import type { Effect } from "agent-connectors";
import {
  type CallContext,
  createOpenConnectors,
  maxOpenConnectors,
} from "../../src/calls/open-connectors.ts";
import { associatedDataOf, createSealer } from "../../src/credentials/sealing.ts";
import { createRecordStores } from "../../src/credentials/record-stores.ts";
import { createConnectorStores } from "../../src/credentials/connector-stores.ts";
import type { OpenableType, OpenConnectorOptions } from "../../src/platforms/connector-types.ts";
import type { UsableConnector } from "../../src/store/queries/connectors.ts";
import type { Store } from "../../src/store/store.ts";
import { connectorRow } from "../support/connector-row.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";

const clock = { now: () => 1, sleep: () => Promise.resolve() };
const sealer = createSealer(ringOf({ k1: 1 }));
const row = (id: string, more: Partial<UsableConnector> = {}): UsableConnector => {
  const none = { organization_policy: null, user_policy: null, connector_policy: null };
  const base = { ...connectorRow({ id, config: '{"region":"eu"}' }), workspace: "ana", ...none, ...more };
  return { ...base, credentials: sealer.seal(`{"api_token":"${id}"}`, associatedDataOf(base)) };
};
const read: readonly Effect[] = ["read"];

let store: Store;
let version: string | undefined;
let opened: { credentials: unknown; config: unknown; options: OpenConnectorOptions }[];
beforeEach(async () => {
  store = await memoryStore();
  opened = [];
  version = undefined;
});
afterEach(() => store.close());

const openConnectors = () => {
  const type = {
    clock,
    get version() {
      return version;
    },
    open: (credentials: unknown, config: unknown, options: OpenConnectorOptions) => {
      opened.push({ credentials, config, options });
      return { credentials };
    },
  } as unknown as OpenableType;
  const types = {
    all: [type],
    find: () => type,
    storedName: () => type.name,
    offered: () => type,
    shown: () => type,
  };
  return createOpenConnectors(
    async () => types,
    createConnectorStores(createRecordStores(store, sealer), { begin: () => () => {}, onEnd: () => {} }),
    sealer,
    () => ({ about: () => undefined, end: () => Promise.reject(new Error("no job")) }),
  );
};

test("a connector is opened with its credentials and config, once per set of effects and version", async () => {
  const { get } = openConnectors();
  const one = await get(row("c1"), read);
  expect(opened).toMatchObject([
    {
      credentials: { api_token: "c1" },
      config: { region: "eu" },
      options: { policies: [{ effects: read }] },
    },
  ]);
  expect(await get(row("c1"), read)).toBe(one);
  for (const [other, effects] of [
    [row("c1"), ["read", "write"]],
    [row("c1", { credentials_version: 2 }), read],
    [row("c2"), read],
  ] as const)
    expect(await get(other, effects)).not.toBe(one);
  expect(opened).toHaveLength(4);
});

test("if 1000 connectors are open, opening another one closes the least recently used connector", async () => {
  const { get } = openConnectors();
  const rows = Array.from({ length: maxOpenConnectors }, (_, index) => row(`c${index}`));
  for (const one of rows) await get(one, read);
  // The first connector is used again, so now it is the most recently used one.
  await get(rows[0]!, read);
  await get(row("one more"), read);
  expect(opened).toHaveLength(maxOpenConnectors + 1);
  await get(rows[0]!, read);
  await get(rows[2]!, read);
  expect(opened).toHaveLength(maxOpenConnectors + 1);
  await get(rows[1]!, read);
  expect(opened).toHaveLength(maxOpenConnectors + 2);
  expect(maxOpenConnectors).toBe(1000);
});

test("a new version of the definition closes what was opened with an earlier one", async () => {
  const { get } = openConnectors();
  const all: readonly Effect[] = ["read", "write"];
  version = "1";
  const [first, other] = [await get(row("c1"), read), await get(row("c2"), read)];
  version = "2";
  const second = await get(row("c1"), read);
  await get(row("c1"), all);
  expect(await get(row("c1"), read)).toBe(second);
  version = "1";
  expect(await get(row("c1"), read)).not.toBe(first);
  expect(await get(row("c2"), read)).toBe(other);
});

test("closing a connector closes it for all effects, and closes no other connector", async () => {
  const { get, close } = openConnectors();
  const all: readonly Effect[] = ["read", "write"];
  for (const effects of [read, all]) for (const id of ["c1", "c2"]) await get(row(id), effects);
  close("c1");
  for (const effects of [read, all]) for (const id of ["c1", "c2"]) await get(row(id), effects);
  expect(opened.slice(4).map(({ credentials }) => credentials)).toEqual([
    { api_token: "c1" },
    { api_token: "c1" },
  ]);
});

test("connectors with the same credentials keep their tokens in the same place", async () => {
  const { get } = openConnectors();
  await get(row("c1", { credential_id: "same" }), read);
  await get(row("c2", { credential_id: "same" }), read);
  await get(row("c3"), read);
  const [one, two, other] = opened.map(({ options }) => options.store);
  await one!.write("tokens/slack/1", "a", undefined);
  expect(await two!.read("tokens/slack/1")).toMatchObject({ value: "a" });
  expect(await other!.read("tokens/slack/1")).toBeUndefined();
});

test("the event and the first write of a call go to the context of this call", async () => {
  await openConnectors().get(row("c1"), read);
  const seen: unknown[] = [];
  const [{ options } = { options: undefined }] = opened;
  const context: CallContext = {
    onEvent: (event) => seen.push(event),
    beforeWrite: async () => void seen.push("write"),
  };
  const event = { entity: "users", context };
  options?.onCall?.(event as never);
  await options?.beforeWrite?.(context);
  options?.onCall?.({ ...event, context: undefined } as never);
  await options?.beforeWrite?.(undefined);
  await options?.beforeWrite?.({ onEvent: context.onEvent });
  expect(seen).toEqual([event, "write"]);
});
