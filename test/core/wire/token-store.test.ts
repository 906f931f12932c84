import { expect, test } from "vitest";
import type { CredentialStore } from "../../../src/core/contract/credential-store.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { memoryCredentialStore } from "../../../src/core/wire/memory-credential-store.ts";
import { credentialId, tokenStoreOf } from "../../../src/core/wire/token-store.ts";

const tokens = { access_token: "a", refresh_token: "r", obtained_at: 1, expires_at: 2 };
const thrown = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const bound = (more: Partial<CredentialStore>) =>
  tokenStoreOf({ ...memoryCredentialStore(), ...more }, async () => "id");

test("the id is equal for equal credentials of a connector, and reveals nothing", async () => {
  const id = await credentialId("slack", { a: "1", b: "2" });
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  expect(await credentialId("slack", { b: "2", a: "1" })).toBe(id);
  for (const other of [
    await credentialId("other", { a: "1", b: "2" }),
    await credentialId("slack", { a: "1", b: "3" }),
    await credentialId("slack", { a: "1" }),
  ])
    expect(other).not.toBe(id);
});

test.each(["read", "write", "withLock"] as const)(
  "an error of %s becomes storage_unavailable",
  async (name) => {
    const store = bound({ [name]: () => Promise.reject(new Error("disk full: secret")) });
    const error = await thrown(
      name === "read" ? store.read() : name === "write" ? store.write(tokens) : store.withLock(async () => 1),
    );
    expect(error).toMatchObject({ code: "storage_unavailable", outcome: "not_started" });
    expect(JSON.stringify(error)).not.toContain("secret");
  },
);

test("a ConnectorError of the store, and any error inside the lock, pass as they are", async () => {
  const full = new ConnectorError("storage_full", "full");
  expect(await thrown(bound({ read: () => Promise.reject(full) }).read())).toBe(full);
  const fault = new TypeError("fault");
  expect(await thrown(bound({}).withLock(() => Promise.reject(fault)))).toBe(fault);
});

test.each([null, "text", {}, { ...tokens, access_token: 1 }, { ...tokens, expires_at: "2" }])(
  "a store that returns %j fails the call",
  async (value) => {
    const error = await thrown(bound({ read: async () => value as never }).read());
    expect(error).toMatchObject({
      code: "storage_unavailable",
      hint: expect.stringContaining("access_token"),
    });
  },
);

test("the memory store runs one function at a time per id, also after a failure", async () => {
  const { withLock } = memoryCredentialStore();
  const order: string[] = [];
  const step = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 2));
    order.push(`${name} ends`);
    if (name === "a") throw new Error("no");
  };
  const first = thrown(withLock("one", step("a")));
  await Promise.all([
    first,
    withLock("one", step("b")),
    withLock("two", async () => void order.push("other")),
  ]);
  expect(order).toEqual(["a begins", "other", "a ends", "b begins", "b ends"]);
});
