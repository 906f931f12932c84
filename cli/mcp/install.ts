import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { Argument, type Command } from "commander";
import { registerMcpTools } from "../../adapters/mcp.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { openTerminal } from "../connect/prompt.ts";
import { isPath } from "../connector-file.ts";
import { fileWith, isFromFile } from "../environment.ts";
import { hostedVariables } from "../hosted.ts";
import { environmentOf } from "../open-connector.ts";
import { type Choice, choiceOfEach, nameOf, type ServedConnector } from "./choice.ts";
import { clients, type ServerEntry } from "./clients.ts";
import { servedTools } from "./served-tools.ts";

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
    .argument("[connectors...]")
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
    const { title, file: fileOfClient, show, add } = clients[client]!;
    const served = choiceOfEach(names, choice);
    // An entry with a wrong option would be a server that does not start.
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    for (const one of served) {
      const { sources, options, stop } = await servedTools(one, choice, say);
      await registerMcpTools({ registerTool: () => {} }, sources, options);
      stop();
    }
    const variables = (await Promise.all(served.map(variablesOf))).flat();
    // A client starts the server in another folder, and with its own environment.
    const file = fileWith(variables);
    const entry: ServerEntry = {
      name: served.map(nameOf).join("-"),
      command: "npx",
      // A client starts the server in a folder of its own.
      args: [
        "-y",
        "agent-connectors",
        "mcp",
        ...names.map((one) => (isPath(one) ? resolve(one) : one)),
        ...argumentsOf(choice),
        ...(file === undefined ? [] : ["--dotenv", file]),
      ],
      variables: [...new Set(variables.filter((name) => !isFromFile(name)))],
    };
    process.stdout.write(`${show(entry)}\n`);
    const path = fileOfClient();
    const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const after = add(before, entry);
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
async function variablesOf(one: ServedConnector): Promise<readonly string[]> {
  const { name, sandbox, account, hosted, server } = one;
  if (server) return server.env.map((variable) => variable.replace(/^.*=/, ""));
  if (hosted !== undefined) return hostedVariables;
  return sandbox === false ? environmentOf(name, account) : [];
}

/** Writes the options as arguments of the command. */
const argumentsOf = (choice: Choice): string[] =>
  Object.entries(choice).flatMap(([option, value]: [string, unknown]) => {
    const name = `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [name];
    return [value].flat().flatMap((one) => [name, String(one)]);
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
