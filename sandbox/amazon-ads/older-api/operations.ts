import { ok, refuse } from "../http/responses.ts";
import type { Call, Operation } from "../operation.ts";
import { idFields } from "../id-fields.ts";
import { integer } from "../http/wire-json.ts";
import { sliceOf } from "../http/paging.ts";
import { isItemError } from "../sponsored-products/item-errors.ts";
import type { Entity } from "../types.ts";
import { entitiesOf } from "../world.ts";
import type { OlderResource } from "./resource.ts";
import { wireExtendedEntity, wireOlderEntity } from "./wire-entity.ts";
import { archiveEntity, createItems, findEntity, updateItems, wireOutcome } from "./write.ts";

const MAX_COUNT = 5000;
const STATES = ["enabled", "paused", "archived", "draft"];

/** Lists the entities that match the query. A filter has one value, or several values with commas between them. */
export function listEntities(call: Call, resource: OlderResource): Entity[] {
  const { query } = call;
  const states = words(query.get("stateFilter")) ?? resource.defaultStates ?? STATES;
  const unknown = states.filter((state) => !STATES.includes(state));
  if (unknown.length > 0) throw refuse(400, `Invalid stateFilter: ${unknown.join(", ")}`);
  const wanted: [string, readonly string[]][] = [
    ...Object.entries(resource.idFilters),
    ...Object.entries(resource.filters ?? {}),
  ].flatMap(([parameter, field]) => {
    const values = words(query.get(parameter));
    return values ? [[field, values]] : [];
  });
  const found = [...entitiesOf(call.account, resource.collection).values()].filter(
    ({ fields, state }) =>
      states.includes(state.toLowerCase()) &&
      wanted.every(([field, values]) => values.includes(String(fields[field]))),
  );
  return sliceOf(found, query, MAX_COUNT);
}

// Amazon's documentation of Sponsored Display shows a space after the comma: `enabled, paused`.
const words = (text: string | null): string[] | undefined =>
  text === null || text === "" ? undefined : text.split(",").map((word) => word.trim());

export function foundOr404<Found>(find: () => Found): Found {
  try {
    return find();
  } catch (thrown) {
    if (!isItemError(thrown)) throw thrown;
    throw refuse(thrown.type === "entityNotFoundError" ? 404 : 422, thrown.message, {
      code: thrown.type === "entityNotFoundError" ? "NOT_FOUND" : "INVALID_ARGUMENT",
    });
  }
}

/** Returns the operations of a resource of Sponsored Display or of version 3 of Sponsored Brands. */
export function olderOperations(resource: OlderResource): Record<string, Operation> {
  const { collection, path, idName } = resource;
  const style = "details" as const;
  const produces = resource.produces ?? { list: [], item: [], write: [] };
  const consumes = ["application/json"];
  return {
    [`GET ${path}`]: {
      style,
      produces: produces.list,
      run: (call) => ok(listEntities(call, resource).map((entity) => wireOlderEntity(collection, entity))),
    },
    [`GET ${path}/{${idName}}`]: {
      style,
      produces: produces.item,
      run: (call) =>
        ok(
          wireOlderEntity(
            collection,
            foundOr404(() => findEntity(call, resource, call.path[idName])),
          ),
        ),
    },
    [`POST ${path}`]: {
      style,
      consumes,
      produces: produces.write,
      writes: true,
      run: (call) =>
        ok(
          createItems(call, resource, call.body).map((each) => wireOutcome(resource, each)),
          207,
        ),
    },
    [`PUT ${path}`]: {
      style,
      consumes,
      produces: produces.write,
      writes: true,
      run: (call) =>
        ok(
          updateItems(call, resource, call.body).map((each) => wireOutcome(resource, each)),
          207,
        ),
    },
    [`DELETE ${path}/{${idName}}`]: {
      style,
      produces: produces.write,
      writes: true,
      run: (call) => {
        const entity = foundOr404(() => archiveEntity(call, resource, call.path[idName] ?? ""));
        return ok({ code: "SUCCESS", [idFields[collection]]: integer(entity.id) });
      },
    },
  };
}

/** Returns the operation that lists entities with their dates and serving status. */
export const extendedOperations = (resource: OlderResource): Record<string, Operation> => ({
  [`GET ${resource.path}/extended`]: {
    style: "details",
    weight: () => 5,
    run: (call) =>
      ok(
        listEntities(call, resource).map((entity) =>
          wireExtendedEntity(call.world, call.account, resource.collection, entity),
        ),
      ),
  },
});
