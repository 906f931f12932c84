import type { TransportCall } from "./transport.ts";

/**
 * What a call asks for: two calls with one idempotencyKey must agree in it. A hash, since it is kept for a day, and params
 * may hold a file.
 */
export const fingerprintOf = ({ compiled, asked }: TransportCall): Promise<string> =>
  hashOf(`${compiled.entity}.${compiled.action} ${JSON.stringify(asked)}`);

/** By what a platform may know the call again: a hash, since whoever reads what is marked must not learn the key. */
export const markOf = async (call: TransportCall): Promise<string> =>
  call.idempotencyKey === undefined
    ? crypto.randomUUID().replaceAll("-", "")
    : hashOf(`${call.idempotencyKey} ${await fingerprintOf(call)}`);

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
