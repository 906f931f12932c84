import { beforeEach, expect, test } from "vitest";
import { createConcurrencyLimits, type ConcurrencyLimits } from "../../src/limits/concurrency-limits.ts";
import { errorOf } from "../support/errors.ts";

let limits: ConcurrencyLimits;
let limited: number;
beforeEach(() => {
  limited = 0;
  limits = createConcurrencyLimits(
    { concurrency: { connector: 2, workspace: 3, process: 4 }, uploads: { workspace: 1, process: 2 } },
    () => void limited++,
  );
});

const refusal = (message: string) => ({
  code: "concurrency_limited",
  message,
  hint: "Nothing was done. Call again when other calls have ended.",
  retry_after: 1,
  retryable: true,
});
const callRefusal = (scope: string) => refusal(`Too many calls run at the same time ${scope}.`);

test("calls have limits for a connector, a user and the process", async () => {
  limits.beginCall("c1", "w1");
  const second = limits.beginCall("c1", "w1");
  expect(await errorOf(() => limits.beginCall("c1", "w1"))).toMatchObject(callRefusal("on this connector"));
  limits.beginCall("c2", "w1");
  expect(await errorOf(() => limits.beginCall("c3", "w1"))).toMatchObject(callRefusal("for this user"));
  limits.beginCall("c4", "w2");
  expect(await errorOf(() => limits.beginCall("c5", "w3"))).toMatchObject(callRefusal("on this service"));
  expect([limits.runningCalls, limited]).toEqual([4, 3]);
  second();
  limits.beginCall("c1", "w1");
  expect(limits.runningCalls).toBe(4);
});

test("a refused call does not count as running", async () => {
  limits.beginCall("c1", "w1");
  limits.beginCall("c1", "w2");
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await errorOf(() => limits.beginCall("c1", "w3"))).toMatchObject({ code: "concurrency_limited" });
  limits.beginCall("c2", "w3");
  limits.beginCall("c3", "w3");
  expect(limits.runningCalls).toBe(4);
});

test("a call that is ended twice is counted as ended only once", async () => {
  const first = limits.beginCall("c1", "w1");
  limits.beginCall("c1", "w1");
  first();
  first();
  expect(limits.runningCalls).toBe(1);
  limits.beginCall("c1", "w1");
  expect(await errorOf(() => limits.beginCall("c1", "w1"))).toMatchObject({ code: "concurrency_limited" });
});

test("aroundCall counts a call until it succeeds or fails", async () => {
  const gate = Promise.withResolvers<number>();
  const running = limits.aroundCall("c1", "w1", () => gate.promise);
  expect(limits.runningCalls).toBe(1);
  gate.resolve(7);
  expect([await running, limits.runningCalls]).toEqual([7, 0]);
  await expect(limits.aroundCall("c1", "w1", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(limits.runningCalls).toBe(0);
  limits.beginCall("c1", "w1");
  limits.beginCall("c1", "w1");
  expect(await errorOf(() => limits.aroundCall("c1", "w1", async () => 1))).toMatchObject({
    code: "concurrency_limited",
  });
});

test("uploads have separate limits for a user and for the process", async () => {
  const end = limits.beginUpload("w1");
  const uploadRefusal = (scope: string) => refusal(`Too many large files are in transfer ${scope}.`);
  expect(await errorOf(() => limits.beginUpload("w1"))).toMatchObject(uploadRefusal("for this user"));
  limits.beginUpload("w2");
  expect(await errorOf(() => limits.beginUpload("w3"))).toMatchObject(uploadRefusal("to this service"));
  expect(limits.runningCalls).toBe(0);
  end();
  end();
  limits.beginUpload("w1");
  expect(await errorOf(() => limits.beginUpload("w3"))).toMatchObject(uploadRefusal("to this service"));
});
