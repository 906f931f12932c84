import type { Dict } from "../../../core/ground/json.ts";
import { buildRequest } from "../../../core/wire/executor/build-request.ts";
import { formOf } from "../../../core/wire/executor/styles.ts";
import type { AdsOperation } from "../operations/operation.ts";
import { idsAsNumbers } from "./ids-as-text.ts";

/** A request before the profile and the access token are added. */
export interface AdsRequest {
  /** The path and the query of the address. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
}

export function buildAdsRequest(operation: AdsOperation, args: Dict): AdsRequest {
  const inBody = operation.method !== "GET" && operation.method !== "DELETE";
  const { path, query, body } = buildRequest(
    { ...operation, body: operation.body ?? { kind: "json" } },
    inBody ? withFilters(withoutLoneMatchTypes(args, operation), operation) : joined(args, operation),
    { stringify: operation.numericIds ? idsAsNumbers : undefined },
  );
  const headers: Record<string, string> = {
    ...operation.headers,
    accept: operation.accept,
    ...(inBody && operation.contentType ? { "content-type": operation.contentType } : {}),
    ...(operation.prefer ? { prefer: "return=representation" } : {}),
  };
  return { path: query.length === 0 ? path : `${path}?${formOf(query)}`, headers, body };
}

/** Amazon accepts a list of states in a query only in this order. */
const stateOrder = ["enabled", "paused", "archived"];

/** Joins the values of each list to one text, for use in a query. */
function joined(args: Dict, operation: AdsOperation): Dict {
  const { stateSeparator = "," } = operation;
  const join = (name: string, values: readonly unknown[]) =>
    nameOf(operation, name) === "stateFilter"
      ? stateOrder.filter((state) => values.includes(state)).join(stateSeparator)
      : values.join(",");
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Array.isArray(value) ? join(name, value) : value]),
  );
}

/** Moves the arguments that `filterTypes` names into the list `filters`. */
function withFilters(args: Dict, { filterTypes, filterStates }: AdsOperation): Dict {
  if (!filterTypes) return args;
  const isSent = (name: string, value: unknown) =>
    name !== "states" ||
    !filterStates ||
    [value].flat().every((state) => filterStates.includes(String(state)));
  const given = Object.entries(args).filter(([name, value]) => isSent(name, value));
  const [moved, kept] = [true, false].map((isFilter) =>
    given.filter(([name]) => Object.hasOwn(filterTypes, name) === isFilter),
  ) as [[string, unknown][], [string, unknown][]];
  const filters = moved.map(([name, values]) => ({ filterType: filterTypes[name], values }));
  return { ...Object.fromEntries(kept), ...(filters.length > 0 ? { filters } : {}) };
}

/** Leaves out a match type if its filter has no values. */
function withoutLoneMatchTypes(args: Dict, operation: AdsOperation): Dict {
  const given = Object.keys(args).filter((name) => args[name] !== undefined);
  const isLone = (name: string) => {
    const [filter, field] = nameOf(operation, name).split(".");
    const others = given.filter(
      (other) => other !== name && nameOf(operation, other).startsWith(`${filter}.`),
    );
    return field === "queryTermMatchType" && others.length === 0;
  };
  return Object.fromEntries(given.filter((name) => !isLone(name)).map((name) => [name, args[name]]));
}

const nameOf = (operation: AdsOperation, argument: string): string => {
  const wire = operation.arguments?.[argument];
  return (typeof wire === "string" ? wire : wire?.name) ?? argument;
};
