import { budgetOf } from "./routes/budgets.ts";
import { numbersOf, targetsOf } from "./reports/daily-numbers.ts";
import type { Entity } from "./types.ts";
import type { Account, HistoryEvent } from "./world-types.ts";
import { entitiesOf } from "./world.ts";

const DAY = 86_400_000;

/**
 * Returns the changes `IN_BUDGET` between two moments: when a campaign had no budget left on a day, and when the next day
 * began. In the sandbox, a campaign spends the same in every hour. Amazon has no changes of Sponsored Display.
 */
export function budgetEvents(account: Account, from: number, to: number): HistoryEvent[] {
  const { timezone } = account.profile;
  const events: HistoryEvent[] = [];
  for (const family of ["sp", "sb"] as const)
    for (const campaign of entitiesOf(account, `${family}/campaigns`).values()) {
      const budget = budgetOf(campaign);
      if (budget === undefined || campaign.fields["budgetType"] === "LIFETIME") continue;
      const targets = targetsOf(account, family).filter(
        ({ entity }) => entity.fields["campaignId"] === campaign.id,
      );
      for (let time = from - DAY; time <= to + DAY; time += DAY) {
        const day = new Date(time).toISOString().slice(0, 10);
        const cost = targets.reduce(
          (sum, { entity }) => sum + numbersOf(account, family, entity, day).cost,
          0,
        );
        if (cost <= budget * 100) continue;
        const [start, end] = [midnight(day, timezone), midnight(next(day), timezone)];
        const out = Math.round(start + ((budget * 100) / cost) * (end - start));
        events.push(event(campaign, out, false), event(campaign, end, true));
      }
    }
  return events.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
}

const event = (campaign: Entity, timestamp: number, isIn: boolean): HistoryEvent => ({
  timestamp,
  entityType: "CAMPAIGN",
  changeType: "IN_BUDGET",
  entityId: campaign.id,
  previousValue: String(!isIn),
  newValue: String(isIn),
  metadata: { campaignId: campaign.id },
});

const next = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

/** Returns the first moment of a day in a time zone. */
function midnight(day: string, timeZone: string): number {
  const utc = Date.parse(day);
  // The name of the zone is such as GMT-08:00. No zone is more than 14 hours from UTC.
  const offsets = [utc - 14 * 3_600_000, utc, utc + 14 * 3_600_000].map((time) => {
    const name = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
      .formatToParts(time)
      .find(({ type }) => type === "timeZoneName")!.value;
    return Date.parse(`1970-01-01T00:00:00${name.slice(3) || "Z"}`);
  });
  const isMidnight = (ms: number) =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      dateStyle: "short",
      timeStyle: "short",
    }).format(ms) === `${day}, 00:00`;
  return offsets.map((offset) => utc + offset).find(isMidnight) ?? utc + offsets[1]!;
}
