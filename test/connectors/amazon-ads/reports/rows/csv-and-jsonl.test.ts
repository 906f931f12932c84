import { csvLines, jsonlLines, toCsv, toJsonl } from "agent-connectors/amazon-ads";
import { expect, test } from "vitest";

const rows = [
  { a: 'x,"y"', b: -1, c: null },
  { a: "=1+1", b: null, c: { d: 1 } },
];
async function text(lines: AsyncIterable<string>): Promise<string> {
  let all = "";
  for await (const line of lines) all += line;
  return all;
}
async function* arriving<Row>(some: readonly Row[]) {
  for (const one of some) yield await Promise.resolve(one);
}

test("rows become lines of JSON, or CSV without formulas for spreadsheets", () => {
  expect(toJsonl([{ a: 1 }, { a: 2 }])).toBe('{"a":1}\n{"a":2}\n');
  expect(
    toCsv([
      { a: 'x,"y"', b: -1 },
      { a: "=1+1", c: null },
    ]),
  ).toBe('a,b,c\r\n"x,""y""",-1,\r\n\'=1+1,,\r\n');
});

test("writing line by line gives the same text, for arrays and for streams", async () => {
  for (const some of [rows, arriving(rows)]) expect(await text(jsonlLines(some))).toBe(toJsonl(rows));
  for (const some of [rows, arriving(rows)]) expect(await text(csvLines(some))).toBe(toCsv(rows));
});

test("CSV lines have the given columns, or the columns of the first row", async () => {
  expect(await text(csvLines(rows, ["b", "z"]))).toBe("b,z\r\n-1,\r\n,\r\n");
  expect(await text(csvLines([], ["b"]))).toBe("b\r\n");
  expect(await text(csvLines([{ a: 1, b: 2 }, { a: 3 }]))).toBe("a,b\r\n1,2\r\n3,\r\n");
  expect(await text(csvLines([]))).toBe("");
});

test("a column that the first row lacks is an error, and is not dropped", async () => {
  const late = [{ a: 1 }, { a: 2, late: 3 }];
  for (const some of [late, arriving(late)])
    await expect(text(csvLines(some))).rejects.toMatchObject({
      code: "invalid_params",
      message: expect.stringContaining("late"),
      path: "rows[1]",
      hint: expect.stringMatching(/columns.*jsonlLines/),
    });
  expect(await text(csvLines(late, ["a", "late"]))).toBe("a,late\r\n1,\r\n2,3\r\n");
});
