// Times on the clock of a time zone.

const minute = 60_000;

/** Returns whether the runtime knows a time zone, such as `Europe/Berlin`. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns how many milliseconds the clock of a time zone is ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" }); // prettier-ignore
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const clock = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
  return clock - Math.floor(time / 1000) * 1000;
}

/** Returns the time at which the clock of a time zone shows a date and a time. `clock`: this date and time as UTC. */
export function timeOnClock(clock: number, timeZone: string): number {
  const guess = clock - offsetAt(clock, timeZone);
  // Near a change of the clocks, the offset at the guess is the right one.
  return clock - offsetAt(guess, timeZone);
}

/** Returns midnight of the day, as the clock of the time zone shows it, as UTC. */
export function dayOf(time: number, timeZone: string): number {
  const clock = time + offsetAt(time, timeZone);
  return clock - (((clock % (24 * 60 * minute)) + 24 * 60 * minute) % (24 * 60 * minute));
}

/** Writes a time with the offset of a time zone: `2026-12-01T10:00:00+01:00`. */
export function writeTime(time: number, timeZone: string): string {
  const offset = Math.round(offsetAt(time, timeZone) / minute);
  const text = new Date(time + offset * minute).toISOString().slice(0, 19);
  if (offset === 0) return `${text}Z`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${text}${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
}
