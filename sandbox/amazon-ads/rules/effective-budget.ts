import { isRecord } from "../http/wire-json.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import type { Account, World } from "../world-types.ts";
import { entitiesOf, today } from "../world.ts";
import { events } from "./events.ts";

const WEEKDAYS = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];

/** Returns the first and the last day of a rule, such as `20260401`. A rule can have no last day. */
export function rangeOf({ duration }: Fields): { start: string; end: string | undefined } {
  const { dateRangeTypeRuleDuration: range, eventTypeRuleDuration: event } = isRecord(duration)
    ? duration
    : {};
  const { eventId } = isRecord(event) ? event : {};
  const found: Fields = isRecord(range) ? range : (events.find((one) => one.eventId === eventId) ?? {});
  const { startDate = "99999999", endDate } = found;
  return { start: String(startDate), end: typeof endDate === "string" ? endDate : undefined };
}

/** Returns whether a rule applies on a day. In the sandbox, every performance condition is met. */
function holdsToday(rule: Entity, day: string): boolean {
  const details = rule.fields["ruleDetails"] as Fields;
  const { start, end } = rangeOf(details);
  const compact = day.replaceAll("-", "");
  if (rule.state !== "ENABLED" || start > compact || (end !== undefined && end < compact)) return false;
  const { daysOfWeek } = isRecord(details["recurrence"]) ? details["recurrence"] : {};
  return !Array.isArray(daysOfWeek) || daysOfWeek.includes(WEEKDAYS[new Date(day).getUTCDay()]);
}

export const rulesOf = (account: Account, collection: Collection, campaignId: string): Entity[] =>
  [...entitiesOf(account, collection).values()].filter(({ fields }) =>
    (fields["campaignIds"] as string[]).includes(campaignId),
  );

/**
 * Returns the daily budget of a campaign with the raises of today's budget rules, or undefined if no rule applies. The
 * percentages of several rules are added.
 */
export function effectiveBudget(world: World, account: Account, campaign: Entity): number | undefined {
  const { budget } = campaign.fields;
  const day = today(world, account.profile);
  const rules = rulesOf(account, "sp/budgetRules", campaign.id).filter((rule) => holdsToday(rule, day));
  if (rules.length === 0 || !isRecord(budget)) return undefined;
  const percent = rules.reduce((sum, { fields }) => sum + increaseOf(fields["ruleDetails"] as Fields), 0);
  return Number(budget["budget"]) * (1 + percent / 100);
}

const increaseOf = ({ budgetIncreaseBy }: Fields): number =>
  isRecord(budgetIncreaseBy) ? Number(budgetIncreaseBy["value"]) : 0;
