import { pipeline } from "node:stream/promises";
import type { ReportProgress } from "../src/core/ground/call-progress.ts";
import { toConnectorError } from "../src/core/ground/errors.ts";

/** Writes JSON: one line for programs if `json` is true, and indented lines for people if not. */
export function print(value: unknown, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(value) : JSON.stringify(value, null, 2)}\n`);
}

/** Writes the bytes as fast as the reader of the output accepts them. */
export const printBytes = (bytes: ReadableStream<Uint8Array>): Promise<void> =>
  pipeline(bytes, process.stdout, { end: false });

/** Writes an error, as one line of JSON if `json` is true. Sets the exit status 1. */
export function fail(error: unknown, json: boolean): void {
  const known = toConnectorError(error);
  const lines = [`${known.code}: ${known.message}`, ...(known.hint ? [known.hint] : [])];
  process.stderr.write(json ? `${JSON.stringify({ error: known })}\n` : `${lines.join("\n")}\n`);
  process.exitCode = 1;
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
