import { bodyOf, type Call } from "../operation.ts";
import { idFields } from "../id-fields.ts";
import { isRecord } from "../http/wire-json.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import { recordChanges, recordCreation } from "../change-history.ts";
import { addDefaultTheme } from "../sponsored-brands/default-themes.ts";
import { addEntity, entitiesOf } from "../world.ts";
import { addPlatformDefaults } from "./platform-defaults.ts";
import { applyNestedUpdates } from "./nested-updates.ts";
import { isItemError, itemError, wireItemError } from "./item-errors.ts";
import { invalid, readFields } from "./read-fields.ts";
import type { Resource } from "./resource.ts";
import { rules } from "./rules.ts";
import { wireEntity } from "./wire-entity.ts";

export function create(call: Call, resource: Resource): Fields {
  const { world, account } = call;
  return writeItems(call, resource, itemsOf(call, resource), (item, path) => {
    const { state, ...requested } = readFields(resource.fields, item, path, false);
    const next = { ...requested };
    checkParents(call, resource, next, state === "PAUSED" || state === "ENABLED");
    addPlatformDefaults(call, resource.collection, next);
    rules[resource.collection]?.({
      world,
      account,
      collection: resource.collection,
      requested,
      next,
      entity: undefined,
    });
    const entity = addEntity(world, account, resource.collection, next, state as Entity["state"]);
    addAutoTargets(call, resource, entity);
    if (resource.collection === "sb/adGroups") addDefaultTheme(world, account, entity);
    recordCreation(world, account, resource.collection, entity);
    return entity;
  });
}

/** Updates the entities of a batch. The option `nestedUpdates` decides how objects inside an entity change. */
export function update(call: Call, resource: Resource): Fields {
  const { world, account } = call;
  const items = itemsOf(call, resource);
  return writeItems(call, resource, items, (item, path) => {
    const { state, ...requested } = readFields(resource.fields, item, path, true);
    const entity = findItem(call, resource, item[idFields[resource.collection]], path);
    if (entity.state === "ARCHIVED") throw archived(idFields[resource.collection]);
    checkParents(call, resource, entity.fields, true);
    const next = { ...entity.fields, ...requested };
    applyNestedUpdates(world, next, entity.fields, requested);
    // An empty portfolio id is accepted and changes nothing. With null, the campaign leaves its portfolio.
    // https://github.com/amzn/ads-advanced-tools-docs/issues/212
    if (next["portfolioId"] === "") next["portfolioId"] = entity.fields["portfolioId"];
    for (const [name, value] of Object.entries(requested))
      if (value === null) Reflect.deleteProperty(next, name);
    addPlatformDefaults(call, resource.collection, next);
    rules[resource.collection]?.({
      world,
      account,
      collection: resource.collection,
      requested,
      next,
      entity,
    });
    const before = { ...entity, fields: entity.fields };
    entity.fields = next;
    if (typeof state === "string") entity.state = state as Entity["state"];
    entity.updated = world.clock.now();
    recordChanges(world, account, resource.collection, before, entity);
    return entity;
  });
}

/** An archived entity cannot be restored. */
export function archive(call: Call, resource: Resource): Fields {
  const filter = bodyOf(call)[resource.idFilter];
  const path = `$.${resource.idFilter}`;
  if (!isRecord(filter)) throw invalid(path, "is required");
  const ids = filter["include"];
  if (!Array.isArray(ids) || !ids.every((id): id is string => typeof id === "string"))
    throw invalid(`${path}.include`, "expected an array of strings");
  if (ids.length > resource.maxItems)
    throw invalid(`${path}.include`, `at most ${resource.maxItems} ids are allowed`);
  return writeItems(
    { ...call, account: call.account, wantsRepresentation: false },
    { ...resource, fieldsInResult: [] },
    ids,
    (id, at) => {
      const entity = findItem(call, resource, id, at);
      if (entity.state === "ARCHIVED") throw archived();
      if (entity.fields["expressionType"] === "AUTO")
        throw itemError(
          "targetingClauseSetupError",
          "AUTO_TARGETING_CLAUSE_CANNOT_BE_ARCHIVED_MANUALLY",
          "Automatic targeting clauses cannot be archived",
        );
      const before = { ...entity };
      entity.state = "ARCHIVED";
      entity.updated = call.world.clock.now();
      recordChanges(call.world, call.account, resource.collection, before, entity);
      return entity;
    },
    `${path}.include`,
  );
}

function itemsOf(call: Call, resource: Resource): Fields[] {
  const items = bodyOf(call)[resource.key];
  const path = `$.${resource.key}`;
  if (!Array.isArray(items)) throw invalid(path, "expected an array");
  if (items.length > resource.maxItems) throw invalid(path, `at most ${resource.maxItems} items are allowed`);
  return items.map((item: unknown, index) => {
    if (!isRecord(item)) throw invalid(`${path}[${index}]`, "expected an object");
    for (const name of ["campaignId", "adGroupId", idFields[resource.collection]]) {
      const id = item[name];
      if (id !== undefined && typeof id !== "string")
        throw invalid(`${path}[${index}].${name}`, "expected a string");
    }
    return item;
  });
}

/** Writes each item of a batch, even if other items fail. */
function writeItems<Item>(
  call: Call,
  resource: Resource,
  items: readonly Item[],
  write: (item: Item, path: string) => Entity,
  root = `$.${resource.key}`,
): Fields {
  const success: Fields[] = [];
  const error: Fields[] = [];
  // A field with a wrong type or an unknown enum value in any item fails the whole request, so all items are checked
  // before the first write.
  for (const [index, item] of items.entries()) {
    if (!isRecord(item)) continue;
    try {
      readFields(resource.fields, item, `${root}[${index}]`, idFields[resource.collection] in item);
    } catch (thrown) {
      if (!isItemError(thrown)) throw thrown;
    }
  }
  for (const [index, item] of items.entries()) {
    const path = `${root}[${index}]`;
    try {
      const planned = plannedError(call, index);
      if (planned) throw planned;
      const entity = write(item, path);
      success.push(succeeded(call, resource, index, entity));
    } catch (thrown) {
      if (!isItemError(thrown)) throw thrown;
      error.push(wireItemError(index, path, thrown));
    }
  }
  return { [resource.key]: { success, error } };
}

function succeeded(call: Call, resource: Resource, index: number, entity: Entity): Fields {
  const id = { [resource.successId ?? idFields[resource.collection]]: entity.id };
  if (call.wantsRepresentation || resource.alwaysComplete)
    return { index, ...id, [resource.entityKey]: wireEntity(call, resource, entity, false) };
  if (!resource.fieldsInResult?.length) return { index, ...id };
  const fields = Object.fromEntries(resource.fieldsInResult.map((name) => [name, entity.fields[name]]));
  return { index, ...id, [resource.entityKey]: fields };
}

function plannedError(call: Call, index: number): Error | undefined {
  const { fault } = call;
  if (fault?.kind !== "items" || !(fault.indexes?.includes(index) ?? true)) return undefined;
  const type = fault.errorType ?? "throttledError";
  return itemError(type, fault.reason ?? "THROTTLED", fault.message ?? "The item was throttled");
}

function findItem(call: Call, resource: Resource, id: unknown, path: string): Entity {
  const name = idFields[resource.collection];
  if (id === undefined) throw invalid(`${path}.${name}`, "is required");
  const entity = entitiesOf(call.account, resource.collection).get(String(id));
  if (!entity)
    throw itemError("entityNotFoundError", "ENTITY_NOT_FOUND", `${name} ${String(id)} was not found`, {
      // If the items are ids, `path` is already the path of the id.
      ...(path.includes(".include[") ? {} : { field: name }),
      trigger: id,
    });
  return entity;
}

const archived = (field?: string): Error =>
  itemError(
    "entityStateError",
    "ARCHIVED_ENTITY_CANNOT_BE_MODIFIED",
    "An archived entity cannot be changed",
    field === undefined ? {} : { field },
  );

/** Checks that an item's campaign and ad group exist, belong together and are not archived. */
function checkParents(call: Call, resource: Resource, fields: Fields, strict: boolean): void {
  if (!strict || resource.collection === "portfolios") return;
  const family = resource.collection.slice(0, 2) as "sp" | "sb";
  const parents: [Collection, string][] = [
    [`${family}/campaigns`, "campaignId"],
    [`${family}/adGroups`, "adGroupId"],
  ];
  for (const [collection, name] of parents) {
    if (!(name in fields) || resource.collection === collection) continue;
    const parent = entitiesOf(call.account, collection).get(String(fields[name]));
    const campaignId = fields["campaignId"] ?? parent?.fields["campaignId"];
    const misplaced = name === "adGroupId" && parent?.fields["campaignId"] !== campaignId;
    if (!parent || misplaced)
      throw itemError("parentEntityError", "PARENT_ENTITY_NOT_FOUND", `${name} was not found`, {
        field: name,
        trigger: fields[name],
      });
    if (parent.state === "ARCHIVED")
      throw itemError("parentEntityError", "PARENT_ENTITY_ARCHIVED", `${name} is archived`, {
        field: name,
        trigger: fields[name],
      });
  }
}

/** Adds the four targeting clauses that Amazon adds to a new ad group of an automatic campaign. */
function addAutoTargets(call: Call, resource: Resource, adGroup: Entity): void {
  if (resource.collection !== "sp/adGroups") return;
  const campaign = entitiesOf(call.account, "sp/campaigns").get(String(adGroup.fields["campaignId"]));
  if (campaign?.fields["targetingType"] !== "AUTO") return;
  for (const expression of autoExpressions()) {
    const fields = {
      adGroupId: adGroup.id,
      campaignId: campaign.id,
      expressionType: "AUTO",
      expression,
      resolvedExpression: expression,
    };
    addEntity(call.world, call.account, "sp/targets", fields, "ENABLED");
  }
}

const autoExpressions = (): Fields[][] =>
  [
    "QUERY_HIGH_REL_MATCHES",
    "QUERY_BROAD_REL_MATCHES",
    "ASIN_SUBSTITUTE_RELATED",
    "ASIN_ACCESSORY_RELATED",
  ].map((type) => [{ type }]);
