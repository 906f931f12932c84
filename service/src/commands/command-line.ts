import { ConnectorError } from "agent-connectors";

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** @throws ConnectorError `config_error` if there are more than `count` arguments */
export function noMoreWords(words: readonly string[], count: number, command: string): void {
  const extra = words[count];
  if (extra === undefined) return;
  const takes = count === 0 ? "no arguments" : count === 1 ? "1 argument" : `${count} arguments`;
  throw new ConnectorError(
    "config_error",
    `"${command}" takes ${takes}. The argument "${extra.slice(0, 40)}" is too much.`,
    {
      hint: "Run with --help to see the commands.",
    },
  );
}

/** @throws ConnectorError `config_error` if there is no such action */
export function readAction<T>(
  actions: Readonly<Record<string, T>>,
  command: string,
  name: string | undefined,
): T {
  if (name !== undefined && Object.hasOwn(actions, name)) return actions[name]!;
  throw new ConnectorError(
    "config_error",
    name === undefined ? "The action is missing." : `There is no command "${command} ${name.slice(0, 40)}".`,
    { hint: `Commands: ${Object.keys(actions).join(", ")}.` },
  );
}

/** @throws ConnectorError `config_error` if the argument at this position is missing */
export function requiredWord(words: readonly string[], index: number, what: string): string {
  const found = words[index];
  if (found === undefined || found === "")
    throw new ConnectorError("config_error", `${what} is missing.`, {
      hint: "Run with --help to see the commands.",
    });
  return found;
}
