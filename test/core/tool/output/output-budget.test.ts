import * as fc from "fast-check";
import { expect, test } from "vitest";
import { budgetOf, firstFitting, largestThatFits } from "../../../../src/core/tool/output/output-budget.ts";

test("as many items as possible fit, whatever the number", () => {
  for (let most = 0; most <= 70; most++)
    for (let fitting = 0; fitting <= 75; fitting++)
      expect(largestThatFits(most, (count) => count <= fitting)).toBe(Math.min(most, fitting));
});

test("no more than twice the needed text is measured, and the number of measurements grows slowly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(100_000), (most, fitting) => {
      const measured: number[] = [];
      const found = largestThatFits(most, (count) => {
        measured.push(count);
        return count <= fitting;
      });
      expect(found).toBe(Math.min(most, fitting));
      expect(Math.max(...measured)).toBeLessThanOrEqual(2 * fitting + 1);
      expect(measured.length).toBeLessThanOrEqual(2 * Math.log2(most + 1) + 2);
    }),
  );
});

test("the first form that fits is chosen, and a form that never fits is cut to exactly the budget's room", () => {
  const long = { text: "word ".repeat(400) };
  const short = { text: "word" };
  expect(firstFitting([() => long, () => short], { outputBudget: 100 })).toBe(short);
  expect(firstFitting([() => long, () => short], { outputBudget: 5000 })).toBe(long);
  const cut = JSON.stringify(firstFitting([() => long], { outputBudget: 200 }));
  expect(budgetOf({ outputBudget: 200 }).fits(cut)).toBe(true);
  expect(cut.length).toBeGreaterThan(100);
});
