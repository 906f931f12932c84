import type { AgentTool, ApprovalTool } from "../src/adapter.ts";

// Needs nothing from the Claude Agent SDK. `registerMcpTools` of `agent-connectors/mcp` registers the tools on the SDK's server.

/** The answer of `canUseTool`. */
type Permission =
  | { behavior: "allow"; updatedInput: Record<string, unknown> }
  | { behavior: "deny"; message: string };

/** A call of Claude that runs only if a person agrees. */
export interface AskedPerson {
  /** The id of the approval at the desk. */
  id: string;
  /** What the call does, in words: who acts, where, who reads it, before and after. Texts of other people are in quotation marks. */
  reason: string;
  /** The name of the tool, without the part that Claude puts before it. */
  tool: string;
  input: Record<string, unknown>;
  /** Claude's id of the call. */
  toolUseID: string;
  /** Aborted if Claude does not need the answer any more. */
  signal: AbortSignal;
}

interface PermissionOptions {
  signal: AbortSignal;
  toolUseID: string;
  mcpServer?: { name: string; source: string } | undefined;
}

type CanUseTool<Options extends PermissionOptions, Other> = (
  toolName: string,
  input: Record<string, unknown>,
  options: Options,
) => Promise<Permission | Other>;

interface PermissionsOfOthers<Options extends PermissionOptions, Other> {
  /** The `context` of `registerMcpTools`, which the `scope` of `approvals` gets. */
  context?: unknown;
  /** Decides about all other tools. Default: they are refused. */
  other?: CanUseTool<Options, Other> | undefined;
}

/**
 * Returns the option `canUseTool` of the Claude Agent SDK. It asks a person about the calls of `approvals(...)` that need it. A
 * call about which `canUseTool` was not asked, for example because `allowedTools` names the tool, is refused.
 * @param server the name of the server in the option `mcpServers`
 * @param tools the result of `approvals`, which the server got by `registerMcpTools`
 * @param ask asks the person, and returns whether the person agrees
 */
export function canUseTool<Options extends PermissionOptions = PermissionOptions, Other = never>(
  server: string,
  tools: readonly (AgentTool & Pick<ApprovalTool, "decide">)[],
  ask: (asked: AskedPerson) => Promise<boolean>,
  { context, other }: PermissionsOfOthers<Options, Other> = {},
): CanUseTool<Options, Other> {
  // Claude Code replaces all other characters of the name.
  const prefix = `mcp__${server.replace(/[^\w-]/g, "_")}__`;
  const own = new Map(tools.map((tool) => [prefix + tool.name, tool]));
  return async (toolName, input, options) => {
    const { signal, toolUseID, mcpServer } = options;
    // Another server can choose the same names.
    const isOwn = mcpServer === undefined || (mcpServer.source === "sdk" && mcpServer.name === server);
    const tool = isOwn ? own.get(toolName) : undefined;
    if (!tool) return other ? other(toolName, input, options) : deny(`The tool ${toolName} is not allowed.`);
    const decision = await tool.decide(input, { callId: toolUseID, context, signal });
    if (decision.status === "refuse") return deny(decision.reason);
    const { name } = tool;
    if (
      decision.status === "ask" &&
      !(await ask({ id: decision.id, reason: decision.reason, tool: name, input, toolUseID, signal }))
    )
      return deny(
        "The person has refused this call. Nothing was sent. Do not call again, and tell the user.",
      );
    return { behavior: "allow", updatedInput: input };
  };
}

const deny = (message: string): Permission => ({ behavior: "deny", message });
