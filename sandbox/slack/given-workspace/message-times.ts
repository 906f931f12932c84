import { show } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

/** A message with a time. `path`: the place of the field `at`, for errors. */
export interface Timed {
  at: string | undefined;
  path: string;
}

/**
 * Returns the times of messages in milliseconds since 1970. A message without a time is one minute newer than the
 * message before it. If no message has a time, the last message is one minute older than `now`.
 * @throws ConnectorError `config_error` for a time that is invalid, before 1970 or not in the past
 */
export function messageTimes(messages: readonly Timed[], now: number): number[] {
  let last = now - (messages.length + 1) * MINUTE;
  return messages.map(({ at, path }) => {
    last = at === undefined ? last + MINUTE : readTime(at, now, path);
    if (last < 0 || last >= now)
      throw optionError(
        path,
        `${path} must be between 1970 and ${new Date(now).toISOString()}, the time of the sandbox's clock.`,
        "Set another time, or pass a later clock.",
      );
    return last;
  });
}

/** Returns the newest time. Ignores ages such as `2h`. Returns undefined if there are only ages. */
export const newestTime = (messages: readonly Timed[]): number | undefined => {
  const times = messages.flatMap(({ at, path }) =>
    at === undefined || isAge(at) ? [] : [readTime(at, 0, path)],
  );
  return times.length > 0 ? times.reduce((one, other) => Math.max(one, other)) : undefined;
};

const isAge = (at: string): boolean => /^\d+[smhdw]$/.test(at);

function readTime(at: string, now: number, path: string): number {
  if (isAge(at)) return now - Number(at.slice(0, -1)) * UNITS[at.slice(-1)]!;
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(at)
    ? Date.parse(at)
    : Number.NaN;
  if (Number.isNaN(time))
    throw optionError(
      path,
      `${path} is not a time: ${show(at)}.`,
      'Use a time such as "2026-03-12T09:30:00Z", or an age such as "45m", "2h" or "3d".',
    );
  return time;
}
