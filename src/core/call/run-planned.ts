import { operationNames } from "../contract/action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { weakest, type Effect } from "../contract/effect.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import type { Result } from "../contract/result.ts";
import type { UnknownAttempt } from "../contract/run-context.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import { safeReport } from "../ground/call-progress.ts";
import type { WaitBudget } from "../ground/clock.ts";
import type { Dict } from "../ground/json.ts";
import {
  enforceAllowList,
  enforceLimits,
  idLimits,
  piecesCheck,
  refusePieces,
} from "../policy/allow-list.ts";
import {
  createHide,
  denyUnresolvedName,
  hideInError,
  withAllowedHint,
  withoutHiddenUndo,
} from "../policy/hide-disallowed.ts";
import { enforceNamed, enforcePolicy } from "../policy/policy.ts";
import type { Progress } from "./call-event.ts";
import { withChosenRows } from "./params/chosen-rows.ts";
import { callOrThrow, planCall, type PlannedCall } from "./params/planned-call.ts";
import { abortedEarly, createJudgeAndSend } from "./judge-and-send.ts";
import { requireEventToken } from "./event-tokens.ts";
import type { ReadFor } from "./undo.ts";
import type { RunOptions, RunParts } from "./run-parts.ts";
import type { Transport } from "./transport.ts";

/** Runs a planned call, and sets `effect` and `sent` in `progress`. */
export type RunPlanned = (call: PlannedCall, progress: Progress, options: RunOptions) => Promise<Result>;

/**
 * Creates the function that checks the policy and the allow-list, replaces names with ids, and looks for an earlier
 * call with the same idempotency key. After these steps, the function calls `judgeAndSend`.
 */
export function createRunPlanned(
  connector: ConnectorDefinition,
  lookup: ActionIndex,
  parts: RunParts,
): RunPlanned {
  const { remote, once, resolve, audience, policies, totalWaitMs } = parts;
  const limits = idLimits(connector.allowListKinds ?? {}, policies);
  const transport: Transport = async (call) => {
    const result = await parts.transport(call);
    audience?.learn(call.planned.compiled.entity, result.data);
    return result;
  };
  const send: Transport = async (call) => {
    const hide = createHide(limits, call.params);
    const enforceContent = piecesCheck(limits, call.planned.compiled);
    try {
      const result = await transport({
        ...call,
        ...(hide && { hide }),
        ...(enforceContent && { enforceContent }),
      });
      return hide ? { data: hide(result.data), meta: hide(result.meta) } : result;
    } catch (error) {
      throw withAllowedHint(limits, hideInError(hide, error));
    }
  };

  /**
   * Creates the function that runs the reads of a `guard` or a `preview`. The policy never forbids these reads.
   * `through`: the transport. Default: a transport that removes values that are not on the allow-list.
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

  /** Replaces names with ids. If this caller aborts, the reads continue, because other calls may wait for them. */
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
      const denied = denyUnresolvedName(limits, compiled, { given: params, error });
      throw denied === error ? hideInError(createHide(limits, params), error) : denied;
    }
  };

  const judgeAndSend = createJudgeAndSend(connector, parts, { send, transport, readsWithin });

  return async (planned, progress, options) => {
    const { compiled, controls, effect } = planned;
    const { idempotencyKey, signal, eventTokens } = options;
    const { entity, action, definition } = compiled;
    const waits = { left: totalWaitMs, report: safeReport(options.onProgress), seen: progress };
    const enforceAll = (found: Effect) =>
      policies.forEach((policy) => enforcePolicy(policy, entity, action, found));
    progress.effect = effect;
    // Check the policy before names are resolved and the guard runs, because both send requests. In addition, the
    // caller of a forbidden action must not get an error that suggests names.
    enforceLimits(limits, compiled);
    enforceAll(definition.guard ? weakest(definition.effect) : effect);
    if (!definition.guard && effect === "spend") enforceNamed(policies, entity, action);
    requireEventToken(connector, compiled, eventTokens);
    const isPiece = effect !== "read" && piecesCheck(limits, compiled) !== undefined;
    if (isPiece && remote) refusePieces(compiled);
    const resolvesHere = !remote || controls.dry_run === true || policies.some(({ only }) => only);
    const resolved = resolvesHere ? await withIds(planned, waits, signal) : planned.params;
    const params = enforceAllowList(limits, compiled, {
      given: planned.params,
      params: resolved,
      // A dry run judges a piece as if it were the whole content.
      content: effect !== "read" && (!isPiece || controls.dry_run === true),
    });
    const run = async (unknownAttempt?: UnknownAttempt) =>
      withChosenRows(compiled, params, { rows: options.decision?.rows, remote }, (chosen) =>
        judgeAndSend(planned, chosen, progress, { ...options, waits, unknownAttempt }),
      );
    if (!once || idempotencyKey === undefined || effect === "read" || controls.dry_run === true)
      return (await run()).result;
    const hide = createHide(limits, params);
    const { result, effects, repeated } = await once({ planned, idempotencyKey, signal }, run).catch(
      (error: unknown) => {
        throw withAllowedHint(limits, hideInError(hide, error));
      },
    );
    if (!repeated) return result;
    // The write may have been sent by a caller with other policies. Therefore, check the policies of this caller too.
    effects.forEach(enforceAll);
    return hide ? { data: hide(result.data), meta: withoutHiddenUndo(hide(result.meta)) } : result;
  };
}
