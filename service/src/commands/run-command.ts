import { ConnectorError } from "agent-connectors";
import { readSettings } from "../startup/settings.ts";
import { storageError } from "../store/storage-errors.ts";
import { commands } from "./commands.ts";

/** Runs a command. Default: `serve`. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { words, settings } = readSettings(args, environment);
  const [name = "serve", ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (settings.help || !command) {
    process.stdout.write(usage());
    if (!command && !settings.help)
      throw new ConnectorError("config_error", `There is no command "${name.slice(0, 40)}".`);
    return;
  }
  const run = await command.load();
  try {
    await run(rest, settings);
  } catch (error) {
    throw storageError(error) ?? error;
  }
}

const usage = () =>
  [
    "agent-connectors-service [command] [options]",
    "",
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(18)} ${summary}`),
    "",
    "Options: --data-dir, --host, --port, --public-url, --metrics-host, --metrics-port, --sandbox, --connectors, --definitions, --no-migrate, --user. See the README.",
    "",
  ].join("\n");
