import { commands } from "../commands.ts";

const nameWidth = 18;
/** The room of a name, with two spaces before it and one after it. */
const indent = nameWidth + 3;
const options =
  "Options: --data-dir, --host, --port, --public-url, --metrics-host, --metrics-port, --sandbox, --connectors, --definitions, --no-migrate, --user. See the README.";

/**
 * Returns the help: of one command, or of all.
 * @param columns the width of the terminal. Undefined if the output is no terminal: then each command has one line
 */
export function usage(name: string | undefined, columns: number | undefined): string {
  const one = Object.entries(commands).filter(([each]) => each === name);
  const shown = one.length > 0 ? one : Object.entries(commands);
  const room = columns === undefined ? Infinity : Math.max(20, columns - indent);
  const lines = shown.flatMap(([each, { summary }]) =>
    linesOf(summary, room).map((line, index) => `  ${(index === 0 ? each : "").padEnd(nameWidth)} ${line}`),
  );
  return ["agent-connectors-service [command] [options]", "", ...lines, "", ...linesOf(options, columns ?? Infinity), ""].join("\n"); // prettier-ignore
}

/** Breaks a text into lines at spaces. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
