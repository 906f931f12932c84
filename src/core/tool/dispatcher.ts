import type { CallOptions } from "../contract/call-options.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import type { Effect, EffectRule } from "../contract/effect.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { AgentTool, ToolOptions } from "../contract/tool.ts";
import { type Dict, isDict } from "../ground/json.ts";
import { badArguments, readArguments, toolName } from "./arguments.ts";
import { describeTool } from "./description.ts";
import {
  type NamedCall,
  type Offer,
  type ToolParts,
  answer,
  createOffer,
  noActions,
} from "./offered-actions.ts";
import { firstFitting } from "./output.ts";
import { checkToolOptions, dispatcherOptions } from "./tool-options.ts";

/** The one tool of a connector: `{entity, action, params?}`. */
export async function createDispatcher(parts: ToolParts, options: ToolOptions = {}): Promise<AgentTool> {
  checkToolOptions(options, dispatcherOptions);
  const name = toolName(options.name ?? parts.connector.name.replaceAll("-", "_"));
  const offer = await createOffer(parts, options);
  if (!offer) throw noActions();
  return dispatcher(name, offer, parts, options);
}

/** Two of them: what changes nothing, and the rest. A half without actions is left out. */
export async function createSplit(parts: ToolParts, options: ToolOptions): Promise<AgentTool[]> {
  const base = options.name ?? parts.connector.name.replaceAll("-", "_");
  const reads = (effect: Effect | EffectRule) =>
    (typeof effect === "string" ? effect : effect.strongest) === "read";
  const halves = {
    read: await createOffer(parts, options, reads),
    write: await createOffer(parts, options, (effect) => !reads(effect)),
  };
  const tools = Object.entries(halves).flatMap(([half, offer]) =>
    offer ? [dispatcher(toolName(`${base}_${half}`), offer, parts, options)] : [],
  );
  if (tools.length === 0) throw noActions();
  return tools;
}

function dispatcher(name: string, offer: Offer, { connector }: ToolParts, options: ToolOptions): AgentTool {
  const run = async (input: unknown, call: CallOptions) => {
    const asked = readInput(input);
    if (asked.action !== "describe" && asked.entity !== "connector") return offer.run(asked, call);
    const about = await describeOffered(offer.lookup, asked, options);
    return { ok: true as const, data: about, meta: {}, text: JSON.stringify(about) };
  };
  return {
    name,
    description: describeTool(connector, offer, options.descriptionBudget ?? 4500),
    inputSchema: inputSchema(offer),
    effects: offer.effectsOf(offer.actions),
    call: (input, call = {}) => answer(() => run(input, call), call),
    resolve(input) {
      try {
        return offer.resolve(readInput(input));
      } catch {
        return undefined;
      }
    },
  };
}

const expected = '{"entity": "...", "action": "...", "params": {...}}';

/** The three arguments; params may be spread beside entity and action, as models do. */
function readInput(input: unknown): NamedCall {
  const { entity, action, params, ...rest } = readArguments(input, expected);
  const spread = Object.keys(rest);
  if (spread.length === 0) return { entity, action, params };
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

const inputSchema = ({ actions }: Offer): JsonSchema => ({
  type: "object",
  properties: {
    entity: { type: "string", enum: [...new Set(actions.map(({ entity }) => entity)), "connector"] },
    action: { type: "string", enum: [...new Set(actions.map(({ action }) => action)), "describe"] },
    params: { type: "object", description: "Params of the action." },
  },
  required: ["entity", "action"],
  additionalProperties: false,
});

/** A schema without the patterns that a description puts into words. */
function inWords(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (!isDict(value) || typeof value.pattern !== "string" || typeof value.description !== "string")
      return value;
    const { pattern: _pattern, ...rest } = value;
    return rest;
  }) as JsonSchema;
}

/** What `describe` answers: of an entity all that is known, of the connector a line per action. */
async function describeOffered(
  lookup: ActionIndex,
  { entity, params }: NamedCall,
  options: ToolOptions,
): Promise<Dict> {
  const asked = isDict(params) ? params : {};
  // Models name the entity in either place.
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
  return firstFitting(one === undefined ? [lines] : [full, lines], options);
}
