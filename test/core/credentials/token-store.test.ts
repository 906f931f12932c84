import { expect, test } from "vitest";
import type { StoreDriver } from "../../../src/core/contract/store-driver.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { credentialId, tokenStoreOf } from "../../../src/core/credentials/token-store.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";

const tokens = { access_token: "a", refresh_token: "r", obtained_at: 1, expires_at: 2 };
const thrown = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const bound = (more: Partial<StoreDriver>) =>
  tokenStoreOf({ ...memoryStore(), ...more }, async () => "slack/1");

test("the id is equal for equal credentials of a connector, and reveals nothing", async () => {
  const id = await credentialId("slack", { a: "1", b: "2" });
  expect(id).toMatch(/^slack\/[0-9a-f]{32}$/);
  expect(await credentialId("slack", { b: "2", a: "1" })).toBe(id);
  for (const other of [
    await credentialId("other", { a: "1", b: "2" }),
    await credentialId("slack", { a: "1", b: "3" }),
    await credentialId("slack", { a: "1" }),
  ])
    expect(other).not.toBe(id);
});

test("an error of the store becomes storage_unavailable, and its text is left out", async () => {
  const store = bound({ read: () => Promise.reject(new Error("disk full: secret")) });
  for (const failing of [store.read(), store.exchange(async () => tokens)]) {
    const error = await thrown(failing);
    expect(error).toMatchObject({ code: "storage_unavailable", outcome: "not_started" });
    expect(JSON.stringify(error)).not.toContain("secret");
  }
});

test("a ConnectorError of the store, and any error of a refresh, pass as they are", async () => {
  const full = new ConnectorError("storage_full", "full");
  expect(await thrown(bound({ read: () => Promise.reject(full) }).read())).toBe(full);
  const fault = new TypeError("fault");
  expect(await thrown(bound({}).exchange(() => Promise.reject(fault)))).toBe(fault);
});

test("the tokens of two credentials of one store never meet, and those of the same credentials do", async () => {
  const store = memoryStore();
  const open = (secret: string) => tokenStoreOf(store, () => credentialId("slack", { secret }));
  await open("one").exchange(async () => tokens);
  expect([await open("one").read(), await open("other").read()]).toEqual([tokens, undefined]);
});

test("onRefresh learns how each refresh has ended, and can refuse one", async () => {
  const outcomes: string[] = [];
  const store = memoryStore();
  const open = (onRefresh: () => (outcome: string) => void) =>
    tokenStoreOf(store, async () => "slack/1", onRefresh);
  const one = open(() => (outcome) => void outcomes.push(outcome));
  await one.exchange(async () => tokens);
  await one.exchange(async () => undefined);
  await thrown(one.exchange(() => Promise.reject(new Error("refused"))));
  await one.exchange(async () => {
    const lease = await store.read("leases/tokens/slack/1");
    await store.delete("leases/tokens/slack/1", lease!.version);
    await tokenStoreOf({ ...store }, async () => "slack/1").exchange(async () => ({
      ...tokens,
      access_token: "b",
    }));
    return tokens;
  });
  expect(outcomes).toEqual(["fetched", "shared", "failed", "shared"]);
  const full = new ConnectorError("concurrency_limited", "full");
  const refusing = open(() => {
    throw full;
  });
  expect(await thrown(refusing.exchange(() => Promise.reject(new Error("It ran."))))).toBe(full);
});
