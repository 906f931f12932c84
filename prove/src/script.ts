/** What the scripted model does. */
export interface Script {
  /** The tool that the model calls. */
  tool: string;
  args: Record<string, unknown>;
  /** Whether the model makes the call once more if its result has no id of a message. The framework repeats it first, if it can. */
  repeats: boolean;
}

/** Returns the id of the model's next call, or undefined if the model ends. `results`: what it got for its calls. */
export function nextCall({ repeats }: Script, results: readonly string[]): string | undefined {
  if (results.length === 0) return "call_1";
  return repeats && results.length === 1 && !hasMessageId(results[0]!) ? "call_2" : undefined;
}

const hasMessageId = (result: string): boolean => /\b\d{10}\.\d{6}\b/.test(result);

/** Returns the result of a tool as a text. */
export const asText = (result: unknown): string =>
  typeof result === "string" ? result : JSON.stringify(result);
