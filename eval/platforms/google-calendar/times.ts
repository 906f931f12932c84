/** The start or the end of an event, as Google writes it. Timed events are stored in UTC. */
export interface When {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

export const day = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns what the clock of a time zone shows at an instant, as if the clock were that of UTC. */
export function clockAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  // Sweden writes dates as ISO does.
  format ??= new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return Date.parse(`${format.format(instant).replace(" ", "T")}Z`);
}

/** Returns the first instant at which the clock of a time zone shows a time. A skipped time is as long after the skip. */
export function instantAt(clock: number, timeZone: string): number {
  const guesses = [clock - day, clock + day].map((near) => clock - (clockAt(near, timeZone) - near));
  return guesses.find((guess) => clockAt(guess, timeZone) === clock) ?? guesses[0]!;
}

/** Returns the instant of a time. A whole day begins at midnight of the calendar's time zone. */
export function instantOf({ date, dateTime, timeZone }: When, zone: string): number {
  if (date !== undefined) return instantAt(Date.parse(date), zone);
  const text = dateTime!;
  return /(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : instantAt(Date.parse(`${text}Z`), timeZone ?? zone);
}

/** Writes an instant with the offset of a time zone. */
export function written(instant: number, timeZone: string): string {
  const clock = clockAt(instant, timeZone);
  const minutes = (clock - instant) / 60_000;
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  const text = new Date(clock).toISOString().slice(0, 19);
  return minutes === 0 ? `${text}Z` : `${text}${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
} // prettier-ignore

export const dateText = (clock: number): string => new Date(clock).toISOString().slice(0, 10);
