import type { ApprovalOptions } from "../contract/approval.ts";
import type { AgentTool } from "../contract/tool.ts";
import { optionError } from "../ground/read-options.ts";
import { approvedWrites } from "../store/kinds.ts";
import { createOnce } from "../store/once.ts";
import { readApprovalOptions } from "./approval-options.ts";
import { type ApprovalTool, withApproval } from "./with-approval.ts";

/**
 * Returns tools that run certain calls only after a person has approved them. `decide` returns the text that describes
 * such a call to the person. The framework shows this text, and runs `call` only after the person has agreed. `call`
 * refuses such a call if nobody was asked, or if the arguments or the current values have changed since the question.
 * Every write runs at most once per scope, call id and arguments. A repeated call waits for the result of the first
 * call, until 60 seconds after the first call has started.
 * @throws ConnectorError `config_error` for an invalid scope, store or rule
 */
export function approvals(tools: readonly AgentTool[], options: ApprovalOptions): ApprovalTool[] {
  if (!Array.isArray(tools) || !tools.every((tool) => typeof tool?.plan === "function"))
    throw optionError(
      "tools",
      "The tools must be the result of agentTools.",
      "Write approvals(await agentTools(connector), options).",
    );
  const read = readApprovalOptions(options);
  const once = createOnce(approvedWrites, read.clock);
  return tools.map((tool) => withApproval(tool, read, once));
}
