const DAY = 86_400;
const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
};
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/** A number up to this limit is a number of seconds from now. A larger number is a timestamp. */
const FIVE_YEARS = 5 * 365 * DAY;
const MORNING = 9 * 3600;

export interface ReminderTime {
  /** Seconds since 1970. */
  time: number;
  recurring: boolean;
}

/** Reads a timestamp, a number of seconds from now, or words. Returns undefined if the text is no valid future time. */
export function readReminderTime(text: string, now: number, offset: number): ReminderTime | undefined {
  const words = text.trim().toLowerCase();
  if (/^\d+$/.test(words)) {
    const number = Number(words);
    const time = number <= FIVE_YEARS ? now + number : number;
    return time > now ? { time, recurring: false } : undefined;
  }
  const [, count, unit = ""] = /^in (an?|\d+) (second|minute|hour|day|week)s?$/.exec(words) ?? [];
  if (count)
    return {
      time: now + (/^\d+$/.test(count) ? Number(count) : 1) * (UNITS[unit] ?? 0),
      recurring: false,
    };
  const [, every, day = "", clock] =
    /^(every )?(today|tomorrow|weekday|day|(?:sun|mon|tues|wednes|thurs|fri|satur)day)(?: at (.+))?$/.exec(
      words,
    ) ?? [];
  const at = clock === undefined ? MORNING : readClock(clock);
  if (day === "" || at === undefined || (["weekday", "day"].includes(day) && !every)) return undefined;
  const midnight = Math.floor((now + offset) / DAY) * DAY - offset;
  let time = midnight + at + (day === "tomorrow" ? DAY : 0);
  if (day === "today" && time <= now) return undefined;
  while (time <= now || !isOn(day, time + offset)) time += DAY;
  return { time, recurring: every !== undefined };
}

/** Returns whether a time is on a day. `day`: a word such as `monday` or `weekday`. */
function isOn(day: string, local: number): boolean {
  const weekday = new Date(local * 1000).getUTCDay();
  if (day === "weekday") return weekday > 0 && weekday < 6;
  return !DAYS.includes(day) || DAYS[weekday] === day;
}

function readClock(text: string): number | undefined {
  const [, hours, minutes = "0", half] = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const hour = half ? (Number(hours) % 12) + (half === "pm" ? 12 : 0) : Number(hours);
  return hour < 24 && Number(minutes) < 60 ? hour * 3600 + Number(minutes) * 60 : undefined;
}
