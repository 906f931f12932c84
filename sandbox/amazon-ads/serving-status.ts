import type { Collection, Entity } from "./types.ts";
import type { Account, World } from "./world-types.ts";
import { entitiesOf, today } from "./world.ts";

/** The first part of the serving status in each collection. For example, `CAMPAIGN_PAUSED` starts with `CAMPAIGN`. */
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

/** Returns the serving status of an entity, with the reasons why its ads are shown or not shown. */
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
    adGroup && halted("AD_GROUP", adGroup),
    campaign && halted("CAMPAIGN", campaign),
    dated(world, account, campaign ?? entity),
  ].filter((reason) => reason !== undefined);
  if (reasons[0] !== undefined)
    return { status: reasons[0], details: reasons.map((reason) => `${reason}_DETAIL`) };
  const live = ["CAMPAIGN", "AD_GROUP", "PORTFOLIO"].includes(subject) ? "ENABLED" : "LIVE";
  return { status: `${subject}_STATUS_${live}`, details: [`${subject}_STATUS_${live}_DETAIL`] };
}

const halted = (subject: string, { state }: Entity): string | undefined =>
  state === "PAUSED" || state === "ARCHIVED" ? `${subject}_${state}` : undefined;

function dated(world: World, account: Account, { fields }: Entity): string | undefined {
  const now = today(world, account.profile);
  const day = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  const [start, end] = [day(fields["startDate"]), day(fields["endDate"])];
  if (start !== undefined && start > now) return "PENDING_START_DATE";
  return end !== undefined && end < now ? "ENDED" : undefined;
}
