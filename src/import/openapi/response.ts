import type { JsonSchema } from "../../core/contract/json-schema.ts";
import type { ResponseWire } from "../../core/contract/wire/operation.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { snakeCase } from "../names.ts";
import { entriesOf, reach } from "./document.ts";
import { inlineSchema, isType, objectOf } from "./inline-schema.ts";

export interface Answer {
  wire?: ResponseWire | undefined;
  /** The schema of a successful JSON response. */
  schema?: JsonSchema | undefined;
  /** The names of the response's headers, in lower case. */
  headers: readonly string[];
}

/** A result is described to this depth. The fields of pages stand in the upper levels. */
const limits = { depth: 5, parts: 1200 };

/** Reads what an operation returns if it succeeds. */
export function answerOf(root: Dict, operation: Dict): Answer {
  const all = entriesOf(operation.responses);
  const success =
    all.find(([status]) => /^20[0-9]$/.test(status) && status !== "204") ??
    all.find(([status]) => /^2(XX|\d\d)$/i.test(status)) ??
    all.find(([status]) => status === "default");
  const response = success && reach(root, success[1]);
  if (!isDict(response)) return { headers: [] };
  const headers = entriesOf(response.headers).map(([name]) => name.toLowerCase());
  const contents = entriesOf(reach(root, response.content));
  const json = contents.find(([type]) => /json|^\*\/\*/i.test(type));
  if (json) return { headers, schema: isDict(json[1]) ? inlineSchema(root, json[1].schema, limits) : {} };
  const [type] = contents[0] ?? [];
  if (type === undefined) return { headers };
  const isText = /^text\/|xml|javascript|ndjson|csv|yaml/i.test(type);
  return { headers, wire: { kind: isText ? "text" : "file" } };
}

/** Names of the field with the items of a list. */
const itemNames = ["data", "items", "results", "result", "entries", "values", "value", "records", "list", "rows", "objects", "nodes", "elements", "content", "resources", "hits", "matches"]; // prettier-ignore

export interface ListShape {
  /** The dotted path of the items. Empty if the response is the list itself. */
  pick: string;
  item: JsonSchema;
}

/** Finds the items of a list in a response. Returns undefined if the response is no list. */
export function listShape(schema: JsonSchema | undefined, entity: string): ListShape | undefined {
  if (!schema) return undefined;
  if (isType(schema, "array")) return { pick: "", item: schema.items ?? {} };
  const body = objectOf(schema);
  if (!body?.properties) return undefined;
  const fields = Object.entries(body.properties);
  const arrays = fields.filter(([, one]) => isType(one, "array"));
  const known =
    arrays.find(([name]) => [entity, entity.split("_").at(-1)].includes(snakeCase(name))) ??
    itemNames.flatMap((name) => arrays.filter(([field]) => field.toLowerCase() === name))[0];
  const only = arrays.length === 1 ? arrays[0] : undefined;
  const [name, list] = known ?? only ?? [];
  if (name !== undefined) return name.includes(".") ? undefined : { pick: name, item: list!.items ?? {} };
  // One envelope: `{ data: { items: [] } }`.
  for (const envelope of ["data", "result", "response", "_embedded", "payload"]) {
    const inner = body.properties[envelope];
    if (!inner || isType(inner, "array")) continue;
    const found = inner.properties ? listShape({ ...inner, properties: inner.properties }, entity) : undefined; // prettier-ignore
    if (found && found.pick !== "") return { ...found, pick: `${envelope}.${found.pick}` };
  }
  return undefined;
}
