import { pipeline } from "node:stream/promises";
import type { ReportProgress } from "../src/core/ground/call-progress.ts";
import { escapeInvisible } from "../src/core/ground/control-characters.ts";
import { toConnectorError } from "../src/core/ground/errors.ts";
import type { Dict } from "../src/core/ground/json.ts";
import { exitStatusOf } from "./exit-status.ts";
import { styles } from "./table/style.ts";
import { hang } from "./table/text-width.ts";

/** Writes JSON: one line for programs if `json` is true, and indented lines for people if not. */
export function print(value: unknown, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(value) : JSON.stringify(value, null, 2)}\n`);
}

/**
 * Writes a line for a person: in a terminal with breaks at spaces. Characters that could be commands for the terminal are
 * escaped, because other people have written the texts of a connector file.
 */
export const writeLine = (line: string, look = (text: string): string => text): void =>
  void process.stdout.write(`${look(hang(escapeInvisible(line), process.stdout))}\n`);

/** Writes a record: its fields for a person at a terminal, and JSON otherwise. */
export async function printRecord(record: object, json: boolean): Promise<void> {
  const { isTTY, columns } = process.stdout;
  if (json || !isTTY) return print(record, json);
  const { recordLines } = await import("./table/record-lines.ts");
  const { lines } = recordLines(record as Dict, columns || 80, {}, styles(process.stdout));
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Writes the bytes as fast as the reader of the output accepts them. */
export const printBytes = (bytes: ReadableStream<Uint8Array>): Promise<void> =>
  pipeline(bytes, process.stdout, { end: false });

/** Writes an error, as one line of JSON if `json` is true. Sets the exit status. */
export function fail(error: unknown, json: boolean): void {
  const known = toConnectorError(error);
  const { code, message, hint } = known;
  const { bad } = styles(process.stderr);
  // A message can have words of strangers, such as the name of a channel.
  const [first, ...more] = [`${code}: ${message}`, ...(hint ? [hint] : [])].map((text) =>
    hang(escapeInvisible(text), process.stderr),
  );
  const lines = [bad(`${code}:`) + first!.slice(code.length + 1), ...more];
  process.stderr.write(json ? `${JSON.stringify({ error: known })}\n` : `${lines.join("\n")}\n`);
  process.exitCode = exitStatusOf(known);
}

/**
 * Shows in one line of the terminal what a long call does. Shows nothing if standard error is not a terminal. `clear`
 * removes the line.
 */
export function progressLine(): { onProgress: ReportProgress | undefined; clear(): void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { onProgress: undefined, clear: () => {} };
  const clear = (): void => void stderr.write("\r\u001b[K");
  return { onProgress: ({ message }) => void stderr.write(`\r\u001b[K${message}`), clear };
}
