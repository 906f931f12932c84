import { idFields } from "../id-fields.ts";
import { integer } from "../wire-json.ts";
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

/** The fields that responses do not contain, although the sandbox stores the fields. */
const HIDDEN: Partial<Record<Collection, string>> = { "sd/negativeTargets": "campaignId" };

const DATES: ReadonlySet<string> = new Set(["startDate", "endDate"]);

/**
 * Converts an entity to the format of Amazon's older APIs, with integer ids and a state in lower case. The older APIs
 * are Sponsored Display and version 3 of Sponsored Brands.
 */
export function wireOlderEntity(collection: Collection, { id, fields, state }: Entity): Fields {
  const visible = Object.entries(fields).filter(([name]) => name !== HIDDEN[collection]);
  const shown = visible.map(([name, value]): [string, unknown] => {
    if (IDS.has(name)) return [name, integer(value)];
    if (DATES.has(name)) return [name, String(value).replaceAll("-", "")];
    return [name, value];
  });
  return { [idFields[collection]]: integer(id), ...Object.fromEntries(shown), state: state.toLowerCase() };
}

/** Converts an entity to the format of the older APIs, with the additional fields of the path `/extended`. */
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
