import { expect, test } from "vitest";
import { memoryStore } from "../../../src/core/store/memory-store.ts";

test("a memory with a maximum number of values drops the oldest one, and no value that is only changed", async () => {
  const store = memoryStore(undefined, 2);
  await store.write("a", "1", undefined);
  await store.write("b", "1", undefined);
  await store.write("b", "2", (await store.read("b"))!.version);
  expect(await store.list("")).toEqual(["a", "b"]);
  await store.write("c", "1", undefined);
  expect(await store.list("")).toEqual(["b", "c"]);
});
