import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Argument, Command, Option } from "commander";
import { afterAll, expect, test } from "vitest";
import { createProgram } from "../../cli/run.ts";
import { runHere } from "./run-here.ts";

// Every command gets bad input of every kind. It must say in a sentence what is wrong, and where to look.

const folder = mkdtempSync(join(tmpdir(), "bad-input-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const missing = join(folder, "none.json");
const notJson = file("text.json", "{oops");
const otherJson = file("other.json", "[1]");
const directory = join(folder, "folder.json");
mkdirSync(directory);
const unreadable = file("secret.json", "{}");
chmodSync(unreadable, 0);
const isRoot = process.getuid?.() === 0;
const badFiles = [missing, notJson, otherJson, directory, ...(isRoot ? [] : [unreadable])];

const canary = "canary1234567890";
const env = {
  XDG_CONFIG_HOME: folder,
  SLACK_TOKEN: `xoxb-${canary}`,
  AMAZON_ADS_CLIENT_ID: "amzn1.application",
  AMAZON_ADS_CLIENT_SECRET: canary,
  AMAZON_ADS_REFRESH_TOKEN: canary,
  NOTION_API_TOKEN: `ntn_${canary}`,
  AGENT_CONNECTORS_CLIENT_SECRET: canary,
};

/** Good arguments, by the name of the argument. */
const good: Readonly<Record<string, string>> = {
  connector: "slack",
  connectors: "slack",
  entity: "channels",
  action: "list",
  words: "message",
  definition: "slack",
  old: "slack",
  new: "slack",
  client: "cursor",
  id: "a1",
  shell: "bash",
};
/** Bad arguments, by the name of the argument. */
const bad: Readonly<Record<string, readonly string[]>> = {
  connector: ["slak", "", ...badFiles],
  connectors: ["slak", ...badFiles],
  entity: ["chanels", "chanels.list", "channels.lst", "."],
  action: ["lst"],
  definition: ["slak", ...badFiles],
  old: ["slak", ...badFiles],
  new: ["slak", ...badFiles],
  client: ["emacs"],
  source: ["", "http://", ...badFiles],
  file: badFiles,
  id: ["a b", "none"],
  shell: ["tcsh"],
  params: ["oops", "limt=3", "limit=abc", "limit:={", "@", `@${missing}`, `@${directory}`, "{oops", "[1]", "fields=nam", "__proto__:=1", "limit=1"], // prettier-ignore
};
/** Bad values of options, by the name of the option. An option that is not here takes every text. */
const badValues: Readonly<Record<string, readonly string[]>> = {
  "--effects": ["reads"],
  "--actions": ["some"],
  "--include": ["channels.destroy"],
  "--exclude": ["channels.destroy"],
  "--only": ["#general", "channel=#general"],
  "--policy": badFiles,
  "--dotenv": [missing, directory],
  "--overlay": [missing, directory, notJson],
  "--account": ["nobody"],
  "--hosted": ["c1"],
  "--limit": ["abc"],
  "--fields": ["nam"],
  "--wait": ["abc"],
  "--http": ["99999"],
  "--budget": ["abc"],
  "--run": ["none"],
  "--token": ["robot"],
  "--config": ["oops"],
};
/** What a command needs besides good arguments, so that nothing but the bad part is wrong. */
const also: Readonly<Record<string, readonly string[]>> = {
  "call --fields": ["--sandbox"],
  "call --limit": ["--sandbox"],
  "types --budget": ["--code"],
};

/** Options of commands that take every text. */
const taken = new Set(["connect --account", "journal --run"]);

interface Case {
  args: string[];
  /** The exit statuses that docs/command-line.md gives to this mistake. */
  status: readonly number[];
}

const leaves = (
  command: Command,
  names: readonly string[] = [],
): { command: Command; names: readonly string[] }[] => {
  const below = command.commands.flatMap((one) => leaves(one, [...names, one.name()]));
  // `complete` is for the scripts of shells. It prints nothing if its words are wrong.
  const runs = "_actionHandler" in command && command._actionHandler !== null;
  return [...(runs && names[0] !== "complete" ? [{ command, names }] : []), ...below];
};

const isConnector = (place: Argument) =>
  ["connector", "connectors", "definition", "old", "new"].includes(place.name());

function casesOf(command: Command, names: readonly string[]): Case[] {
  const { registeredArguments: places, options } = command;
  const required = options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long!, "none"]);
  const goodArgs = places.map((place) => good[place.name()] ?? file("good.yaml", "openapi: 3.1.0"));
  const needed = goodArgs.filter((_arg, index) => places[index]!.required || isConnector(places[index]!));
  const usage = (...args: string[]): Case => ({ args: [...names, ...args], status: [2] });
  const cases: Case[] = [
    usage(...needed, ...required, "--nope"),
    ...(needed.length > 0 ? [usage()] : []),
    ...(places.at(-1)?.variadic ? [] : [usage(...goodArgs, ...required, "one", "too", "many")]),
  ];
  for (const [index, place] of places.entries())
    for (const value of bad[place.name()] ?? [])
      cases.push({
        args: [...names, ...goodArgs.slice(0, index), value, ...(value === "limit=1" ? ["limit=2"] : []), ...goodArgs.slice(index + 1, needed.length), ...required], // prettier-ignore
        // An approval that does not exist is not found.
        status: place.name() === "id" && value === "none" ? [1] : [2],
      });
  for (const option of options)
    cases.push(...optionCases(option, names, [...needed, ...required], command.name()));
  return cases;
}

function optionCases(
  option: Option,
  names: readonly string[],
  args: readonly string[],
  name: string,
): Case[] {
  const { long, required: hasValue } = option;
  const usual = args.filter((one, index) => one !== long && args[index - 1] !== long);
  const more = also[`${name} ${long}`] ?? [];
  return [
    ...(hasValue ? [{ args: [...names, ...usual, long!], status: [2] }] : []),
    ...(taken.has(`${name} ${long}`) ? [] : (badValues[long!] ?? [])).map((value) => ({
      args: [...names, ...usual, long!, value, ...more],
      // A run that is not in the journal is not found.
      status: usual.includes("--run") || long === "--run" ? [1] : [2],
    })),
  ];
}

const program = await createProgram();
const all = leaves(program).flatMap(({ command, names }) => casesOf(command, names));

test("every command of the program is tried", () => {
  const tried = new Set(all.map(({ args }) => args[0]));
  for (const command of program.commands)
    if (command.name() !== "complete") expect(tried).toContain(command.name());
});

test.each(all.map((one) => [one.args.join(" ").replaceAll(folder, ""), one] as const))(
  "%s",
  async (_title, { args, status }) => {
    const { code, stdout, stderr } = await runHere(args, env);
    expect(status, stderr + stdout).toContain(code);
    expect(stdout).toBe("");
    const lines = stderr.trimEnd().split("\n");
    expect(lines.length, stderr).toBeLessThanOrEqual(2);
    for (const line of lines) expect(line, stderr).toMatch(/[.?!")}]$|: [\w./|-]+$/);
    expect(lines[0]).toMatch(/^[a-z_]+: ./);
    expect(stderr).not.toMatch(/ {4}at |canary|unexpected|undefined|\[object/);
    expect(stderr.length).toBeLessThan(1200);
    // An option without its value would take --json as the value.
    if (args.at(-1)!.startsWith("--")) return;
    const json = await runHere([...args, "--json"], env);
    if (json.stderr.startsWith("{"))
      expect(JSON.parse(json.stderr)).toMatchObject({
        error: { code: expect.any(String), outcome: "not_started" },
      });
  },
);
