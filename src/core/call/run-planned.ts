import { operationNames } from "../contract/action.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { ConnectorDefinition, Resolve } from "../contract/definition.ts";
import { weakest, type Effect } from "../contract/effect.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import type { Policy } from "../contract/policy.ts";
import type { Result } from "../contract/result.ts";
import type { UnknownAttempt } from "../contract/run-context.ts";
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
import { rememberStates, withoutRestores } from "../policy/restored-records.ts";
import { enforceNamed, enforcePolicy } from "../policy/policy.ts";
import type { Progress } from "./call-event.ts";
import { callOrThrow, planCall, type PlannedCall } from "./planned-call.ts";
import { dryRun } from "./dry-run.ts";
import { requireEventToken, type EventTokens } from "./event-tokens.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { judgeAgain } from "./judge-again.ts";
import type { Written } from "./once-per-key.ts";
import { previewBeforeWrite, undoOf, type ReadFor } from "./undo.ts";
import type { Backend, Transport } from "./transport.ts";

/** The parts of a connector that a call needs, in addition to the connector's definition. */
export interface RunParts extends Pick<Backend, "transport" | "remote" | "once"> {
  resolve: Resolve | undefined;
  policies: readonly Policy[];
  totalWaitMs: number;
  clock: Clock;
  spendStore: SpendStore;
}

export interface RunOptions extends Pick<CallOptions, "signal" | "idempotencyKey" | "unchecked"> {
  eventTokens: EventTokens;
}

interface SendOptions extends RunOptions {
  waits: WaitBudget;
  unknownAttempt: UnknownAttempt | undefined;
}

/** Runs a planned call. Sets `effect` and `sent` in `progress`. */
export type RunPlanned = (call: PlannedCall, progress: Progress, options: RunOptions) => Promise<Result>;

/**
 * Creates the function that runs a planned call. The function checks the policy, replaces names with ids, checks the
 * allow-list, and looks for an earlier call with the same idempotency key. Then the function runs the action's `guard`,
 * which determines the effects of the call, and checks the caps. Finally, the function runs a dry run, or sends the
 * call and creates the undo call.
 */
export function createRunPlanned(
  connector: ConnectorDefinition,
  lookup: ActionIndex,
  { transport, remote, once, resolve, policies, totalWaitMs, clock, spendStore }: RunParts,
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
    (waits: WaitBudget, through: Transport = send, plain?: true): ReadFor =>
    (signal) =>
    async (entity, action, raw) => {
      const planned = callOrThrow(planCall(connector, await lookup.compile(entity, action), raw));
      const { params } = planned;
      const call = {
        planned,
        params,
        effect: "read" as const,
        signal,
        idempotencyKey: undefined,
        waits,
        plain,
      };
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

  return async (planned, progress, options) => {
    const { compiled, controls, effect } = planned;
    const { idempotencyKey, signal, eventTokens } = options;
    const { entity, action, definition } = compiled;
    const waits = { left: totalWaitMs };
    const enforceAll = (found: Effect) =>
      policies.forEach((policy) => enforcePolicy(policy, entity, action, found));
    progress.effect = effect;
    // Check the policy before names are resolved and the guard runs, because both send requests. In addition, an error
    // about a name suggests other names, which the caller of a forbidden action must not get.
    enforceLimits(places, policies, compiled);
    enforceAll(definition.guard ? weakest(definition.effect) : effect);
    if (!definition.guard && effect === "spend") enforceNamed(policies, entity, action);
    requireEventToken(connector, compiled, eventTokens);
    const resolvesHere = !remote || controls.dry_run === true || policies.some(({ only }) => only);
    const resolved = resolvesHere ? await withIds(planned, waits, signal) : planned.params;
    const params = enforceAllowList(places, policies, compiled, {
      given: planned.params,
      params: resolved,
      writes: effect !== "read",
    });
    const run = (unknownAttempt?: UnknownAttempt) =>
      judgeAndSend(planned, params, progress, { ...options, waits, unknownAttempt });
    if (!once || idempotencyKey === undefined || effect === "read" || controls.dry_run === true)
      return (await run()).result;
    const hide = createHide(places, policies, params);
    const { result, effects, repeated } = await once({ planned, idempotencyKey, signal }, run).catch(
      (error: unknown) => {
        throw withAllowedHint(places, policies, hideInError(hide, error));
      },
    );
    if (!repeated) return result;
    // The write may have been sent by a caller with other policies. Therefore, check the policies of this caller too.
    effects.forEach(enforceAll);
    return hide ? { data: hide(result.data), meta: withoutHiddenUndo(hide(result.meta)) } : result;
  };

  async function judgeAndSend(
    planned: PlannedCall,
    params: Dict,
    progress: Progress,
    options: SendOptions,
  ): Promise<Written> {
    const { compiled, controls } = planned;
    const { idempotencyKey, signal, waits } = options;
    const { entity, action, definition } = compiled;
    const readFor = readsWithin(waits);
    const readForGuard = readsWithin(waits, send, true);
    const found = await definition.guard?.(params as never, readForGuard(signal), clock.now());
    const states = { store: spendStore, clock, connector: connector.name };
    const judged = found && (await withoutRestores(found, states));
    const effect = (progress.effect = judged ? strongestOf(judged.effects) : planned.effect);
    const effects = judged?.effects ?? [effect];
    if (judged) enforceEffects(policies, entity, action, judged);
    const reserved =
      judged &&
      (await enforceCaps(policies, judged, {
        ...states,
        moneyCaps: connector.moneyCaps,
        what: `${entity}.${action}`,
        dryRun: controls.dry_run === true,
        // The hosted service runs a write only once per idempotency key. Therefore, calls with the same key share one
        // reservation of spending.
        reservation: await fingerprintOf({ planned, idempotencyKey: remote ? idempotencyKey : undefined }),
      }));
    const corrections = planned.notes.length > 0 ? { normalized: [...planned.notes] } : {};
    if (controls.dry_run) {
      const { data, meta } = await dryRun(connector, { compiled, params, effect, judged }, readFor(signal));
      return { result: { data, meta: { ...corrections, ...meta } }, effects };
    }

    // The reads for undo have a separate waiting time, and do not use the waiting time of the write.
    const readForUndo = readsWithin({ left: totalWaitMs });
    const readAgain = readsWithin({ left: totalWaitMs }, send, true);
    const { before } =
      judged ?? (remote ? {} : await previewBeforeWrite(definition, params, readForUndo, signal));
    if (signal?.aborted) {
      const aborted = abortedEarly(compiled);
      await reserved?.fail(aborted);
      throw aborted;
    }
    const warnings = remote ? [] : ((await judged?.warnings?.()) ?? []);
    if (judged) await rememberStates(judged, states);
    progress.sent = true;
    const { context } = progress;
    const beforeSend =
      found && !remote
        ? judgeAgain(found, clock, () => definition.guard!(params as never, readAgain(signal), clock.now()))
        : undefined;
    // The hosted service runs the `guard` itself. Therefore, the service gets the params of the call.
    const judgedParams = remote ? params : (judged?.params ?? params);
    const learn = (data?: unknown) => {
      try {
        if (effect !== "read") resolve?.learn?.({ entity, params, data });
      } catch {
        // The write has already been sent. A fault in `learn` must not hide the result of the write.
      }
    };
    const call = {
      ...options,
      signal,
      idempotencyKey,
      planned,
      params: judgedParams,
      effect,
      context,
      beforeSend,
    };
    const result = await send(call).catch(async (error: unknown) => {
      await reserved?.fail(error);
      if (!ConnectorError.is(error) || error.outcome !== "not_started") learn();
      throw error;
    });
    await reserved?.settle(result.data);
    learn(result.data);
    const undo = remote || effect === "read" ? {} : undoOf(definition, judgedParams, result, before);
    const warned = warnings.length > 0 ? { warnings: [...warnings, ...(result.meta.warnings ?? [])] } : {};
    const meta = withoutHiddenUndo({ ...corrections, ...result.meta, ...warned, ...undo });
    return { result: { data: result.data, meta }, effects };
  }
}

const abortedEarly = ({ entity, action }: { entity: string; action: string }): ConnectorError =>
  new ConnectorError("aborted", `${entity}.${action} was aborted before anything was sent.`);
