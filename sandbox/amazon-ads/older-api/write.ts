import { refuse } from "../http/responses.ts";
import type { Call } from "../operation.ts";
import { idFields } from "../id-fields.ts";
import { recordChanges, recordCreation } from "../change-history.ts";
import { idText, integer, isRecord } from "../http/wire-json.ts";
import { resolveExpression } from "../categories-and-brands.ts";
import { isItemError, itemError, type ItemError } from "../sponsored-products/item-errors.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import { addEntity, entitiesOf } from "../world.ts";
import { readItem } from "./read-item.ts";
import type { OlderResource } from "./resource.ts";
import { olderRules } from "./rules.ts";

const MAX_ITEMS = 100;

export type Outcome = { entity: Entity } | { id: string | undefined; error: ItemError };

export function createItems(call: Call, resource: OlderResource, items: unknown): Outcome[] {
  return outcomes(call, resource, items, (item) => {
    const { world, account } = call;
    const { collection } = resource;
    const { state = "enabled", ...requested } = readItem(resource, item, false);
    const next: Fields = { ...resource.defaults, ...requested };
    checkParents(call, collection, next);
    resolveExpressions(next);
    olderRules(collection)?.({ world, account, collection, requested, next, entity: undefined });
    const entity = addEntity(world, account, collection, next, upper(state));
    recordCreation(world, account, collection, entity);
    return entity;
  });
}

export function updateItems(call: Call, resource: OlderResource, items: unknown): Outcome[] {
  return outcomes(call, resource, items, (item) => {
    const { world, account } = call;
    const { collection } = resource;
    const entity = findEntity(call, resource, isRecord(item) ? item[idFields[collection]] : undefined);
    const { state, ...requested } = readItem(resource, item, true);
    if (entity.state === "ARCHIVED") throw archived();
    checkRepeatedParent(resource, item, entity);
    checkParents(call, collection, entity.fields);
    const next: Fields = { ...entity.fields, ...requested };
    for (const [name, value] of Object.entries(requested))
      if (value === null) Reflect.deleteProperty(next, name);
    resolveExpressions(next);
    olderRules(collection)?.({ world, account, collection, requested, next, entity });
    const before = { ...entity };
    entity.fields = next;
    if (state !== undefined) entity.state = upper(state);
    entity.updated = world.clock.now();
    recordChanges(world, account, collection, before, entity);
    return entity;
  });
}

export function archiveEntity(call: Call, resource: OlderResource, id: string): Entity {
  const entity = findEntity(call, resource, id);
  if (entity.state === "ARCHIVED") throw archived();
  const before = { ...entity };
  entity.state = "ARCHIVED";
  entity.updated = call.world.clock.now();
  recordChanges(call.world, call.account, resource.collection, before, entity);
  return entity;
}

function outcomes(
  call: Call,
  resource: OlderResource,
  items: unknown,
  write: (item: unknown) => Entity,
): Outcome[] {
  if (!Array.isArray(items)) throw refuse(400, "The request body must be an array");
  if (items.length > MAX_ITEMS) throw refuse(422, `At most ${MAX_ITEMS} items are allowed`);
  return items.map((item: unknown, index): Outcome => {
    const id = isRecord(item) ? idText(item[idFields[resource.collection]]) || undefined : undefined;
    try {
      const { fault } = call;
      if (fault?.kind === "items" && (fault.indexes?.includes(index) ?? true))
        throw itemError(
          fault.errorType ?? "throttledError",
          fault.reason ?? "THROTTLED",
          fault.message ?? "The item was throttled",
        );
      return { entity: write(item) };
    } catch (thrown) {
      if (!isItemError(thrown)) throw thrown;
      return { id, error: thrown };
    }
  });
}

export function wireOutcome(resource: OlderResource, outcome: Outcome): Fields {
  const name = idFields[resource.collection];
  if ("entity" in outcome) return { code: "SUCCESS", [name]: integer(outcome.entity.id) };
  const { id, error } = outcome;
  return {
    code: codeOf(error),
    ...(id === undefined || !/^\d+$/.test(id) ? {} : { [name]: integer(id) }),
    description: error.message,
    ...(resource.repeatedParent ? { errors: [{ KeywordError: { reason: error.reason } }] } : {}),
  };
}

export const codeOf = ({ type, reason }: ItemError): string => {
  if (type === "entityNotFoundError" || type === "parentEntityError") return "NOT_FOUND";
  if (type === "duplicateValueError" || type === "throttledError") return reason;
  return "INVALID_ARGUMENT";
};

export function findEntity(call: Call, { collection }: OlderResource, id: unknown): Entity {
  const entity = entitiesOf(call.account, collection).get(idText(id));
  if (!entity)
    throw itemError(
      "entityNotFoundError",
      "ENTITY_NOT_FOUND",
      `${idFields[collection]} ${idText(id)} was not found`,
    );
  return entity;
}

function checkRepeatedParent({ repeatedParent }: OlderResource, item: unknown, { fields }: Entity): void {
  if (!repeatedParent) return;
  const { field, reason } = repeatedParent;
  const given = isRecord(item) ? item[field] : undefined;
  if (given === undefined || given === null)
    throw itemError("keywordError", reason, `The item was specified without ${field}`, { field });
  if (idText(given) !== String(fields[field])) throw missingParent(field, { [field]: given });
}

const archived = (): Error =>
  itemError("entityStateError", "ARCHIVED_ENTITY_CANNOT_BE_MODIFIED", "An archived entity cannot be changed");

const upper = (state: unknown): Entity["state"] => String(state).toUpperCase() as Entity["state"];

function resolveExpressions(next: Fields): void {
  for (const [name, into] of [
    ["expression", "resolvedExpression"],
    ["expressions", "resolvedExpressions"],
  ] as const) {
    const given = next[name];
    if (Array.isArray(given)) next[into] = resolveExpression(given as Fields[]);
  }
}

function checkParents(call: Call, collection: Collection, fields: Fields): void {
  const family = collection.slice(0, 2) as "sb" | "sd";
  const adGroup = entitiesOf(call.account, `${family}/adGroups`).get(String(fields["adGroupId"]));
  if (fields["adGroupId"] !== undefined && !collection.endsWith("/adGroups")) {
    if (!adGroup) throw missingParent("adGroupId", fields);
    fields["campaignId"] ??= adGroup.fields["campaignId"];
  }
  if (fields["campaignId"] === undefined || collection.endsWith("/campaigns")) return;
  const campaign = entitiesOf(call.account, `${family}/campaigns`).get(String(fields["campaignId"]));
  if (!campaign || (adGroup && adGroup.fields["campaignId"] !== campaign.id))
    throw missingParent("campaignId", fields);
  if ([campaign, adGroup].some((parent) => parent?.state === "ARCHIVED"))
    throw itemError("entityStateError", "PARENT_ENTITY_ARCHIVED", "The campaign or ad group is archived");
}

const missingParent = (name: string, fields: Fields): Error =>
  itemError("parentEntityError", "PARENT_ENTITY_NOT_FOUND", `${name} ${String(fields[name])} was not found`);
