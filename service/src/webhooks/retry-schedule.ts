const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** The pauses after failed attempts, in milliseconds. All pauses together last about a day. */
export const pauses: readonly number[] = [
  5 * seconds,
  1 * minutes,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  7 * hours,
  10 * hours,
];

const longestPause = pauses.at(-1)!;

/** The longest time until the next attempt, with the random part of a pause. */
export const longestWaitMs = longestPause * 1.1;

/**
 * Returns the pause after a failed attempt, in milliseconds. Returns undefined after the last attempt. A pause is up to
 * a tenth longer than in `pauses`, so that a receiver does not get all waiting events at the same moment.
 * @param attempts the number of attempts so far
 * @param retryAfterMs the pause that the receiver has asked for
 */
export function pauseAfter(
  attempts: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return undefined;
  return Math.round(Math.max(pause * (1 + random() / 10), Math.min(retryAfterMs, longestPause)));
}

/** Reads the header `Retry-After`, which contains seconds or a date. Returns 0 if the header is absent or wrong. */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * seconds;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
