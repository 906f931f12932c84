import type { JsonSchema } from "../../core/contract/json-schema.ts";
import type { ArgumentWire, Operation } from "../../core/contract/wire/operation.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { isDeprecated, scalarSchema, type SchemaReader } from "./discovery-schema.ts";
import { readPath } from "./discovery-path.ts";
import { entriesOf, type Method, textOf } from "./document.ts";

export interface MethodRequest {
  operation: Pick<Operation, "method" | "path" | "arguments" | "body" | "scopes">;
  params: JsonSchema;
  /** The params and the fields of the body, as the document describes them. */
  inputs: ReadonlyMap<string, Dict>;
  /** The params that always have their default. */
  constants: Readonly<Record<string, string>>;
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const unsafeNames = new Set(["__proto__", "constructor", "prototype", ""]);
const maxParams = 500;

/** Reads where each param and each field of the body goes. Returns a sentence if there can be no request. */
export function requestOf({ id, data }: Method, schemas: SchemaReader): MethodRequest | string {
  const httpMethod = textOf(data.httpMethod) ?? "";
  if (!methods.includes(httpMethod)) return `Its HTTP method is not one of ${methods.join(", ")}.`;
  const given = orderedParams(data);
  const found = readPath(textOf(data.path) ?? "", given);
  if (typeof found === "string") return found;
  const { path, names, slashes, constants } = found;

  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const wires: Record<string, string | ArgumentWire> = {};
  const inputs = new Map<string, Dict>();
  for (const [own, name] of names) {
    properties[own] = { ...paramSchema(given.get(name) ?? {}), type: "string" };
    required.push(own);
    wires[own] = { slashes: slashes[own] };
  }
  const hasBody = httpMethod === "POST" || httpMethod === "PUT" || httpMethod === "PATCH";
  const inPath = new Set([...names.values(), ...Object.keys(constants)]);
  for (const [name, param] of given) {
    if (inPath.has(name) || (isDeprecated(param) && param.required !== true)) continue;
    properties[name] = paramSchema(param);
    inputs.set(name, param);
    if (param.required === true) required.push(name);
    if (hasBody) wires[name] = { in: "query" };
  }
  const body = schemas.convert(data.request, "request", id);
  const fields = Object.entries(body.properties ?? {});
  const isWhole = isDict(data.request) && fields.length === 0;
  if (isWhole) properties.body = { description: "The body of the request.", ...body };
  const target = schemas.resolve(data.request);
  for (const [name, schema] of fields) {
    const needed = body.required?.includes(name) === true;
    // The path already says which record is meant, so the body need not repeat its id.
    if (unsafeNames.has(name) || (inPath.has(name) && !needed)) continue;
    const own = Object.hasOwn(properties, name) ? `body_${name}` : name;
    properties[own] = schema;
    if (needed) required.push(own);
    if (own !== name || !hasBody) wires[own] = { in: "body", ...(own === name ? {} : { name }) };
    const source = isDict(target?.properties) ? target.properties[name] : undefined;
    if (own === name && isDict(source)) inputs.set(name, source);
  }
  return {
    operation: {
      method: httpMethod as Operation["method"],
      path,
      ...(Object.keys(wires).length > 0 ? { arguments: wires } : {}),
      ...(isDict(data.request) ? { body: { kind: "json", ...(isWhole ? { argument: "body" } : {}) } } : {}),
      ...scopesOf(data),
    },
    params: { type: "object", properties: requiredFirst(properties, required), ...(required.length > 0 ? { required } : {}) }, // prettier-ignore
    inputs,
    constants,
  };
}

/** Returns the params of a method. The params of `parameterOrder` come first. */
function orderedParams({ parameters, parameterOrder }: Dict): ReadonlyMap<string, Dict> {
  const order: unknown[] = Array.isArray(parameterOrder) ? parameterOrder : [];
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const usable = entriesOf(parameters)
    .filter(([name]) => !unsafeNames.has(name))
    .slice(0, maxParams);
  return new Map(usable.toSorted(([one], [other]) => place(one) - place(other)));
}

const requiredFirst = <T>(properties: Readonly<Record<string, T>>, required: readonly string[]) =>
  Object.fromEntries(
    Object.entries(properties).toSorted(
      ([one], [other]) => Number(required.includes(other)) - Number(required.includes(one)),
    ),
  );

function paramSchema(param: Dict): JsonSchema {
  const { description, default: usual, ...one } = scalarSchema(param);
  const told = description === undefined ? {} : { description };
  if (param.repeated === true) return { type: "array", items: one, ...told };
  return { ...one, ...told, ...(usual === undefined ? {} : { default: usual }) };
}

/** A token needs one of the scopes of a method. */
function scopesOf({ scopes }: Dict): Pick<Operation, "scopes"> {
  const texts = Array.isArray(scopes) ? scopes.filter((one): one is string => textOf(one) !== undefined) : [];
  return texts.length > 0 ? { scopes: { user: texts.slice(0, 100) } } : {};
}
