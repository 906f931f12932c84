import type { TransportCall } from "./transport.ts";

/**
 * A hash of the call. Two calls with one idempotencyKey must have the same one. It is a hash because it is kept for a
 * day, and params may hold a file. It is made of the params as the caller wrote them, since a name may get another id.
 */
export const fingerprintOf = ({ planned: { compiled, params } }: TransportCall): Promise<string> =>
  hashOf(`${compiled.entity}.${compiled.action} ${JSON.stringify(params)}`);

/** A hash that identifies this call at the platform. Nobody who reads it there can learn the idempotencyKey. */
export const markOf = async (call: TransportCall): Promise<string> =>
  call.idempotencyKey === undefined
    ? crypto.randomUUID().replaceAll("-", "")
    : hashOf(`${call.idempotencyKey} ${await fingerprintOf(call)}`);

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
