import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  parseReportFile,
  readReportCells,
} from "../../../../../src/connectors/amazon-ads/reports/rows/parse-report-file.ts";
import { createSumTable } from "../../../../../src/connectors/amazon-ads/reports/rows/sum-table.ts";
import { planSums } from "../../../../../src/connectors/amazon-ads/reports/rows/sum-plan.ts";

const stream = (bytes: Uint8Array, size: number) =>
  new ReadableStream<Uint8Array>({
    start(own) {
      for (let at = 0; at < bytes.length; at += size) own.enqueue(bytes.slice(at, at + size));
      own.close();
    },
  });

const columns = ["date", "campaignId", "campaignName", "searchTerm", "clicks", "cost", "clickThroughRate", "impressions"]; // prettier-ignore

/** Adds up the rows of a file twice: with an object for each row, and from the bytes. */
async function bothSums(text: string, sumBy: string[], size = 7) {
  const zipped = new Uint8Array(gzipSync(text, { level: 0 }));
  const plan = planSums(columns, sumBy);
  const [objects, cells] = [createSumTable(plan), createSumTable(plan)];
  for await (const { rows } of parseReportFile(stream(zipped, size)))
    for (const row of rows) objects.add(row);
  await readReportCells(stream(zipped, size), cells.columns, (row) => cells.addCells(row));
  return [[...objects.rows()], [...cells.rows()]] as const;
}

const name = fc.oneof(
  fc.constantFrom("a", "", "é", '"', "\\", "x\u0000y", "\u0001", "1", "null", "𝄞", "[{"),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const amount = fc.oneof(
  fc.nat(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
  fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
  fc.constantFrom(null, 0.1, -0, 1e-7, 123_456_789_012_345.67, 1.5e-9),
);
const row = fc.record(
  {
    date: fc.constantFrom("2026-01-01", "2026-01-02"),
    campaignId: fc.oneof(fc.nat(3), fc.constantFrom(null, "7")),
    campaignName: fc.oneof(name, fc.constant(null)),
    searchTerm: fc.oneof(name, fc.constantFrom(null, true, 5, 0.5)),
    nested: fc.constantFrom({ a: ["}", { b: 1 }] }, [], "skipped"),
    clicks: fc.nat(1000),
    cost: amount,
    clickThroughRate: amount,
    impressions: fc.nat(1000),
  },
  { requiredKeys: ["clicks"] },
);

describe("cells", () => {
  test("give the same sums as objects, for every row and every size of chunks", async () => {
    const json = fc
      .tuple(fc.array(row, { maxLength: 12 }), fc.constantFrom(undefined, 1, "\t"))
      .map(([rows, space]) => JSON.stringify(rows, null, space));
    await fc.assert(
      fc.asyncProperty(json, fc.integer({ min: 1, max: 40 }), async (text, size) => {
        for (const sumBy of [[], ["searchTerm"], ["campaignId", "searchTerm"]]) {
          const [objects, cells] = await bothSums(text, sumBy, size);
          expect(cells).toEqual(objects);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("keep every digit of an id, and read numbers exactly", async () => {
    const [, cells] = await bothSums(
      '[{"campaignId":144373194309380061,"cost":0.1,"clicks":1},{"campaignId":144373194309380061,"cost":12.34e2,"clicks":-3}]',
      ["campaignId"],
    );
    expect(cells).toMatchObject([{ campaignId: "144373194309380061", cost: 1234.1, clicks: -2 }]);
  });

  test.each([
    "",
    "{}",
    "[",
    '[{"clicks":1}',
    '[{"clicks":1}]]',
    '[{"clicks":1} x]',
    '[{"clicks" 1}]',
    '[{"clicks":1 "cost":2}]',
    '[{"clicks":1x}]',
    '[{"clicks":-}]',
    '[{"clicks":nul}]',
    "[{clicks:1}]",
    "[1]",
    "<Error/>",
  ])("%s is refused", async (text) => {
    const zipped = new Uint8Array(gzipSync(text));
    const read = readReportCells(stream(zipped, 100), ["clicks", "cost"], () => {});
    await expect(read).rejects.toMatchObject({ code: "upstream_invalid_response" });
  });

  test("a metric that is a text is refused", async () => {
    await expect(bothSums('[{"clicks":1}]', [])).resolves.toHaveLength(2);
    const table = createSumTable(planSums(columns, []));
    const file = stream(new Uint8Array(gzipSync('[{"clicks":"1"}]')), 100);
    await expect(readReportCells(file, table.columns, table.addCells)).rejects.toMatchObject({
      code: "upstream_invalid_response",
      message: "The column clicks of the report is not a number.",
    });
  });
});

test("very many sums lose their names, and the result says so", () => {
  const plan = {
    ...planSums(["campaignId", "campaignName", "clicks"], ["campaignId"]),
    canDropAttributes: true,
  };
  const table = createSumTable(plan);
  for (let n = 0; n < 100_002; n++) table.add({ campaignId: String(n), campaignName: "x", clicks: 1 });
  expect(table.refused()).toEqual([
    { column: "campaignName", reason: "does not fit in memory beside more than 100000 sums" },
  ]);
  expect(table.top({ sortBy: "clicks", top: 1 })).toEqual([
    expect.not.objectContaining({ campaignName: "x" }),
  ]);
});
