import type { Effect, Undo } from "./action.ts";
import { invalidParams } from "./repair.ts";
import type { CompiledAction, Lookup } from "./catalogue.ts";
import type { CallEvent, CallOptions, CodeOptions, ConnectorDefinition, Meta, Result } from "./connector.ts";
import type { Clock } from "./clock.ts";
import { ConnectorError, toConnectorError } from "./errors.ts";
import { isDict, type Dict } from "./json.ts";
import { normalizeParams, readParams } from "./normalize.ts";
import { effectOf, judge, type Policy } from "./policy.ts";

/** A validated call on its way out: what the in-process and the hosted transport both take. */
export interface TransportCall {
  compiled: CompiledAction;
  effect: Effect;
  /** Parsed by the action's schema, without core's own params. */
  params: Dict;
  limit: number | undefined;
  cursor: string | undefined;
  /** Everything as the caller should have written it, core's own params included. */
  input: Dict;
  signal: AbortSignal | undefined;
  idempotencyKey: string | undefined;
}
/** The one function type at which the two modes meet. */
export type Transport = (call: TransportCall) => Promise<Result>;

export type Execute = (
  entity: unknown,
  action: unknown,
  params?: unknown,
  options?: CallOptions,
) => Promise<Result>;

/** The one call: normalise, find, validate, policy, run. Every way in, typed methods and tools alike, comes through here. */
export function createCall(
  connector: ConnectorDefinition,
  lookup: Lookup,
  transport: Transport,
  { policies, onCall, clock }: { policies: readonly Policy[]; onCall?: CodeOptions["onCall"]; clock: Clock },
): Execute {
  const call = async (
    entityName: unknown,
    actionName: unknown,
    raw: unknown,
    options: CallOptions,
    event: CallEvent,
  ): Promise<Result> => {
    const notes: string[] = [];
    const { entity, action, definition } = lookup.find(entityName, actionName, notes);
    Object.assign(event, { entity, action });
    const compiled = await lookup.compile(entity, action);
    const given = readParams(raw, notes);
    event.params = Object.keys(given).slice(0, 50);
    const planned = plan(connector, compiled, given, notes);
    const { limit, cursor, fields, dry_run, effect, normalized: input, ...own } = planned;
    event.effect = effect;
    for (const policy of policies) judge(policy, entity, action, effect);
    const receipt = notes.length > 0 ? { normalized: notes } : {};
    if (dry_run)
      return { data: { entity, action, effect, params: own.params }, meta: { ...receipt, dry_run: true } };

    if (options.signal?.aborted)
      throw new ConnectorError("aborted", `${entity}.${action} was aborted before anything was sent.`);
    const result = await transport({
      compiled,
      effect,
      params: own.params,
      limit,
      cursor,
      input,
      signal: options.signal,
      idempotencyKey: readKey(options.idempotencyKey),
    });
    const meta: Meta = { ...receipt, ...result.meta };
    if (effect !== "read" && meta.already === undefined) {
      const undo = definition.undo?.(own.params as never, isDict(result.data) ? result.data : {});
      if (undo) return { data: result.data, meta: { ...meta, undo: undo satisfies Undo } };
    }
    return { data: project(result.data, fields, compiled), meta };
  };

  return async (entity, action, params, options = {}) => {
    const started = clock.now();
    const event: CallEvent = {
      connector: connector.name,
      entity: String(entity).slice(0, 60),
      action: String(action).slice(0, 60),
      effect: undefined,
      params: [],
      outcome: "ok",
      ms: 0,
      context: options.context,
      callId: options.callId,
    };
    try {
      return await call(entity, action, params, options, event);
    } catch (error) {
      const wrapped = toConnectorError(error);
      event.outcome = wrapped.code;
      throw wrapped;
    } finally {
      event.ms = clock.now() - started;
      try {
        onCall?.(event);
      } catch {
        // A listener's fault is not the call's.
      }
    }
  };
}

function readKey(key: unknown): string | undefined {
  if (key === undefined || (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key))) return key;
  throw new ConnectorError("config_error", "idempotencyKey must be 1 to 255 visible ASCII characters.", {
    path: "options.idempotencyKey",
  });
}

/** A call as it will be made: normalised, validated, its effect decided. Throws `invalid_params`. */
export function plan(
  connector: Pick<ConnectorDefinition, "paramAliases">,
  compiled: CompiledAction,
  given: Dict,
  notes: string[],
): Plan {
  const normalized = normalizeParams(given, compiled.json, connector.paramAliases ?? {}, notes);
  const checked = compiled.validate(normalized);
  if ("issues" in checked) throw invalidParams(compiled, checked.issues, given);
  const controls = splitControls(checked.value, compiled);
  return { ...controls, normalized, effect: effectOf(compiled.definition.effect, controls.params) };
}

interface Plan extends Controls {
  effect: Effect;
  /** The params as the caller should have written them. */
  normalized: Dict;
}

interface Controls {
  limit: number | undefined;
  cursor: string | undefined;
  fields: readonly string[] | undefined;
  dry_run: boolean | undefined;
  params: Dict;
}

function splitControls(value: Dict, { controls }: CompiledAction): Controls {
  const params: Dict = {};
  const taken: Dict = {};
  for (const [name, one] of Object.entries(value)) (controls.includes(name) ? taken : params)[name] = one;
  // Validated against the schemas of controls.ts just now.
  return { limit: undefined, cursor: undefined, fields: undefined, dry_run: undefined, ...taken, params };
}

/** The record, or each of a list, with only the fields that were asked for. */
function project(data: unknown, fields: readonly string[] | undefined, compiled: CompiledAction): unknown {
  if (!fields || fields.length === 0) return data;
  const keep = (record: unknown) =>
    isDict(record)
      ? Object.fromEntries(
          fields.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
        )
      : record;
  return compiled.definition.paginated && Array.isArray(data) ? data.map(keep) : keep(data);
}
