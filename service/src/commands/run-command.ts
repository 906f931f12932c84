import { ConnectorError } from "agent-connectors";
import { readSettings } from "../startup/settings.ts";
import { storageError } from "../store/storage-errors.ts";
import { commands } from "./commands.ts";
import { usage } from "./shared/usage.ts";

/** Runs a command. Default: `serve`. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { words, settings } = readSettings(args, environment);
  const [name = "serve", ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (settings.help || !command) {
    const { isTTY, columns } = process.stdout;
    process.stdout.write(usage(words[0], isTTY ? columns || 80 : undefined));
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
