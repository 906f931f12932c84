import type { TransportCall } from "./call.ts";

/** What a call asks for, as text: two calls with one idempotencyKey must agree in it. */
export const fingerprintOf = ({ compiled, asked }: TransportCall): string =>
  `${compiled.entity}.${compiled.action} ${JSON.stringify(asked)}`;

/** By what a platform may know the call again: a hash, since whoever reads what is marked must not learn the key. */
export async function markOf(call: TransportCall): Promise<string> {
  const { idempotencyKey: key } = call;
  if (key === undefined) return crypto.randomUUID().replaceAll("-", "");
  const text = new TextEncoder().encode(`${key} ${fingerprintOf(call)}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text)).slice(0, 16);
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
