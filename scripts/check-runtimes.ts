import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { emptyProject, root } from "./empty-project.ts";

// Runs the same program with the published package on Node and on other runtimes. The output must be equal on all of
// them. The script is not part of `npm run check`, because it installs a few hundred megabytes of runtimes from npm.

const runtimes = { bun: "1", deno: "2", miniflare: "4", esbuild: "0.28", ai: "7" };
const entry = `import { program } from "./program.js";\nconsole.log(JSON.stringify(await program()));\n`;
const worker = `import { program } from "./program.js";\nexport default { fetch: async () => Response.json(await program()) };\n`;
// workerd, the runtime of Cloudflare's workers, needs the program as a single module.
const inWorker = `
  import { Miniflare } from "miniflare";
  import { readFileSync } from "node:fs";
  const script = readFileSync("worker.bundle.js", "utf8");
  const workerd = new Miniflare({ modules: true, script, compatibilityDate: "2026-01-01" });
  console.log(await (await workerd.dispatchFetch("http://worker.example/")).text());
  await workerd.dispose();`;

const packages = Object.entries(runtimes).map(([name, range]) => `${name}@${range}`);
using project = emptyProject(packages);
const { cwd, run, write } = project;
cpSync(`${root}scripts/runtimes/program.js`, `${cwd}/program.js`);
for (const [name, text] of Object.entries({ "entry.js": entry, "worker.js": worker, "run.js": inWorker }))
  write(name, text);
const bin = `${cwd}/node_modules/.bin/`;
const bundle = "worker.js --bundle --format=esm --platform=neutral --main-fields=module,main";
const resolving = "--conditions=workerd,import --outfile=worker.bundle.js";
run(`${bin}esbuild`, ...`${bundle} ${resolving}`.split(" "));

const expected: unknown = JSON.parse(run(process.execPath, "entry.js"));
const others: Record<string, () => string> = {
  bun: () => run(`${bin}bun`, "entry.js"),
  deno: () => run(`${bin}deno`, "run", "--allow-all", "--node-modules-dir=manual", "entry.js"),
  workerd: () => run(process.execPath, "run.js"),
};
for (const [name, output] of Object.entries(others)) {
  const from = name === "workerd" ? "miniflare" : name;
  const { version } = JSON.parse(readFileSync(`${cwd}/node_modules/${from}/package.json`, "utf8")) as {
    version: string;
  };
  assert.deepEqual(JSON.parse(output()), expected, name);
  console.log(`${name} (${from} ${version}): the same as Node ${process.version}`);
}
