import { operationNames } from "../contract/action.ts";
import { type CodeOptions, defaultTotalWaitMs } from "../contract/call-options.ts";
import type { CompiledAction, ActionIndex } from "../contract/compiled-action.ts";
import type { ConnectorDefinition, Resolve } from "../contract/definition.ts";
import { type Effect, weakest } from "../contract/effect.ts";
import type { Places, Policy } from "../contract/policy.ts";
import type { Result } from "../contract/result.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import type { Clock, WaitBudget } from "../ground/clock.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";
import { type Dict, cut, isDict, readDict } from "../ground/json.ts";
import { enforceAllowList } from "../policy/allow-list.ts";
import { enforceCaps } from "../policy/caps.ts";
import { denyUnresolvedName, hideDisallowedNames, withAllowedHint } from "../policy/hide-disallowed.ts";
import { enforcePolicy } from "../policy/policy.ts";
import { type Progress, begin, tell } from "./call-event.ts";
import { readCallOptions } from "./call-options.ts";
import { readParams } from "./normalize.ts";
import { plan } from "./planned-call.ts";
import { type ReadFor, previewOf, previewSoon, undoOf } from "./preview-undo.ts";
import type { Execute, Transport } from "./transport.ts";

/** What one call needs beside its definition. */
interface CallParts {
  transport: Transport;
  /** A service at the other end knows names, reads what stands before a write and tells the way back. */
  remote: boolean;
  resolve: Resolve | undefined;
  policies: readonly Policy[];
  onCall?: CodeOptions["onCall"];
  clock: Clock;
  /** Milliseconds that each may wait. */
  totalWaitMs?: number | undefined;
}

/** The one call: normalise, find, validate, policy, run. Every way in, typed methods and tools alike, comes through here. */
export function createCall(
  connector: ConnectorDefinition,
  lookup: ActionIndex,
  { transport: send, remote, resolve, policies, onCall, clock, totalWaitMs = defaultTotalWaitMs }: CallParts,
): Execute {
  const { places = {} } = connector;
  const transport: Transport = async (one) => {
    try {
      const { data, meta } = await send(one);
      return { data, meta: hideDisallowedNames(places, policies, meta) };
    } catch (error) {
      throw withAllowedHint(places, policies, error);
    }
  };

  /** Reads beside a call: validated and sent as a caller's read is, under no policy of its own. */
  const readsWithin =
    (waits: WaitBudget): ReadFor =>
    (signal) =>
    async (entity, action, raw) => {
      const compiled = await lookup.compile(entity, action);
      const { limit, cursor, params, normalized: input } = plan(connector, compiled, raw, []);
      return transport({
        compiled,
        effect: "read",
        params,
        asked: params,
        limit,
        cursor,
        input,
        signal,
        idempotencyKey: undefined,
        waits,
      });
    };

  /** The ids of what the params name. Without the caller's signal: what is learned is for everyone who waits for it. */
  const resolved = async (
    compiled: CompiledAction,
    params: Dict,
    readFor: ReadFor,
    signal: AbortSignal | undefined,
  ) => {
    if (!resolve) return params;
    const { entity, action, definition } = compiled;
    const operation = operationNames(definition)[0]!;
    try {
      return await rejectOnAbort(resolve(params, { operation, read: readFor(undefined) }), signal);
    } catch (error) {
      throw signal?.aborted
        ? abortedEarly(`${entity}.${action}`)
        : denyUnresolvedName(places, policies, compiled, { given: params, error });
    }
  };

  const call = async (
    entityName: unknown,
    actionName: unknown,
    raw: unknown,
    callOptions: unknown,
    event: Progress,
  ): Promise<Result> => {
    const { signal, idempotencyKey, context, callId } = readCallOptions(callOptions);
    Object.assign(event, { context, callId });
    const waits = { left: totalWaitMs };
    const readFor = readsWithin(waits);
    const notes: string[] = [];
    const { entity, action, definition } = lookup.find(entityName, actionName, notes);
    Object.assign(event, { entity, action });
    const compiled = await lookup.compile(entity, action);
    const given = readDict(raw);
    const prepared = definition.prepare && given ? await definition.prepare(given) : raw;
    const read = readParams(prepared, notes);
    event.params = Object.keys(read)
      .slice(0, 50)
      .map((name) => cut(name, 60));
    const planned = plan(connector, compiled, read, notes);
    const { limit, cursor, fields, dry_run, effect: effectBefore } = planned;
    const what = `${entity}.${action}`;
    const judgeAll = (one: Effect) =>
      policies.forEach((policy) => enforcePolicy(policy, entity, action, one));
    event.effect = effectBefore;
    // A guard reads, as names are looked up; what cannot be allowed whatever they find is refused without asking anybody.
    judgeAll(definition.guard ? weakest(definition.effect) : effectBefore);
    const resolveHere = !remote || dry_run === true || policies.some(({ only }) => only);
    const named = resolveHere ? await resolved(compiled, planned.params, readFor, signal) : planned.params;
    const own = enforceAllowList(places, policies, compiled, { given: planned.params, params: named });
    const judged = await definition.guard?.(own as never, readFor(signal));
    const effect = (event.effect = judged?.effect ?? effectBefore);
    if (judged) {
      judgeAll(effect);
      enforceCaps(policies, what, judged);
    }
    const receipt = notes.length > 0 ? { normalized: notes } : {};
    if (dry_run) {
      const about = await connector.preview?.(own, readFor(signal));
      const { before, after } = judged ?? (await previewOf(definition, own, readFor, signal));
      return {
        data: {
          entity,
          action,
          effect,
          ...about,
          params: own,
          ...(before === undefined ? {} : { before }),
          ...(after === undefined ? {} : { after }),
        },
        meta: { ...receipt, dry_run: true },
      };
    }

    // What the way back needs is waited for so shortly that the write's own wait is left as it is.
    const aside = readsWithin({ left: totalWaitMs });
    const { before } = judged ?? (remote ? {} : await previewSoon(definition, own, aside, signal));
    if (signal?.aborted) throw abortedEarly(what);
    event.sent = true;
    const result = await transport({
      compiled,
      effect,
      params: own,
      asked: planned.params,
      limit,
      cursor,
      input: { ...planned.normalized, ...judgedIds(places, planned.params, own) },
      signal,
      idempotencyKey,
      waits,
    });
    const undo = remote || effect === "read" ? {} : undoOf(definition, own, result, before);
    return { data: project(result.data, fields), meta: { ...receipt, ...result.meta, ...undo } };
  };

  return async (entity, action, params, options) => {
    const started = clock.now();
    const event = begin(connector.name, entity, action);
    try {
      return await call(entity, action, params, options, event);
    } catch (error) {
      const wrapped = toConnectorError(
        error,
        event.sent && event.effect !== "read" ? "unknown" : "not_started",
      );
      event.outcome = wrapped.code;
      throw wrapped;
    } finally {
      tell(onCall, { ...event, ms: clock.now() - started });
    }
  };
}

const abortedEarly = (what: string): ConnectorError =>
  new ConnectorError("aborted", `${what} was aborted before anything was sent.`);

/** The params that a policy has judged by their ids: a service must not resolve those once more, and otherwise. */
const judgedIds = (places: Places, asked: Dict, own: Dict): Dict => {
  const names = Object.values(places).flatMap(({ params }) => params);
  return Object.fromEntries(names.flatMap((name) => (own[name] === asked[name] ? [] : [[name, own[name]]])));
};

/** The record, or each of a list, with only the fields that were asked for. */
export function project(data: unknown, fields: readonly string[] | undefined): unknown {
  if (!fields || fields.length === 0) return data;
  const keep = (record: unknown) =>
    isDict(record)
      ? Object.fromEntries(
          fields.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
        )
      : record;
  return Array.isArray(data) ? data.map(keep) : keep(data);
}
