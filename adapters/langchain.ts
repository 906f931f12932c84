import type { CallbackManagerForToolRun } from "@langchain/core/callbacks/manager";
import { ToolMessage } from "@langchain/core/messages";
import { BaseToolkit, StructuredTool, type StructuredToolInterface } from "@langchain/core/tools";
import { agentTools, ConnectorError, streamedResult } from "../src/adapter.ts";
import type {
  AgentTool,
  CallOptions,
  CallProgress,
  ApprovalDecision,
  StreamedResult,
  ToolMedia,
  ToolSources,
  ToolsOptions,
} from "../src/adapter.ts";

type Dict = Record<string, unknown>;
/** LangChain's own type does not declare all these fields. */
type Config = CallOptions & {
  toolCall?: { id?: string | undefined } | undefined;
  /** Writes to LangGraph's stream with the mode `custom`. */
  writer?: ((chunk: unknown) => void) | undefined;
};

/**
 * The name of the custom event about a long call. Callbacks and `streamEvents` receive the event's data as
 * `CallProgress`. The stream mode `custom` of LangGraph receives an object with this name as the key.
 */
export const progressEvent = "agent_connectors_progress";

interface Stream {
  /**
   * The form of a ToolMessage's `artifact`, which LangGraph keeps in checkpoints and sends to browsers. `compact`
   * (default): the result as the model reads it. `fullResult(message.artifact)` of `agent-connectors` then returns the
   * whole result. `full`: the whole result, with all fields of the platform's records.
   */
  stream?: StreamedResult | undefined;
}

export interface LangChainOptions extends ToolsOptions, Stream {}

interface ToolCall {
  id?: string | undefined;
  args: unknown;
}
interface Runtime {
  context?: unknown;
}
export interface InterruptOn {
  allowedDecisions: ("approve" | "edit" | "reject")[];
  when(request: { toolCall: ToolCall; runtime?: Runtime | undefined }): Promise<boolean>;
  description(toolCall: ToolCall, state: unknown, runtime?: Runtime): Promise<string>;
}

class ConnectorTool extends StructuredTool<Dict, Dict, Dict> {
  override name: string;
  override description: string;
  override schema: Dict;
  readonly #tool: AgentTool;
  readonly #artifactOf: ReturnType<typeof streamedResult>;
  readonly #unchecked: ConnectorTool | undefined;

  /** @param schema the schema that the model sees. Without a schema, the tool accepts any arguments. */
  constructor(tool: AgentTool, stream: StreamedResult | undefined, schema?: Dict) {
    super({});
    this.name = tool.name;
    this.description = tool.description;
    this.schema = schema ?? {};
    this.#tool = tool;
    this.#artifactOf = streamedResult(stream);
    this.#unchecked = schema && new ConnectorTool(tool, stream);
  }

  // LangChain validates the arguments against `schema` before a call, and its agents show the model a stack trace for
  // invalid arguments. Therefore this tool passes the arguments unchecked to a second tool, which corrects and
  // validates the arguments.
  override async call(...args: Parameters<StructuredTool["call"]>): Promise<never> {
    return (await (this.#unchecked ?? { call: super.call.bind(this) }).call(...(args as [Dict]))) as never;
  }

  /**
   * Returns a ToolMessage with a status and an artifact. If the call has no id, for example in a script, returns only
   * the text.
   */
  protected async _call(
    input: Dict,
    manager?: CallbackManagerForToolRun,
    config: Config = {},
  ): Promise<ToolMessage | string> {
    const { signal, context, toolCall, writer } = config;
    const onProgress = (progress: CallProgress): void => {
      // A handler that fails must not make the call fail.
      manager?.handleCustomEvent(progressEvent, progress).catch(() => {});
      writer?.({ [progressEvent]: progress });
    };
    const envelope = await this.#tool.call(input, { signal, context, callId: toolCall?.id, onProgress });
    const { ok, text } = envelope;
    if (toolCall?.id === undefined) return text;
    const artifact = this.#artifactOf(envelope);
    const message = { tool_call_id: toolCall.id, name: this.name, artifact };
    // Version 0 of LangChain has no standard blocks for files.
    const content =
      ok && envelope.media && "contentBlocks" in ToolMessage.prototype ? blocksOf(envelope.media) : text;
    return new ToolMessage({ ...message, content: content as string, status: ok ? "success" : "error" });
  }
}

const blocksOf = ({ kind, mediaType: mimeType, base64: data, filename, text }: ToolMedia) => [
  { type: "text", text },
  kind === "image"
    ? { type: "image", mimeType, data }
    : { type: "file", mimeType, data, metadata: { filename } },
];

/**
 * A LangChain toolkit with the tools of one or several connectors. With `interruptOn`, a person approves certain
 * calls.
 */
export class ConnectorToolkit extends BaseToolkit {
  readonly #made: readonly AgentTool[];
  override tools: StructuredToolInterface[];

  /** @param tools the result of `agentTools(connector, options)` */
  constructor(tools: readonly AgentTool[], { stream }: Stream = {}) {
    super();
    if (!Array.isArray(tools))
      throw new ConnectorError("config_error", "ConnectorToolkit needs an array of tools.", {
        path: "tools",
        hint: "Write new ConnectorToolkit(await agentTools(connector)).",
      });
    this.#made = tools;
    this.tools = tools.map(
      (tool) => new ConnectorTool(tool, stream, tool.strictSchema ?? tool.inputSchema) as never,
    );
  }

  /**
   * Returns the value of the option `interruptOn` for LangChain's `humanInTheLoopMiddleware`. The description of a
   * request is the text for the person. An edited call is refused if it needs approval, and the model can call again.
   * @throws ConnectorError `config_error` if the tools do not come from `approvals`
   */
  interruptOn(): Record<string, InterruptOn> {
    return Object.fromEntries(
      this.#made.map((tool) => {
        if (!tool.decide)
          throw new ConnectorError("config_error", `The tool "${tool.name}" cannot ask for approval.`, {
            path: "tools",
            hint: "Pass the result of approvals(tools, rules) to ConnectorToolkit.",
          });
        const decide = ({ id, args }: ToolCall, runtime: Runtime | undefined): Promise<ApprovalDecision> =>
          tool.decide!(args, { callId: id, context: runtime?.context });
        const interruptOn: InterruptOn = {
          allowedDecisions: ["approve", "edit", "reject"],
          when: async ({ toolCall, runtime }) => (await decide(toolCall, runtime)).status === "ask",
          description: async (toolCall, _state, runtime) => {
            const decision = await decide(toolCall, runtime);
            return decision.status === "run" ? "" : decision.reason;
          },
        };
        return [tool.name, interruptOn];
      }),
    );
  }
}

/** Creates tools from one or several connectors, for LangChain's agents and models. */
export async function langChainTools(
  sources: ToolSources,
  { stream, ...options }: LangChainOptions = {},
): Promise<StructuredToolInterface[]> {
  return new ConnectorToolkit(await agentTools(sources, options), { stream }).tools;
}
