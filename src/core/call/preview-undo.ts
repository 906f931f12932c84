import type { ActionDefinition } from "../contract/action.ts";
import type { GuardRead, Preview } from "../contract/judgement.ts";
import type { Result, Undo } from "../contract/result.ts";
import { withTimeout } from "../ground/abort.ts";
import { type Dict, isDict } from "../ground/json.ts";

// What stands where a call would write: shown by a dry run, and kept for the way back.

/** Makes the reads of one call, which end with the signal. */
export type ReadFor = (signal: AbortSignal | undefined) => GuardRead;

/** Milliseconds that a write waits for what its way back needs: it is wanted more than its undoing. */
const patience = 3000;

export const previewOf = async (
  { preview }: ActionDefinition,
  params: Dict,
  readFor: ReadFor,
  signal: AbortSignal | undefined,
): Promise<Preview> => (await preview?.(params as never, readFor(signal))) ?? {};

/** The same before the write itself, where it can be had soon. Throws only for the caller's abort. */
export async function previewSoon(
  definition: ActionDefinition,
  params: Dict,
  readFor: ReadFor,
  signal: AbortSignal | undefined,
): Promise<Preview> {
  if (!definition.preview || !definition.undo) return {};
  try {
    return await withTimeout(patience, signal, (stop) => previewOf(definition, params, readFor, stop));
  } catch (error) {
    if (signal?.aborted) throw error;
    return {};
  }
}

/** The way back, where the definition knows one. The write is done: not to know it is no reason to fail. */
export function undoOf(
  { undo }: ActionDefinition,
  params: Dict,
  { data, meta }: Result,
  before: unknown,
): { undo?: Undo } {
  if (meta.already !== undefined) return {};
  try {
    const way = undo?.(params as never, isDict(data) ? data : {}, before);
    return way ? { undo: way } : {};
  } catch {
    return {};
  }
}
