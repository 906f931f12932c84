import { itemError } from "../sponsored-products/item-errors.ts";
import { isDay } from "../sponsored-products/read-fields.ts";
import { isRecord } from "../http/wire-json.ts";
import type { Fields } from "../types.ts";
import type { OlderField, OlderResource } from "./resource.ts";

/**
 * Converts the known fields of an item to the format in which the sandbox stores them. A wrong value fails only this
 * item of the batch.
 */
export function readItem(resource: OlderResource, item: unknown, updating: boolean): Fields {
  const given = isRecord(item) ? item : {};
  const read: Fields = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = given[name];
    if (updating ? field.createOnly : field.updateOnly) continue;
    if (updating && field.nullable && value === null) {
      read[name] = null;
      continue;
    }
    if (value === undefined || value === null) {
      if (field.required && !updating)
        throw itemError("missingValueError", "MISSING_VALUE", `${name} is required`, { field: name });
      continue;
    }
    read[name] = readValue(name, field, value);
  }
  return read;
}

const dashed = (date: string): string => date.replace(/^(....)(..)/, "$1-$2-");

function readValue(name: string, field: OlderField, value: unknown): unknown {
  const wrong = (expected: string): Error =>
    itemError("malformedValueError", "MALFORMED_VALUE", `${name} must be ${expected}`, {
      field: name,
      trigger: value,
    });
  const text = typeof value === "string" ? value : undefined;
  switch (field.is) {
    case "id":
      if (!/^\d{1,19}$/.test(String(value))) throw wrong("an integer");
      return String(value);
    case "amount": {
      const amount = text === undefined ? value : Number(text);
      if (typeof amount !== "number" || !Number.isFinite(amount)) throw wrong("a number");
      return amount;
    }
    case "date":
      if (!text || !/^\d{8}$/.test(text) || !isDay(dashed(text))) throw wrong("a date (YYYYMMDD)");
      return dashed(text);
    case "list":
      if (!Array.isArray(value) || value.length === 0) throw wrong("an array");
      return structuredClone(value);
    case "object":
      if (!isRecord(value)) throw wrong("an object");
      return structuredClone(value);
    case "text":
      if (text === undefined) throw wrong("a string");
      if (field.oneOf && !field.oneOf.includes(text)) throw wrong(`one of [${field.oneOf.join(", ")}]`);
      return text;
  }
}
