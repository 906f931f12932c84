import { idFields } from "../collections.ts";
import { integer } from "../json.ts";
import { serving } from "../serving.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import type { Account, World } from "../world-state.ts";

const IDS: ReadonlySet<string> = new Set([
  "campaignId",
  "adGroupId",
  "adId",
  "keywordId",
  "targetId",
  "portfolioId",
  "creativeId",
]);

const DATES: ReadonlySet<string> = new Set(["startDate", "endDate"]);

/** An entity with integer ids and a state in lower case. */
export function wirePlain(collection: Collection, { id, fields, state }: Entity): Fields {
  const shown = Object.entries(fields).map(([name, value]): [string, unknown] => {
    if (IDS.has(name)) return [name, integer(value)];
    if (DATES.has(name)) return [name, String(value).replaceAll("-", "")];
    return [name, value];
  });
  return { [idFields[collection]]: integer(id), ...Object.fromEntries(shown), state: state.toLowerCase() };
}

/** The same with what `/extended` adds. */
export const wireExtended = (
  world: World,
  account: Account,
  collection: Collection,
  entity: Entity,
): Fields => ({
  ...wirePlain(collection, entity),
  creationDate: entity.created,
  lastUpdatedDate: entity.updated,
  servingStatus: serving(world, account, collection, entity).status,
});
