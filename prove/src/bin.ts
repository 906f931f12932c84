#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { parseArgs } from "node:util";
import { defences, type Defence } from "./faults.ts";
import { frameworks as known } from "./frameworks/all-frameworks.ts";
import { isProven, jsonReport, printReport } from "./report.ts";
import { runAll } from "./run.ts";

const help = `Shows what happens to the writes of agents when something goes wrong: with a tool
as tutorials write it, and with the tools of agent-connectors. Needs no key, and
reaches no other computer.

  --only NAMES       only these frameworks: ${Object.keys(known).join(", ")}
  --tries NUMBER     how often each fault is tried with each tool (default: 2)
  --without DEFENCE  switch off a defence of agent-connectors: ${defences.join(", ")}
  --json             print the numbers as JSON

The exit code is 0 if agent-connectors has no failure, and 1 otherwise.`;

function readOptions() {
  if (Number.parseInt(process.versions.node, 10) < 22)
    throw new Error(`This needs Node 22.19 or later, as the AI SDK does. You have ${process.version}.`);
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      tries: { type: "string", default: "2" },
      without: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const frameworks = [...new Set(values.only?.split(",") ?? Object.keys(known))];
  const tries = Number(values.tries);
  for (const name of frameworks)
    if (!Object.hasOwn(known, name))
      throw new Error(`--only: there is no framework ${name}. Use ${Object.keys(known).join(", ")}.`);
  if (!Number.isInteger(tries) || tries < 1 || tries > 100)
    throw new Error("--tries must be a whole number from 1 to 100.");
  if (values.without !== undefined && !defences.includes(values.without as Defence))
    throw new Error(`--without: there is no defence ${values.without}. Use one of ${defences.join(", ")}.`);
  const without = values.without as Defence | undefined;
  return { ...values, frameworks, tries, without };
}

function versionOf(name: string): string {
  const manifest = readFileSync(findPackageJSON(name, import.meta.url)!, "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

async function main(): Promise<void> {
  const { json, help: asked, ...options } = readOptions();
  if (asked) return console.log(help);
  if (process.stderr.isTTY) console.error("This takes less than a minute.");
  const start = performance.now();
  const rows = await runAll(options);
  const titleOf = ([title, packageName]: (typeof known)[string]) => `${title} ${versionOf(packageName)}`;
  const titles = Object.fromEntries(options.frameworks.map((name) => [name, titleOf(known[name]!)]));
  const seconds = Math.round((performance.now() - start) / 1000);
  const report = { rows, titles, without: options.without, seconds };
  console.log(json ? JSON.stringify(jsonReport(report), null, 2) : printReport(report));
  process.exitCode = isProven(rows) ? 0 : 1;
}

await main().catch((error: Error) => {
  console.error(error.message);
  // The processes of other frameworks end with this one.
  process.exit(1);
});
