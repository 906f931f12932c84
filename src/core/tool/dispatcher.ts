import type { JsonSchema } from "../contract/json-schema.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import { strongest } from "../contract/effect.ts";
import type { AgentTool, Envelope, ToolOptions } from "../contract/tool.ts";
import { isDict, type Dict } from "../ground/json.ts";
import { agentTool, type PlannedToolCall } from "./agent-tool.ts";
import { firstFitting } from "./output-budget.ts";
import { badArguments, readArguments } from "./parse-arguments.ts";
import { toolName } from "./tool-name.ts";
import { describeTool } from "./description.ts";
import { failed } from "./failure.ts";
import { createOfferedActions, noActions, type OfferedActions, type ToolParts } from "./offered-actions.ts";
import { planOffered } from "./plan-offered.ts";
import { checkToolOptions, dispatcherOptions } from "./tool-options.ts";

/** Creates one tool for all actions of a connector. The arguments of the tool are `{entity, action, params?}`. */
export async function createDispatcher(parts: ToolParts, options: ToolOptions = {}): Promise<AgentTool> {
  checkToolOptions(options, dispatcherOptions);
  const name = toolName(options.name ?? parts.connector.name.replaceAll("-", "_"));
  const offered = await createOfferedActions(parts, options);
  if (!offered) throw noActions();
  return dispatcher(name, offered, parts, options);
}

/**
 * Creates two tools: one for actions that only read, and one for all other actions. A tool without actions is left out.
 */
export async function createSplit(parts: ToolParts, options: ToolOptions): Promise<AgentTool[]> {
  const base = options.name ?? parts.connector.name.replaceAll("-", "_");
  const halves = {
    read: await createOfferedActions(parts, options, (effect) => strongest(effect) === "read"),
    write: await createOfferedActions(parts, options, (effect) => strongest(effect) !== "read"),
  };
  const tools = Object.entries(halves).flatMap(([half, offered]) =>
    offered ? [dispatcher(toolName(`${base}_${half}`), offered, parts, options)] : [],
  );
  if (tools.length === 0) throw noActions();
  return tools;
}

function dispatcher(
  name: string,
  offered: OfferedActions,
  { connector }: ToolParts,
  options: ToolOptions,
): AgentTool {
  const facts = {
    name,
    description: describeTool(connector, offered, options.descriptionBudget ?? 4500),
    inputSchema: inputSchema(offered),
    effects: offered.effectsOf(offered.actions),
  };
  const plan = (input: unknown) => {
    const call = readInput(input);
    if (call.action === "describe" || call.entity === "connector")
      return planDescribe(offered.lookup, call, options);
    const notes = [...call.notes];
    const compiled = offered.find(call.entity, call.action, notes);
    return planOffered(connector, offered, compiled, call.params, notes, options);
  };
  return agentTool(facts, plan, options);
}

/** Plans a call of `describe`. Such a call sends nothing to the platform, so it never needs an approval. */
const planDescribe = (lookup: ActionIndex, call: ToolCall, options: ToolOptions): PlannedToolCall => ({
  resolved: undefined,
  run: (callOptions) =>
    describeOffered(lookup, call, options)
      .then((about): Envelope => ({ ok: true, data: about, meta: {}, text: JSON.stringify(about) }))
      .catch((error: unknown) => failed(error, callOptions)),
});

/** The arguments of the dispatcher. `notes` lists the corrections of the arguments. */
interface ToolCall {
  entity: unknown;
  action: unknown;
  params: unknown;
  notes: readonly string[];
}

const expected = '{"entity": "...", "action": "...", "params": {...}}';

/** Reads the arguments. Some models put the params directly beside `entity` and `action`, not into `params`. */
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

const inputSchema = ({ actions }: OfferedActions): JsonSchema => ({
  type: "object",
  properties: {
    entity: { type: "string", enum: [...new Set(actions.map(({ entity }) => entity)), "connector"] },
    action: { type: "string", enum: [...new Set(actions.map(({ action }) => action)), "describe"] },
    params: { type: "object", description: "Params of the action." },
  },
  required: ["entity", "action"],
  additionalProperties: false,
});

/** Removes the `pattern` of each property that has a description, because the description explains the format. */
function inWords(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (!isDict(value) || typeof value.pattern !== "string" || typeof value.description !== "string")
      return value;
    const { pattern: _pattern, ...rest } = value;
    return rest;
  }) as JsonSchema;
}

/** Returns the result of `describe`: all details of an entity or an action, or one line per action of the connector. */
async function describeOffered(
  lookup: ActionIndex,
  { entity, params }: ToolCall,
  options: ToolOptions,
): Promise<Dict> {
  const asked = isDict(params) ? params : {};
  // Some models put the name of the entity into `params`.
  const named = entity === "connector" || entity === undefined ? asked.entity : entity;
  const one = named === undefined || named === "connector" ? undefined : String(named);
  const wanted = typeof asked.action === "string" ? asked.action : undefined;
  const { entities } = await lookup.describe(one, one === undefined ? undefined : wanted);
  const tell = (how: (action: (typeof entities)[string][string]) => unknown) => () =>
    Object.fromEntries(
      Object.entries(entities).map(([name, actions]) => [
        name,
        Object.fromEntries(Object.entries(actions).map(([action, known]) => [action, how(known)])),
      ]),
    );
  const lines = tell(({ signature, description }) => `${signature}: ${description}`);
  const full = tell(({ description, effect, params: schema, example, fields }) => ({
    description,
    effect,
    params: inWords(schema),
    example,
    answers: fields,
  }));
  const names = () =>
    Object.fromEntries(
      Object.entries(entities).map(([name, actions]) => [name, Object.keys(actions).join(", ")]),
    );
  return firstFitting(one === undefined ? [lines, names] : [full, lines, names], options);
}
