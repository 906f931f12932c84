import type { ConnectorDefinition } from "../../contract/definition.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { type Dict, cut, isDict, show } from "../../ground/json.ts";
import { parseJson } from "../../ground/parse-json.ts";
import { toPlainJson } from "../../ground/plain-json.ts";
import { sameName } from "../../ground/similar-names.ts";
import { typesOf } from "../../schema/json-schema.ts";
import { matchParamName } from "./param-names.ts";
import { respell } from "./spelling.ts";

// Corrects small mistakes that models make in params. `meta.normalized` of the result lists every correction. A number
// that may already have lost digits, such as a timestamp with microseconds, is not corrected, so that validation refuses the call.

/**
 * Copies the params as plain JSON. The params can be an object, the JSON text of an object, empty text, null or
 * undefined.
 * @throws ConnectorError `invalid_params`
 */
export function readParams(params: unknown, notes: string[]): Dict {
  if (params === undefined) return {};
  if (params === null || params === "") {
    notes.push(`params: ${params === null ? "null" : "empty text"} read as {}`);
    return {};
  }
  const text = typeof params === "string" ? params : undefined;
  const parsed = text === undefined ? params : parseJson(text);
  if (parsed === undefined)
    throw badParams(`params must be an object; the text ${show(text)} is not JSON.`, "params");
  const read = toPlainJson(parsed);
  if ("issues" in read) {
    const { path, message } = read.issues[0]!;
    const more = read.issues.length > 1 ? ` (and ${read.issues.length - 1} more)` : "";
    const where = cut(path === "" ? "params" : path, 80);
    throw badParams(`${where}: ${message}${more}.`, cut(path === "" ? "params" : `params.${path}`, 80));
  }
  if (!isDict(read.value))
    throw badParams(
      `params must be an object, got ${text === undefined ? "" : "the JSON text of "}${show(read.value)}.`,
      "params",
    );
  if (text !== undefined) notes.push("params: parsed from JSON text");
  return read.value;
}

const badParams = (message: string, path: string) =>
  new ConnectorError("invalid_params", message, {
    path,
    hint: 'Send a plain object of JSON values, such as {"limit": 10}.',
  });

export type ParamRules = Pick<
  ConnectorDefinition,
  "paramAliases" | "respellings" | "implied" | "eventTokens"
>;

/** Corrects the names and values of params, and describes each correction in `notes`. `reads`: true for a read. */
export function normalizeParams(
  params: Dict,
  schema: JsonSchema,
  { paramAliases: aliases = {}, respellings, implied = {} }: ParamRules,
  notes: string[],
  reads = false,
): Dict {
  const spellings = respellings && { of: respellings, reads };
  const properties = schema.properties ?? {};
  const required = new Set(schema.required);
  const out: Dict = {};
  for (const [key, given] of Object.entries(params)) {
    let name = key;
    let value = given;
    const other = Object.hasOwn(properties, key)
      ? undefined
      : matchParamName(key, given, properties, aliases, reads);
    if (other && !Object.hasOwn(params, other.name) && !Object.hasOwn(out, other.name)) {
      notes.push(`${show(key)} read as ${other.name}`);
      ({ name, value } = other);
    }
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property && !required.has(name)) {
      // Some models write "" for the cursor of the first page.
      const absent = value === null ? !typesOf(property).includes("null") : value === "" && name === "cursor";
      if (absent) {
        notes.push(`${name}: ${value === null ? "null" : "empty text"} left out`);
        continue;
      }
    }
    const read = property ? normalizeValue(value, property, name, notes) : value;
    out[name] = property && spellings ? respell(read, property, name, spellings, notes) : read;
  }
  for (const name of required) {
    if (Object.hasOwn(out, name) || !Object.hasOwn(implied, name)) continue;
    const value = implied[name]!(out);
    if (value === undefined) continue;
    notes.push(`${name}: ${show(value)} taken from the other params`);
    out[name] = value;
  }
  return out;
}

/** Converts a text that a person has typed to the type of a param. A text that cannot be converted stays as it is. */
export const readTypedText = (text: string, schema: JsonSchema): unknown =>
  normalizeValue(text, schema, "", []);

function withoutNull(schema: JsonSchema): JsonSchema {
  const union = schema.anyOf as readonly JsonSchema[] | undefined;
  const rest = union?.filter(({ type }) => type !== "null");
  return rest?.length === 1 ? rest[0]! : schema;
}

function normalizeValue(value: unknown, given: JsonSchema, name: string, notes: string[]): unknown {
  const schema = withoutNull(given);
  const types = typesOf(schema).filter((type) => type !== "null");
  const type = types.length === 1 ? types[0] : undefined;
  const changed = (to: unknown) => {
    notes.push(
      `${name}: ${show(value)} read as ${typeof to === "object" ? cut(JSON.stringify(to), 80) : show(to)}`,
    );
    return to;
  };
  if (typeof value === "string") {
    const read = readText(value, type, schema);
    if (read === undefined) return value;
    return typeof read === "object" ? normalizeValue(changed(read), schema, name, notes) : changed(read);
  }
  // Only a safe integer is converted. Any other number may already have lost digits.
  if (typeof value === "number" && type === "string" && !schema.enum && Number.isSafeInteger(value))
    return changed(String(value));
  if (isDict(value) && type === "array") {
    // Some platforms write a list as `{include: [...]}`. Some models pass one record instead of a list of records.
    const names = Object.keys(value);
    const lone = names.length === 1 && names[0] === "include" ? value.include : undefined;
    if (lone !== undefined) return normalizeValue(changed(lone), schema, name, notes);
    if (isDict(schema.items) && typesOf(schema.items).includes("object"))
      return normalizeValue(changed([value]), schema, name, notes);
  }
  if (Array.isArray(value) && type === "array" && isDict(schema.items)) {
    const items = schema.items;
    const itemNotes: string[] = [];
    const list = value.map((item, index) => normalizeValue(item, items, `${name}[${index}]`, itemNotes));
    notes.push(...itemNotes.slice(0, 3));
    if (itemNotes.length > 3) notes.push(`${name}: ${itemNotes.length - 3} more items changed the same way`);
    return list;
  }
  if (isDict(value) && type === "object" && schema.properties) {
    const { properties } = schema;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        Object.hasOwn(properties, key) ? normalizeValue(one, properties[key]!, `${name}.${key}`, notes) : one,
      ]),
    );
  }
  return value;
}

/** Converts a text to the type of its schema, or returns undefined if this is unnecessary or impossible. */
function readText(text: string, type: string | undefined, schema: JsonSchema): unknown {
  const trimmed = text.length > 10_000 ? text : text.trim();
  if (type === "integer" || type === "number") return readNumber(trimmed);
  if (type === "boolean") return /^(true|false)$/i.test(trimmed) ? /^t/i.test(trimmed) : undefined;
  if (type === "array") return readList(trimmed, isDict(schema.items) ? schema.items : {});
  if (type === "object") return trimmed.startsWith("{") ? readJson(trimmed, isDict) : undefined;
  if (!schema.enum || schema.enum.includes(text)) return undefined;
  return sameName(
    text,
    schema.enum.filter((entry) => typeof entry === "string"),
  );
}

/** Reads a number. Returns undefined for a text that is not a number or would lose digits. */
function readNumber(text: string): number | undefined {
  if (text.length > 40 || !/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const exact = text.includes(".") ? text.replace(/\D/g, "").length <= 15 : Number.isSafeInteger(number);
  return exact ? number : undefined;
}

/** Reads a JSON array, comma-separated values or one value. */
function readList(text: string, items: JsonSchema): unknown[] | undefined {
  if (text.startsWith("[")) return readJson(text, Array.isArray);
  const types = typesOf(items);
  if (text === "" || text.length > 10_000 || types.includes("object") || types.includes("array"))
    return undefined;
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readJson<T>(text: string, is: (value: unknown) => value is T): T | undefined {
  const read = toPlainJson(parseJson(text));
  return "value" in read && is(read.value) ? read.value : undefined;
}
