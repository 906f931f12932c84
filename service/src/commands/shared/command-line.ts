import { readFileSync } from "node:fs";
import { ConnectorError } from "agent-connectors";

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Prints JSON for programs, one object in a line, or else the text for people. */
export const printAs = ({ json }: { json: boolean }, value: object, text: () => string): void =>
  print(json ? JSON.stringify(value) : withoutControls(text()));

/** Agents and other people have chosen parts of the text, and a terminal would obey control characters. */
const withoutControls = (text: string): string =>
  text.replace(
    /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );

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

/** @throws ConnectorError `config_error` */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new ConnectorError("config_error", `${file} cannot be read as JSON.`, {
      hint: 'Write JSON to the file, such as {"caps": {"max_bid": {"USD": 2}}}.',
    });
  }
}
