import type { CallEvent, CodeOptions } from "../contract/call-options.ts";
import { cut } from "../ground/json.ts";

/** The event of a call that is still running. */
export interface Progress extends CallEvent {
  /** Whether the call can have sent a request to the platform. */
  sent: boolean;
}

/** Creates the event of a call before its action is found. If a name is not a string, the event has an empty name. */
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

/** Passes the event to the listener `onCall`. */
export function emitEvent(onCall: CodeOptions["onCall"], { sent: _sent, ...event }: Progress): void {
  try {
    const listening: unknown = onCall?.(event);
    if (listening instanceof Promise) listening.catch(() => {});
  } catch {
    // The listener's errors do not affect the call.
  }
}
