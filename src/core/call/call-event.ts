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
  params: [],
  outcome: "ok",
  ms: 0,
  context: undefined,
  callId: undefined,
  sent: false,
});

/** Runs a call, and emits its event. An error that is not a ConnectorError becomes one. */
export async function withEvent<T>(
  { onCall, clock }: { onCall?: ConnectorOptions["onCall"]; clock: Clock },
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
    emitEvent(onCall, { ...progress, ms: clock.now() - started });
  }
}

export function emitEvent(onCall: ConnectorOptions["onCall"], { sent: _sent, ...event }: Progress): void {
  try {
    const listening: unknown = onCall?.(event);
    if (listening instanceof Promise) listening.catch(() => {});
  } catch {
    // An error in `onCall` must not affect the call.
  }
}
