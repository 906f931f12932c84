import { ConnectorError, type Outcome } from "./errors.ts";

/** What `before` comes to; rejects with the signal's reason as soon as it aborts. */
export async function rejectOnAbort<T>(before: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
  try {
    // Heard also where the signal has aborted already: a promise that fails unheard ends a process.
    return await Promise.race([aborted, before]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** `rejectOnAbort`, where nothing that changes anything was sent: an abort is a ConnectorError that says so. */
export async function failOnAbort<T>(
  what: string,
  before: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return await rejectOnAbort(before, signal);
  } catch (error) {
    if (ConnectorError.is(error) || !signal?.aborted) throw error;
    throw new ConnectorError("aborted", `${what} was aborted by the caller.`);
  }
}

/** Runs something under a signal that aborts after `ms` milliseconds, or when the caller's does. */
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

export const abortedError = (what: string, outcome: Outcome): ConnectorError =>
  new ConnectorError("aborted", `${what} was aborted by the caller.`, {
    outcome,
    hint: outcome === "unknown" ? retryHint(outcome) : undefined,
  });

export const retryHint = (outcome: Outcome): string =>
  outcome === "not_started"
    ? "Try again later."
    : "It is not known whether it was done. Look before you send it again.";
