import type { Collection, Entity, Fields } from "./types.ts";
import { isRecord } from "./http/wire-json.ts";
import type { Account, World } from "./world-types.ts";
import { entitiesOf, today } from "./world.ts";

/** The first part of the serving status, such as `CAMPAIGN` in `CAMPAIGN_PAUSED`. */
const SUBJECTS: Partial<Record<Collection, string>> = {
  portfolios: "PORTFOLIO",
  "sp/campaigns": "CAMPAIGN",
  "sp/adGroups": "AD_GROUP",
  "sp/productAds": "AD",
  "sb/campaigns": "CAMPAIGN",
  "sb/adGroups": "AD_GROUP",
  "sb/ads": "AD",
  "sd/campaigns": "CAMPAIGN",
  "sd/adGroups": "AD_GROUP",
  "sd/productAds": "AD",
};

/** Returns the serving status. `details`: the reasons why Amazon shows the ads of the entity, or does not. */
export function servingStatus(
  world: World,
  account: Account,
  collection: Collection,
  entity: Entity,
): { status: string; details: string[] } {
  const subject = SUBJECTS[collection] ?? "TARGETING_CLAUSE";
  const family = collection.slice(0, 3);
  const parentOf = (name: "campaigns" | "adGroups", id: string): Entity | undefined =>
    family === "por" || collection.endsWith(`/${name}`)
      ? undefined
      : entitiesOf(account, `${family}${name}` as Collection).get(String(entity.fields[id]));
  const campaign = parentOf("campaigns", "campaignId");
  const adGroup = parentOf("adGroups", "adGroupId");
  const reasons = [
    halted(subject, entity),
    family === "por" ? budgeted(world, account, entity) : undefined,
    adGroup && halted("AD_GROUP", adGroup),
    campaign && halted("CAMPAIGN", campaign),
    dated(world, account, campaign ?? entity),
    ofPortfolio(world, account, campaign ?? entity),
  ].filter((reason) => reason !== undefined);
  if (reasons[0] !== undefined)
    return { status: reasons[0], details: reasons.map((reason) => `${reason}_DETAIL`) };
  const live = ["CAMPAIGN", "AD_GROUP", "PORTFOLIO"].includes(subject) ? "ENABLED" : "LIVE";
  return { status: `${subject}_STATUS_${live}`, details: [`${subject}_STATUS_${live}_DETAIL`] };
}

const halted = (subject: string, { state }: Entity): string | undefined =>
  state === "PAUSED" || state === "ARCHIVED" ? `${subject}_${state}` : undefined;

/** Returns why the portfolio of a campaign stops the campaign. */
function ofPortfolio(world: World, account: Account, { fields }: Entity): string | undefined {
  const portfolio = entitiesOf(account, "portfolios").get(String(fields["portfolioId"]));
  return portfolio && budgeted(world, account, portfolio, "PORTFOLIO_");
}

/**
 * Returns why the budget of a portfolio stops the portfolio's campaigns. `prefix`: the start of a reason about dates.
 */
function budgeted(world: World, account: Account, { fields }: Entity, prefix = ""): string | undefined {
  const budget = fields["budget"];
  if (!isRecord(budget) || budget["policy"] === "NO_CAP") return undefined;
  const reason = period(today(world, account.profile), budget);
  if (reason !== undefined) return `${prefix}${reason}`;
  return fields["inBudget"] === false ? "PORTFOLIO_OUT_OF_BUDGET" : undefined;
}

const dated = (world: World, account: Account, { fields }: Entity): string | undefined =>
  period(today(world, account.profile), fields);

function period(now: string, fields: Fields): string | undefined {
  const day = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  const [start, end] = [day(fields["startDate"]), day(fields["endDate"])];
  if (start !== undefined && start > now) return "PENDING_START_DATE";
  return end !== undefined && end < now ? "ENDED" : undefined;
}
