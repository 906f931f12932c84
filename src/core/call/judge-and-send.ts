import type { Decision } from "../contract/call-options.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Judgement, SpendRaise } from "../contract/judgement.ts";
import type { Meta, Written } from "../contract/result.ts";
import { rejectAfterGrace, settle } from "../ground/abort.ts";
import type { WaitBudget } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { enforceCaps } from "../policy/enforce-caps.ts";
import { enforceEffects, strongestOf } from "../policy/enforce-effects.ts";
import { externalRule } from "../policy/enforce-external.ts";
import { withoutHiddenUndo } from "../policy/hide-disallowed.ts";
import { dropOutdated, rememberStates, withoutRestores } from "../policy/restored-records.ts";
import { audienceMeta, checkAudience } from "./audience.ts";
import { inTurn, watchWrites } from "./account-turns.ts";
import type { Progress } from "./call-event.ts";
import { dryRun } from "./dry-run.ts";
import { fingerprintOf } from "./once/fingerprint.ts";
import { judgeAgain } from "./judge-again.ts";
import type { PlannedCall } from "./params/planned-call.ts";
import type { RunParts, SendOptions } from "./run-parts.ts";
import type { Transport } from "./transport.ts";
import { previewBeforeWrite, undoOf, type ReadFor } from "./undo.ts";

interface Sending {
  send: Transport;
  /** Works like `send`, but removes no values that the allow-list forbids. */
  transport: Transport;
  readsWithin: (waits: WaitBudget, through?: Transport, plain?: true) => ReadFor;
}

type JudgeAndSend = (
  planned: PlannedCall,
  params: Dict,
  progress: Progress,
  options: SendOptions,
) => Promise<Written>;

/**
 * Creates the function that runs the action's `guard`, and checks the effects and the caps. The function then
 * describes the call (dry run), or sends the call and creates the undo call.
 */
export function createJudgeAndSend(
  connector: ConnectorDefinition,
  { remote, resolve, audience, policies, totalWaitMs, clock, totals, journal }: RunParts,
  { send, transport, readsWithin }: Sending,
): JudgeAndSend {
  const states = { totals, clock, connector: connector.name };

  return async (planned, params, progress, options) => {
    const { compiled, controls } = planned;
    const { idempotencyKey, signal, waits } = options;
    const { entity, action, definition } = compiled;
    const judge = async (within: WaitBudget) =>
      definition.guard?.(params as never, readsWithin(within, send, true)(signal), clock.now());
    const watch = watchWrites();
    try {
      const found = await judge(waits);
      const account = found && !remote && !controls.dry_run ? await writtenAccount(found) : undefined;
      if (account === undefined) return await enforceAndSend(found);
      const turn = `${connector.name} ${account}`;
      return await inTurn(turn, { signal, aborted: () => abortedEarly(compiled) }, async () =>
        // An earlier write may have changed the records after the guard has read them.
        enforceAndSend(watch.hasEnded(turn) ? await judge(waits) : found),
      );
    } finally {
      watch.stop();
    }

    /** Returns the refusal of a dry run, which shows what the call would change if the policies allow reads. */
    function enforceOrShow(judged: Judgement): ConnectorError | undefined {
      try {
        enforceEffects(policies, entity, action, judged);
      } catch (error) {
        const canRead = policies.every(({ effects }) => effects?.includes("read") ?? true);
        if (controls.dry_run && canRead && ConnectorError.is(error)) return error;
        throw error;
      }
      return undefined;
    }

    /** Waits for the store before anything is sent. An abort ends the wait, and `undo` gets a result that comes later. */
    async function untilAbort<T>(step: Promise<T>, undo?: (late: T) => unknown): Promise<T> {
      try {
        return await rejectAfterGrace(step, signal);
      } catch (error) {
        if (!signal?.aborted || error !== signal.reason) throw error;
        void step.then(undo).catch(() => {});
        throw abortedEarly(compiled);
      }
    }

    async function enforceAndSend(found: Judgement | undefined): Promise<Written> {
      const judged = found && (await untilAbort(withoutRestores(found, states)));
      const effect = (progress.effect = judged ? strongestOf(judged.effects) : planned.effect);
      const effects = judged?.effects ?? [effect];
      const refused = judged && enforceOrShow(judged);
      // The hosted service has caps of its own. It decides if the client has none.
      const hasCaps = !remote || policies.some(({ caps }) => caps);
      const reserved =
        judged && hasCaps && !refused
          ? await untilAbort(
              enforceCaps(policies, judged, {
                ...states,
                terms: connector,
                what: `${entity}.${action}`,
                dryRun: controls.dry_run === true,
                // The hosted service runs a write only once per idempotency key. Therefore, calls with the same key share one
                // reservation of spending.
                reservation: await fingerprintOf({
                  planned,
                  idempotencyKey: remote ? idempotencyKey : undefined,
                }),
              }),
              (late) => late?.fail(abortedEarly(compiled)),
            )
          : undefined;
      const release = async (error: unknown) => reserved && settle(reserved.fail(error), signal);
      const rule = externalRule(policies, options.external);
      const corrections = planned.notes.length > 0 ? { normalized: [...planned.notes] } : {};
      if (controls.dry_run) {
        const reads = { named: readsWithin(waits)(signal), plain: readsWithin(waits, send, true)(signal) };
        const call = { compiled, params, effect, judged, refused, audience, rule };
        const { data, meta } = await dryRun(connector, call, reads);
        return { result: { data, meta: { ...corrections, ...meta } }, effects };
      }

      const isJudgedHere = !remote && effect !== "read";
      const written = { audience, compiled, params, policies };
      const doubts =
        isJudgedHere && rule !== "allow"
          ? await checkAudience(written, rule, readsWithin(waits, transport, true)(signal)).catch(
              async (error: unknown) => {
                await release(error);
                throw error;
              },
            )
          : [];
      // The reads for undo do not use up the waiting time of the write.
      const readForUndo = readsWithin({ left: totalWaitMs });
      const { before, after } =
        judged ?? (remote ? {} : await previewBeforeWrite(definition, params, readForUndo, signal));
      // A write does not wait for these reads, and they do not wait for a rate limit. But who could read a deleted record
      // is known only before.
      const readersOfWrite = async (): ReturnType<typeof audienceMeta> =>
        isJudgedHere && rule === "allow"
          ? audienceMeta(written, readsWithin({ left: 0 }, transport, true), signal)
          : {};
      const readersBefore = effect === "destructive" ? await readersOfWrite() : undefined;
      if (signal?.aborted) {
        const aborted = abortedEarly(compiled);
        await release(aborted);
        throw aborted;
      }
      const warnings = remote ? [] : [...doubts, ...((await judged?.warnings?.()) ?? [])];
      if (judged)
        await untilAbort(dropOutdated(judged, states)).catch(async (error: unknown) => {
          await release(error);
          throw error;
        });
      progress.sent = true;
      const { context } = progress;
      const again = { left: totalWaitMs };
      const beforeSend =
        found && !remote ? judgeAgain(found, clock, async () => (await judge(again))!) : undefined;
      // The hosted service runs the `guard` itself, with the original params.
      const judgedParams = remote ? params : (judged?.params ?? params);
      const learn = (data?: unknown) => {
        try {
          if (effect !== "read") resolve?.learn?.({ entity, params, data });
        } catch {
          // The write has already been sent. A fault in `learn` must not hide the result of the write.
        }
      };
      const record = isJudgedHere
        ? journal?.write({
            context,
            entity,
            action,
            effects,
            params: judgedParams,
            after,
            ...(progress.callId === undefined ? {} : { callId: progress.callId }),
            ...(options.decision ? { decision: options.decision } : {}),
            ...(judged?.raises?.length ? { raises: judged.raises.map(shownRaise) } : {}),
          })
        : undefined;
      const journaled = record && {
        ...record,
        start: (decided?: Decision) => untilAbort(record.start(decided)),
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
        journaled,
        external: rule,
      };
      const result = await send(call).catch(async (error: unknown) => {
        await release(error);
        if (record) await settle(record.end({ error }), signal);
        if (!ConnectorError.is(error) || error.outcome !== "not_started") learn();
        throw error;
      });
      if (reserved) await settle(reserved.settle(result.data), signal);
      if (judged) await settle(rememberStates(judged, result.data, states), signal);
      learn(result.data);
      const undo = remote || effect === "read" ? {} : undoOf(definition, judgedParams, result, before);
      const { warnings: unread = [], ...readers } =
        result.meta.already === undefined ? (readersBefore ?? (await readersOfWrite())) : ({} as Meta);
      const all = [...warnings, ...unread, ...(result.meta.warnings ?? [])];
      const warned = all.length > 0 ? { warnings: all } : {};
      const meta = withoutHiddenUndo({ ...corrections, ...result.meta, ...readers, ...warned, ...undo });
      if (record) await settle(record.end({ data: result.data, meta }), signal);
      return { result: { data: result.data, meta }, effects };
    }
  };
}

const shownRaise = ({ path, of, from, to }: SpendRaise) => ({ path, of, from, to });

/**
 * Returns the account whose earlier writes must end first. Returns undefined for a new record that spends nothing,
 * because no other call knows the new id.
 */
async function writtenAccount({ changes, before, effects, account }: Judgement): Promise<string | undefined> {
  if (changes) return changes.account.id;
  const isNew = before === undefined && !effects.includes("spend");
  return isNew ? undefined : (await account?.())?.id;
}

export const abortedEarly = ({ entity, action }: CompiledAction): ConnectorError =>
  new ConnectorError("aborted", `${entity}.${action} was aborted before anything was sent.`);
