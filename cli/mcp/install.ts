import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { Argument, type Command } from "commander";
import { registerMcpTools } from "../../adapters/mcp.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { openTerminal } from "../connect/prompt.ts";
import { environmentOf } from "../open-connector.ts";
import { type Choice, choiceOfEach, type ServedConnector } from "./choice.ts";
import { clients, type ServerEntry } from "./clients.ts";
import { hostedVariables, openServed } from "./open-served.ts";

interface Options extends Choice {
  yes?: true;
  http?: unknown;
}

export function addInstall(mcp: Command): void {
  const command = mcp
    .command("install")
    .description(
      "Show how an MCP client starts this server, and write it into the file of the client after a question.",
    )
    .addArgument(new Argument("<client>").choices(Object.keys(clients)))
    .argument("<connectors...>")
    .option("--yes", "write the file without a question")
    .configureHelp({ showGlobalOptions: true });
  // The options of `mcp` belong to `mcp` wherever they stand.
  command.action(async (client: string, names: string[]) => {
    const { yes, http, ...choice } = command.optsWithGlobals<Options>();
    if (http !== undefined)
      throw new ConnectorError("config_error", "The client starts the server itself, without --http.", {
        path: "http",
        hint: "Start agent-connectors mcp --http yourself, and give its address and token to the client.",
      });
    const { title, file, show, add } = clients[client]!;
    const served = choiceOfEach(names, choice);
    // An entry with a wrong option would be a server that does not start.
    for (const one of served)
      await registerMcpTools({ registerTool: () => {} }, await openServed(one), one.options);
    const variables = await Promise.all(served.map(variablesOf));
    const entry: ServerEntry = {
      name: names.join("-"),
      command: "npx",
      args: ["-y", "agent-connectors", "mcp", ...names, ...argumentsOf(choice)],
      variables: [...new Set(variables.flat())],
    };
    process.stdout.write(`${show(entry)}\n`);
    const path = file();
    const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const after = add(before, entry);
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    if ("problem" in after) {
      say(`${path} was not changed. ${after.problem} Add the lines above yourself.`);
      process.exitCode = 1;
    } else if (after.text === before) say(`${path} already has this entry.`);
    else if (
      yes ||
      (await agrees(
        `${after.replaces ? `Replace the entry ${entry.name} in` : "Write this to"} ${path}? [y/N]`,
      ))
    ) {
      write(path, after.text);
      say(`Written to ${path}. ${title} reads it when it starts.`);
      if (entry.variables.length > 0)
        say(
          `The entry has no secret: ${title} must run with ${entry.variables.join(", ")} in its environment.`,
        );
    } else say("Nothing was written.");
  });
}

/** The environment variables that the server needs. With a sandbox or a stored account, it needs none. */
async function variablesOf({ name, sandbox, account, hosted }: ServedConnector): Promise<readonly string[]> {
  if (hosted !== undefined) return hostedVariables;
  return sandbox === false ? environmentOf(name, account) : [];
}

/** Writes the options as arguments of the command. */
const argumentsOf = (choice: Choice): string[] =>
  Object.entries(choice).flatMap(([option, value]: [string, unknown]) => {
    if (value === true) return [`--${option}`];
    return [value].flat().flatMap((one) => [`--${option}`, String(one)]);
  });

async function agrees(question: string): Promise<boolean> {
  const terminal = openTerminal();
  try {
    return /^y(es)?$/i.test(await terminal.askOptional(question));
  } finally {
    terminal.close();
  }
}

/** Replaces the file in one step, so that the client never reads a part of it. Keeps its rights, and a link to it. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const target = existsSync(path) ? realpathSync(path) : path;
  const temporary = `${target}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: existsSync(target) ? statSync(target).mode & 0o777 : 0o600 });
  renameSync(temporary, target);
}
