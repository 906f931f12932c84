import { idFields } from "../id-fields.ts";
import { integer } from "../http/wire-json.ts";
import { servingStatus } from "../serving-status.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import type { Account, World } from "../world-types.ts";

const IDS: ReadonlySet<string> = new Set([
  "campaignId",
  "adGroupId",
  "adId",
  "keywordId",
  "targetId",
  "portfolioId",
  "creativeId",
]);

/** The field that responses do not contain, by collection. */
const HIDDEN: Partial<Record<Collection, string>> = { "sd/negativeTargets": "campaignId" };

const DATES: ReadonlySet<string> = new Set(["startDate", "endDate"]);

/** Converts an entity to the format of Amazon's older APIs, which have integer ids and states in lower case. */
export function wireOlderEntity(collection: Collection, { id, fields, state }: Entity): Fields {
  const visible = Object.entries(fields).filter(([name]) => name !== HIDDEN[collection]);
  const shown = visible.map(([name, value]): [string, unknown] => {
    if (IDS.has(name)) return [name, integer(value)];
    if (DATES.has(name)) return [name, String(value).replaceAll("-", "")];
    return [name, value];
  });
  return { [idFields[collection]]: integer(id), ...Object.fromEntries(shown), state: state.toLowerCase() };
}

/** Adds the fields that only the path `/extended` has. */
export const wireExtendedEntity = (
  world: World,
  account: Account,
  collection: Collection,
  entity: Entity,
): Fields => ({
  ...wireOlderEntity(collection, entity),
  creationDate: entity.created,
  lastUpdatedDate: entity.updated,
  servingStatus: servingStatus(world, account, collection, entity).status,
});
