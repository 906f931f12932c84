import type { CallEvent, CodeOptions } from "../contract/call-options.ts";
import { cut } from "../ground/json.ts";

/** The event of a call that still runs, and whether anything may have been sent. */
export interface Progress extends CallEvent {
  sent: boolean;
}

/** The event of a call whose names are not looked up yet. A name that is not text is left empty. */
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

/** Passes the event to the listener. A listener that throws or rejects does not disturb the call. */
export function emitEvent(onCall: CodeOptions["onCall"], { sent: _sent, ...event }: Progress): void {
  try {
    const listening: unknown = onCall?.(event);
    if (listening instanceof Promise) listening.catch(() => {});
  } catch {
    // The listener's errors do not affect the call.
  }
}
