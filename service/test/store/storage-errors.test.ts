import { expect, test } from "vitest";
import { storageError } from "../../src/store/storage-errors.ts";

const codeFor = (fields: object) => storageError(Object.assign(new Error("x"), fields))?.code;

test.each([
  [{ code: "ERR_SQLITE_ERROR", errcode: 13 }, "storage_full"],
  [{ code: "ERR_SQLITE_ERROR", errcode: 5 }, "storage_unavailable"],
  [{ code: "ERR_SQLITE_ERROR", errcode: 261 }, "storage_unavailable"],
  [{ code: "ERR_SQLITE_ERROR", errcode: 11 }, "storage_unavailable"],
  [{ code: "ERR_SQLITE_ERROR", errcode: 26 }, "storage_unavailable"],
  [{ code: "ERR_SQLITE_ERROR", errcode: 1 }, undefined],
  [{ code: "53100" }, "storage_full"],
  [{ code: "57P01" }, "storage_unavailable"],
  [{ code: "40001" }, "storage_unavailable"],
  [{ code: "25006" }, "storage_unavailable"],
  [{ code: "EHOSTUNREACH" }, "storage_unavailable"],
  [{ code: "EAGAIN" }, "storage_unavailable"],
  [{ code: "23503" }, "storage_unavailable"],
  [{ code: "ECONNREFUSED" }, "storage_unavailable"],
  [{ code: "23505" }, undefined],
  [{ message: "Connection terminated unexpectedly" }, "storage_unavailable"],
  [{ message: "Query read timeout" }, "storage_unavailable"],
  [{}, undefined],
] as const)("%j: %s", (fields, code) => {
  expect(codeFor(fields)).toBe(code);
});

test("a value that is not an Error is not a storage error", () => {
  for (const thrown of [undefined, null, "ECONNREFUSED", { code: "ECONNREFUSED" }])
    expect(storageError(thrown)).toBeUndefined();
});
