import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { withTimeout } from "../../../core/ground/abort.ts";
import { spendWait } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, dicts } from "../../../core/ground/json.ts";

/** The pause before the search for a write. After this time, a read request usually shows the write. */
const pauseMs = 1000;
const maxSearchMs = 10_000;
/** The assumed maximum difference between Slack's clock and the local clock. */
const skewMs = 10 * 60_000;

/** The result of the search for a write whose response was lost. */
export type Found =
  | { record: Dict }
  /**
   * The record does not have the new values. `unchanged`: nobody has changed the record since the write began, so the
   * write can be sent again.
   */
  | { unchanged: boolean }
  /** The search found no record that is certainly the result of the write. */
  | undefined;

/**
 * A function that searches Slack for the result of a write. `since`: the start of the write on the local clock, in
 * milliseconds since 1970.
 */
export type Find = (
  read: (operation: string, args: Dict) => Promise<unknown>,
  since: number,
) => Promise<Found>;

interface SearchedWrite {
  args: Dict;
  /** The path of the result in Slack's response. */
  pick?: string;
  find: Find;
  /** The result if the response has no value at `pick`. */
  orElse?: Dict;
  /** Never sends the write a second time. */
  once?: boolean;
}

/**
 * Sends a write that is not repeatable. If Slack's response is lost, finds out with read requests whether the write was
 * done. Returns the value at the path `pick` of the response, or `orElse`, or the whole response.
 * @throws ConnectorError with the outcome `unknown` if it stays unclear whether the write was done
 */
export async function sendOrFind(
  context: RunContext,
  operation: string,
  { args, pick, find, orElse, once = false }: SearchedWrite,
): Promise<RunResult> {
  const since = context.clock.now();
  // The error of the first attempt. Its outcome stays unknown, even if Slack refuses the second attempt.
  let lost: ConnectorError | undefined;
  for (;;) {
    try {
      const reply = await context.send(operation, args);
      const picked = pick === undefined ? undefined : at(reply.body, pick);
      return { data: picked ?? orElse ?? reply.body, meta: replyMeta(reply) };
    } catch (error) {
      if (!ConnectorError.is(error) || error.outcome !== "unknown" || error.code === "aborted")
        throw lost ?? error;
      const found = await look(context, error, find, since);
      if (found && "record" in found) return { data: found.record, meta: { recovered: error.code } };
      if (once || lost || !(found ? found.unchanged : endedBySlack(error))) throw error;
      lost = error;
    }
  }
}

/**
 * Returns whether Slack itself ended the request with an error. If Slack then does not show the write, the write was
 * not done. After a timeout, a broken connection or a gateway error (502, 503, 504), Slack could still do the write.
 */
export const endedBySlack = ({ code, platform }: ConnectorError): boolean =>
  code === "upstream_error" && (platform?.code !== undefined || platform?.status === 500);

async function look(context: RunContext, error: ConnectorError, find: Find, since: number): Promise<Found> {
  const { clock, signal, waits } = context;
  const pause = Math.max(pauseMs, (error.retry_after ?? 0) * 1000);
  if (pause > waits.left) throw error;
  spendWait(waits, pause, "Slack", "before looking for the lost write");
  try {
    await clock.sleep(pause, signal);
    return await withTimeout(Math.min(maxSearchMs, waits.left), signal, (stop) =>
      find(async (operation, args) => (await context.read(operation, args, stop)).body, since),
    );
  } catch (failed) {
    if (!ConnectorError.is(failed) && !signal?.aborted) throw failed;
    throw error;
  }
}

/**
 * Returns whether a change is certainly older than a write. `seconds`: the time of the change, in seconds since 1970.
 * `since`: the start of the write, in milliseconds since 1970.
 */
export const isOlder = (seconds: unknown, since: number): boolean =>
  typeof seconds === "number" && seconds * 1000 < since - skewMs;

/** The result of a search that found something, but not certainly the result of the write. */
export const inDoubt = { unchanged: false } as const;

/**
 * Returns the only record that was created after a write began. Returns undefined if there is no such record. Returns
 * `inDoubt` if there are several, or if the record could be a little older than the write. `created`: the field with the
 * time of creation, in seconds since 1970.
 */
export function onlyNew(records: readonly Dict[], created: string, since: number): Found {
  const recent = records.filter((one) => Number(one[created]) * 1000 >= since - toleranceMs);
  const [record, ...others] = recent;
  if (!record) return undefined;
  const isNew = Number(record[created]) * 1000 >= since - usualSkewMs;
  return isNew && others.length === 0 ? { record } : inDoubt;
}

/** A record that is older than this is certainly older than the write. */
const toleranceMs = 30_000;
/** The usual difference between Slack's clock and the local clock. Slack's times have no fractions of a second. */
const usualSkewMs = 2000;

export function listAt(body: unknown, path: string): Dict[] {
  const found = at(body, path);
  return dicts(found);
}

/** Compares decoded texts, because Slack returns `&`, `<` and `>` as entities, such as `&amp;`. */
export const sameText = (one: unknown, other: unknown): boolean => decoded(one) === decoded(other);

const decoded = (text: unknown): string =>
  String(text ?? "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Returns whether two lists have the same members, in any order. */
export const sameMembers = (one: unknown, other: readonly string[]): boolean =>
  Array.isArray(one) && new Set(one).size === new Set(other).size && other.every((id) => one.includes(id));
