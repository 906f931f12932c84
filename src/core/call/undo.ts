import type { ActionDefinition } from "../contract/action.ts";
import type { GuardRead, ChangePreview } from "../contract/judgement.ts";
import type { Result, Undo } from "../contract/result.ts";
import { withTimeout } from "../ground/abort.ts";
import { type Dict, isDict } from "../ground/json.ts";

/** Creates the function that runs read actions of the same connector. */
export type ReadFor = (signal: AbortSignal | undefined) => GuardRead;

const previewTimeoutMs = 3000;

/**
 * Reads the values that a write will change, so that the write can be undone. Returns {} if the read fails or takes too
 * long. Throws only if the caller aborts.
 */
export async function previewBeforeWrite(
  { preview, undo }: ActionDefinition,
  params: Dict,
  readFor: ReadFor,
  signal: AbortSignal | undefined,
): Promise<ChangePreview> {
  if (!preview || !undo) return {};
  try {
    return await withTimeout(previewTimeoutMs, signal, (stop) => preview(params as never, readFor(stop)));
  } catch (error) {
    if (signal?.aborted) throw error;
    return {};
  }
}

/**
 * Returns the call that undoes a write, or {} if the write cannot be undone. Never throws, because the write has
 * already succeeded.
 */
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
