import { expect, test } from "vitest";
import { idempotencyKeyOf } from "../../src/idempotency/idempotency-key-header.ts";
import { errorOf } from "../support/errors.ts";

const request = (key?: string) =>
  new Request("http://service.test", key === undefined ? {} : { headers: { "idempotency-key": key } });

test.each([[undefined], ["k"], ["!~"], ["k".repeat(255)]])("%j is a key", (key) => {
  expect(idempotencyKeyOf(request(key))).toBe(key);
});

test.each(["", "a b", "é", "k".repeat(256), "a\tb", "\u007f"])("%j is no key", async (key) => {
  expect(await errorOf(() => idempotencyKeyOf(request(key)))).toMatchObject({
    code: "validation_error",
    message: "Idempotency-Key must be 1 to 255 visible ASCII characters.",
    path: "idempotency-key",
  });
});
