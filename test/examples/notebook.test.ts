import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { denoKernel, mostRuns } from "../../scripts/notebook/deno-kernel.ts";
import {
  noNbconvert,
  type Output,
  readNotebook,
  runNotebook,
  textIn,
} from "../../scripts/notebook/run-notebook.ts";

const file = fileURLToPath(new URL("../../examples/notebook.ipynb", import.meta.url));
const cells = readNotebook(file).cells.filter(({ cell_type }) => cell_type === "code");

/** Returns a representation of the last output of the cell whose source contains this text. */
function shown(source: string, mediaType = "text/html"): string {
  const { outputs } = cells.find((cell) => textIn(cell.source).includes(source))!;
  return textIn(outputs!.at(-1)!.data?.[mediaType]);
}

describe("the outputs in examples/notebook.ipynb", () => {
  test("are short", () => {
    for (const { outputs = [] } of cells)
      for (const { data = {}, text } of outputs) {
        expect(textIn(text).length).toBeLessThan(1000);
        for (const [type, one] of Object.entries(data))
          expect(textIn(one).length, type).toBeLessThan(type === "text/plain" ? 4000 : 20_000);
      }
  });

  test("are tables, drawings, and errors with a hint", () => {
    expect(shown("new SlackConnector")).toMatch(/<th[^>]*>channels<\/th><td[^>]*>list, get, create/);
    expect(shown("slack.channels.list")).toMatch(
      /<td[^>]*><code>C07A1QW2ER3<\/code><\/td><td[^>]*>general<\/td>/,
    );
    expect(shown("slack.threads.list")).toContain("<strong>threads.list</strong>: 12 rows");
    expect(shown("dry_run: true")).toContain("nothing was changed");
    expect(shown("slack.channels.list")).toContain("On call this week: &#60;@U07AC5T1X3P&#62;");
    expect(shown("onProgress")).toContain("83 more rows in the result");
    expect(shown("onProgress")).toContain("Amounts of money are in CAD.");
    const [, lines] = shown("Plot.lineY").split(`aria-label="line"`);
    expect(lines!.match(/<path /g)).toHaveLength(3);
    expect(shown("Plot.rectY").match(/<rect /g)!.length).toBeGreaterThan(3);
    expect(shown('#incident"', "text/plain")).toMatch(/did you mean “#incidents” .*\n.*channels\.list shows/);
  });
});

describe.skipIf(noNbconvert() !== undefined)("examples/notebook.ipynb in Deno's Jupyter kernel", () => {
  const runs: Map<string, Output[]>[] = [];
  const seen = (id: string, outputs: unknown) => runs.some((run) => isDeepStrictEqual(run.get(id), outputs));
  beforeAll(() => {
    while (runs.length < mostRuns && !cells.every(({ id, outputs }) => seen(id, outputs)))
      runs.push(runNotebook(file, denoKernel(undefined, { source: true })));
  });

  test("runs from top to bottom, with the outputs that the file contains (npm run notebook updates them)", () => {
    const expected = Object.fromEntries(cells.map(({ id, outputs }) => [id, outputs]));
    const last = runs.at(-1)!;
    const actual = cells.map(({ id, outputs }) => [id, seen(id, outputs) ? outputs : last.get(id)]);
    expect(Object.fromEntries(actual)).toEqual(expected);
  });
});
