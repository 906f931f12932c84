import type { McpOptions } from "../../adapters/mcp.ts";
import type { ToolSources } from "../../src/core/tool/tools.ts";
import type { ApprovalRule } from "../../src/core/contract/approval.ts";
import { readPolicyFile } from "../policy-file.ts";
import { approvedTools } from "./approved-tools.ts";
import type { Choice, ServedConnector } from "./choice.ts";
import { accountScope, openServed } from "./open-served.ts";

/** What is registered on each server. `stop` ends the work beside the calls. */
interface Served {
  sources: ToolSources;
  options: McpOptions;
  stop: () => void;
}

/** @throws ConnectorError if the connector cannot be opened, or if an option is wrong */
export async function servedTools(
  one: ServedConnector,
  { policy, approvals = false }: Choice,
  log: (line: string) => void,
): Promise<Served> {
  const { approval, ...limits } = policy === undefined ? {} : await readPolicyFile(policy);
  // Of another server, everything is one tool, whose texts fit one budget.
  const split = one.server ? { split: false } : {};
  const options = { ...limits, ...split, ...one.options } as McpOptions;
  const asks = approvals || approval !== undefined;
  const connector = await openServed(one, { log, ...(asks ? { keepsJournal: true } : {}) });
  if (!asks) return { sources: connector, options, stop: () => {} };
  const scope = await accountScope(one);
  const rules = approval as readonly ApprovalRule[] | undefined;
  const { tools, stop } = await approvedTools(connector, options, { scope, rules, log });
  return { sources: tools, options: {}, stop };
}
