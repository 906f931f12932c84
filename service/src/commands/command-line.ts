import { ConnectorError } from "agent-connectors";

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Returns the word at this position of the command line. @throws ConnectorError `config_error` if it is missing */
export function requiredWord(words: readonly string[], index: number, what: string): string {
  const found = words[index];
  if (found === undefined || found === "")
    throw new ConnectorError("config_error", `${what} is missing.`, {
      hint: "Run with --help to see the commands.",
    });
  return found;
}
