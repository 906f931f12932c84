import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { nearest } from "../../src/core/ground/similar-names.ts";
import type { ConnectorClass } from "../../src/define/connector-class.ts";
import { exampleCalls } from "./chat/example-calls.ts";
import { isPath } from "../connector-file.ts";
import { openTerminal, type Terminal } from "../connect/prompt.ts";
import { connectors, known } from "../connectors.ts";
import { type Chosen, firstCallOf, hasSandbox, madeUpOptions, type Mode } from "./connector-text.ts";
import { type Framework, frameworks } from "./frameworks.ts";
import { nodeWarning, packagesOf, programFiles, promptFor, scripts } from "./program-files.ts";
import { type ModelCall, recordedCalls } from "./recording.ts";
import { existing, writeFiles } from "./write-files.ts";

export interface ProgramOptions {
  framework?: string;
  connector?: string;
  mode?: string;
  folder: string;
  overwrite?: true;
}

const modes: readonly Mode[] = ["open-source", "hosted"];

/** Writes a program whose agent uses a connector. Asks for what the options leave out, if a person can answer. */
export async function initProgram(options: ProgramOptions): Promise<void> {
  const terminal = process.stdin.isTTY ? openTerminal() : undefined;
  try {
    const framework =
      frameworks[await choose(terminal, "framework", Object.keys(frameworks), options.framework)]!;
    const name = await choose(terminal, "connector", Object.keys(connectors), options.connector);
    const mode = (await choose(terminal, "mode", modes, options.mode)) as Mode;
    await write(
      framework,
      await chosenConnector(name, mode),
      options,
      terminal,
      isPath(name) ? name : undefined,
    );
  } finally {
    terminal?.close();
  }
}

/** @throws ConnectorError `config_error` if the value is not allowed, or absent and nobody can be asked */
async function choose(
  terminal: Terminal | undefined,
  option: string,
  allowed: readonly string[],
  given: string | undefined,
): Promise<string> {
  const names = allowed.join(", ");
  const file = option === "connector" ? ", or the path of a connector file" : "";
  const value = given ?? (await terminal?.ask(`Which ${option}? ${names}${file}:`));
  if (value === undefined)
    throw wrong(option, `The option --${option} is missing.`, `Allowed: ${names}${file}.`);
  if (allowed.includes(value) || (file !== "" && isPath(value))) return value;
  const near = nearest(value, allowed);
  throw wrong(
    option,
    `There is no ${option} "${value.slice(0, 60)}".`,
    `${near ? `Did you mean ${near}? ` : ""}Allowed: ${names}${file}.`,
  );
}

const wrong = (path: string, message: string, hint: string): ConnectorError =>
  new ConnectorError("config_error", message, { path, hint });

async function chosenConnector(name: string, mode: Mode): Promise<Chosen> {
  const one = await known(name);
  if (!isPath(name)) return { name, known: one, mode };
  if ("mcp" in (JSON.parse(await readFile(name, "utf8")) as object))
    throw wrong(
      "connector",
      `${name} is the file of an MCP server.`,
      `Run agent-connectors mcp ${name} instead.`,
    );
  return { name: basename(name), known: one, mode };
}

/** The call with which the program begins. */
async function modelCallOf(chosen: Chosen): Promise<ModelCall> {
  const [entity = "", action = ""] = firstCallOf(chosen);
  const { entities } = await chosen.known.describe(entity, action);
  const { properties = {} } = entities[entity]![action]!.params as { properties?: object };
  return { entity, action, params: "limit" in properties ? { limit: 3 } : {} };
}

async function write(
  framework: Framework,
  chosen: Chosen,
  { folder, overwrite }: ProgramOptions,
  terminal: Terminal | undefined,
  file: string | undefined,
): Promise<void> {
  const call = await modelCallOf(chosen);
  const examples = framework.isChat ? await exampleCalls(chosen, call) : [{ text: promptFor(call), call }];
  const all = programFiles(framework, chosen, examples);
  if (file !== undefined) all[chosen.name] = await readFile(file, "utf8");
  if (!hasSandbox(chosen)) {
    const Connector = chosen.known.Connector as unknown as ConnectorClass;
    const calls = examples.map((one) => one.call);
    all["recording.json"] =
      `${JSON.stringify(await recordedCalls(Connector, calls, madeUpOptions(chosen)), null, 2)}\n`;
  }
  // A project has a manifest of its own, which stays. So do the options of its compiler.
  const { "package.json": manifest, "tsconfig.json": compiler, ...program } = all;
  const hasManifest = (await existing(folder, ["package.json"])).length > 0;
  const hasCompiler = (await existing(folder, ["tsconfig.json"])).length > 0;
  const files = {
    ...(hasManifest ? {} : { "package.json": manifest! }),
    ...(hasCompiler ? {} : { "tsconfig.json": compiler! }),
    ...program,
  };
  const taken = overwrite ? [] : await existing(folder, Object.keys(files));
  if (taken.length > 0) {
    const question = `${folder} already has ${taken.join(", ")}. Overwrite? (y/N)`;
    if ((await terminal?.ask(question))?.toLowerCase() !== "y")
      throw wrong(
        "folder",
        `${folder} already has ${taken.join(", ")}. Nothing was written.`,
        "Choose another folder with --folder, or pass --overwrite.",
      );
  }
  await writeFiles(folder, files);
  const ignored = await ignore(folder, [".env", "node_modules"]);
  const lines = [...Object.keys(files), ...(ignored ? [".gitignore"] : [])].map(
    (one) => `  ${join(folder, one)}`,
  );
  const next = [
    ...(folder === "." ? [] : [`cd ${folder}`]),
    ...(hasManifest ? commandsFor(framework) : ["npm install"]),
    "npm start",
    "npm test",
  ];
  process.stdout.write(`Written:\n${lines.join("\n")}\nNext:\n${next.map((one) => `  ${one}`).join("\n")}\n`);
  process.stderr.write(nodeWarning(process.versions.node));
  process.stdout.write(
    `The page node_modules/agent-connectors/docs/${framework.page} explains agent code of this kind.\n`,
  );
}

/** What a project with a manifest of its own runs instead of `npm install`. */
function commandsFor(framework: Framework): string[] {
  const [dependencies, development] = packagesOf(framework).map((packages) =>
    Object.entries(packages).map(([name, range]) => `${name}@${range}`),
  );
  const set = Object.entries(scripts).map(([name, command]) => `"scripts.${name}=${command}"`);
  return [
    `npm install ${dependencies!.filter((one) => !one.startsWith("agent-connectors@")).join(" ")}`,
    `npm install --save-dev ${development!.join(" ")}`,
    `npm pkg set type=module ${set.join(" ")}`,
  ];
}

/** Adds lines to .gitignore, if they are not there. Returns whether the file has changed. */
async function ignore(folder: string, lines: readonly string[]): Promise<boolean> {
  const file = ".gitignore";
  const text = await readFile(join(folder, file), "utf8").catch(() => "");
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/\/$/, "")));
  const missing = lines.filter((line) => !present.has(line));
  if (missing.length === 0) return false;
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  await writeFiles(folder, { [file]: `${text}${separator}${missing.join("\n")}\n` });
  return true;
}
