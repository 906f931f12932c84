import type { CallOptions } from "../../contract/call-options.ts";
import type { AgentTool, CallPreview, ToolResult, OutputOptions, ResolvedCall } from "../../contract/tool.ts";
import { toConnectorError } from "../../ground/errors.ts";
import { failed, withinBudget } from "../output/failure.ts";

export interface PlannedToolCall {
  /**
   * The call that a person can approve before it runs. Undefined if the call sends nothing, because it is invalid,
   * forbidden, or a question about actions.
   */
  readonly resolved: ResolvedCall | undefined;
  run(options: CallOptions): Promise<ToolResult>;
  preview(options: CallOptions): Promise<CallPreview>;
}

/** The maximum number of plans that are kept for later calls. */
const mostRemembered = 16;

/** The maximum length of the arguments of a kept plan, in characters of JSON. */
const longestRemembered = 1_000_000;

/**
 * Creates a tool from a function that plans its calls. `resolve` plans a call without running it, so that a person
 * can approve the call. A later `call` with exactly the same arguments uses this plan.
 */
export function agentTool(
  facts: Omit<AgentTool, "call" | "resolve" | "preview">,
  plan: (input: unknown) => PlannedToolCall,
  output: OutputOptions = {},
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
    async preview(input, options = {}) {
      const text = textOf(input);
      const planned = (text !== undefined && remembered.get(text)) || planSafely(plan, input);
      return planned.preview(options);
    },
    async call(input, options = {}) {
      const text = remembered.size > 0 ? textOf(input) : undefined;
      const planned = text === undefined ? undefined : remembered.get(text);
      // Each plan runs only once. A repeated call is planned again.
      if (text !== undefined) remembered.delete(text);
      return withinBudget(await (planned ?? planSafely(plan, input)).run(options), output);
    },
  };
}

/** Plans a call. If `plan` throws an error, the call fails with this error when it runs. */
function planSafely(plan: (input: unknown) => PlannedToolCall, input: unknown): PlannedToolCall {
  try {
    return plan(input);
  } catch (error) {
    const preview = () => Promise.reject(toConnectorError(error));
    return { resolved: undefined, run: (options) => failed(error, options), preview };
  }
}

/** Returns the arguments as JSON, or undefined if they are not JSON or if the text is too long. */
function textOf(input: unknown): string | undefined {
  try {
    const text = JSON.stringify(input) as string | undefined;
    return text !== undefined && text.length <= longestRemembered ? text : undefined;
  } catch {
    return undefined;
  }
}
