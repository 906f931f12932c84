import type { CallEvent, CodeOptions } from "../contract/call-options.ts";
import { cut } from "../ground/json.ts";

/** A call's event in the making, and whether anything may have been sent. */
export interface Progress extends CallEvent {
  sent: boolean;
}

/** Of names that are not looked up yet: what came in their place is only told as far as it is text. */
export const begin = (connector: string, entity: unknown, action: unknown): Progress => ({
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

/** A listener's fault is not the call's, whether it throws or rejects. */
export function tell(onCall: CodeOptions["onCall"], { sent: _sent, ...event }: Progress): void {
  try {
    const listening: unknown = onCall?.(event);
    if (listening instanceof Promise) listening.catch(() => {});
  } catch {
    // As said.
  }
}
