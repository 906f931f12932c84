import { expect, test } from "vitest";
import * as kinds from "../../../src/core/store/kinds.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { recordsOf, type Kind } from "../../../src/core/store/records.ts";

const tokens = { access_token: "a", refresh_token: "r", obtained_at: 1, expires_at: 2 };
const totals = { amounts: { a: { first: 1, high: 2 } }, reserved: { call: { a: 3 } } };

const good: [Kind<never>, object[]][] = [
  [kinds.tokens as Kind<never>, [tokens, { access_token: "a", obtained_at: 1, expires_at: 2 }]],
  [kinds.totals as Kind<never>, [totals, { ...totals, states: { a: ["1"] } }, { amounts: {}, reserved: {} }]],
];
const bad: [Kind<never>, unknown[]][] = [
  [
    kinds.tokens as Kind<never>,
    [null, "text", {}, { ...tokens, access_token: 1 }, { ...tokens, expires_at: "2" }, { ...tokens, refresh_token: null }], // prettier-ignore
  ],
  [
    kinds.totals as Kind<never>,
    [null, {}, { amounts: {} }, { ...totals, amounts: { a: { first: null, high: 2 } } }, { ...totals, reserved: { call: { a: "3" } } }, { ...totals, reserved: { call: 3 } }], // prettier-ignore
  ],
];

test.each(good)("%o are read as they were written", async (kind, values) => {
  for (const value of values) {
    const records = recordsOf(memoryStore(), kind as Kind<unknown>);
    await records.update("id", () => ({ value, result: undefined }));
    expect(await records.read("id")).toEqual(value);
  }
});

test.each(bad)(
  "a stored value of another shape than %o fails the call, and is not overwritten",
  async (kind, values) => {
    for (const value of values) {
      const store = memoryStore();
      const stored = JSON.stringify({ value, writes: [] });
      await store.write(`${kind.name}/id`, stored, undefined);
      const records = recordsOf(store, kind as Kind<unknown>);
      const failed = {
        code: "storage_unavailable",
        hint: expect.stringContaining("Nothing was overwritten."),
      };
      await expect(records.read("id")).rejects.toMatchObject(failed);
      const change = () => ({ value: values[0], result: undefined });
      await expect(records.update("id", change)).rejects.toMatchObject(failed);
      await expect(records.exchange("id", async () => values[0])).rejects.toMatchObject(failed);
      expect((await store.read(`${kind.name}/id`))?.value).toBe(stored);
    }
  },
);
