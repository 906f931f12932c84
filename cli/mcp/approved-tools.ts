import { agentTools } from "../../src/core/tool/tools.ts";
import type { McpOptions } from "../../adapters/mcp.ts";
import { approvalDesk } from "../../src/core/approval/approval-desk.ts";
import { approvals } from "../../src/core/approval/approvals.ts";
import type { ApprovalTool } from "../../src/core/approval/with-approval.ts";
import type { ApprovalRule } from "../../src/core/contract/approval.ts";
import type { OpenConnector } from "../known.ts";
import { fileStore } from "../../src/store/file-store.ts";
import { stateFolder } from "../accounts.ts";

/** The milliseconds between two looks at the decisions. */
const everyMs = 500;

/**
 * Returns tools whose writes wait for a person, who decides with the command `approvals`. This process runs each call after the
 * decision, also a call about which an earlier process has asked. `scope`: the account, because a call must not run with another
 * one. `rules`: the rules by which people are asked. Default: every call that is not a read.
 */
export async function approvedTools(
  connector: OpenConnector,
  options: McpOptions,
  {
    scope,
    rules,
    log,
  }: { scope: string; rules: readonly ApprovalRule[] | undefined; log: (line: string) => void },
): Promise<{ tools: readonly ApprovalTool[]; stop: () => void }> {
  const store = fileStore(stateFolder());
  const plain = await agentTools(connector, options, { split: true, descriptionBudget: 2000 });
  const tools = approvals(plain, {
    scope,
    store,
    decides: "desk",
    ...(rules ? { needsApproval: rules } : {}),
  });
  const desk = approvalDesk(store);
  const names = new Set(tools.map(({ name }) => name));
  const told = new Set<string>();
  let isLooking = false;
  const look = async () => {
    for (const { id, tool, status, text } of await desk.list({ run: scope })) {
      if (!names.has(tool)) continue;
      if (status === "pending" && !told.has(id)) {
        told.add(id);
        log(
          `${id} waits for a person. To decide, run agent-connectors approvals. ${text.split("\n", 1)[0]!}`,
        );
      }
      if (status === "approved") await desk.run(id, tools);
    }
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) =>
        log(error instanceof Error ? error.message : "The approvals cannot be read."),
      )
      .finally(() => (isLooking = false));
  }, everyMs);
  timer.unref();
  return { tools, stop: () => clearInterval(timer) };
}
