import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { newestResults, readResults } from "../live/results.ts";
import { readOwner } from "./owner.ts";
import { refusals } from "./refusals.ts";
import { tarballPath } from "../unpack-tarball.ts";

// Packs the three packages, and runs from their tarballs what the pages show. `npm run release -- package service` runs only
// these steps, and `--publish` publishes the tarballs after all steps.

const usage = "npm run release -- [STEP...] [--publish]";
const root = fileURLToPath(new URL("../..", import.meta.url));
const node = (...words: string[]): string[] => [process.execPath, ...words];

/** The folders of the packages, in the order of publishing. Each package depends on the first. */
const folders = ["", "service/", "prove/"];

const steps: Record<string, { does: string; commands: string[][] }> = {
  pack: {
    does: "pack the three packages",
    commands: [
      ["npm", "run", "--silent", "package"],
      ["npm", "run", "--silent", "package", "-w", "service", "--", "--built"],
      ["npm", "run", "--silent", "package", "-w", "prove", "--", "--built"],
    ],
  },
  package: {
    does: "check the contents, manifests, types and imports of the tarballs",
    commands: [
      node("scripts/release/manifests.ts"),
      node("scripts/release/reached-packages.ts"),
      node("scripts/check-package.ts"),
    ],
  },
  service: {
    does: "install the service in an empty folder, start it, and make a call",
    commands: [node("scripts/check-service.ts")],
  },
  commands: {
    does: "run the first call and the commands of the pages in an empty folder, and agent-connectors-prove",
    commands: [node("scripts/check-versions.ts", "npx agent-connectors")],
  },
  programs: {
    does: "run the programs of the pages in an empty folder",
    commands: [node("scripts/check-programs.ts")],
  },
};

const notRun = [
  "calls of real accounts and models, because they need keys: npm run live",
  "the image of the service, because it needs a Docker daemon: docker build -f service/Dockerfile .",
  "other versions of frameworks, because they take long: npm run check:versions",
  "other runtimes, because they take long: npm run check:runtimes",
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { publish: { type: "boolean", default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(steps, name));
if (unknown !== undefined || (values.publish && positionals.length > 0)) {
  const wrong =
    unknown === undefined ? "--publish needs all steps, so name none" : `There is no step ${unknown}`;
  console.error(`${wrong}. Usage: ${usage}\nSteps: ${Object.keys(steps).join(", ")}.`);
  process.exit(2);
}
if (values.publish) {
  const reasons = publishingRefusals();
  if (reasons.length > 0) {
    console.error(["Nothing was published.", ...reasons].join("\n- "));
    process.exit(1);
  }
}

// A step reads the tarballs, so they are packed first.
const names = positionals.length === 0 ? Object.keys(steps) : [...new Set(["pack", ...positionals])];
for (const name of names) {
  const { does, commands } = steps[name]!;
  console.log(`\n${name}: ${does}`);
  const start = performance.now();
  for (const [command, ...words] of commands) {
    const { status } = spawnSync(command!, words, { cwd: root, stdio: "inherit" });
    if (status !== 0) {
      console.error(`${name}: failed. Nothing was published.`);
      process.exit(1);
    }
  }
  console.log(`${name}: ok, ${Math.round((performance.now() - start) / 1000)} s`);
}
const skipped = Object.keys(steps).filter((name) => !names.includes(name));
console.log(
  ["\nNot run:", ...skipped.map((name) => `step ${name}: ${steps[name]!.does}`), ...notRun].join("\n- "),
);
if (values.publish)
  for (const folder of folders) {
    const words = ["publish", tarballPath(folder), "--provenance", "--access", "public"];
    execFileSync("npm", words, { cwd: root, stdio: "inherit" });
    console.log(`published ${tarballPath(folder)}`);
  }

function publishingRefusals(): string[] {
  const read = (file: string) => readFileSync(root + file, "utf8");
  const manifests = folders.map(
    (folder) => JSON.parse(read(`${folder}package.json`)) as { name: string; version: string },
  );
  const record = "scripts/live/confirmed.jsonl";
  const results = existsSync(root + record) ? readResults(read(record)) : [];
  const confirmed = [...new Set(results.map(({ id }) => id))].filter((id) =>
    newestResults(results, id).some(
      ({ against, verdict }) => against === "the platform" && verdict === "confirmed",
    ),
  );
  return refusals({
    owner: readOwner(),
    versions: Object.fromEntries(manifests.map(({ name, version }) => [name, version])),
    changelog: read("CHANGELOG.md"),
    securityPage: read("SECURITY.md"),
    confirmed: confirmed.length,
    changed: execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }),
  });
}
