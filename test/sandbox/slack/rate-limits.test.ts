import { expect, test } from "vitest";
import { drive } from "./helpers.ts";

test("a method accepts as many calls as its tier allows, and more calls after a wait", async () => {
  const { call, request, sandbox } = drive();
  for (let index = 0; index < 20; index++) expect((await call("conversations.list")).ok).toBe(true);
  const refused = await request("conversations.list");
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ ok: false, error: "ratelimited" });
  expect(refused.headers.get("retry-after")).toBe("3");
  // The limit does not affect other methods or other tokens.
  expect((await call("users.list")).ok).toBe(true);
  expect((await call("conversations.list", {}, sandbox.tokens.user)).ok).toBe(true);
  await sandbox.clock.sleep(3_000);
  expect((await call("conversations.list")).ok).toBe(true);
  expect((await request("conversations.list")).status).toBe(429);
});

test("one channel accepts a message per second after a burst", async () => {
  const { request, id, sandbox } = drive();
  const post = async (channel: string): Promise<number> =>
    (await request("chat.postMessage", { channel: id(channel), text: "x" })).status;
  for (let index = 0; index < 10; index++) expect(await post("random")).toBe(200);
  expect(await post("random")).toBe(429);
  expect(await post("lunch")).toBe(200);
  sandbox.clock.advance(1_000);
  expect(await post("random")).toBe(200);
  expect(sandbox.calls().filter(({ status }) => status === 429)).toMatchObject([
    { ok: false, error: "ratelimited" },
  ]);
});

test("limits can be off", async () => {
  const { call } = drive({ rateLimits: false });
  for (let index = 0; index < 100; index++) expect((await call("conversations.list")).ok).toBe(true);
});
