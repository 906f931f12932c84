import { ok, refuse } from "../answer.ts";
import type { Call, Operation } from "../call.ts";
import { idFields } from "../collections.ts";
import { integer } from "../json.ts";
import { sliceOf } from "../paging.ts";
import { isItemError } from "../sp/errors.ts";
import type { Entity } from "../types.ts";
import { entitiesOf } from "../world.ts";
import type { PlainResource } from "./resource.ts";
import { wireExtended, wirePlain } from "./wire.ts";
import { archiveEntity, createItems, findEntity, updateItems, wireOutcome } from "./write.ts";

const MAX_COUNT = 5000;
const STATES = ["enabled", "paused", "archived", "draft"];

/** What `GET` of a list finds: the query's filters are text, several values with commas between. */
export function listed(call: Call, resource: PlainResource): Entity[] {
  const { query } = call;
  const states = words(query.get("stateFilter")) ?? resource.usual ?? STATES;
  const odd = states.filter((state) => !STATES.includes(state));
  if (odd.length > 0) throw refuse(400, `Invalid stateFilter: ${odd.join(", ")}`);
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

// `enabled, paused` has a space in the documentation of Sponsored Display.
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

/** The verbs of the older style. */
export function plainOperations(resource: PlainResource): Record<string, Operation> {
  const { collection, path, idName } = resource;
  const style = "details" as const;
  const gives = resource.gives ?? { list: [], item: [], write: [] };
  const takes = ["application/json"];
  return {
    [`GET ${path}`]: {
      style,
      gives: gives.list,
      run: (call) => ok(listed(call, resource).map((entity) => wirePlain(collection, entity))),
    },
    [`GET ${path}/{${idName}}`]: {
      style,
      gives: gives.item,
      run: (call) =>
        ok(
          wirePlain(
            collection,
            foundOr404(() => findEntity(call, resource, call.path[idName])),
          ),
        ),
    },
    [`POST ${path}`]: {
      style,
      takes,
      gives: gives.write,
      writes: true,
      run: (call) =>
        ok(
          createItems(call, resource, call.body).map((each) => wireOutcome(resource, each)),
          207,
        ),
    },
    [`PUT ${path}`]: {
      style,
      takes,
      gives: gives.write,
      writes: true,
      run: (call) =>
        ok(
          updateItems(call, resource, call.body).map((each) => wireOutcome(resource, each)),
          207,
        ),
    },
    [`DELETE ${path}/{${idName}}`]: {
      style,
      gives: gives.write,
      writes: true,
      run: (call) => {
        const entity = foundOr404(() => archiveEntity(call, resource, call.path[idName] ?? ""));
        return ok({ code: "SUCCESS", [idFields[collection]]: integer(entity.id) });
      },
    },
  };
}

/** The list with dates and serving status. */
export const extendedOperations = (resource: PlainResource): Record<string, Operation> => ({
  [`GET ${resource.path}/extended`]: {
    style: "details",
    weight: () => 5,
    run: (call) =>
      ok(
        listed(call, resource).map((entity) =>
          wireExtended(call.world, call.account, resource.collection, entity),
        ),
      ),
  },
});
