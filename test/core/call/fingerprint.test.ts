import { requestHashOf } from "../../../src/core/call/fingerprint.ts";
import type { TransportCall } from "../../../src/core/call/transport.ts";
import { expect, test } from "vitest";

const call = (entity: string, asked: object) =>
  ({ planned: { compiled: { entity, action: "upload" }, params: asked } }) as unknown as TransportCall;

test("the hash of a call is short and differs from other calls", async () => {
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
