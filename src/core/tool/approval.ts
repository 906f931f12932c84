import type { AgentTool, ResolvedCall } from "../contract/tool.ts";

/** Decides whether a person must approve a call before it runs. */
export type NeedsApproval = (call: ResolvedCall) => boolean | Promise<boolean>;

/**
 * Applies `needsApproval` to a tool's input, for frameworks. A call that will fail anyway needs no approval. Use
 * `effects`, `include` and `exclude` for calls that must never run.
 */
export const approvalOf =
  (tool: AgentTool, needsApproval: NeedsApproval) =>
  (input: unknown): boolean | Promise<boolean> => {
    const call = tool.resolve(input);
    return call !== undefined && needsApproval(call);
  };
