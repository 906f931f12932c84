import { expect, test } from "vitest";
import { totalsOfToday } from "../../../src/core/policy/account-totals.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { recordsOf } from "../../../src/core/store/records.ts";
import { totals } from "../../../src/core/store/kinds.ts";

const day = Date.UTC(2026, 2, 12);
const hour = 3_600_000;
const some = { amounts: { budget: { first: 1, high: 2 } }, reserved: {} };

function open(connector = "bank", store = memoryStore(), clock = { time: day }) {
  const context = { totals: recordsOf(store, totals), clock: { now: () => clock.time }, connector };
  const of = (id: string) => totalsOfToday({ id }, context);
  const read = async (id: string) => (await of(id))((found) => ({ value: found, result: found.amounts }));
  const put = async (id: string) => (await of(id))(() => ({ value: some, result: undefined }));
  return { store, clock, of, read, put };
}

test("connectors share the totals of an account, whatever its id looks like, but no other totals", async () => {
  const { store, clock, put, read } = open();
  await put("profile 1/é");
  expect(await open("bank", store).read("profile 1/é")).toEqual(some.amounts);
  expect([await read("profile 1/e"), await open("other", store).read("profile 1/é")]).toEqual([{}, {}]);
  clock.time += 24 * hour;
  expect(await read("profile 1/é")).toEqual({});
});

test("what begins on one day ends on the same day, also after midnight", async () => {
  const { clock, of, read } = open();
  const change = await of("1");
  clock.time += 25 * hour;
  await change(() => ({ value: some, result: undefined }));
  expect(await read("1")).toEqual({});
  clock.time -= 25 * hour;
  expect(await read("1")).toEqual(some.amounts);
});

test("a look at the totals of a new day stores nothing", async () => {
  const { store, read } = open();
  await read("1");
  expect(await store.list("")).toEqual([]);
});

test("the totals are kept for three days after their date, and are deleted a day later", async () => {
  const clock = { time: day };
  const { store, put } = open("bank", memoryStore({ now: () => clock.time }), clock);
  await put("1");
  clock.time += 4 * 24 * hour - 1;
  expect(await store.list("totals/")).toHaveLength(1);
  clock.time += 24 * hour;
  expect(await store.list("totals/")).toEqual([]);
});
