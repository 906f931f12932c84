import { ConnectorError, type Outcome } from "./errors.ts";

/** Waits for a promise. If the signal aborts first, throws the signal's reason at once. */
export async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
  try {
    // `promise` goes to `race` even after an abort, because an unhandled rejection of `promise` would end the
    // process.
    return await Promise.race([aborted, promise]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** The milliseconds for which an aborted call still waits for a store, so that a working store knows how the call has ended. */
const graceMs = 1000;

/** When a wait first noticed the abort of a signal, so that all waits of a call share the second. */
const noticedAt = new WeakMap<AbortSignal, number>();

/** Waits for a write of a store. From an abort on, waits for at most a second, and then throws the signal's reason. */
export async function rejectAfterGrace<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await rejectOnAbort(promise, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
    const noticed = noticedAt.get(signal) ?? performance.now();
    noticedAt.set(signal, noticed);
    const left = Math.max(0, graceMs - (performance.now() - noticed));
    return await withTimeout(left, undefined, (late) =>
      rejectOnAbort(promise, late).catch((failure: unknown) => {
        throw late.aborted ? signal.reason : failure;
      }),
    );
  }
}

/**
 * Waits for work that follows a write, such as storing its outcome, and from an abort on for at most a second. Never throws,
 * because the write counts.
 */
export async function settle(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  await rejectAfterGrace(promise, signal).catch(() => {});
}

/**
 * Waits for a read. If the signal aborts first, throws a ConnectorError `aborted` with the outcome `not_started`. This
 * outcome would be wrong for a write. `what`: the name of the read, for the error message.
 */
export async function failOnAbort<T>(
  what: string,
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return await rejectOnAbort(promise, signal);
  } catch (error) {
    if (ConnectorError.is(error) || !signal?.aborted) throw error;
    throw new ConnectorError("aborted", `${what} was aborted by the caller.`);
  }
}

/** Calls `run` with a signal that aborts after `ms` milliseconds, or when the caller's signal aborts. */
export async function withTimeout<T>(
  ms: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  if (caller?.aborted) abort();
  caller?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(abort, ms);
  try {
    return await run(stop.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", abort);
  }
}

/** Creates the error for an aborted request. `what`: the name of the request, such as `Shop orders.create`. */
export const abortedError = (what: string, outcome: Outcome): ConnectorError =>
  new ConnectorError("aborted", `${what} was aborted by the caller.`, {
    outcome,
    hint: outcome === "unknown" ? retryHint(outcome) : undefined,
  });

export const retryHint = (outcome: Outcome): string =>
  outcome === "not_started"
    ? "Try again later."
    : "It is not known whether it was done. Check before you send it again.";
