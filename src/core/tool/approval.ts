import type { AgentTool, ResolvedCall } from "../contract/tool.ts";

/** Returns whether a person must approve a call before it runs. */
export type NeedsApproval = (call: ResolvedCall) => boolean | Promise<boolean>;

/**
 * Creates a function with which a framework can ask whether a tool call needs approval. A call that would fail before
 * anything is sent needs no approval. To forbid calls, use the options `effects`, `include` and `exclude`.
 */
export const approvalOf =
  (tool: AgentTool, needsApproval: NeedsApproval) =>
  (input: unknown): boolean | Promise<boolean> => {
    const call = tool.resolve(input);
    return call !== undefined && needsApproval(call);
  };
