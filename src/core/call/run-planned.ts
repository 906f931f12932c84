import { operationNames } from "../contract/action.ts";
import type { ConnectorDefinition, Resolve } from "../contract/definition.ts";
import { weakest, type Effect } from "../contract/effect.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import type { Policy } from "../contract/policy.ts";
import type { Result } from "../contract/result.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import type { WaitBudget } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { enforceAllowList } from "../policy/allow-list.ts";
import { enforceCaps } from "../policy/caps.ts";
import { denyUnresolvedName, hideDisallowedNames, withAllowedHint } from "../policy/hide-disallowed.ts";
import { enforcePolicy } from "../policy/policy.ts";
import type { Progress } from "./call-event.ts";
import { callOf, planCall, type PlannedCall } from "./planned-call.ts";
import { previewOf, previewSoon, undoOf, type ReadFor } from "./preview-undo.ts";
import type { Backend, Transport } from "./transport.ts";

/** The parts of a connector that a call needs beside its definition. */
export interface RunParts extends Pick<Backend, "transport" | "remote"> {
  resolve: Resolve | undefined;
  policies: readonly Policy[];
  totalWaitMs: number;
}

interface RunOptions {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
}

/** Runs a planned call. Notes its effect, and that something may have been sent, in `progress`. */
export type RunPlanned = (call: PlannedCall, progress: Progress, options: RunOptions) => Promise<Result>;

/** The steps between planning and transport: policy, ids for names, allow-list, guard, caps, dry run, undo. */
export function createRunPlanned(
  connector: ConnectorDefinition,
  lookup: ActionIndex,
  { transport, remote, resolve, policies, totalWaitMs }: RunParts,
): RunPlanned {
  const { places = {} } = connector;
  const send: Transport = async (call) => {
    try {
      const { data, meta } = await transport(call);
      return { data, meta: hideDisallowedNames(places, policies, meta) };
    } catch (error) {
      throw withAllowedHint(places, policies, error);
    }
  };

  /** Reads beside a call: planned and sent like a caller's read, but under no policy of their own. */
  const readsWithin =
    (waits: WaitBudget): ReadFor =>
    (signal) =>
    async (entity, action, raw) => {
      const planned = callOf(planCall(connector, await lookup.compile(entity, action), raw));
      const { params } = planned;
      return send({ planned, params, effect: "read", signal, idempotencyKey: undefined, waits });
    };

  /** Puts ids in the place of names. The reads ignore the caller's signal, since other calls may wait for them too. */
  const withIds = async (
    { compiled, params }: PlannedCall,
    readFor: ReadFor,
    signal: AbortSignal | undefined,
  ): Promise<Dict> => {
    if (!resolve) return params;
    const operation = operationNames(compiled.definition)[0]!;
    try {
      return await rejectOnAbort(resolve(params, { operation, read: readFor(undefined) }), signal);
    } catch (error) {
      throw signal?.aborted
        ? abortedEarly(compiled)
        : denyUnresolvedName(places, policies, compiled, { given: params, error });
    }
  };

  return async (planned, progress, { signal, idempotencyKey }) => {
    const { compiled, controls } = planned;
    const { entity, action, definition } = compiled;
    const waits = { left: totalWaitMs };
    const readFor = readsWithin(waits);
    const enforceAll = (effect: Effect) =>
      policies.forEach((policy) => enforcePolicy(policy, entity, action, effect));
    progress.effect = planned.effect;
    // A guard and a name look-up send reads. If no result of theirs could make the call allowed, nothing is sent.
    enforceAll(definition.guard ? weakest(definition.effect) : planned.effect);
    const resolvesHere = !remote || controls.dry_run === true || policies.some(({ only }) => only);
    const resolved = resolvesHere ? await withIds(planned, readFor, signal) : planned.params;
    const params = enforceAllowList(places, policies, compiled, { given: planned.params, params: resolved });
    const judged = await definition.guard?.(params as never, readFor(signal));
    const effect = (progress.effect = judged?.effect ?? planned.effect);
    if (judged) {
      enforceAll(effect);
      enforceCaps(policies, `${entity}.${action}`, judged);
    }
    const receipt = planned.notes.length > 0 ? { normalized: [...planned.notes] } : {};
    if (controls.dry_run) {
      const about = await connector.preview?.(params, readFor(signal));
      const { before, after } = judged ?? (await previewOf(definition, params, readFor, signal));
      const found = {
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      };
      return {
        data: { entity, action, effect, ...about, params, ...found },
        meta: { ...receipt, dry_run: true },
      };
    }

    // The reads for undo have a wait of their own, which is short: the write keeps the whole of its wait.
    const aside = readsWithin({ left: totalWaitMs });
    const { before } = judged ?? (remote ? {} : await previewSoon(definition, params, aside, signal));
    if (signal?.aborted) throw abortedEarly(compiled);
    progress.sent = true;
    const result = await send({ planned, params, effect, signal, idempotencyKey, waits });
    const undo = remote || effect === "read" ? {} : undoOf(definition, params, result, before);
    return { data: result.data, meta: { ...receipt, ...result.meta, ...undo } };
  };
}

const abortedEarly = ({ entity, action }: { entity: string; action: string }): ConnectorError =>
  new ConnectorError("aborted", `${entity}.${action} was aborted before anything was sent.`);
