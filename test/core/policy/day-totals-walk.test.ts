import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { DayTotals } from "../../../src/core/contract/day-totals.ts";
import { settled, usedOf, withReservation } from "../../../src/core/policy/day-totals.ts";

// The total of a day, on random sequences of calls. The model of the test keeps every amount that the account had or
// could have had on the day. The total may never be less than the highest of them.

const keys = ["a", "b", "c"];
const step = fc.record({
  kind: fc.constantFrom("raise", "lower", "settle"),
  amounts: fc.dictionary(fc.constantFrom(...keys), fc.integer({ min: 1, max: 20 }), { minKeys: 1 }),
  /** Chooses an open call, and the items that the platform confirms. */
  pick: fc.nat(9),
  confirmed: fc.subarray(keys),
});

test("a day's total is what the account could have spent at most, whatever is lowered and confirmed", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let totals: DayTotals = { amounts: {}, reserved: {} };
      const current = new Map(keys.map((key) => [key, 10]));
      const highest = new Map(current);
      const touched = new Set<string>();
      const open = new Map<string, [key: string, to: number][]>();
      for (const [index, { kind, amounts, pick, confirmed }] of steps.entries()) {
        const given = Object.entries(amounts);
        if (kind === "lower")
          for (const [key, by] of given) current.set(key, Math.max(0, current.get(key)! - by));
        if (kind === "raise") {
          const raises = given.map(([key, by]): [string, number] => [key, current.get(key)! + by]);
          for (const [key] of raises) if (!touched.has(key)) highest.set(key, current.get(key)!);
          totals = withReservation(
            totals,
            `call ${index}`,
            raises.map(([key, to]) => ({
              path: key,
              cap: "cap",
              key,
              // A real judgement gives the first value of the day to an amount that it does not know yet.
              from: current.get(key)!,
              to,
              perDay: true,
            })),
          );
          const first = (key: string) => totals.amounts[key]!.first;
          for (const [key] of raises)
            if (!touched.has(key)) {
              expect(first(key)).toBe(current.get(key));
              touched.add(key);
            }
          open.set(`call ${index}`, raises);
        }
        const call = [...open.keys()][pick % Math.max(1, open.size)];
        if (kind === "settle" && call !== undefined) {
          for (const [key, to] of open.get(call)!)
            if (confirmed.includes(key)) {
              current.set(key, to);
              highest.set(key, Math.max(highest.get(key)!, to));
            }
          open.delete(call);
          totals = settled(totals, call, new Set(confirmed));
        }
        const expected = [...touched].reduce((sum, key) => {
          const tos = [...open.values()].flat().flatMap(([one, to]) => (one === key ? [to] : []));
          return sum + Math.max(highest.get(key)!, ...tos) - totals.amounts[key]!.first;
        }, 0);
        expect(usedOf(totals, "cap")).toBe(expected);
      }
    }),
    { numRuns: 500, seed: 11 },
  );
});
