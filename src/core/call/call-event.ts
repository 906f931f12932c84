import type { CallEvent, ConnectorOptions } from "../contract/call-options.ts";
import type { Clock } from "../ground/clock.ts";
import { toConnectorError } from "../ground/errors.ts";
import { cut } from "../ground/json.ts";

export interface Progress extends CallEvent {
  /** Whether a request of this call may have reached the platform. */
  sent: boolean;
}

export const beginEvent = (connector: string, entity: unknown, action: unknown): Progress => ({
  connector,
  entity: typeof entity === "string" ? cut(entity, 60) : "",
  action: typeof action === "string" ? cut(action, 60) : "",
  effect: undefined,
  dryRun: false,
  params: [],
  outcome: "ok",
  ms: 0,
  waitedMs: 0,
  retries: 0,
  requestId: undefined,
  context: undefined,
  callId: undefined,
  sent: false,
});

/** Runs a call, and emits its event. An error that is not a ConnectorError becomes one. */
export function withEvent<T>(
  { tracing, ...parts }: Pick<ConnectorOptions, "onCall" | "tracing"> & { clock: Clock },
  progress: Progress,
  params: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const call = () => observe(parts, progress, work);
  if (!tracing) return call();
  const { connector } = progress;
  return tracing.call({ connector, event: () => eventOf(progress), params: () => params }, call);
}

async function observe<T>(
  { onCall, clock }: Pick<ConnectorOptions, "onCall"> & { clock: Clock },
  progress: Progress,
  work: () => Promise<T>,
): Promise<T> {
  const started = clock.now();
  try {
    return await work();
  } catch (error) {
    const changed = progress.sent && progress.effect !== "read";
    const wrapped = toConnectorError(error, changed ? "unknown" : "not_started");
    progress.outcome = wrapped.code;
    throw wrapped;
  } finally {
    progress.ms = clock.now() - started;
    emitEvent(onCall, progress);
  }
}

const eventOf = ({ sent: _sent, ...event }: Progress): CallEvent => event;

export function emitEvent(onCall: ConnectorOptions["onCall"], progress: Progress): void {
  try {
    const listening: unknown = onCall?.(eventOf(progress));
    if (listening instanceof Promise) listening.catch(() => {});
  } catch {
    // An error in `onCall` must not affect the call.
  }
}
