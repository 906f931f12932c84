import { Command, CommanderError, Help } from "commander";
import { ConnectorError } from "../src/core/ground/errors.ts";
import { version } from "../src/version.ts";
import { readEnvFile } from "./environment.ts";
import { fail } from "./output.ts";
import { startPage } from "./start-page.ts";

type Add = (program: Command) => void;

/** Each command, with the function that adds it. Only the code of the command that runs is loaded. */
const commands: Readonly<Record<string, () => Promise<Add>>> = {
  list: async () => (await import("./list.ts")).addList,
  describe: async () => (await import("./describe.ts")).addDescribe,
  search: async () => (await import("./search.ts")).addSearch,
  call: async () => (await import("./call/index.ts")).addCall,
  mcp: async () => (await import("./mcp/index.ts")).addMcp,
  connect: async () => (await import("./connect/index.ts")).addConnect,
  disconnect: async () => (await import("./connect/index.ts")).addConnect,
  check: async () => (await import("./check.ts")).addCheck,
  manifest: async () => (await import("./manifest.ts")).addManifest,
  explain: async () => (await import("./explain.ts")).addExplain,
  journal: async () => (await import("./journal.ts")).addJournal,
  undo: async () => (await import("./journal.ts")).addUndo,
  stop: async () => (await import("./journal.ts")).addStop,
  resume: async () => (await import("./journal.ts")).addStop,
  approvals: async () => (await import("./approvals.ts")).addApprovals,
  definition: async () => (await import("./definition/index.ts")).addDefinition,
  types: async () => (await import("./types.ts")).addTypes,
  import: async () => (await import("./import/index.ts")).addImport,
  init: async () => (await import("./init/index.ts")).addInit,
  completion: async () => (await import("./completion/index.ts")).addCompletion,
};

/** Returns the program with all commands, or only with the named command if it exists. */
export async function createProgram(name = ""): Promise<Command> {
  const program = new Command("agent-connectors")
    .description("Look at connectors, connect accounts, call actions, and serve tools to MCP clients.")
    .version(version)
    // Node reads an option --env-file itself, also after the name of the program.
    .option("--dotenv <path>", "read variables from this file (default: .env in the current folder)")
    // In a narrow terminal, a list with the arguments of all commands would leave no room to describe them.
    .configureHelp({
      subcommandTerm: (command) =>
        command.parent?.parent ? new Help().subcommandTerm(command) : command.name(),
    })
    .exitOverride()
    // `fail` prints all errors.
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
    .hook("preAction", () => readEnvFile(program.opts<{ dotenv?: string }>().dotenv));
  const chosen = Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands);
  const added = new Set(await Promise.all(chosen.map((load) => load())));
  for (const add of added) add(program);
  return program;
}

/** Runs a command. If the command fails, prints the error and sets the exit status. */
export async function run(args: readonly string[]): Promise<void> {
  if (args.length === 0) return void process.stdout.write(startPage);
  const program = await createProgram(args[0]);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Help and the version are no errors.
    if (error instanceof CommanderError && error.exitCode === 0) return;
    fail(error instanceof CommanderError ? usageError(error, program, args) : error, args.includes("--json"));
  }
}

/** Says in one sentence what is wrong with the arguments, and where the help is. */
function usageError(
  { code, message }: CommanderError,
  program: Command,
  args: readonly string[],
): ConnectorError {
  let command = program;
  const names = [program.name()];
  for (const arg of args.filter((one) => !one.startsWith("-"))) {
    const next = command.commands.find((one) => one.name() === arg);
    if (!next) break;
    names.push(arg);
    command = next;
  }
  const name = names.join(" ");
  // A command that has commands was named alone.
  const isAlone = code === "commander.help";
  const [problem, ...near] = isAlone
    ? [`${name} needs the name of a command`]
    : message.replace(/^error: /, "").split("\n");
  const commands = command.commands.map((one) => one.name()).join(", ");
  return new ConnectorError("config_error", `${problem!.replace(/\.$/, "")}.`, {
    hint: [
      ...near.map((text) => text.replace(/^\((.*)\)$/, "$1")),
      ...(isAlone ? [`Commands: ${commands}.`] : []),
      `See ${name} --help.`,
    ].join(" "),
  });
}
