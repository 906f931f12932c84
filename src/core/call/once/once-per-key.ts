import type { Written } from "../../contract/result.ts";
import type { UnknownAttempt } from "../../contract/run-context.ts";
import type { StoreDriver } from "../../contract/store-driver.ts";
import { abortedError, rejectOnAbort, settle } from "../../ground/abort.ts";
import type { Clock } from "../../ground/clock.ts";
import { ConnectorError, toConnectorError } from "../../ground/errors.ts";
import { hashOf } from "../../ground/hash.ts";
import { asUnknown } from "../../ground/unknown-outcome.ts";
import { type KeptWrite, outcomes } from "../../store/kinds.ts";
import type { Earlier } from "../../store/once-record.ts";
import { createOnce } from "../../store/once.ts";
import { requestHashOf } from "./fingerprint.ts";
import type { PlannedCall } from "../params/planned-call.ts";

interface KeyedCall {
  planned: PlannedCall;
  idempotencyKey: string;
  signal: AbortSignal | undefined;
}

type Outcome = Written & { repeated: boolean };

/**
 * Runs a write once per idempotencyKey. A repeated call returns the first outcome and does not count toward the
 * spending caps again. `repeated` is true if the outcome comes from an earlier call. If the first call did nothing, or
 * if its outcome is unknown and the action can find its earlier write, the second call runs the write. After an unknown
 * outcome, only a success ends the doubt.
 * @throws ConnectorError `idempotency_key_reused` if the key was used for another call, `idempotency_outcome_unknown`
 * if the process of the first call has ended during the write
 */
export type OncePerKey = (
  call: KeyedCall,
  run: (unknownAttempt?: UnknownAttempt) => Promise<Written>,
) => Promise<Outcome>;

/** A call of this process that runs now. Its repetitions in this process get the same result or error. */
interface Running {
  requestHash: string;
  outcome: Promise<Outcome>;
  /** Whether its caller has aborted while it waited for another process. */
  gaveUp: boolean;
}

/**
 * Keeps the outcomes in a store, for all processes with this store.
 * @param findOwner returns a part of a key that no other connector has, and no other account
 */
export function createOncePerKey(
  store: StoreDriver,
  findOwner: () => Promise<string>,
  clock: Clock,
): OncePerKey {
  const once = createOnce(outcomes, clock);
  const running = new Map<string, Running>();

  const runAndKeep = async (
    { id, signal }: { id: string; signal: AbortSignal | undefined },
    run: Parameters<OncePerKey>[1],
    earlier?: Earlier<KeptWrite>,
  ) => {
    const attempt = earlier && attemptOf(earlier);
    // The write has ended, so a fault of the store must not hide its outcome. Without it, the key is in doubt.
    const keep = (outcome: KeptWrite) => settle(once.finish(store, id, outcome), signal);
    try {
      const written = await run(attempt);
      await keep({ written });
      return { ...written, repeated: false };
    } catch (thrown) {
      const error = toConnectorError(thrown);
      if (error.outcome === "not_started") await settle(once.release(store, id), signal);
      else await keep({ error: (attempt?.error ?? error).toJSON(), until: clock.now() });
      // A second run that did nothing does not prove that the first run did nothing.
      throw attempt ? asUnknown(thrown) : thrown;
    }
  };

  const claimAndRun = async (
    { planned: { compiled }, signal }: KeyedCall,
    { id, requestHash }: { id: string; requestHash: string },
    { run, onAbort }: { run: Parameters<OncePerKey>[1]; onAbort: () => void },
  ): Promise<Outcome> => {
    const { settles = false, run: custom } = compiled.definition;
    const aborted = (outcome: "not_started" | "unknown") => {
      onAbort();
      return abortedError(`${compiled.entity}.${compiled.action}`, outcome);
    };
    // With this header, the platform performs only one write per key. Therefore, the operation can be sent again.
    const hasKey = !custom && compiled.operation?.idempotencyHeader !== undefined;
    const again =
      settles || hasKey ? (outcome: KeptWrite | undefined) => outcome?.written === undefined : undefined;
    for (let waited = false; ; waited = true) {
      const claim = await once.claim(store, id, requestHash, { again, signal }).catch((error: unknown) => {
        throw signal?.aborted && error === signal.reason
          ? aborted(waited ? "unknown" : "not_started")
          : error;
      });
      if (claim.state === "first") return runAndKeep({ id, signal }, run, claim.earlier);
      if (claim.state === "other") throw keyReused();
      if (claim.state === "done") {
        const { written, error } = claim.outcome;
        if (written) return { ...written, repeated: true };
        throw error ? ConnectorError.fromJSON(error) : outcomeUnknown();
      }
      if (claim.state === "in_doubt" || waited) throw outcomeUnknown();
      try {
        await once.wait(store, id, requestHash, signal);
      } catch {
        throw aborted("unknown");
      }
    }
  };

  return async function oncePerKey(call, run): Promise<Outcome> {
    const { planned, idempotencyKey, signal } = call;
    const requestHash = await requestHashOf({ planned });
    const id = `${await findOwner()}/${await hashOf(idempotencyKey)}`;
    const first = running.get(id);
    if (!first) {
      const own: Running = {
        requestHash,
        gaveUp: false,
        outcome: claimAndRun(call, { id, requestHash }, { run, onAbort: () => (own.gaveUp = true) }),
      };
      running.set(id, own);
      return own.outcome.finally(() => running.delete(id));
    }
    if (first.requestHash !== requestHash) throw keyReused();
    try {
      // If this call is aborted, only the waiting ends.
      return { ...(await rejectOnAbort(first.outcome, signal)), repeated: true };
    } catch (error) {
      if (first.gaveUp && !signal?.aborted) return oncePerKey(call, run);
      throw signal?.aborted && !ConnectorError.is(error)
        ? abortedError(`${planned.compiled.entity}.${planned.compiled.action}`, "unknown")
        : toConnectorError(error);
    }
  };
}

/** A run that left no outcome has ended at most `limitSeconds` after its start. */
const attemptOf = ({ since, last, outcome }: Earlier<KeptWrite>): UnknownAttempt => ({
  since,
  until: outcome?.until ?? last + outcomes.limitSeconds * 1000,
  error: outcome?.error ? ConnectorError.fromJSON(outcome.error) : outcomeUnknown(),
});

const keyReused = () =>
  new ConnectorError("idempotency_key_reused", "This idempotencyKey was used for another call.", {
    path: "options.idempotencyKey",
    hint: "Use a new key for every write. Repeat a key only to repeat the same call.",
  });

const outcomeUnknown = () =>
  new ConnectorError(
    "idempotency_outcome_unknown",
    "An earlier call with this idempotencyKey was started, and its outcome is not known.",
    {
      outcome: "unknown",
      hint: "A list or get action shows whether the write was done. Then use a new key.",
    },
  );
