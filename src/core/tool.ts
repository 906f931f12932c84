import type { Effect, JsonSchema } from "./action.ts";
import type { Execute } from "./call.ts";
import type { CompiledAction, Lookup } from "./catalogue.ts";
import type { CallOptions, ConnectorDefinition, Meta } from "./connector.ts";
import { describeTool } from "./describe.ts";
import { ConnectorError, toConnectorError, type ErrorJson } from "./errors.ts";
import { isDict, show, type Dict } from "./json.ts";
import { forModel, type OutputOptions } from "./output.ts";
import { checkPolicy, effectOf, judge, offers, weakest, type Policy } from "./policy.ts";

/** What a tool may do, and how much it may say. The same in every adapter. */
export interface ToolOptions extends Policy, OutputOptions {
  /** The tool's name, for two connectors of one platform; by default the connector's. */
  name?: string | undefined;
  /** Characters of the description; 4,500 by default. What does not fit is listed by name. */
  descriptionBudget?: number | undefined;
}

/** What a model calls the tool with. */
export interface ToolInput {
  entity: string;
  action: string;
  params?: Readonly<Record<string, unknown>> | undefined;
}

/** The result of one tool call. `text` is for the model; the rest is for the application, whole. */
export type Envelope =
  | { ok: true; data: unknown; meta: Meta; text: string }
  | { ok: false; error: ErrorJson; text: string };

/** A tool for an agent, of no framework: adapters make theirs of it. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** `{entity, action, params?}` in the subset of JSON Schema that every provider takes. */
  readonly inputSchema: JsonSchema;
  /** Runs what a model asked for. Answers failures as an envelope; throws only the signal's reason, on abort. */
  call(input: unknown, options?: CallOptions): Promise<Envelope>;
  /** What a call would be, for approvals: undefined when it names nothing that the tool has. */
  resolve(input: unknown): { entity: string; action: string; params: Dict; effect: Effect } | undefined;
}

/** The longest name that every provider takes. */
const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

export async function createTool(
  connector: ConnectorDefinition,
  lookup: Lookup,
  execute: Execute,
  policies: { connector: Policy },
  options: ToolOptions = {},
): Promise<AgentTool> {
  const name = options.name ?? connector.name.replaceAll("-", "_");
  if (!namePattern.test(name))
    throw new ConnectorError("config_error", `A tool cannot be named ${show(name)}.`, {
      path: "name",
      hint: "A letter, then at most 63 letters, digits, _ or -.",
    });
  const actions = lookup.all.map(([entity, action]) => `${entity}.${action}`);
  const policy = checkPolicy(
    { ...options, effects: options.effects ?? connector.toolEffects },
    actions,
    "tool options",
  );
  const offered: CompiledAction[] = [];
  for (const [entity, action, { effect }] of lookup.all)
    if (offers(policy, entity, action, effect) && offers(policies.connector, entity, action, effect))
      offered.push(await lookup.compile(entity, action));
  if (offered.length === 0)
    throw new ConnectorError("config_error", "The tool would have no action: its options leave none.", {
      path: "tool options",
      hint: "Widen effects or include, or take something out of exclude.",
    });
  const entities = [...new Set(offered.map(({ entity }) => entity))];
  const has = (entity: string, action: string) =>
    offered.some((one) => one.entity === entity && one.action === action);

  const run = async (input: unknown, call: CallOptions): Promise<Envelope> => {
    const { entity, action, params, notes } = readInput(input);
    if (action === "describe" || entity === "connector") {
      const about = await describeOffered(
        lookup,
        offered,
        entity === "connector" ? undefined : entity,
        params,
      );
      return { ok: true, data: about, meta: {}, text: JSON.stringify(about) };
    }
    const found = lookup.find(entity, action, []);
    if (!has(found.entity, found.action)) {
      judge(policy, found.entity, found.action, weakest(found.definition.effect));
      judge(policies.connector, found.entity, found.action, weakest(found.definition.effect));
    }
    const result = await execute(entity, action, params, call);
    const normalized = [...notes, ...(result.meta.normalized ?? [])];
    const meta = normalized.length > 0 ? { ...result.meta, normalized } : result.meta;
    const compiled = await lookup.compile(found.entity, found.action);
    return {
      ok: true,
      data: result.data,
      meta,
      text: forModel(compiled, params, { data: result.data, meta }, options),
    };
  };

  let writes: Promise<unknown> = Promise.resolve();
  const tool: AgentTool = {
    name,
    description: describeTool(connector, offered, options.descriptionBudget ?? 4500),
    inputSchema: inputSchema(entities, [...new Set(offered.map(({ action }) => action))]),
    async call(input, callOptions = {}) {
      try {
        const effect = tool.resolve(input)?.effect ?? "read";
        if (effect === "read") return await run(input, callOptions);
        // A model's writes of one turn come at once; they are done in the order in which it gave them.
        const turn = writes.then(() => run(input, callOptions));
        writes = turn.catch(() => undefined);
        return await turn;
      } catch (error) {
        if (callOptions.signal?.aborted) throw callOptions.signal.reason;
        return failure(toConnectorError(error));
      }
    },
    resolve(input) {
      try {
        const { entity, action, params } = readInput(input);
        const found = lookup.find(entity, action, []);
        if (!has(found.entity, found.action)) return undefined;
        const known = isDict(params) ? params : {};
        return {
          entity: found.entity,
          action: found.action,
          params: known,
          effect: known.dry_run === true ? "read" : effectOf(found.definition.effect, known),
        };
      } catch {
        return undefined;
      }
    },
  };
  return tool;
}

/** A failure as a model reads it: what was wrong, what to do next; nothing that it cannot use. */
export function failure(error: ConnectorError): Envelope & { ok: false } {
  const json = error.toJSON();
  const { code, message, hint, retry_after, outcome, needed, provided } = json;
  const shown = {
    code,
    message,
    hint,
    retry_after,
    needed,
    provided,
    ...(outcome === "not_started" ? {} : { outcome }),
  };
  return { ok: false, error: json, text: JSON.stringify({ error: shown }) };
}

interface ReadInput {
  entity: string;
  action: string;
  params: unknown;
  notes: string[];
}

/** A model's arguments: as an object or as JSON text, params under their own key or spread beside entity and action. */
function readInput(input: unknown): ReadInput {
  const notes: string[] = [];
  let value = input;
  if (typeof value === "string") {
    try {
      value = JSON.parse(value);
    } catch {
      throw badInput(`The arguments are not JSON: ${show(value)}.`);
    }
  }
  if (!isDict(value)) throw badInput(`The arguments must be an object, got ${show(value)}.`);
  const { entity, action, params, ...rest } = value;
  const spread = Object.keys(rest);
  if (spread.length === 0) return { entity: entity as string, action: action as string, params, notes };
  if (params !== undefined && params !== null && !(isDict(params) && Object.keys(params).length === 0))
    throw badInput(`Unknown arguments beside params: ${spread.slice(0, 5).join(", ").slice(0, 200)}.`);
  notes.push(`${spread.slice(0, 10).join(", ").slice(0, 100)} moved into params`);
  return { entity: entity as string, action: action as string, params: rest, notes };
}

const badInput = (message: string) =>
  new ConnectorError("invalid_params", message, {
    path: "arguments",
    hint: 'Send {"entity": "...", "action": "...", "params": {...}}.',
  });

const inputSchema = (entities: readonly string[], actions: readonly string[]): JsonSchema => ({
  type: "object",
  properties: {
    entity: { type: "string", enum: [...entities, "connector"] },
    action: { type: "string", enum: [...actions, "describe"] },
    params: { type: "object", description: "Params of the action." },
  },
  required: ["entity", "action"],
});

async function describeOffered(
  lookup: Lookup,
  offered: readonly CompiledAction[],
  entity: string | undefined,
  params: unknown,
): Promise<Dict> {
  const wanted = isDict(params) && typeof params.action === "string" ? params.action : undefined;
  const { entities } = await lookup.describe(entity, entity === undefined ? undefined : wanted);
  const out: Dict = {};
  for (const [name, actions] of Object.entries(entities)) {
    const kept = Object.entries(actions).filter(([action]) =>
      offered.some((one) => one.entity === name && one.action === action),
    );
    if (kept.length === 0) continue;
    out[name] = Object.fromEntries(
      kept.map(([action, { description, effect, signature, params: schema, example, fields }]) =>
        entity === undefined
          ? [action, `${signature}: ${description}`]
          : [action, { description, effect, params: schema, example, answers: fields }],
      ),
    );
  }
  return out;
}
