import { operationNames } from "../contract/action.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { ConnectorDefinition, Resolve } from "../contract/definition.ts";
import { weakest, type Effect } from "../contract/effect.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import type { Policy } from "../contract/policy.ts";
import type { Result } from "../contract/result.ts";
import type { SpendStore } from "../contract/spend-store.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import type { Clock, WaitBudget } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { enforceAllowList, enforceLimits } from "../policy/allow-list.ts";
import { enforceCaps } from "../policy/enforce-caps.ts";
import { enforceEffects, strongestOf } from "../policy/enforce-effects.ts";
import {
  createHide,
  denyUnresolvedName,
  hideInError,
  withAllowedHint,
  withoutHiddenUndo,
} from "../policy/hide-disallowed.ts";
import { enforceNamed, enforcePolicy } from "../policy/policy.ts";
import type { Progress } from "./call-event.ts";
import { callOrThrow, planCall, type PlannedCall } from "./planned-call.ts";
import { dryRun } from "./dry-run.ts";
import { requireEventToken, type EventTokens } from "./event-tokens.ts";
import { judgeAgain } from "./judge-again.ts";
import { previewBeforeWrite, undoOf, type ReadFor } from "./undo.ts";
import type { Backend, Transport } from "./transport.ts";

/** The parts of a connector that a call needs, in addition to the connector's definition. */
export interface RunParts extends Pick<Backend, "transport" | "remote"> {
  resolve: Resolve | undefined;
  policies: readonly Policy[];
  totalWaitMs: number;
  clock: Clock;
  spendStore: SpendStore;
}

export interface RunOptions extends Pick<CallOptions, "signal" | "idempotencyKey" | "unchecked"> {
  eventTokens: EventTokens;
}

/** Runs a planned call. Sets `effect` and `sent` in `progress`. */
export type RunPlanned = (call: PlannedCall, progress: Progress, options: RunOptions) => Promise<Result>;

/**
 * Creates the function that runs a planned call. The function checks the policy, replaces names with ids, checks
 * the allow-list, runs the guard and checks the caps. Then the function runs a dry run, or sends the call and
 * creates the undo call.
 */
export function createRunPlanned(
  connector: ConnectorDefinition,
  lookup: ActionIndex,
  { transport, remote, resolve, policies, totalWaitMs, clock, spendStore }: RunParts,
): RunPlanned {
  const { places = {} } = connector;
  const send: Transport = async (call) => {
    const hide = createHide(places, policies, call.params);
    try {
      const result = await transport(hide ? { ...call, hide } : call);
      return hide ? { data: hide(result.data), meta: hide(result.meta) } : result;
    } catch (error) {
      throw withAllowedHint(places, policies, hideInError(hide, error));
    }
  };

  /**
   * Creates the function with which a `guard` or a `preview` reads records. The policy never forbids these reads.
   * `through` sends the reads. Default: `send`, which removes values that the policy's allow-list does not allow.
   */
  const readsWithin =
    (waits: WaitBudget, through: Transport = send): ReadFor =>
    (signal) =>
    async (entity, action, raw) => {
      const planned = callOrThrow(planCall(connector, await lookup.compile(entity, action), raw));
      const { params } = planned;
      const call = { planned, params, effect: "read" as const, signal, idempotencyKey: undefined, waits };
      return through({ ...call, eventTokens: {} });
    };

  /**
   * Replaces names in the params with ids. Other calls may wait for the same reads, so the reads continue if this
   * caller aborts.
   */
  const withIds = async (
    { compiled, params }: PlannedCall,
    waits: WaitBudget,
    signal: AbortSignal | undefined,
  ): Promise<Dict> => {
    if (!resolve) return params;
    const operation = operationNames(compiled.definition)[0]!;
    // The results of these reads are not filtered, because calls with different allow-lists share the cached names.
    // The caller gets only the errors of these reads.
    const read = readsWithin(waits, transport)(undefined);
    try {
      return await rejectOnAbort(resolve(params, { operation, read }), signal);
    } catch (error) {
      if (signal?.aborted) throw abortedEarly(compiled);
      const denied = denyUnresolvedName(places, policies, compiled, { given: params, error });
      throw denied === error ? hideInError(createHide(places, policies, params), error) : denied;
    }
  };

  return async (planned, progress, { signal, idempotencyKey, unchecked, eventTokens }) => {
    const { compiled, controls } = planned;
    const { entity, action, definition } = compiled;
    const waits = { left: totalWaitMs };
    const readFor = readsWithin(waits);
    const enforceAll = (effect: Effect) =>
      policies.forEach((policy) => enforcePolicy(policy, entity, action, effect));
    progress.effect = planned.effect;
    // Check the policy first, because name resolution and the guard send requests. In addition, an error about a
    // name can suggest other names.
    enforceLimits(places, policies, compiled);
    enforceAll(definition.guard ? weakest(definition.effect) : planned.effect);
    if (!definition.guard && planned.effect === "spend") enforceNamed(policies, entity, action);
    requireEventToken(connector, compiled, eventTokens);
    const resolvesHere = !remote || controls.dry_run === true || policies.some(({ only }) => only);
    const resolved = resolvesHere ? await withIds(planned, waits, signal) : planned.params;
    const params = enforceAllowList(places, policies, compiled, {
      given: planned.params,
      params: resolved,
      writes: planned.effect !== "read",
    });
    const judged = await definition.guard?.(params as never, readFor(signal), clock.now());
    const effect = (progress.effect = judged ? strongestOf(judged.effects) : planned.effect);
    if (judged) enforceEffects(policies, entity, action, judged);
    const reserved =
      judged &&
      (await enforceCaps(policies, judged, {
        store: spendStore,
        clock,
        connector: connector.name,
        what: `${entity}.${action}`,
        dryRun: controls.dry_run === true,
      }));
    const corrections = planned.notes.length > 0 ? { normalized: [...planned.notes] } : {};
    if (controls.dry_run) {
      const { data, meta } = await dryRun(connector, { compiled, params, effect, judged }, readFor(signal));
      return { data, meta: { ...corrections, ...meta } };
    }

    // The reads for undo have a separate waiting time, and do not use the waiting time of the write.
    const readForUndo = readsWithin({ left: totalWaitMs });
    const { before } =
      judged ?? (remote ? {} : await previewBeforeWrite(definition, params, readForUndo, signal));
    if (signal?.aborted) {
      const aborted = abortedEarly(compiled);
      await reserved?.fail(aborted);
      throw aborted;
    }
    progress.sent = true;
    const { context } = progress;
    const beforeSend =
      judged && !remote
        ? judgeAgain(judged, clock, () =>
            definition.guard!(params as never, readForUndo(signal), clock.now()),
          )
        : undefined;
    const call = {
      planned,
      params,
      effect,
      signal,
      idempotencyKey,
      unchecked,
      context,
      eventTokens,
      beforeSend,
      waits,
    };
    const learn = (data?: unknown) => {
      try {
        if (effect !== "read") resolve?.learn?.({ entity, params, data });
      } catch {
        // The write has already been sent. A fault in `learn` must not hide the result of the write.
      }
    };
    const result = await send(call).catch(async (error: unknown) => {
      await reserved?.fail(error);
      if (!ConnectorError.is(error) || error.outcome !== "not_started") learn();
      throw error;
    });
    await reserved?.settle(result.data);
    learn(result.data);
    const undo = remote || effect === "read" ? {} : undoOf(definition, params, result, before);
    return { data: result.data, meta: withoutHiddenUndo({ ...corrections, ...result.meta, ...undo }) };
  };
}

const abortedEarly = ({ entity, action }: { entity: string; action: string }): ConnectorError =>
  new ConnectorError("aborted", `${entity}.${action} was aborted before anything was sent.`);
