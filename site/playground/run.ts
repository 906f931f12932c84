import { toConnectorError } from "../../src/core/ground/errors.ts";
import type { Opened } from "./playable.ts";

/** What a reader sees of a call. */
export interface Outcome {
  failed: boolean;
  /** One sentence, or the error with what to do next, as in a terminal. */
  summary: string;
  /** The result as JSON. Absent if the call has failed. */
  json?: string;
}

/** Reads params as JSON. */
export function readJson(text: string): { params: unknown } | { fault: string } {
  try {
    return { params: JSON.parse(text.trim() === "" ? "{}" : text) as unknown };
  } catch (error) {
    return { fault: `The params are not JSON. ${(error as Error).message}.` };
  }
}

/** Runs a call in a sandbox. `text`: the params as JSON. */
export async function run(connector: Opened, entity: string, action: string, text: string): Promise<Outcome> {
  const read = readJson(text);
  if ("fault" in read) return { failed: true, summary: read.fault };
  try {
    const { data, meta } = await connector.execute(entity, action, read.params);
    const shown = data instanceof ReadableStream ? await fileText(data as ReadableStream<Uint8Array>) : data;
    return {
      failed: false,
      summary: Array.isArray(shown)
        ? `Done: ${shown.length} ${shown.length === 1 ? "record" : "records"}.`
        : "Done.",
      json: JSON.stringify({ data: shown, meta }, null, 2),
    };
  } catch (error) {
    const { code, message, hint } = toConnectorError(error);
    return { failed: true, summary: [`${code}: ${message}`, ...(hint ? [hint] : [])].join("\n") };
  }
}

/** Returns a file as text, or its size if it is no text. */
async function fileText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return `${bytes.length} bytes`;
  }
}
