import type { JsonSchema } from "../contract/json-schema.ts";
import type { Effect } from "../contract/effect.ts";
import type { AgentTool, ToolOptions } from "../contract/tool.ts";
import { isDict } from "../ground/json.ts";
import { agentTool } from "./offer/agent-tool.ts";
import { badArguments, readArguments } from "./offer/parse-arguments.ts";
import { toolName } from "./offer/tool-name.ts";
import { describeTool, descriptionBudget } from "./description.ts";
import {
  createOfferedActions,
  noActions,
  type OfferedActions,
  type ToolParts,
} from "./offer/offered-actions.ts";
import { planOffered } from "./offer/plan-offered.ts";
import { planQuestion } from "./questions.ts";
import { checkToolOptions, dispatcherOptions } from "./offer/tool-options.ts";

/** Creates the tool with the arguments `{entity, action, params?}`. */
export async function createDispatcher(parts: ToolParts, options: ToolOptions = {}): Promise<AgentTool> {
  checkToolOptions(options, dispatcherOptions);
  const name = toolName(options.name ?? parts.connector.name.replaceAll("-", "_"));
  const offered = await createOfferedActions(parts, options);
  if (!offered) throw noActions();
  return dispatcher(name, offered, parts, options);
}

/** The tools of a split connector, and the strongest effects of their actions. Spending money cannot be undone either. */
const splits: Readonly<Record<string, readonly Effect[]>> = {
  read: ["read"],
  write: ["write"],
  destructive: ["spend", "destructive"],
};

/**
 * Creates one tool for the actions that only read, one for the actions that can write, and one for the actions that can
 * spend money or cannot be undone. Leaves out a tool without actions.
 */
export async function createSplit(parts: ToolParts, options: ToolOptions): Promise<AgentTool[]> {
  const base = options.name ?? parts.connector.name.replaceAll("-", "_");
  const tools: AgentTool[] = [];
  for (const [end, strongest] of Object.entries(splits)) {
    const name = toolName(`${base}_${end}`);
    const offered = await createOfferedActions(parts, options, (possible) =>
      strongest.includes(possible.at(-1)!),
    );
    if (offered) tools.push(dispatcher(name, offered, parts, options));
  }
  if (tools.length === 0) throw noActions();
  return tools;
}

function dispatcher(
  name: string,
  offered: OfferedActions,
  { connector }: ToolParts,
  options: ToolOptions,
): AgentTool {
  const { text, complete } = describeTool(connector, offered, options.descriptionBudget ?? descriptionBudget);
  const facts = {
    name,
    description: text,
    inputSchema: inputSchema(offered, complete || offered.actions.length <= mostListed),
    effects: offered.effectsOf(offered.actions),
  };
  const plan = (input: unknown) => {
    const call = readInput(input);
    if (call.action === "describe" || call.entity === "connector")
      return planQuestion(offered, call, options);
    const notes = [...call.notes];
    const compiled = offered.find(call.entity, call.action, notes);
    return planOffered(connector, offered, compiled, call.params, notes, options);
  };
  return agentTool(facts, plan, options);
}

interface ToolCall {
  entity: unknown;
  action: unknown;
  params: unknown;
  notes: readonly string[];
}

const expected = '{"entity": "...", "action": "...", "params": {...}}';

/** Reads the arguments of a call. Some models put the params directly beside `entity` and `action`. */
function readInput(input: unknown): ToolCall {
  const { entity, action, params, ...rest } = readArguments(input, expected);
  const spread = Object.keys(rest);
  if (spread.length === 0) return { entity, action, params, notes: [] };
  const empty =
    params === undefined || params === null || (isDict(params) && Object.keys(params).length === 0);
  if (!empty)
    throw badArguments(
      `Unknown arguments beside params: ${spread.slice(0, 5).join(", ").slice(0, 200)}.`,
      expected,
    );
  const names = spread.slice(0, 10).join(", ").slice(0, 100);
  return { entity, action, params: rest, notes: [`${names} moved into params`] };
}

/**
 * If there are more actions, the schema lists their names only if the description contains all signatures, because many
 * names cost many tokens.
 */
const mostListed = 60;

function inputSchema({ actions }: OfferedActions, list: boolean): JsonSchema {
  const name = (names: readonly string[], own: string) => ({
    type: "string",
    ...(list ? { enum: [...new Set(names), own] } : {}),
  });
  return {
    type: "object",
    properties: {
      entity: name(
        actions.map(({ entity }) => entity),
        "connector",
      ),
      action: name(
        actions.map(({ action }) => action),
        "describe",
      ),
      params: { type: "object" },
    },
    required: ["entity", "action"],
    additionalProperties: false,
  };
}
