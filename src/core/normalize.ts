import type { JsonSchema } from "./action.ts";
import { ConnectorError, type Issue } from "./errors.ts";
import { isDict, show, type Dict } from "./json.ts";
import { fold } from "./names.ts";

// What models get nearly right is put right here, and every change is told in `meta.normalized`. No change may lose
// anything: where it could (a Slack `ts` as a number), the value stays as it is and validation refuses it.

/** Spellings of core's own params that models bring from other APIs. */
const controlAliases: Readonly<Record<string, string>> = {
  maxresults: "limit",
  pagesize: "limit",
  perpage: "limit",
  count: "limit",
  pagetoken: "cursor",
  nexttoken: "cursor",
  nextcursor: "cursor",
  nextpagetoken: "cursor",
  selectfields: "fields",
};

/** `Channel-Messages` for `channel_messages`: the candidate with the same letters, when there is exactly one. */
export function sameName(name: string, candidates: readonly string[]): string | undefined {
  if (candidates.includes(name)) return name;
  const matches = candidates.filter((candidate) => fold(candidate) === fold(name));
  return matches.length === 1 ? matches[0] : undefined;
}

/** Params as they came (object, JSON text, null or absent) as a plain object. */
export function readParams(params: unknown, notes: string[]): Dict {
  if (params === undefined) return {};
  if (params === null || params === "") {
    notes.push(`params: ${params === null ? "null" : "empty text"} read as {}`);
    return {};
  }
  if (typeof params === "string") {
    let parsed: unknown;
    try {
      parsed = JSON.parse(params);
    } catch {
      throw badParams(`params must be an object; the text ${show(params)} is not JSON.`);
    }
    if (!isDict(parsed)) throw badParams(`params must be an object, got the JSON text of ${show(parsed)}.`);
    notes.push("params: parsed from JSON text");
    return parsed;
  }
  if (!isDict(params)) throw badParams(`params must be a plain object, got ${show(params)}.`);
  return params;
}

const badParams = (message: string) =>
  new ConnectorError("invalid_params", message, {
    path: "params",
    hint: 'Send an object, such as {"limit": 10}.',
  });

/**
 * Params with their names and values put right by the action's schema. `aliases` maps a folded other name to ours.
 */
export function normalizeParams(
  params: Dict,
  schema: JsonSchema,
  aliases: Readonly<Record<string, string>>,
  notes: string[],
): Dict {
  const properties = schema.properties ?? {};
  const names = Object.keys(properties);
  const required = new Set(schema.required);
  const out: Dict = {};
  for (const [key, value] of Object.entries(params)) {
    let name = key;
    if (!Object.hasOwn(properties, key)) {
      const other = [sameName(key, names), controlAliases[fold(key)], aliases[fold(key)]].find(
        (candidate) => candidate !== undefined && Object.hasOwn(properties, candidate),
      );
      if (other !== undefined && !Object.hasOwn(params, other) && !Object.hasOwn(out, other)) {
        notes.push(`${show(key)} read as ${other}`);
        name = other;
      }
    }
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (value === null && property && !required.has(name) && !allowsNull(property)) {
      notes.push(`${name}: null left out`);
      continue;
    }
    const put = property ? normalizeValue(value, property, name, notes) : value;
    Object.defineProperty(out, name, { value: put, enumerable: true, writable: true, configurable: true });
  }
  return out;
}

const allowsNull = (schema: JsonSchema): boolean =>
  schema.type === "null" ||
  (Array.isArray(schema.type) && schema.type.includes("null")) ||
  ((schema.anyOf as JsonSchema[] | undefined)?.some(allowsNull) ?? false);

function normalizeValue(value: unknown, schema: JsonSchema, name: string, notes: string[]): unknown {
  const changed = (to: unknown) => {
    notes.push(
      `${name}: ${show(value)} read as ${Array.isArray(to) ? JSON.stringify(to).slice(0, 80) : show(to)}`,
    );
    return to;
  };
  if (typeof value === "string") {
    if ((schema.type === "integer" || schema.type === "number") && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) {
      const number = Number(value);
      // Digits that a number cannot hold stay text, and are refused as such.
      return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : changed(number);
    }
    if (schema.type === "boolean" && /^\s*(true|false)\s*$/i.test(value)) return changed(/true/i.test(value));
    if (schema.type === "array") {
      const list = readList(value);
      return normalizeValue(changed(list), schema, name, notes);
    }
    if (schema.type === "object" && value.trimStart().startsWith("{")) {
      const parsed = parseJson(value);
      if (isDict(parsed)) return changed(parsed);
    }
    if (schema.enum && !schema.enum.includes(value)) {
      const same = sameName(
        value,
        schema.enum.filter((entry) => typeof entry === "string"),
      );
      if (same !== undefined) return changed(same);
    }
  }
  // A whole number holds its digits exactly up to 2^53; anything else could have lost some already.
  if (typeof value === "number" && schema.type === "string" && !schema.enum && Number.isSafeInteger(value))
    return changed(String(value));
  if (Array.isArray(value) && schema.type === "array" && schema.items) {
    const items = schema.items;
    return value.map((item, index) => normalizeValue(item, items, `${name}[${index}]`, notes));
  }
  return value;
}

/** A list given as text: JSON, or names with commas between them, or one name. */
function readList(text: string): unknown[] {
  const parsed = text.trimStart().startsWith("[") ? parseJson(text) : undefined;
  if (Array.isArray(parsed)) return parsed;
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text that UTF-8 cannot carry, and keys that would reach a prototype: refused, wherever they stand. */
export function refuseUnsafe(value: unknown, path = ""): Issue[] {
  if (typeof value === "string")
    return value.isWellFormed() ? [] : [{ path, message: "text with an unpaired surrogate cannot be sent" }];
  if (typeof value !== "object" || value === null) return [];
  if (path.length > 400) return [{ path: path.slice(0, 60), message: "nested too deeply" }];
  if (Array.isArray(value)) return value.flatMap((item, index) => refuseUnsafe(item, `${path}[${index}]`));
  return Object.entries(value).flatMap(([key, item]) => {
    const here = path ? `${path}.${key}` : key;
    if (key === "__proto__" || key === "constructor" || key === "prototype")
      return [{ path: here, message: "not an allowed name" }];
    return refuseUnsafe(item, here);
  });
}
