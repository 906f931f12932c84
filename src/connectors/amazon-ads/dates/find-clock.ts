import type { RunContext } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at } from "../../../core/ground/json.ts";
import { type ProfileClock, todayOf } from "./profile-clock.ts";
import { datesOf, type GivenPeriod, isRelative, type Period } from "./relative-dates.ts";

/**
 * Finds the time zone of a profile. The action needs `profiles.find` in its `calls`.
 * @throws ConnectorError `invalid_params` if the login's list of profiles has no time zone for this profile
 */
export async function findClock(
  profileId: string | undefined,
  { send, clock }: Pick<RunContext, "send" | "clock">,
): Promise<ProfileClock> {
  const { body } = await send("profiles.find", { profileId });
  const timezone = at(body, "timezone");
  if (typeof timezone === "string" && isKnown(timezone)) return { timezone, now: clock.now() };
  throw new ConnectorError(
    "invalid_params",
    `The time zone of profile ${String(at(body, "profileId"))} is unknown, and so is the date there.`,
    { path: "params.profileId", hint: "To see the profiles of this login, call profiles.list." },
  );
}

/** The dates that a call has taken. `said` tells the caller about dates that depend on today. */
export interface TakenPeriod {
  dates: Period;
  said: { dates?: string };
}

/** Returns the dates of a period. Finds the profile only if a day is relative to today. */
export async function findDates(
  given: GivenPeriod,
  profileId: string | undefined,
  context: Pick<RunContext, "send" | "clock">,
): Promise<TakenPeriod> {
  if (!isRelative(given)) return { dates: datesOf(given, ""), said: {} };
  const clock = await findClock(profileId, context);
  const dates = datesOf(given, todayOf(clock));
  return { dates, said: { dates: datesText(dates, clock) } };
}

/** Returns a text such as `2026-01-01 to 2026-01-31 (America/Los_Angeles)`. */
export const datesText = ({ startDate, endDate }: Period, { timezone }: ProfileClock): string =>
  `${startDate} to ${endDate} (${timezone})`;

/** Returns false for a time zone that this runtime does not know. */
function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
