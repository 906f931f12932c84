import { describe, expect, test } from "vitest";
import { createGrowingColumn } from "../../../../../src/connectors/amazon-ads/reports/rows/growing-column.ts";
import { createValueCodes } from "../../../../../src/connectors/amazon-ads/reports/rows/value-codes.ts";

describe("a growing column", () => {
  /** Values that need each format, and each change of the format. */
  const steps: [name: string, values: number[], bytesPerValue: number][] = [
    ["small whole numbers", [0, 5, 65_535], 2],
    ["large whole numbers", [1, 65_536, 4_294_967_295], 4],
    ["small amounts", [0, 0.29, 655.35], 2],
    ["large amounts", [3, 0.01, 42_949_672.9], 4],
    ["a whole number too large for cents, then an amount", [4_000_000_000, 0.5], 8],
    ["parts of a cent", [0.25, 0.125], 8],
    ["negative numbers", [1, -1, 0.5], 8],
    ["huge numbers", [1, 2 ** 53], 8],
  ];
  test.each(steps)("keeps %s exactly", (_, values, bytes) => {
    const column = createGrowingColumn();
    values.forEach((value, index) => column.set(index, value));
    expect(values.map((_value, index) => column.get(index))).toEqual(values);
    expect(column.bytes).toBe(values.length * bytes);
    column.clear();
    expect(column.bytes).toBe(0);
  });

  test("keeps all values when the format changes after several blocks", () => {
    const column = createGrowingColumn();
    const count = 300_000;
    for (let index = 0; index < count; index++) column.set(index, index % 600);
    column.set(count, 0.75);
    column.set(5, 123_456.78);
    let wrong = 0;
    for (let index = 0; index < count; index++)
      if (column.get(index) !== (index === 5 ? 123_456.78 : index % 600)) wrong++;
    expect(wrong).toBe(0);
    expect(column.get(count)).toBe(0.75);
  });

  test("adds amounts without rounding errors, and in the same way as numbers", () => {
    const column = createGrowingColumn();
    column.set(0, 0);
    for (let added = 0; added < 10_000; added++) column.add(0, 0.1);
    expect(column.get(0)).toBe(1000);
    const amounts = [70_000, 0.25, 600.5, -3, 2 ** 40, 0.001];
    column.set(1, 0);
    amounts.forEach((amount) => column.add(1, amount));
    expect(column.get(1)).toBeCloseTo(
      amounts.reduce((sum, amount) => sum + amount),
      6,
    );
    expect(column.get(0)).toBe(1000);
  });
});

test("value codes keep every value, of any length and in any block", () => {
  const codes = createValueCodes();
  const values = Array.from({ length: 5000 }, (_, index) => [`id ${index}`, "", "x".repeat(index * 7), `ä${index}`, index, null][index % 6]); // prettier-ignore
  const found = values.map((value) => codes.codeOf(value));
  const again = values.map((value) => codes.codeOf(value));
  expect(again).toEqual(found);
  const wrong = values.filter((value, index) => codes.valueAt(found[index]!) !== value);
  expect(wrong).toEqual([]);
  expect(new Set(found).size).toBe(new Set(values).size);
});
