import { ConnectorError } from "agent-connectors";

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** @throws ConnectorError `config_error` if the command line has more than `count` words after the command */
export function noMoreWords(words: readonly string[], count: number, command: string): void {
  const extra = words[count];
  if (extra === undefined) return;
  const takes = count === 0 ? "no word" : count === 1 ? "1 word" : `${count} words`;
  throw new ConnectorError(
    "config_error",
    `"${command}" takes ${takes}. The word "${extra.slice(0, 40)}" is too much.`,
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

/** @throws ConnectorError `config_error` if there is no word at this position of the command line */
export function requiredWord(words: readonly string[], index: number, what: string): string {
  const found = words[index];
  if (found === undefined || found === "")
    throw new ConnectorError("config_error", `${what} is missing.`, {
      hint: "Run with --help to see the commands.",
    });
  return found;
}
