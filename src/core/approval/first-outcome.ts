import type { StartedWrite } from "../contract/approval.ts";
import type { ToolResult } from "../contract/tool.ts";
import { rejectOnAbort } from "../ground/abort.ts";
import { type Clock, monotonic, systemClock } from "../ground/clock.ts";

/** The maximum time from the start of a write to the end of the waiting. */
const longestMs = 60_000;

/** The shortest and the longest time between two reads of the record, in milliseconds. */
const [shortestPause, longestPause] = [10, 1000];

/**
 * Waits for the outcome of a write that another call has started, possibly in another process. Reads the record until
 * the record has the outcome, and ignores failed reads. Returns undefined if there is no outcome within 60 seconds
 * after the start of the write.
 * @throws the reason of `signal`, if the signal aborts
 */
export async function firstOutcome(
  { at, outcome }: StartedWrite,
  read: () => Promise<StartedWrite | undefined>,
  signal: AbortSignal | undefined,
  clock: Clock = systemClock,
): Promise<ToolResult | undefined> {
  const now = monotonic(clock);
  // `at` can come from another computer, whose clock is ahead.
  const end = Math.min(at, now()) + longestMs;
  let found = outcome;
  for (let pause = shortestPause; !found && now() < end; pause = Math.min(pause * 2, longestPause)) {
    await clock.sleep(pause, signal);
    const record = read().catch(() => undefined);
    found = (await rejectOnAbort(record, signal))?.outcome;
  }
  return found;
}
