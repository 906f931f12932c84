import type { CallEvent, CodeOptions } from "../contract/call-options.ts";
import { cut } from "../ground/json.ts";

/** The event of a running call. When the call ends, `onCall` receives this event. */
export interface Progress extends CallEvent {
  /** Whether a request of this call may have reached the platform. */
  sent: boolean;
}

/**
 * Creates the event at the start of a call. If `entity` or `action` is not a string, the event contains "" instead.
 */
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

/** Calls `onCall` with the event, without the field `sent`. */
export function emitEvent(onCall: CodeOptions["onCall"], { sent: _sent, ...event }: Progress): void {
  try {
    const listening: unknown = onCall?.(event);
    if (listening instanceof Promise) listening.catch(() => {});
  } catch {
    // An error in `onCall` must not affect the call.
  }
}
