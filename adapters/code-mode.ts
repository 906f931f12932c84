import { agentTools, ConnectorError, namespaceName, programResult, programText } from "../src/adapter.ts";
import type {
  AgentTool,
  AnyConnector,
  ApprovalTool,
  CallOptions,
  ProgramResult,
  TypescriptOptions,
} from "../src/adapter.ts";

// For hosts that run a program of the model and give it functions, such as the package `run`. For a code mode that takes
// tools of the AI SDK, use `aiSdkTools(connector, { stream: "records" })`.

export interface CodeModeOptions extends Omit<TypescriptOptions, "name"> {
  /**
   * The maximum length of the declarations of each connector, in characters, or in tokens with `countTokens`. The default
   * is 6,000: the params and the first fields of the results in short form, as in the description of a tool. With 32,000,
   * the declarations are TypeScript types with all details.
   */
  budget?: number | undefined;
  /** Replaces the tools through which all calls go, for example by `(tools) => approvals(tools, rules)`. */
  tools?: ((tools: AgentTool[]) => readonly AgentTool[]) | undefined;
  /**
   * Asks a person about a call, and returns whether the call can run. `reason`: the text for the person. Without this
   * function, calls that need an approval are refused.
   */
  ask?: ((reason: string, call: { callId: string }) => boolean | Promise<boolean>) | undefined;
}

export interface CodeMode {
  /** TypeScript declarations for the model: one namespace per connector. See `typescript()` of a connector. */
  readonly declarations: string;
  /**
   * Adds the namespaces to a program of the model, in its first line. They call the function `call` in the global object
   * `connectors`, which the host must provide. In the program, a failed call throws an error with a message that says
   * what to do, a `code` and a `hint`.
   */
  source(program: string): string;
  /**
   * Runs a call of the program. A failure is a value, because hosts hide the errors that their functions throw. Throws
   * only the reason of an aborted signal.
   * @param options `callId`: the id of the call, unique in the conversation. Approvals need it
   */
  call(
    namespace: string,
    entity: string,
    action: string,
    params?: unknown,
    options?: Pick<CallOptions, "signal" | "callId" | "context">,
  ): Promise<ProgramResult>;
  /**
   * Returns the text that the model reads of the value that a program has returned, within `outputBudget`. The text marks
   * what others may have written.
   */
  text(value: unknown, options?: { outputBudget?: number | undefined }): string;
}

/** Prepares connectors for programs of a model. */
export async function codeMode(
  connectors: AnyConnector | readonly AnyConnector[],
  { tools: wrap, ask, budget = 6000, ...options }: CodeModeOptions = {},
): Promise<CodeMode> {
  const list = [connectors].flat() as AnyConnector[];
  const made = await agentTools(list, options);
  const tools = new Map(
    (wrap?.(made) ?? made).map((tool, index) => [namespaceName(made[index]!.name), tool]),
  );
  const declarations = await Promise.all(
    list.map((connector) => connector.typescript({ ...options, budget })),
  );

  const call: CodeMode["call"] = async (namespace, entity, action, params, callOptions = {}) => {
    const tool = tools.get(namespace);
    if (!tool) return failed(noNamespace([...tools.keys()]));
    const input = { entity, action, ...(params === undefined || params === null ? {} : { params }) };
    const obstacle = hasDecide(tool) ? await findObstacle(tool, input, callOptions, ask) : undefined;
    return obstacle === undefined
      ? programResult(await tool.call(input, callOptions))
      : failed(denied(obstacle));
  };
  return {
    declarations: declarations.join("\n"),
    source: (program) => `${helperCode} ${[...tools.keys()].map(namespaceCode).join(" ")} ${program}`,
    call,
    text: (value, { outputBudget } = {}) =>
      programText(value, { outputBudget, countTokens: options.countTokens }),
  };
}

const hasDecide = (tool: AgentTool): tool is ApprovalTool => tool.decide !== undefined;

/** Returns why the call cannot run, or undefined if it can. */
async function findObstacle(
  tool: ApprovalTool,
  input: object,
  options: Pick<CallOptions, "signal" | "callId" | "context">,
  ask: CodeModeOptions["ask"],
): Promise<string | undefined> {
  const decision = await tool.decide(input, options);
  if (decision.status === "run") return undefined;
  if (decision.status === "refuse") return decision.reason;
  const { callId } = options;
  const agreed = ask && callId !== undefined && (await ask(decision.reason, { callId }));
  return agreed ? undefined : "This call needs approval, and nobody has agreed to it.";
}

const failed = (error: ConnectorError): ProgramResult => ({ ok: false, error: error.toJSON() });

const denied = (message: string) =>
  new ConnectorError("approval_denied", message, {
    hint: "Return what you have found so far, and propose the call to the person.",
  });

const noNamespace = (known: readonly string[]) =>
  new ConnectorError("not_found", "There is no such namespace.", {
    path: "namespace",
    hint: `Namespaces: ${known.join(", ")}.`,
  });

/** JavaScript that declares `slack.channels.list(params)` and all other methods. A call with a wrong name fails. */
const namespaceCode = (name: string): string =>
  `const ${name} = new Proxy({}, { get: (_, entity) => isName(entity) ? new Proxy({}, { get: (_, action) => isName(action) ? (params) => connectors.call(${JSON.stringify(name)}, entity, action, params).then(resultOf) : undefined }) : undefined });`;

/** A promise has the method `then`, so no entity and no action can have this name. */
const helperCode =
  'const isName = (name) => typeof name === "string" && name !== "then"; const resultOf = (result) => { if (result.ok) return { data: result.data, meta: result.meta }; const { code, message, hint } = result.error; throw Object.assign(new Error(hint ? message + " " + hint : message), { code, hint }); };';
