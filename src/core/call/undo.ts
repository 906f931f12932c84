import type { ActionDefinition } from "../contract/action.ts";
import type { GuardRead, Preview } from "../contract/judgement.ts";
import type { Result, Undo } from "../contract/result.ts";
import { withTimeout } from "../ground/abort.ts";
import { type Dict, isDict } from "../ground/json.ts";

/** Returns the function that sends a call's reads, which end when the signal aborts. */
export type ReadFor = (signal: AbortSignal | undefined) => GuardRead;

/** The maximum time that a write waits for its undo data, in milliseconds. */
const previewTimeoutMs = 3000;

/**
 * Reads the values that a write will change, for its undo. It returns nothing if the read fails or takes too long. It
 * throws only if the caller aborts.
 */
export async function previewBeforeWrite(
  { preview, undo }: ActionDefinition,
  params: Dict,
  readFor: ReadFor,
  signal: AbortSignal | undefined,
): Promise<Preview> {
  if (!preview || !undo) return {};
  try {
    return await withTimeout(previewTimeoutMs, signal, (stop) => preview(params as never, readFor(stop)));
  } catch (error) {
    if (signal?.aborted) throw error;
    return {};
  }
}

/** Returns the call that undoes a write, if the action has one. An error here must not fail the finished write. */
export function undoOf(
  { undo }: ActionDefinition,
  params: Dict,
  { data, meta }: Result,
  before: unknown,
): { undo?: Undo } {
  if (meta.already !== undefined) return {};
  try {
    const call = undo?.(params as never, isDict(data) ? data : {}, before);
    return call ? { undo: call } : {};
  } catch {
    return {};
  }
}
