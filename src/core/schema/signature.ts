import type { JsonSchema } from "../contract/json-schema.ts";

/**
 * Returns a signature such as `list(channel, oldest?, inclusive?: bool)`. A param without a type is a string. One `…`
 * replaces the seldom used params (`rare`), which only `describe` shows.
 */
export function signature(name: string, params: JsonSchema, rare: readonly string[] = []): string {
  const required = new Set(params.required);
  const properties = Object.entries(params.properties ?? {});
  const shown = properties.filter(([key]) => !rare.includes(key));
  const args = shown.map(([key, schema]) => {
    const type = shortType(schema);
    return `${key}${required.has(key) ? "" : "?"}${type === "string" ? "" : `: ${type}`}`;
  });
  if (shown.length < properties.length) args.push("…");
  return `${name}(${args.join(", ")})`;
}

/**
 * Shortens a signature to `most` characters if possible: one `…` replaces the last optional params. Required params
 * stay.
 */
export function shortSignature(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.indexOf("(") + 1;
  const kept = splitParams(text.slice(start, -1));
  let length = text.length + ", …".length;
  for (let last = kept.length - 1; last >= 0 && length > most; last--) {
    if (!/^(?:\w+\?|…$)/.test(kept[last]!)) continue;
    length -= kept[last]!.length + ", ".length;
    kept.splice(last, 1);
  }
  return `${text.slice(0, start)}${[...kept, "…"].join(", ")})`;
}

/** Splits at the commas between params, but not at the commas inside an object. */
function splitParams(text: string): string[] {
  const params: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === "{" || character === "(") depth++;
    else if (character === "}" || character === ")") depth--;
    else if (character === "," && depth === 0) {
      params.push(text.slice(start, at));
      start = at + ", ".length;
    }
  }
  return [...params, text.slice(start)];
}

/** The most values of an enum in a signature. A longer enum is cut to half of this number. */
const maxEnumValues = 8;

function shortType(schema: JsonSchema): string {
  if (schema.enum) {
    const names = schema.enum.slice(
      0,
      schema.enum.length > maxEnumValues ? maxEnumValues / 2 : maxEnumValues,
    );
    return [...names.map(String), ...(names.length < schema.enum.length ? ["…"] : [])].join("|");
  }
  const union = unionOf(schema);
  if (union) return [...new Set(union.map(shortType))].join("|");
  switch (schema.type) {
    case "integer":
      return "int";
    case "boolean":
      return "bool";
    case "array": {
      const item = schema.items ? shortType(schema.items) : "";
      return item.includes("|") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return shortObject(schema);
    case undefined:
      return "any";
    default:
      return String(schema.type);
  }
}

/** An object in a signature leaves out the optional fields after this many characters. */
const maxObjectLength = 90;

/** Returns `{name, state?: ENABLED|PAUSED, …}`: the required fields, then the optional fields that fit. */
function shortObject(schema: JsonSchema): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return "object";
  const shown: string[] = [];
  let length = 0;
  for (const [name, field] of [
    ...fields.filter(([name]) => required.has(name)),
    ...fields.filter(([name]) => !required.has(name)),
  ]) {
    const type = shortType(field);
    const text = `${name}${required.has(name) ? "" : "?"}${type === "string" ? "" : `: ${type}`}`;
    length += text.length + 2;
    if (!required.has(name) && length > maxObjectLength) break;
    shown.push(text);
  }
  return `{${[...shown, ...(shown.length < fields.length ? ["…"] : [])].join(", ")}}`;
}

/** Returns the alternatives of a union: a list in `type`, `anyOf` or `oneOf`. */
function unionOf(schema: JsonSchema): readonly JsonSchema[] | undefined {
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ ...schema, type }));
  return (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
}

/** The most values of an enum in a description. */
const maxListedValues = 30;

/** Returns words such as `integer 1-999`, `one of public_channel, im`, `array of string, at most 50`. */
export function describeType(schema: JsonSchema): string {
  if (schema.pattern && schema.description) return schema.description;
  if (schema.enum)
    return schema.enum.length > maxListedValues
      ? `one of ${schema.enum.slice(0, maxListedValues).map(String).join(", ")} and ${schema.enum.length - maxListedValues} more`
      : `one of ${schema.enum.map(String).join(", ")}`;
  const union = unionOf(schema);
  if (union) return [...new Set(union.map(describeType))].join(" or ");
  switch (schema.type) {
    case "integer":
    case "number":
      return `${schema.type}${rangeOf(schema)}`;
    case "boolean":
      return "true or false";
    case "array": {
      const { minItems = 0, maxItems } = schema;
      const least = minItems === 0 ? "" : `, at least ${minItems}`;
      return `array of ${schema.items ? describeType(schema.items) : "values"}${least}${
        maxItems === undefined ? "" : `, at most ${maxItems}`
      }`;
    }
    case "string":
      return describeString(schema);
    case undefined:
      return "a value";
    default:
      return String(schema.type);
  }
}

function describeString({ minLength, maxLength, format, pattern }: JsonSchema): string {
  const least = Number(minLength ?? 0);
  const length =
    maxLength !== undefined
      ? ` of ${least > 1 ? `${least} to` : "at most"} ${maxLength} characters`
      : least > 1
        ? ` of at least ${least} characters`
        : "";
  const form =
    format !== undefined ? ` (${format})` : pattern !== undefined ? ` that matches ${pattern}` : "";
  return `${least > 0 ? "non-empty " : ""}string${length}${form}`;
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined)
    return ` ${minimum}${Number(minimum) < 0 ? " to " : "-"}${maximum}`;
  const low =
    minimum !== undefined
      ? `at least ${minimum}`
      : exclusiveMinimum !== undefined
        ? `more than ${exclusiveMinimum}`
        : "";
  const high =
    maximum !== undefined
      ? `at most ${maximum}`
      : exclusiveMaximum !== undefined
        ? `less than ${exclusiveMaximum}`
        : "";
  const both = [low, high].filter((part) => part !== "");
  return both.length > 0 ? ` of ${both.join(" and ")}` : "";
}
