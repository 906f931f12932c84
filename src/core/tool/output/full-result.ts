import type { CompactResult, ToolResult } from "../../contract/tool.ts";
import { show } from "../../ground/json.ts";
import { optionError } from "../../ground/read-options.ts";

const fullResults = new WeakMap<object, ToolResult>();

/** Returns the parsed text of the envelope. For the returned object, `fullResult` returns the envelope. */
export const compactResult = (envelope: ToolResult): CompactResult =>
  withFullResult(JSON.parse(envelope.text) as CompactResult, envelope);

/**
 * Returns a function that converts an envelope to the form in the option `stream`, which is `compact` by default.
 * @throws ConnectorError `config_error` if `stream` is neither `compact` nor `full`
 */
export function streamedResult(stream: unknown): (envelope: ToolResult) => CompactResult | ToolResult {
  if (stream === undefined || stream === "compact") return compactResult;
  if (stream === "full") return (envelope) => envelope;
  throw optionError("options.stream", `stream must be "compact" or "full", got ${show(stream)}.`);
}

export function withFullResult<Output extends object>(output: Output, envelope: ToolResult): Output {
  fullResults.set(output, envelope);
  return output;
}

/**
 * Returns the whole result of a tool call, for code of the application. `output` must be the object that an adapter
 * has returned in this process. For a copy, such as a message that a browser has sent back, the result is undefined.
 */
export const fullResult = (output: unknown): ToolResult | undefined =>
  typeof output === "object" && output !== null ? fullResults.get(output) : undefined;
