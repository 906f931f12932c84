import { approvals } from "agent-connectors";
import {
  agentTools,
  failure,
  fullResult,
  ConnectorError,
  type AgentTool,
  type ToolResult,
} from "agent-connectors/adapter";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { functionTools } from "agent-connectors/json-schema";
import { memoryStore } from "agent-connectors/store";
import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import { type ConnectorName, connectorNames } from "../platforms/index.ts";
import type { World } from "./world.ts";

/** The ways to offer a connector to a model. */
export const interfaceNames = ["tool", "per-action", "raw"] as const;
/** In code mode, a model makes its calls in programs. */
export const codeInterface = "code";
export type InterfaceName = (typeof interfaceNames)[number];

/** A call of one action, without the form that the interface gives to it. */
export interface ActionCall {
  connector: ConnectorName;
  entity: string;
  action: string;
  params: unknown;
}

export interface OpenInterface {
  /** What the model reads about the tools before its first call. */
  toolText: string;
  /** Runs a call as a model would write it. `said`: the arguments that the model would have to write. */
  call(call: ActionCall): Promise<{ said: string; result: ToolResult }>;
  /** The tools for a model of the AI SDK. */
  modelTools(): Promise<ToolSet>;
}

/**
 * What limits the calls of an agent, in addition to the task. `reads`: only reads are allowed. `approvals`: a person must
 * approve each write, and approves none.
 */
export type Guard = "reads" | "approvals";

/** Opens an interface over the connectors of a world. */
export async function openInterface(
  name: InterfaceName,
  world: World,
  connectors: readonly ConnectorName[],
  guard?: Guard,
): Promise<OpenInterface> {
  const shape = name === "per-action" ? "per-action" : "dispatcher";
  const own = new Map<ConnectorName, AgentTool[]>();
  for (const connector of connectors) {
    const made = await world.tools(connector, { shape, ...(guard === "reads" ? { effects: ["read"] } : {}) });
    const rules = { scope: "eval", store: memoryStore() };
    own.set(connector, guard === "approvals" ? approvals(made, rules) : made);
  }
  const tools = await agentTools([...own.values()].flat());
  const find = ({ connector, entity, action }: ActionCall): string | undefined =>
    shape === "dispatcher"
      ? own.get(connector)?.[0]?.name
      : toolOfAction(own.get(connector) ?? [], entity, action);
  const inputOf = ({ entity, action, params }: ActionCall) =>
    shape === "dispatcher" ? { entity, action, params } : params;

  if (name !== "raw") {
    return {
      toolText: JSON.stringify(
        tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      ),
      async call(call) {
        const tool = tools.find((one) => one.name === find(call));
        const said = JSON.stringify(inputOf(call));
        return { said, result: tool ? await tool.call(inputOf(call)) : notOffered(call) };
      },
      modelTools: () => aiSdkTools(tools),
    };
  }
  const raw = await functionTools(tools);
  const definitions = raw.definitions("openai");
  const run = async (name: string, input: unknown) => {
    const answer = await raw.run({
      id: "1",
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    });
    return fullResult(answer)!;
  };
  return {
    toolText: JSON.stringify(definitions),
    async call(call) {
      const name = find(call);
      const said = JSON.stringify(inputOf(call));
      return { said, result: name === undefined ? notOffered(call) : await run(name, inputOf(call)) };
    },
    modelTools: async () =>
      Object.fromEntries(
        definitions.map(({ function: { name, description, parameters } }) => [
          name,
          dynamicTool({
            description,
            inputSchema: jsonSchema(parameters),
            execute: async (input) => (await run(name, input)).text,
          }),
        ]),
      ),
  };
}

/** Finds the tool of an action. The name of a tool ends with a hash if the names of the action are too long. */
function toolOfAction(tools: readonly AgentTool[], entity: string, action: string): string | undefined {
  const end = `_${entity}_${action}`;
  const isShort = ({ name }: AgentTool) =>
    end.includes(
      name
        .replace(/_[0-9a-z]{7}$/, "")
        .replace(new RegExp(`^(?:${connectorNames.join("|").replaceAll("-", "_")})`), ""),
    );
  return (
    tools.find(({ name }) => name.endsWith(end)) ?? tools.filter(({ name }) => name.length > 56).find(isShort)
  )?.name;
}

const notOffered = ({ entity, action }: ActionCall): ToolResult =>
  failure(new ConnectorError("policy_denied", `There is no tool for ${entity}.${action}.`));
