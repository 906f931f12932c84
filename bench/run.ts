import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { emptyProject } from "../scripts/empty-project.ts";
import { bundleSize } from "./compare/bundle-size.ts";
import { type Experiment, experiments, type Round } from "./compare/experiments.ts";
import { measure } from "./compare/measure.ts";
import { type Row, type Samples, summarise } from "./compare/ratios.ts";
import { lineOf } from "./compare/line-of.ts";
import { makeCertificate, startUpstream } from "./compare/start-upstream.ts";

// Compares the packed tarball with other packages. README.md in this folder explains the rows.

const names = ["P1", "P2", "P3", "P4", "P5", "P8", "P13", "P15", "CLI", "README", "AA", "HTTPS"];
const usage = `npm run bench -- [--rounds N] [--quick] [--only P1,P3] [--clients] [--node FILE] [--json FILE] [--strict]

--rounds N   rounds per row, 11 by default
--quick      3 rounds and a quarter of the calls, for a rough look
--only LIST  only these rows: ${names.join(", ")}
--clients    also run undici, ky and got
--node FILE  run the measured programs with another Node
--json FILE  write the rows to a file
--strict     exit with 1 if a row misses its bar`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    clients: { type: "boolean", default: false },
    node: { type: "string", default: process.execPath },
    json: { type: "string" },
    strict: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const { quick, node } = values;
const clients = values.clients ? ["undici", "ky", "got"] : [];
const rounds = Number(values.rounds ?? (quick ? 3 : 11));
const only = values.only?.split(",") ?? names;
if (values.help || !(rounds >= 1) || only.some((name) => !names.includes(name))) {
  console.error(usage);
  process.exit(2);
}

const bench = fileURLToPath(new URL(".", import.meta.url));
const changed = (file: string) => (existsSync(bench + file) ? statSync(bench + file).mtimeMs : 0);
if (changed("node_modules/.package-lock.json") < changed("package-lock.json"))
  execFileSync("npm", ["ci"], { cwd: bench, stdio: "inherit" });

using project = emptyProject();
project.copy("bench/programs");
const readme = readFileSync(`${project.cwd}/node_modules/agent-connectors/README.md`, "utf8");
project.write("first-program.js", /```ts\n(.*?)```/s.exec(readme)![1]!);

using upstream = await startUpstream();
using certificate = makeCertificate();
using secureUpstream = certificate && (await startUpstream(certificate));
const secure = certificate && secureUpstream && { url: secureUpstream.url, cert: certificate.cert };
const all = experiments({ project: project.cwd, bench, url: upstream.url, secure, clients, quick });

/** Runs the programs in several rounds, and changes their order after each round. */
function run({ programs }: Experiment): Round[] {
  const order = Object.keys(programs);
  return Array.from({ length: rounds }, (_, round) => {
    const turn = round % 2 === 0 ? order : order.toReversed();
    return Object.fromEntries(turn.map((name) => [name, measure(node, programs[name]!)]));
  });
}

const rows: Row[] = [];
const add = (samples: Samples) => {
  const row = summarise(samples);
  rows.push(row);
  console.log(lineOf(row));
};

for (const experiment of all) {
  if (!only.includes(experiment.name)) continue;
  const figures = run(experiment);
  for (const { name, unit, of, ours, rival, bar } of experiment.rows) {
    const valuesOf = (program: string) => figures.map((round) => of(round, program));
    const theirs = rival === undefined ? undefined : valuesOf(rival);
    add({ name, against: rival, unit, ours: valuesOf(ours), rival: theirs, bar });
  }
}
if (only.includes("P8")) {
  const sizeOf = (cwd: string, file: string) => [bundleSize(`${bench}node_modules/.bin/esbuild`, cwd, file)];
  const rival = sizeOf(bench, "programs/slack-web-api/bundle.js");
  const bars = { slack: 125, "amazon-ads": 150 };
  for (const [name, value] of Object.entries(bars))
    add({
      name: `P8 bundle, ${name}`,
      against: "@slack/web-api",
      unit: "KB",
      ours: sizeOf(project.cwd, `bench/programs/agent-connectors/${name}-bundle.js`),
      rival,
      bar: { value },
    });
}

if (values.json !== undefined) {
  const about = { node: execFileSync(node, ["--version"], { encoding: "utf8" }).trim(), rounds };
  writeFileSync(values.json, `${JSON.stringify({ ...about, rows }, null, 2)}\n`);
}
if (values.strict && rows.some(({ pass }) => pass === false)) process.exitCode = 1;
