import type { ArgumentWire, Operation } from "../../contract/wire/operation.ts";
import type { Dict } from "../../ground/json.ts";
import { encodeBody } from "./body.ts";
import type { BodyField } from "./encoded-body.ts";
import { checkHeaderValue } from "./headers.ts";
import { fillPath, pathNames } from "./path.ts";
import { headerValue, type Pair, pairsOf, queryOf } from "./styles.ts";

/** A request without credentials. */
export interface WireRequest {
  /** The path after the endpoint. */
  path: string;
  query: readonly Pair[];
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
}

export interface BuildOptions {
  /** The query of the next page, from a cursor. Arguments of the call replace params of the same name. */
  nextQuery?: string | undefined;
  /** Default: `JSON.stringify`. */
  stringify?: ((value: unknown) => string) | undefined;
}

/**
 * Builds the request of an operation. The operation says where each argument goes: into the path, the query, a header
 * or the body.
 * @throws ConnectorError `invalid_params` if the value of an argument cannot be written in its part of the request
 */
export function buildRequest(
  operation: Operation,
  args: Dict,
  { nextQuery, stringify }: BuildOptions = {},
): WireRequest {
  const { body, fields: constants = {}, style = "repeat" } = operation;
  const inPath = pathNames(operation.path);
  const path = fillPath(operation.path, args, (name) => wireOf(operation, name).slashes);
  const query = Object.entries(operation.query ?? {}).flatMap(([name, value]) => pairsOf(name, value, style));
  const headers: Record<string, string> = { ...operation.headers };
  const fields: BodyField[] = Object.entries(constants).map(([name, value]) => ({
    path: name.split("."),
    value,
    style,
  }));
  let whole: unknown;
  for (const [argument, value] of Object.entries(args)) {
    if (value === undefined || inPath.includes(argument)) continue;
    const wire = wireOf(operation, argument);
    const name = wire.name ?? argument;
    const place = wire.in ?? defaultPlace(operation);
    if (place === "query") query.push(...pairsOf(name, value, wire.style ?? style));
    else if (place === "header") headers[name.toLowerCase()] = checkHeaderValue(argument, headerValue(value));
    else if (argument === body?.argument) whole = value;
    // Only in a name from the definition (`wire.name`), dots mean nested objects.
    else fields.push({ path: wire.name?.split(".") ?? [argument], value, style: wire.style ?? style });
  }
  const request = { path, query: withNextQuery(query, nextQuery), headers };
  // Without values for the body, the request has a body only if the operation declares a body.
  const given = body?.argument === undefined ? fields.length > 0 : whole !== undefined;
  const declared = body !== undefined && body.argument === undefined && hasBody(operation);
  if (!given && !declared) return request;
  const encoded = encodeBody(body ?? { kind: "json" }, { fields, whole, stringify });
  headers["content-type"] ??= encoded.contentType;
  return { ...request, body: encoded.body };
}

export const pathAndQuery = ({ path, query }: Pick<WireRequest, "path" | "query">): string =>
  query.length === 0 ? path : `${path}?${queryOf(query)}`;

const wireOf = ({ arguments: all }: Operation, argument: string): ArgumentWire => {
  const wire = all && Object.hasOwn(all, argument) ? all[argument]! : {};
  return typeof wire === "string" ? { name: wire } : wire;
};

const hasBody = ({ method }: Operation) => method !== "GET" && method !== "HEAD" && method !== "DELETE";

const defaultPlace = (operation: Operation) => (hasBody(operation) ? "body" : "query");

/** Adds the params of the next page's query, except those that the call sets itself. */
function withNextQuery(query: readonly Pair[], nextQuery: string | undefined): readonly Pair[] {
  if (nextQuery === undefined) return query;
  const own = new Set(query.map(({ name }) => name));
  const added = [...new URLSearchParams(nextQuery)].filter(([name]) => !own.has(name));
  return [...query, ...added.map(([name, value]) => ({ name, parts: [value], separator: "" }))];
}
