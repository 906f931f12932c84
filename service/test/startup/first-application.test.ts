import { afterEach, beforeEach, expect, test } from "vitest";
import { authenticateClient } from "../../src/access/client-secrets.ts";
import { ensureApplication } from "../../src/startup/first-application.ts";
import type { Store } from "../../src/store/store.ts";
import { memoryStore } from "../support/memory-store.ts";

let store: Store;
let now = 1;
const clock = { now: () => now++, sleep: () => Promise.resolve() };
beforeEach(async () => {
  store = await memoryStore();
});
afterEach(() => store.close());

const secretOf = (letter: string) => letter.repeat(32);
const start = (letter: string) =>
  ensureApplication(store, clock, { client_id: "mine", client_secret: secretOf(letter) });
const valid = async (...letters: string[]) => {
  const found = await Promise.all(
    letters.map(async (letter) =>
      (await authenticateClient(store.db, "mine", secretOf(letter))) ? letter : undefined,
    ),
  );
  return found.filter((letter) => letter !== undefined).join("");
};

test("a secret from the environment is invalid after two newer secrets", async () => {
  await start("a");
  await start("b");
  expect(await valid("a", "b")).toBe("ab");
  await start("c");
  await start("c");
  expect(await valid("a", "b", "c")).toBe("bc");
  await start("d");
  expect(await valid("a", "b", "c", "d")).toBe("cd");
  expect((await store.db.selectFrom("application_secrets").select("id").execute()).length).toBe(2);
});
