import { expect, test } from "vitest";
import type { CredentialStore } from "../../../src/core/contract/credential-store.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { memoryCredentialStore } from "../../../src/core/credentials/memory-credential-store.ts";
import { credentialId, tokenStoreOf } from "../../../src/core/credentials/token-store.ts";

const tokens = { access_token: "a", refresh_token: "r", obtained_at: 1, expires_at: 2 };
const thrown = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const bound = (more: Partial<CredentialStore>) =>
  tokenStoreOf({ ...memoryCredentialStore(), ...more }, async () => "id");

test("the id is equal for equal credentials of a connector, and reveals nothing", async () => {
  const id = await credentialId("slack", { a: "1", b: "2" });
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await credentialId("slack", { b: "2", a: "1" })).toBe(id);
  for (const other of [
    await credentialId("other", { a: "1", b: "2" }),
    await credentialId("slack", { a: "1", b: "3" }),
    await credentialId("slack", { a: "1" }),
  ])
    expect(other).not.toBe(id);
});

test.each(["read", "update"] as const)("an error of %s becomes storage_unavailable", async (name) => {
  const store = bound({ [name]: () => Promise.reject(new Error("disk full: secret")) });
  const error = await thrown(name === "read" ? store.read() : store.update(async () => tokens));
  expect(error).toMatchObject({ code: "storage_unavailable", outcome: "not_started" });
  expect(JSON.stringify(error)).not.toContain("secret");
});

test("a ConnectorError of the store, and any error of a refresh, pass as they are", async () => {
  const full = new ConnectorError("storage_full", "full");
  expect(await thrown(bound({ read: () => Promise.reject(full) }).read())).toBe(full);
  const fault = new TypeError("fault");
  expect(await thrown(bound({}).update(() => Promise.reject(fault)))).toBe(fault);
});

test.each([null, "text", {}, { ...tokens, access_token: 1 }, { ...tokens, expires_at: "2" }])(
  "a store that returns %j fails the call",
  async (value) => {
    const store = bound({ read: async () => value as never, update: async () => value as never });
    const asStored = bound({ update: (_, change) => change(value as never) });
    for (const failing of [
      store.read(),
      store.update(async () => tokens),
      asStored.update(async () => tokens),
    ])
      expect(await thrown(failing)).toMatchObject({
        code: "storage_unavailable",
        hint: expect.stringContaining("access_token"),
      });
  },
);

test("the memory store runs one update at a time per id, also after a failure", async () => {
  const { update } = memoryCredentialStore();
  const order: string[] = [];
  const step = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 2));
    order.push(`${name} ends`);
    if (name === "a") throw new Error("no");
    return undefined;
  };
  const first = thrown(update("one", step("a")));
  await Promise.all([
    first,
    update("one", step("b")),
    update("two", async () => {
      order.push("other");
      return undefined;
    }),
  ]);
  expect(order).toEqual(["a begins", "other", "a ends", "b begins", "b ends"]);
});

test("the memory store keeps the tokens of the last update that returned tokens", async () => {
  const { read, update } = memoryCredentialStore();
  const seen: unknown[] = [];
  const changeTo = (changed: typeof tokens | undefined) =>
    update("one", async (stored) => {
      seen.push(stored);
      return changed;
    });
  expect([await changeTo(tokens), await changeTo(undefined), await read("one")]).toEqual([
    tokens,
    undefined,
    tokens,
  ]);
  expect([seen, await read("two")]).toEqual([[undefined, tokens], undefined]);
});
