import { ToolMessage } from "@langchain/core/messages";
import { BaseToolkit, StructuredTool, type StructuredToolInterface } from "@langchain/core/tools";
import { agentTools, approvalOf } from "../src/index.ts";
import type { AgentTool, CallOptions, NeedsApproval, ToolSources, ToolsOptions } from "../src/index.ts";

type Dict = Record<string, unknown>;
/** What LangChain passes along with a call; its own type has less of it. */
type Config = CallOptions & { toolCall?: { id?: string | undefined } | undefined };

interface InterruptOn {
  allowedDecisions: ("approve" | "edit" | "reject")[];
  when(request: { toolCall: { args: unknown } }): boolean | Promise<boolean>;
}

class ConnectorTool extends StructuredTool<Dict, Dict, Dict> {
  override name: string;
  override description: string;
  override schema: Dict;
  readonly #tool: AgentTool;
  readonly #unchecked: ConnectorTool | undefined;

  /** @param schema what the model is shown; the inner tool has none and takes anything */
  constructor(tool: AgentTool, schema?: Dict) {
    super({});
    this.name = tool.name;
    this.description = tool.description;
    this.schema = schema ?? {};
    this.#tool = tool;
    this.#unchecked = schema && new ConnectorTool(tool);
  }

  // StructuredTool validates by `schema` before it calls, and agents show the model that refusal with its stack. So
  // the tool that runs has a schema that takes anything: our own call repairs and validates.
  override async call(...args: Parameters<StructuredTool["call"]>): Promise<never> {
    return (await (this.#unchecked ?? { call: super.call.bind(this) }).call(...(args as [Dict]))) as never;
  }

  /** A ToolMessage with status and artifact in answer to a tool call; without one, as in scripts, the text alone. */
  protected async _call(input: Dict, _manager: unknown, config: Config = {}): Promise<ToolMessage | string> {
    const { signal, context, toolCall } = config;
    const artifact = await this.#tool.call(input, { signal, context, callId: toolCall?.id });
    const { ok, text } = artifact;
    if (toolCall?.id === undefined) return text;
    const message = { tool_call_id: toolCall.id, name: this.name, content: text, artifact };
    return new ToolMessage({ ...message, status: ok ? "success" : "error" });
  }
}

/** The tools of one connector or several as a toolkit, which also knows which calls a person should approve. */
export class ConnectorToolkit extends BaseToolkit {
  readonly #made: readonly AgentTool[];
  override tools: StructuredToolInterface[];

  /** @param tools what `agentTools(connector, options)` gives */
  constructor(tools: readonly AgentTool[]) {
    super();
    this.#made = tools;
    this.tools = tools.map((tool) => new ConnectorTool(tool, tool.strictSchema ?? tool.inputSchema) as never);
  }

  /** `interruptOn` of `humanInTheLoopMiddleware`. */
  interruptOn(needsApproval: NeedsApproval): Record<string, InterruptOn> {
    const asks = (tool: AgentTool, needed = approvalOf(tool, needsApproval)): InterruptOn => ({
      allowedDecisions: ["approve", "edit", "reject"],
      when: ({ toolCall }) => needed(toolCall.args),
    });
    return Object.fromEntries(this.#made.map((tool) => [tool.name, asks(tool)]));
  }
}

/** Tools for LangChain's agents and models, of one connector or several. */
export async function langChainTools(
  sources: ToolSources,
  options?: ToolsOptions,
): Promise<StructuredToolInterface[]> {
  return new ConnectorToolkit(await agentTools(sources, options)).tools;
}
