import type { CallOptions } from "../contract/call-options.ts";
import type { AgentTool, Envelope, ResolvedCall } from "../contract/tool.ts";
import { failed } from "./failure.ts";

/** A tool call whose arguments are parsed, whose action is found and whose params are validated. */
export interface PlannedToolCall {
  /** What the call will do; undefined if it will be refused before anything is sent. */
  readonly resolved: ResolvedCall | undefined;
  run(options: CallOptions): Promise<Envelope>;
}

/** Resolved calls that a tool remembers until they run, and the longest arguments that it remembers. */
const mostRemembered = 16;
const longestRemembered = 1_000_000;

/**
 * Makes a tool from a function that plans its calls. Approval and ordering resolve a call before it runs. The run then
 * uses the same plan if its arguments are the same, letter by letter.
 */
export function agentTool(
  facts: Omit<AgentTool, "call" | "resolve">,
  plan: (input: unknown) => PlannedToolCall,
): AgentTool {
  const remembered = new Map<string, PlannedToolCall>();
  return {
    ...facts,
    resolve(input) {
      const text = textOf(input);
      const planned = (text !== undefined && remembered.get(text)) || planSafely(plan, input);
      if (text !== undefined) {
        remembered.delete(text);
        remembered.set(text, planned);
        const [oldest] = remembered.keys();
        if (remembered.size > mostRemembered) remembered.delete(oldest!);
      }
      return planned.resolved;
    },
    async call(input, options = {}) {
      const text = remembered.size > 0 ? textOf(input) : undefined;
      const planned = text === undefined ? undefined : remembered.get(text);
      // A repetition is a new call.
      if (text !== undefined) remembered.delete(text);
      return (planned ?? planSafely(plan, input)).run(options);
    },
  };
}

/** A call that cannot be planned becomes a call that fails. */
function planSafely(plan: (input: unknown) => PlannedToolCall, input: unknown): PlannedToolCall {
  try {
    return plan(input);
  } catch (error) {
    return { resolved: undefined, run: (options) => failed(error, options) };
  }
}

/** The arguments as text; undefined if they have none, or a very long one. */
function textOf(input: unknown): string | undefined {
  try {
    const text = JSON.stringify(input) as string | undefined;
    return text !== undefined && text.length <= longestRemembered ? text : undefined;
  } catch {
    return undefined;
  }
}
