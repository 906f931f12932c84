import { pipeline } from "node:stream/promises";
import { toConnectorError } from "../core/ground/errors.ts";

/** A result on standard output: JSON for programs, indented for people. */
export function print(value: unknown, json: boolean): void {
  process.stdout.write(`${json ? JSON.stringify(value) : JSON.stringify(value, null, 2)}\n`);
}

/** A file on standard output, no faster than it is taken. */
export const printBytes = (bytes: ReadableStream<Uint8Array>): Promise<void> =>
  pipeline(bytes, process.stdout, { end: false });

/** An error on standard error, in words; its JSON with `--json`. The process ends with 1. */
export function fail(error: unknown): void {
  const known = toConnectorError(error);
  const lines = [`${known.code}: ${known.message}`, ...(known.hint ? [known.hint] : [])];
  const json = process.argv.includes("--json");
  process.stderr.write(json ? `${JSON.stringify({ error: known })}\n` : `${lines.join("\n")}\n`);
  process.exitCode = 1;
}
