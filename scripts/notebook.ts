import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { denoKernel, mostRuns } from "./notebook/deno-kernel.ts";
import { type Output, readNotebook, runNotebook } from "./notebook/run-notebook.ts";

// Runs examples/notebook.ipynb and stores the outputs in it. A test compares these outputs with those of another run.

const file = fileURLToPath(new URL("../examples/notebook.ipynb", import.meta.url));
const runs = Array.from({ length: mostRuns }, () =>
  runNotebook(file, denoKernel(undefined, { source: true })),
);
// The kernel can lose an output, so the longest list of outputs is complete.
const longest = (outputs: readonly Output[][]) =>
  outputs.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0]!;

const notebook = readNotebook(file);
let count = 0;
for (const cell of notebook.cells) {
  if (cell.cell_type !== "code") continue;
  cell.execution_count = ++count;
  cell.outputs = longest(runs.map((run) => run.get(cell.id)!));
}
writeFileSync(file, `${JSON.stringify(notebook, null, 1)}\n`);
