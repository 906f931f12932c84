import type { CallOptions } from "../../contract/call-options.ts";
import type { PlannedCall } from "../../call/params/planned-call.ts";
import { hashOf } from "../../ground/hash.ts";
import { at } from "../../ground/json.ts";
import { canonicalJson } from "../../schema/validate/canonical-json.ts";

/**
 * Gives a write of a run an idempotency key, so that a framework that repeats a step of the run writes once. The key is made
 * of `context.run`, the id of the call, and the call. Without `context.run`, there is no key: the ids of two conversations can
 * be the same.
 */
export async function oncePerRun(
  { compiled: { entity, action }, input, effect, controls }: PlannedCall,
  options: CallOptions,
): Promise<CallOptions> {
  const { callId, context, idempotencyKey } = options;
  const run = at(context, "run");
  if (idempotencyKey !== undefined || effect === "read" || controls.dry_run === true) return options;
  if (typeof run !== "string" || run === "" || callId === undefined) return options;
  const digest = await hashOf(canonicalJson([run, callId, entity, action, input]));
  return { ...options, idempotencyKey: `run-${digest}` };
}
