import { project } from "../call/execute.ts";
import { readParams } from "../call/normalize.ts";
import { plan } from "../call/planned-call.ts";
import type { Execute } from "../call/transport.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { CompiledAction, ActionIndex } from "../contract/compiled-action.ts";
import type { Check } from "../contract/connector.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { type Effect, type EffectRule, effects, weakest } from "../contract/effect.ts";
import type { Policy } from "../contract/policy.ts";
import type { Envelope, ResolvedCall, ToolOptions } from "../contract/tool.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";
import { canEnforceAllowList, describeAllowList } from "../policy/allow-list.ts";
import { validatePolicy, enforcePolicy, allowsAction } from "../policy/policy.ts";
import { failure } from "./failure.ts";
import { fileForModel, readFile } from "./file-output.ts";
import { forModel } from "./output.ts";

/** What a connector makes its tools of. */
export interface ToolParts {
  connector: ConnectorDefinition;
  lookup: ActionIndex;
  /** The connector's own policy. */
  policy: Policy;
  check(): Promise<Check>;
  /** The one call, under a further policy. */
  execute(policy: Policy): Execute;
}

/** The actions that a tool offers, and the way to call them. */
export interface Offer {
  /** In the order of the definition. */
  actions: readonly CompiledAction[];
  /** Knows the offered actions only. */
  lookup: ActionIndex;
  /** What calls may be about, in words; empty where that is everything. */
  only: string;
  /** The effects that calls of these actions can have, and may. */
  effectsOf(actions: readonly CompiledAction[]): readonly Effect[];
  run(call: NamedCall, options: CallOptions): Promise<Envelope>;
  /** What the call would do, or undefined where it would be refused. */
  resolve(call: NamedCall): ResolvedCall | undefined;
}

export interface NamedCall {
  entity: unknown;
  action: unknown;
  params: unknown;
  /** What was put right in the arguments already. */
  notes?: readonly string[];
}

/** Actions that the credentials cannot do; credentials that are refused can do nothing, and no tool is made. */
async function cannot(check: ToolParts["check"]): Promise<Readonly<Record<string, string>>> {
  const { error, unavailable = {} } = await check();
  if (error) throw ConnectorError.fromJSON(error);
  return unavailable;
}

/** The actions that both the tool's options and the connector's policy allow, and that `keep` takes. */
export async function createOffer(
  { connector, lookup, policy: connectorPolicy, execute: executeUnder, check }: ToolParts,
  options: ToolOptions,
  keep: (effect: Effect | EffectRule) => boolean = () => true,
): Promise<Offer | undefined> {
  const { caps, places = {} } = connector;
  const names = lookup.all.map(([entity, action]) => `${entity}.${action}`);
  const policy = validatePolicy(
    { ...options, effects: options.effects ?? connector.toolEffects },
    { actions: names, caps, places },
    "tool options",
  );
  const both = [policy, connectorPolicy];
  const unavailable = options.available ? await cannot(check) : {};
  const actions: CompiledAction[] = [];
  const outOfReach = new Set<string>();
  for (const [entity, action, { effect }] of lookup.all) {
    if (
      !keep(effect) ||
      Object.hasOwn(unavailable, `${entity}.${action}`) ||
      !allowsAction(policy, entity, action, effect) ||
      !allowsAction(connectorPolicy, entity, action, effect)
    )
      continue;
    const compiled = await lookup.compile(entity, action);
    if (canEnforceAllowList(places, both, compiled)) actions.push(compiled);
    else outOfReach.add(`${entity}.${action}`);
  }
  if (actions.length === 0) return undefined;

  const offered = new Map(actions.map((one) => [`${one.entity}.${one.action}`, one]));
  const own = lookup.only((entity, action) => offered.has(`${entity}.${action}`));
  const execute = executeUnder(policy);

  /** The offered action of these names; one that exists but is not offered is refused with the reason. */
  const find = (entity: unknown, action: unknown): CompiledAction => {
    try {
      const found = own.find(entity, action, []);
      return offered.get(`${found.entity}.${found.action}`)!;
    } catch (unknown) {
      let hidden;
      try {
        hidden = lookup.find(entity, action, []);
      } catch {
        throw unknown;
      }
      for (const one of both)
        enforcePolicy(one, hidden.entity, hidden.action, weakest(hidden.definition.effect));
      const name = `${hidden.entity}.${hidden.action}`;
      if (Object.hasOwn(unavailable, name))
        throw new ConnectorError(
          "credential_insufficient_scope",
          `${name} cannot be done with these credentials: ${unavailable[name]}`,
          { path: "action", hint: "No change of params will help. Tell the user." },
        );
      if (outOfReach.has(name))
        throw new ConnectorError(
          "policy_denied",
          `${name} is not allowed here: it might reach more than calls may be about.`,
          { path: "action", hint: describeAllowList(both) },
        );
      throw new ConnectorError(
        "unknown_action",
        `This tool does not have ${hidden.entity}.${hidden.action}; another tool of ${connector.title} has it.`,
        { path: "action", hint: "Call that one, with the same arguments." },
      );
    }
  };
  const planned = (found: CompiledAction, params: unknown) =>
    plan(connector, found, readParams(params, []), []);

  /** The params without `fields`, where they are right and have some. */
  const fieldsAside = (found: CompiledAction, params: unknown) => {
    const notes: string[] = [];
    try {
      const { fields, normalized } = plan(connector, found, readParams(params, notes), notes);
      if (!fields || fields.length === 0) return undefined;
      const { fields: _fields, ...rest } = normalized;
      return { fields, params: rest, notes };
    } catch {
      return undefined;
    }
  };

  return {
    actions,
    lookup: own,
    only: describeAllowList(both),
    effectsOf: (some) =>
      effects.filter(
        (effect) =>
          policy.effects!.includes(effect) &&
          (connectorPolicy.effects?.includes(effect) ?? true) &&
          some.some(({ definition }) => canHave(definition.effect, effect)),
      ),
    async run({ entity, action, params, notes = [] }, call) {
      const found = find(entity, action);
      // A view may need more of a record than the fields that are asked for.
      const aside = found.definition.view && fieldsAside(found, params);
      const { data: whole, meta: said } = await execute(entity, action, aside ? aside.params : params, call);
      const normalized = [...notes, ...(aside?.notes ?? []), ...(said.normalized ?? [])];
      const meta = normalized.length > 0 ? { ...said, normalized } : said;
      const { undo, ...rest } = meta;
      // A way back that this tool does not have would only be refused.
      const told = undo && offered.has(`${undo.entity}.${undo.action}`) ? meta : rest;
      if (whole instanceof ReadableStream) {
        const file = await readFile(whole, meta, options);
        return { ok: true, data: file, meta, text: fileForModel(found, file, told, options) };
      }
      const data = aside ? project(whole, aside.fields) : whole;
      const text = forModel(found, planned(found, params).normalized, { data: whole, meta: told }, options);
      return { ok: true, data, meta, text };
    },
    resolve({ entity, action, params }) {
      try {
        const found = find(entity, action);
        const { normalized, effect, dry_run } = planned(found, params);
        for (const one of both) enforcePolicy(one, found.entity, found.action, effect);
        return {
          entity: found.entity,
          action: found.action,
          params: normalized,
          effect: dry_run === true ? "read" : effect,
        };
      } catch {
        return undefined;
      }
    },
  };
}

function canHave(rule: Effect | EffectRule, effect: Effect): boolean {
  if (typeof rule === "string") return rule === effect;
  // A rule that spends says so at one of its ends.
  if (effect === "spend") return rule.weakest === "spend" || rule.strongest === "spend";
  const rank = effects.indexOf(effect);
  return rank >= effects.indexOf(rule.weakest) && rank <= effects.indexOf(rule.strongest);
}

/** Failures as an envelope; only an abort is thrown, and as the signal's own reason. */
export async function answer(run: () => Promise<Envelope>, { signal }: CallOptions): Promise<Envelope> {
  try {
    return await run();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    return failure(toConnectorError(error));
  }
}

export const noActions = (): ConnectorError =>
  new ConnectorError("config_error", "The tool would have no action: its options leave none.", {
    path: "tool options",
    hint: "Widen effects or include, or take something out of exclude.",
  });
