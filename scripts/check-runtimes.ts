import { cpSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { emptyProject, root } from "./empty-project.ts";

// Runs the same programs with the published package, on several versions of Node and on other runtimes. Also runs
// the programs with the source. The output must be equal everywhere. The script is not part of `npm run check`,
// because it installs a few hundred megabytes of runtimes from npm.

const nodes = ["20", "22"];
const runtimes = { bun: "1", deno: "2", miniflare: "4", esbuild: "0.28", ai: "7" };
// workerd, the runtime of Cloudflare's workers, needs the program as a single module.
const inWorker = `
  import { Miniflare } from "miniflare";
  import { readFileSync } from "node:fs";
  const script = readFileSync("worker.bundle.js", "utf8");
  const workerd = new Miniflare({ modules: true, script, compatibilityDate: "2026-01-01" });
  console.log(await (await workerd.dispatchFetch("http://worker.example/")).text());
  await workerd.dispose();`;

const nodePackage = `node-${process.platform}-${process.arch}`;
const packages = [
  ...Object.entries(runtimes).map(([name, range]) => `${name}@${range}`),
  ...nodes.map((version) => `node${version}@npm:${nodePackage}@${version}`),
];
using project = emptyProject(packages);
const { cwd, run, write } = project;
cpSync(`${root}scripts/runtimes`, cwd, { recursive: true });
write("run-worker.js", inWorker);
const bin = `${cwd}/node_modules/.bin/`;
const bundle = "worker.js --bundle --format=esm --platform=neutral --main-fields=module,main";
const resolving = "--conditions=workerd,import --outfile=worker.bundle.js";
run(`${bin}esbuild`, ...`${bundle} ${resolving}`.split(" "));

const source = ["--conditions=agent-connectors-source", `${root}scripts/runtimes/print.js`];
const read = (output: string) => JSON.parse(output) as Record<string, unknown>;
const expected = read(run(process.execPath, "print.js"));
/** Prints the names of all parts that differ from the output of the package on this version of Node. */
function compare(name: string, output: Record<string, unknown>): void {
  const parts = Object.keys({ ...expected, ...output });
  const different = parts.filter((part) => !isDeepStrictEqual(output[part], expected[part]));
  if (different.length > 0) process.exitCode = 1;
  const result =
    different.length === 0 ? `the same ${parts.length} parts` : `not the same: ${different.join(", ")}`;
  console.log(`${name}, compared with the package on Node ${process.version}: ${result}`);
}
compare("source", read(run(process.execPath, ...source)));

const others: Record<string, () => string> = {
  ...Object.fromEntries(
    nodes.map((version) => [`node${version}`, () => run(`node_modules/node${version}/bin/node`, "print.js")]),
  ),
  bun: () => run(`${bin}bun`, "print.js"),
  deno: () => run(`${bin}deno`, "run", "--allow-all", "--node-modules-dir=manual", "print.js"),
  workerd: () => run(process.execPath, "run-worker.js"),
};
for (const [name, output] of Object.entries(others)) {
  const from = name === "workerd" ? "miniflare" : name;
  const { version } = JSON.parse(readFileSync(`${cwd}/node_modules/${from}/package.json`, "utf8")) as {
    version: string;
  };
  compare(`${name} (${from} ${version})`, read(output()));
}
