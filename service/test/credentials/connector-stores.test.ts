import type { StoredTokens } from "agent-connectors/toolkit";
import { recordsOf } from "agent-connectors/store";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findCredentialId } from "../../src/credentials/credential-id.ts";
import { createSealer } from "../../src/credentials/sealing.ts";
import { createConnectorStores } from "../../src/credentials/connector-stores.ts";
import { addConnector, deleteConnector, replaceCredentials } from "../../src/store/queries/connectors.ts";
import { createRecordStores, openRecord } from "../../src/credentials/record-stores.ts";
import { deleteLeases } from "../../src/store/queries/records.ts";
import { deleteUnusedTokens, readTokenRecord } from "../../src/store/queries/token-records.ts";
import { ensureWorkspace } from "../../src/store/queries/workspaces.ts";
import type { Store } from "../../src/store/store.ts";
import { connectorRow } from "../support/connector-row.ts";
import { errorOf } from "../support/errors.ts";
import { faultyStore } from "../support/faulty-store.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";

const sealer = createSealer(ringOf({ k1: 1 }));
const tokens = { access_token: "access-token-1", refresh_token: "r1", obtained_at: 5, expires_at: 10 };

let store: Store;
let outcomes: string[];
beforeEach(async () => {
  outcomes = [];
  store = await memoryStore();
});
afterEach(() => store.close());
/** Stores tokens in the way of a connector. The connector's own id of the credentials does not count. */
const stores = (over: Store = store) => {
  const { of, settled } = createConnectorStores(createRecordStores(over, sealer), {
    begin: () => () => {},
    onEnd: (outcome) => outcomes.push(outcome),
  });
  const is = (value: unknown): value is StoredTokens => typeof value === "object";
  return {
    settled,
    of(organization_id: string, credential_id: string, id = "c1") {
      const { store, onRefresh } = of({ organization_id, credential_id, id });
      const records = recordsOf(store, { name: "tokens", is });
      return {
        read: () => records.read("slack/hash"),
        async update(_: string, run: Parameters<typeof records.exchange>[1]) {
          const end = onRefresh!();
          return records.exchange("slack/other-hash", run).finally(() => end("fetched"));
        },
      };
    },
  };
};
const put = (credentials: ReturnType<ReturnType<typeof stores>["of"]>, value = tokens) =>
  credentials.update("", async () => value);
const after = async (work: Promise<unknown>) => void (await work) as undefined;

test("tokens are stored encrypted, and only for these credentials", async () => {
  const { of } = stores();
  expect(await of("o1", "id").read()).toBeUndefined();
  expect(await put(of("o1", "id"))).toEqual(tokens);
  expect([await of("o1", "id").read(), await of("o1", "other").read()]).toEqual([tokens, undefined]);
  expect(await of("o2", "id").read()).toBeUndefined();
  const row = (await readTokenRecord(store.db, "o1", "id"))!;
  expect(row).toMatchObject({ key_id: "k1", expires_at: null });
  expect(JSON.stringify(row)).not.toContain(tokens.access_token);
  expect(openRecord(sealer, row)).toContain(`"access_token":"${tokens.access_token}"`);
  await store.db
    .insertInto("records")
    .values({ ...row, organization_id: "o2" })
    .execute();
  await expect(of("o2", "id").read()).rejects.toThrow("could not be decrypted");
});

test("a write that fails is repeated for some seconds", async () => {
  let failures = 5;
  let refreshed = false;
  const failing = {
    ...store,
    get db() {
      if (refreshed && failures-- > 0)
        throw Object.assign(new Error("busy"), { code: "ERR_SQLITE_ERROR", errcode: 5 });
      return store.db;
    },
  };
  const refresh = () =>
    stores(failing)
      .of("o1", "id")
      .update("", async () => {
        refreshed = true;
        return tokens;
      });
  expect(await refresh()).toEqual(tokens);
  expect(await stores().of("o1", "id").read()).toEqual(tokens);
  [failures, refreshed] = [99, false];
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "performance"] });
  try {
    const refused = expect(refresh()).rejects.toMatchObject({ code: "storage_unavailable" });
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});

test("tokens that cannot be read lead to an error of the store", async () => {
  const { store: failing, failAt } = faultyStore(store);
  failAt(1, "killed before");
  expect(await errorOf(() => stores(failing).of("o1", "id").read())).toMatchObject({
    code: "storage_unavailable",
  });
});

test("a refresh waits only for a refresh of the same credentials", async () => {
  const { of } = stores();
  const gate = Promise.withResolvers<void>();
  const ended: string[] = [];
  const step = (name: string, wait?: Promise<void>) => async () => {
    await wait;
    ended.push(name);
    return undefined;
  };
  const slow = of("o1", "a").update("", step("first of a", gate.promise));
  const next = of("o1", "a").update("", step("second of a"));
  await of("o1", "b").update("", step("b"));
  gate.resolve();
  await Promise.all([slow, next]);
  expect(ended).toEqual(["b", "first of a", "second of a"]);
});

test("the totals of an account belong to the organization, and states to one connector", async () => {
  const { of } = createConnectorStores(createRecordStores(store, sealer), {
    begin: () => () => {},
    onEnd: () => {},
  });
  const storeOf = (id?: string, organization_id = "o1") =>
    of({ organization_id, credential_id: `k1.${id}`, ...(id === undefined ? {} : { id }) }).store;
  for (const key of ["totals/ads/a/2026-11-23", "states/slack/hash/a", "leases/tokens/slack/hash"])
    await storeOf("c1").write(key, key, undefined);
  const readAll = (one: ReturnType<typeof storeOf>) =>
    Promise.all(
      [
        "totals/ads/a/2026-11-23",
        "totals/ads/b/2026-11-23",
        "states/slack/hash/a",
        "states/slack/hash/b",
      ].map(async (key) => (await one.read(key))?.value !== undefined),
    );
  expect(await readAll(storeOf("c1"))).toEqual([true, false, true, false]);
  expect(await readAll(storeOf("c2"))).toEqual([true, false, false, false]);
  expect(await readAll(storeOf())).toEqual([true, false, false, false]);
  expect(await readAll(storeOf("c1", "o2"))).toEqual([false, false, false, false]);
  const keys = (await store.db.selectFrom("records").select("key").execute())
    .map(({ key }) => key)
    .toSorted();
  // No key contains a hash of the credentials.
  expect(keys).toEqual(["leases/tokens/k1.c1", "states/a", "totals/ads/a/2026-11-23"]);
});

test("every refresh is counted when it ends", async () => {
  const one = stores().of("o1", "id");
  await put(one);
  await expect(one.update("", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(outcomes).toEqual(["fetched", "fetched"]);
});

test("settled waits for a single refresh", async () => {
  const { of, settled } = stores();
  let ended = false;
  void of("o1", "a").update("", async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended = true;
    return undefined;
  });
  await settled();
  expect(ended).toBe(true);
});

test("settled waits for all running refreshes, even if they fail", async () => {
  const { of, settled } = stores();
  await settled();
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const first = of("o1", "a").update("", () => after(gates[0].promise));
  const second = of("o1", "b").update("", async () => {
    await gates[1].promise;
    throw new Error("no");
  });
  second.catch(() => {});
  let done = false;
  const waiting = settled().then(() => (done = true));
  gates[0].resolve();
  await first;
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toBe(false);
  gates[1].resolve();
  await waiting;
});

const secrets = { client_id: "c", refresh_token: "r", access_token: "a" };
const idOf = (more: object = {}, { organization = "o1", type = "slack", ring = ringOf({ k1: 1 }) } = {}) =>
  findCredentialId({ sealer: createSealer(ring), store }, organization, type, { ...secrets, ...more });

test("equal credentials of an organization have the same id, even if the order of the fields differs", async () => {
  const id = await idOf();
  const { refresh_token, ...rest } = secrets;
  expect(await findCredentialId({ sealer, store }, "o1", "slack", { refresh_token, ...rest })).toBe(id);
  for (const other of [
    await idOf({ refresh_token: "r2" }),
    await idOf({}, { organization: "o2" }),
    await idOf({}, { type: "other" }),
  ])
    expect(other).not.toBe(id);
  expect(id).not.toMatch(/[=+/]/);
});

test("the ids of stored tokens stay the same in a new release", async () => {
  expect(await idOf()).toBe("k1.UaDZ4o_ulc0MjXrSNEZph8FUuXd_sH9R-DUdn2LqCHI");
  const fields = { Z: "c", a: "r", _: "a", ä: "x", "1": "y" };
  expect(await findCredentialId({ sealer, store }, "o1", "slack", fields)).toBe(
    "k1.ytUFYkGA_g1wTYAJPfGgbGmQmi5Amc9O7OYkazE2Lns",
  );
});

test("after a rotation of the master key, an id stays the same while tokens or a connector use it", async () => {
  const { id: workspace_id } = await ensureWorkspace(store.db, "o1", "u1", 1);
  const id = await idOf();
  const rotated = ringOf({ k2: 2, k1: 1 });
  expect(await idOf({}, { ring: rotated })).not.toBe(id);
  await addConnector(store.db, connectorRow({ id: "c1", workspace_id, credential_id: id }));
  expect(await idOf({}, { ring: rotated })).toBe(id);
  await store.db.deleteFrom("connectors").execute();
  await put(stores().of("o1", id));
  expect(await idOf({}, { ring: rotated })).toBe(id);
});

test("tokens are deleted with the last connector that has the credentials, and later when it gets others", async () => {
  const { id: workspace_id } = await ensureWorkspace(store.db, "o1", "u1", 1);
  const add = (id: string, credential_id: string) =>
    addConnector(store.db, connectorRow({ id, workspace_id, credential_id }));
  const { of } = stores();
  const kept = async () =>
    [await of("o1", "x").read(), await of("o1", "y").read()].map((found) => found !== undefined);
  await add("c1", "x");
  await add("c2", "x");
  await add("c3", "y");
  for (const id of ["x", "y"]) await put(of("o1", id));
  await deleteConnector(store.db, { id: "c1", organization_id: "o1", workspace_id });
  expect(await kept()).toEqual([true, true]);
  await deleteConnector(store.db, { id: "c2", organization_id: "o1", workspace_id });
  expect(await kept()).toEqual([false, true]);
  const change = { credentials: "sealed", key_id: "k1", fingerprint: "f", updated_at: 1 };
  await replaceCredentials(
    store.db,
    { id: "c3", organization_id: "o1", workspace_id },
    { ...change, credential_id: "y" },
  );
  expect(await kept()).toEqual([false, true]);
  await replaceCredentials(
    store.db,
    { id: "c3", organization_id: "o1", workspace_id },
    { ...change, credential_id: "z" },
  );
  expect(await kept()).toEqual([false, true]);
  await deleteUnusedTokens(store, 60_000);
  expect(await kept()).toEqual([false, true]);
  await deleteUnusedTokens(store, -1000);
  expect(await kept()).toEqual([false, false]);
});

test("tokens of a failed create are deleted later, unless a connector uses them", async () => {
  const { id: workspace_id } = await ensureWorkspace(store.db, "o1", "u1", 1);
  await addConnector(store.db, connectorRow({ id: "c1", workspace_id, credential_id: "used" }));
  const { of } = stores();
  const claimed = await idOf();
  for (const id of ["used", "unused", claimed]) await put(of("o1", id));
  await store.db.updateTable("records").set({ updated_at: 1 }).execute();
  await idOf();
  await deleteUnusedTokens(store, 60_000);
  const left = await store.db.selectFrom("records").select("key").execute();
  expect(left.map(({ key }) => key).sort()).toEqual([`tokens/${claimed}`, "tokens/used"].sort());
});

test("a replica waits for the refresh of another replica, and then gets its tokens", async () => {
  const [one, two] = [stores().of("o1", "id"), stores().of("o1", "id")];
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = one.update("", async () => {
    asked.resolve();
    await gate.promise;
    return tokens;
  });
  await asked.promise;
  const seen: unknown[] = [];
  const second = two.update("", async (stored) => {
    seen.push(stored);
    return undefined;
  });
  gate.resolve();
  expect([await first, await second, seen]).toEqual([tokens, undefined, [tokens]]);
});

test("if a replica lost its lease, the newer tokens of its successor stay, and both use them", async () => {
  const [frozen, successor] = [stores().of("o1", "id"), stores().of("o1", "id")];
  const newer = { ...tokens, access_token: "newer" };
  const kept = await frozen.update("", async () => {
    await deleteLeases(store.db);
    await successor.update("", async () => newer);
    return tokens;
  });
  expect([kept, await frozen.read()]).toEqual([newer, newer]);
});

test("if the successor gets no tokens, the tokens of the slower replica are not lost", async () => {
  const [frozen, successor] = [stores().of("o1", "id"), stores().of("o1", "id")];
  const refused = new Error("The refresh token was used already.");
  const kept = await frozen.update("", async () => {
    await deleteLeases(store.db);
    await expect(successor.update("", () => Promise.reject(refused))).rejects.toBe(refused);
    return tokens;
  });
  expect([kept, await successor.read()]).toEqual([tokens, tokens]);
});
