import type { Call } from "../operation.ts";
import { effectiveBudget } from "../rules/effective-budget.ts";
import { publishedFields } from "../sponsored-brands/creative-versions.ts";
import { servingStatus } from "../serving-status.ts";
import type { Entity, Fields } from "../types.ts";
import type { Resource } from "./resource.ts";

/** Converts an entity to the response format of Sponsored Products, portfolios and Sponsored Brands v4. */
export function wireEntity(call: Call, resource: Resource, entity: Entity, extended: boolean): Fields {
  const published =
    resource.collection === "sb/ads" ? publishedFields(call.world, call.account, entity) : undefined;
  const shown: Fields = {
    ...entity.fields,
    ...raisedBudget(call, resource, entity),
    ...published,
    state: entity.state,
  };
  const sorted = Object.fromEntries(Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (!extended && !resource.extended) return sorted;
  const { status, details } = servingStatus(call.world, call.account, resource.collection, entity);
  if (resource.extended || resource.collection.startsWith("sb/")) {
    const dates = { creationDate: entity.created, lastUpdateDate: entity.updated };
    return { ...sorted, extendedData: { ...dates, servingStatus: status } };
  }
  return {
    ...sorted,
    extendedData: {
      creationDateTime: new Date(entity.created).toISOString(),
      lastUpdateDateTime: new Date(entity.updated).toISOString(),
      servingStatus: status,
      servingStatusDetails: details.map((name) => ({ name })),
    },
  };
}

/** Returns the budget with the field `effectiveBudget` if budget rules raise the budget today. */
function raisedBudget({ world, account }: Call, { collection }: Resource, campaign: Entity): Fields {
  const raised = collection === "sp/campaigns" ? effectiveBudget(world, account, campaign) : undefined;
  return raised === undefined
    ? {}
    : { budget: { ...(campaign.fields["budget"] as Fields), effectiveBudget: raised } };
}
