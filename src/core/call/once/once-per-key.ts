import type { Effect } from "../../contract/effect.ts";
import type { Result } from "../../contract/result.ts";
import type { UnknownAttempt } from "../../contract/run-context.ts";
import { abortedError, rejectOnAbort } from "../../ground/abort.ts";
import type { Clock } from "../../ground/clock.ts";
import { ConnectorError, toConnectorError } from "../../ground/errors.ts";
import { requestHashOf } from "./fingerprint.ts";
import { createIdempotency } from "./idempotency.ts";
import type { PlannedCall } from "../params/planned-call.ts";

export interface Written {
  result: Result;
  effects: readonly Effect[];
}

interface KeyedCall {
  planned: PlannedCall;
  idempotencyKey: string;
  signal: AbortSignal | undefined;
}

/**
 * Runs a write once per idempotencyKey. A repeated call returns the first outcome and does not count toward the
 * spending caps again. `repeated` is true if the outcome comes from an earlier call.
 */
export type OncePerKey = (
  call: KeyedCall,
  run: (unknownAttempt?: UnknownAttempt) => Promise<Written>,
) => Promise<Written & { repeated: boolean }>;

/** Keeps the outcomes in the memory of this process. */
export function createOncePerKey(clock: Clock): OncePerKey {
  const runOnce = createIdempotency<Written>(clock);
  return async ({ planned, idempotencyKey: key, signal }, run) => {
    const { compiled } = planned;
    // With this header, the platform performs only one write per key. Therefore, the operation can be sent again.
    const hasKey = !compiled.definition.run && compiled.operation?.idempotencyHeader !== undefined;
    const settles = compiled.definition.settles === true || hasKey;
    const requestHash = await requestHashOf({ planned });
    let started = false;
    const start = (unknownAttempt?: UnknownAttempt) => {
      started = true;
      return run(unknownAttempt);
    };
    const outcome = runOnce({ key, requestHash, settles, run: start });
    if (started) return { ...(await outcome), repeated: false };
    // An earlier call with the same key has started the write. If this call is aborted, only the waiting ends.
    const written = await rejectOnAbort(outcome, signal).catch((error: unknown) => {
      throw signal?.aborted && !ConnectorError.is(error)
        ? abortedError(`${compiled.entity}.${compiled.action}`, "unknown")
        : toConnectorError(error);
    });
    return { ...written, repeated: true };
  };
}
