import type { CallEvent, CodeOptions } from "../contract/call-options.ts";
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

export function emitEvent(onCall: CodeOptions["onCall"], { sent: _sent, ...event }: Progress): void {
  try {
    const listening: unknown = onCall?.(event);
    if (listening instanceof Promise) listening.catch(() => {});
  } catch {
    // An error in `onCall` must not affect the call.
  }
}
