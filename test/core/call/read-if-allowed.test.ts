import { expect, test } from "vitest";
import { readIfAllowed } from "../../../src/core/call/read-if-allowed.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";

const call = ["notes", "get", { id: "n1" }] as const;
const failing = (error: unknown) =>
  readIfAllowed(async () => {
    throw error;
  }, call);

test("a read that is allowed returns the data of its result", async () => {
  const read = async (...given: readonly unknown[]) => ({ data: given, meta: {} });
  expect(await readIfAllowed(read, call)).toEqual(call);
});

test.for<[string, unknown]>([
  ["the platform refuses", new ConnectorError("upstream_rejected", "No.")],
  ["fails for another reason", Object.assign(new Error("Lost."), { code: "aborted" })],
])("a read that %s returns nothing", async ([, error]) => {
  expect(await failing(error)).toBeUndefined();
});

test("a read that the caller aborts throws", async () => {
  const aborted = new ConnectorError("aborted", "Stopped.");
  await expect(failing(aborted)).rejects.toBe(aborted);
});
