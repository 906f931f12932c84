import type { Approval } from "../contract/approval.ts";
import type { Clock } from "../ground/clock.ts";

/** The pauses between two reads of a waiting approval, in milliseconds. */
const [shortestPause, longestPause] = [100, 5000];

/** Reads an approval until it no longer waits for a decision, and returns it. */
export async function untilDecided(
  read: () => Promise<Approval>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Approval> {
  for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
    const approval = await read();
    if (approval.status !== "pending") return approval;
    await clock.sleep(pause, signal);
  }
}
