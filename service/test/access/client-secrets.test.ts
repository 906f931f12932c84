import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addClient,
  addSecret,
  authenticateClient,
  newClientSecret,
  rotateSecret,
} from "../../src/access/client-secrets.ts";
import type { Store } from "../../src/store/store.ts";
import { memoryStore } from "../support/memory-store.ts";

let store: Store;
beforeAll(async () => {
  store = await memoryStore();
});
afterAll(() => store.close());

const application = (id: string) => ({
  id,
  organization_id: "o",
  name: "n",
  epoch: 0,
  secret: `first of ${id}`,
});
const accepts = async (id: string, secret: string) => (await authenticateClient(store.db, id, secret))?.id;

test("a secret authenticates only its own application", async () => {
  await addClient(store.db, application("a"), 1);
  await addClient(store.db, application("b"), 1);
  expect(await authenticateClient(store.db, "a", "first of a")).toMatchObject({
    id: "a",
    organization_id: "o",
    epoch: 0,
  });
  for (const [id, secret] of [
    ["a", "first of b"],
    ["b", "first of a"],
    ["a", ""],
    ["nobody", "first of a"],
    // This text was the secret that an earlier release compared for unknown client ids. It must not be valid.
    ["a", "no such secret"],
    ["nobody", "no such secret"],
  ] as const)
    expect([id, secret, await accepts(id, secret)]).toEqual([id, secret, undefined]);
});

test("after a rotation, the newest two secrets work", async () => {
  await addClient(store.db, application("c"), 1);
  await addSecret(store.db, application("c"), "second", 2);
  expect(await accepts("c", "first of c")).toBe("c");
  await rotateSecret(store.db, application("c"), "third", 3);
  expect([
    await accepts("c", "first of c"),
    await accepts("c", "second"),
    await accepts("c", "third"),
  ]).toEqual([undefined, "c", "c"]);
});

test("the store contains only hashes", async () => {
  const rows = await store.db.selectFrom("application_secrets").selectAll().execute();
  expect(rows.length).toBeGreaterThan(2);
  for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test("new secrets are long, different and recognisable", () => {
  const secrets = new Set(Array.from({ length: 20 }, newClientSecret));
  expect(secrets.size).toBe(20);
  for (const secret of secrets) expect(secret).toMatch(/^acs_[\w-]{43}$/);
});
