import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { emptyProject, root } from "./empty-project.ts";
import { denoKernel, mostRuns } from "./notebook/deno-kernel.ts";
import {
  type Kernel,
  type Output,
  noNbconvert,
  readNotebook,
  runNotebook,
  textIn,
} from "./notebook/run-notebook.ts";

// Runs examples/notebook.ipynb in a new folder with the packed tarball, in the kernels of Deno and of tslab. The script
// is not part of `npm run check`, because it installs tslab. The root of this repository must not install tslab, because
// tslab brings a compiler that replaces the command `tsc`.

assert.equal(noNbconvert(), undefined);
const { devDependencies } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  devDependencies: Record<string, string>;
};
const drawing = ["@observablehq/plot", "linkedom"].map((name) => `${name}@${devDependencies[name]}`);
const file = "examples/notebook.ipynb";
const { cells } = readNotebook(root + file);
const codeCells = cells.filter(({ cell_type }) => cell_type === "code");

/** Runs the notebook until every output is as expected, at most `mostRuns` times. Returns the ids of cells that still differ. */
function differing(
  path: string,
  kernel: Kernel,
  expected: (id: string, outputs: Output[]) => boolean,
): string[] {
  let ids = codeCells.map(({ id }) => id);
  for (let run = 0; run < mostRuns && ids.length > 0; run++) {
    const outputs = runNotebook(path, kernel);
    ids = ids.filter((id) => !expected(id, outputs.get(id) ?? []));
  }
  return ids;
}

function report(kernel: string, ids: readonly string[]): void {
  if (ids.length > 0) process.exitCode = 1;
  const found =
    ids.length === 0 ? "every cell has the expected output" : `not as expected: ${ids.join(", ")}`;
  console.log(`${kernel}: ${found}`);
}

{
  using project = emptyProject([...drawing, `deno@${devDependencies.deno}`]);
  project.copy(file);
  const stored = new Map(codeCells.map(({ id, outputs }) => [id, outputs]));
  const kernel = denoKernel(join(project.cwd, "node_modules/.bin/deno"));
  report(
    "Deno",
    differing(join(project.cwd, file), kernel, (id, outputs) => isDeepStrictEqual(outputs, stored.get(id))),
  );
}
{
  // In tslab, a value cannot define how it is shown. tslab prints the short text of `console.log`.
  const printed: Record<string, RegExp> = {
    connect: /^Connector for Slack: \d+ entities\n/,
    list: /^channels\.list: 5 rows\n/,
    thread: /^threads\.list: 12 rows\n/,
    describe: /^slack: messages\.create\n/,
    preview: /This is a dry run: nothing was changed\.\n$/,
    write: /await connector\.undo\(result\)\n$/,
    undo: /^messages\.delete\n/,
    report: /^0 of 2 files are ready[^]*\nreports\.run\n/,
    plot: /^$/,
    cost: /<svg /,
    activity: /<svg /,
    error: /^ConnectorError: .*did you mean #incidents[^]*hint: 'Only/,
    account: /^No token/,
  };
  using project = emptyProject([...drawing, "tslab@1.0.22"]);
  project.copy(file);
  const kernel = {
    argv: [join(project.cwd, "node_modules/.bin/tslab"), "kernel", "--config-path={connection_file}"],
  };
  report(
    "tslab",
    differing(join(project.cwd, file), kernel, (id, outputs) => {
      const text = outputs.map(({ text, data }) => textIn(text ?? data?.["text/html"])).join("");
      return printed[id]!.test(text) && text.length < 20_000;
    }),
  );
}
