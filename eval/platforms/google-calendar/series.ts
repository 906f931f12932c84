import { clockAt, dateText, day, instantAt, type When } from "./times.ts";

/** One time of a recurring event. `name`: what the id of this time adds to the id of the event. */
export interface Occurrence {
  name: string;
  start: When;
  end: When;
}

const most = 400;
const weekDays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Returns the times of a recurring event, whose clock stays the same when the clocks of its time zone change. */
export function occurrencesOf(start: When, end: When, recurrence: readonly string[], timeZone: string): Occurrence[] {
  const rule = ruleOf(recurrence);
  const zone = start.timeZone ?? timeZone;
  const first = start.date === undefined ? clockAt(Date.parse(start.dateTime!), zone) : Date.parse(start.date);
  const found: Occurrence[] = [];
  for (const clock of clocksOf(first, rule)) {
    const one = start.date === undefined ? timed(clock) : wholeDays(clock);
    if (rule.until !== undefined && one.at > rule.until) break;
    found.push(one);
    if (found.length >= Math.min(rule.count, most)) break;
  }
  return found;

  function timed(clock: number) {
    const at = instantAt(clock, zone);
    const dateTime = new Date(at).toISOString();
    const until = new Date(at + Date.parse(end.dateTime!) - Date.parse(start.dateTime!)).toISOString();
    return {
      at,
      name: `${dateTime.slice(0, 19).replaceAll(/[-:]/g, "")}Z`,
      start: { dateTime, timeZone: zone },
      end: { dateTime: until, timeZone: end.timeZone ?? zone },
    };
  }
  function wholeDays(clock: number) {
    const length = Date.parse(end.date!) - Date.parse(start.date!);
    const date = dateText(clock);
    return { at: clock, name: date.replaceAll("-", ""), start: { date }, end: { date: dateText(clock + length) } };
  }
} // prettier-ignore

/** The part of RFC 5545 that the tasks and the tests use. */
interface Rule {
  freq: "DAILY" | "WEEKLY";
  interval: number;
  count: number;
  until: number | undefined;
  days: readonly number[];
}

/** @throws Error for a rule that this program does not know */
function ruleOf(recurrence: readonly string[]): Rule {
  const [line = "", ...others] = recurrence;
  const fields = Object.fromEntries(line.replace(/^RRULE:/, "").split(";").map((part) => part.split("="))); // prettier-ignore
  const { FREQ, INTERVAL = "1", COUNT, UNTIL, BYDAY, ...unknown } = fields as Record<string, string>;
  if (others.length > 0 || Object.keys(unknown).length > 0 || (FREQ !== "DAILY" && FREQ !== "WEEKLY"))
    throw new Error(`There is no rule ${recurrence.join(" ")}.`);
  const until = UNTIL?.replace(/^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/, (_, year, month, date, hour = "23", minute = "59", second = "59") => `${year}-${month}-${date}T${hour}:${minute}:${second}Z`); // prettier-ignore
  return {
    freq: FREQ,
    interval: Number(INTERVAL),
    count: COUNT === undefined ? Infinity : Number(COUNT),
    until: until === undefined ? undefined : Date.parse(until),
    days: BYDAY?.split(",").map((name) => weekDays.indexOf(name)) ?? [],
  };
}

function* clocksOf(first: number, { freq, interval, days }: Rule): Generator<number> {
  if (freq === "DAILY" || days.length === 0) {
    const step = interval * (freq === "DAILY" ? day : 7 * day);
    for (let clock = first; ; clock += step) yield clock;
  }
  // A week begins on Monday.
  const weekOf = (clock: number) => Math.floor((clock / day + 3) / 7);
  for (let clock = first; ; clock += day)
    if (days.includes(new Date(clock).getUTCDay()) && (weekOf(clock) - weekOf(first)) % interval === 0)
      yield clock;
}
