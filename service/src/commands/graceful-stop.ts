export interface GracefulStop {
  /** Makes /readyz fail. Resolves when no request, no webhook and no token refresh is running. */
  drain(): Promise<void>;
  /** The time in which the server still accepts requests, until load balancers notice that /readyz fails. */
  drainDelayMs: number;
  /** The maximum time to wait for running requests. */
  drainTimeoutMs: number;
  closeServer(timeoutMs: number): Promise<void>;
  /** Closes everything except the server, after `closeServer`. */
  closeRest(): Promise<void>;
}

/** Stops the process on SIGTERM or SIGINT, after the running requests have ended. */
export function stopOnSignal({
  drain,
  drainDelayMs,
  drainTimeoutMs,
  closeServer,
  closeRest,
}: GracefulStop): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    void drain();
    await pause(drainDelayMs);
    await closeServer(drainTimeoutMs);
    // More requests may have arrived since the first call of `drain`.
    await Promise.race([drain(), pause(1000)]);
    // A database that does not respond must not keep the process alive.
    await Promise.race([closeRest(), pause(5000)]);
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
