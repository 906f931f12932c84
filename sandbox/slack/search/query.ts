const DAY = 86_400;

/** A query. All words and all modifiers must match. */
export interface Query {
  /** The words are in lower case. A word that ends with `*` matches any ending. */
  words: string[];
  without: string[];
  modifiers: Modifier[];
  /** In seconds since 1970. The range includes `since` and excludes `until`. */
  since: number;
  until: number;
}

interface Modifier {
  name: "in" | "from" | "to" | "with" | "has" | "is";
  value: string;
  negated: boolean;
}

const NAMES: ReadonlySet<string> = new Set<Modifier["name"]>(["in", "from", "to", "with", "has", "is"]);
const PART = /(-?)(?:([a-z]+):("[^"]*"|<[^>]*>|\S+)|"([^"]*)"|(\S+))/gi;

/** Reads words, `"phrases"`, excluded words such as `-draft`, and modifiers such as `in:#general`. */
export function readQuery(text: string, now: number): Query {
  const query: Query = { words: [], without: [], modifiers: [], since: -Infinity, until: Infinity };
  for (const [part, minus, name = "", quoted = "", phrase, word] of text.matchAll(PART)) {
    const value = quoted.replace(/^"(.*)"$/, "$1");
    const key = name.toLowerCase();
    if (NAMES.has(key)) {
      query.modifiers.push({ name: key as Modifier["name"], value, negated: minus === "-" });
    } else if (!readTime(query, key, value, now)) {
      const wanted = (phrase ?? word ?? part.slice(minus?.length)).toLowerCase();
      (minus === "-" ? query.without : query.words).push(wanted);
    }
  }
  return query;
}

function readTime(query: Query, name: string, value: string, now: number): boolean {
  const span = ["before", "after", "on", "during"].includes(name) ? spanOf(value, now) : undefined;
  if (!span) return false;
  const [start, end] = span;
  // `before:` and `after:` exclude the given day.
  if (name === "before") query.until = Math.min(query.until, start);
  else if (name === "after") query.since = Math.max(query.since, end);
  else {
    query.since = Math.max(query.since, start);
    query.until = Math.min(query.until, end);
  }
  return true;
}

/** Returns the time span of a day, a month, a year, or a word such as `today`, in seconds since 1970. */
function spanOf(value: string, now: number): [start: number, end: number] | undefined {
  const today = Math.floor(now / DAY) * DAY;
  const word = value.toLowerCase();
  if (word === "today") return [today, today + DAY];
  if (word === "yesterday") return [today - DAY, today];
  if (word === "week") return [today - 6 * DAY, today + DAY];
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(word) ?? [];
  if (year) return calendar(Number(year), month && Number(month) - 1, day && Number(day));
  const index = MONTHS.findIndex((name) => word.length >= 3 && name.startsWith(word));
  if (index < 0) return undefined;
  const this_year = new Date(now * 1000).getUTCFullYear();
  return calendar(this_year - (index > new Date(now * 1000).getUTCMonth() ? 1 : 0), index, undefined);
}

function calendar(
  year: number,
  month: number | "" | undefined,
  day: number | "" | undefined,
): [start: number, end: number] {
  const at = (...date: [number, number, number]): number => Date.UTC(...date) / 1000;
  if (typeof month !== "number") return [at(year, 0, 1), at(year + 1, 0, 1)];
  if (typeof day !== "number") return [at(year, month, 1), at(year, month + 1, 1)];
  return [at(year, month, day), at(year, month, day + 1)];
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
