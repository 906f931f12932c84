import { isDict } from "../ground/json.ts";

/** Earlier runs of one key whose outcome is unknown. Times are in milliseconds since the epoch. */
export interface Earlier<T> {
  /** The start of the first of these runs. */
  since: number;
  /** The start of the last of these runs. */
  last: number;
  outcome?: T | undefined;
}

/** What a store keeps of one key of `createOnce`. */
export interface OnceRecord<T> {
  fingerprint: string;
  /** The `Once` object that runs the work, in one process. */
  owner: string;
  /** The start of this run, in milliseconds since the epoch. */
  since: number;
  /** The key of a mark that the store forgets `limitSeconds` after the start, if work can run again. */
  mark?: string;
  /** The run before this one, if its outcome is unknown. */
  earlier?: Earlier<T>;
  /** Absent while the work runs. */
  ended?: { outcome: T };
}

export const isOnceRecord = (value: unknown): value is OnceRecord<unknown> =>
  isDict(value) &&
  typeof value.fingerprint === "string" &&
  typeof value.owner === "string" &&
  typeof value.since === "number" &&
  (value.mark === undefined || typeof value.mark === "string") &&
  (value.earlier === undefined || isDict(value.earlier)) &&
  (value.ended === undefined || isDict(value.ended));

/**
 * Returns the record without its last run, which did nothing, or undefined if the key is free. A second run that did
 * nothing does not prove that the first run did nothing, so the key then stays in doubt.
 */
export function withoutRun<T>(record: OnceRecord<T>): OnceRecord<T> | undefined {
  const { earlier } = record;
  if (!earlier) return undefined;
  const outcome = earlier.outcome;
  return { ...record, since: earlier.last, ...(outcome === undefined ? {} : { ended: { outcome } }) };
}
