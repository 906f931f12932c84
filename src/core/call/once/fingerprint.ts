import { hashOf } from "../../ground/hash.ts";
import type { PlannedCall } from "../params/planned-call.ts";

/**
 * Returns a hash of a call's action and params. A second call with the same idempotencyKey and a different hash is
 * refused. Names such as `#general` are hashed as written, because the id of a name can change between two calls.
 */
export const requestHashOf = ({ planned: { compiled, params } }: { planned: PlannedCall }): Promise<string> =>
  hashOf(`${compiled.entity}.${compiled.action} ${JSON.stringify(params)}`);

/**
 * Returns 32 hex digits that identify a call in requests to the platform. The digits do not reveal the idempotencyKey.
 */
export const fingerprintOf = async (call: {
  planned: PlannedCall;
  idempotencyKey: string | undefined;
}): Promise<string> =>
  call.idempotencyKey === undefined
    ? crypto.randomUUID().replaceAll("-", "")
    : hashOf(`${call.idempotencyKey} ${await requestHashOf(call)}`);
