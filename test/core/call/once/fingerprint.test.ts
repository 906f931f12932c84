import { createHash } from "node:crypto";
import { fingerprintOf, requestHashOf } from "../../../../src/core/call/once/fingerprint.ts";
import type { TransportCall } from "../../../../src/core/call/transport.ts";
import { expect, test } from "vitest";

const call = (entity: string, asked: object) =>
  ({ planned: { compiled: { entity, action: "upload" }, params: asked } }) as unknown as TransportCall;

test("the hash of a call is short, and differs from the hashes of other calls", async () => {
  const file = "x".repeat(1_000_000);
  const prints = await Promise.all([
    requestHashOf(call("files", { content: file })),
    requestHashOf(call("files", { content: `${file}y` })),
    requestHashOf(call("canvases", { content: file })),
  ]);
  for (const print of prints) expect(print).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(prints).size).toBe(3);
  expect(await requestHashOf(call("files", { content: file }))).toBe(prints[0]);
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

test("the hash depends on the action and on the params as the caller gave them", async () => {
  for (const id of ["n1", "n2", "n3", "n4", "n5", "n6"])
    expect(await requestHashOf(call("notes", { id }))).toBe(sha256(`notes.upload {"id":"${id}"}`));
});
test("calls with the same key have the same fingerprint, and a call without a key always has a new one", async () => {
  const keyed = (idempotencyKey?: string) => ({ ...call("notes", { id: "n1" }), idempotencyKey });
  const hash = sha256('notes.upload {"id":"n1"}');
  expect(await fingerprintOf(keyed("k1"))).toBe(sha256(`k1 ${hash}`));
  expect(await fingerprintOf(keyed("k2"))).toBe(sha256(`k2 ${hash}`));
  const random = [await fingerprintOf(keyed()), await fingerprintOf(keyed())];
  expect(random[0]).not.toBe(random[1]);
  for (const one of random) expect(one).toMatch(/^[0-9a-f]{32}$/);
});
