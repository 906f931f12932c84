import type { CallOptions } from "../contract/call-options.ts";
import { type Kind, kinds, readNamed } from "../ground/read-options.ts";

export const callOptions = {
  signal: kinds.signal,
  context: kinds.anything,
  idempotencyKey: kinds.key,
  callId: kinds.string,
} satisfies Record<keyof CallOptions, Kind>;

/** The options of one call, checked. */
export const readCallOptions = (options: unknown): CallOptions =>
  readNamed(options, callOptions, "options", "options.");
