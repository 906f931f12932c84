import { refuse } from "../http/responses.ts";
import { isRecord } from "../http/wire-json.ts";
import type { Fields } from "../types.ts";
import { itemError } from "./item-errors.ts";

type Kind = "text" | "number" | "boolean" | "object" | "list" | "date";

/** A rule for the value of a field. `nested`: the rules for the fields of an object, or of the objects in a list. */
export interface FieldRule {
  is: Kind;
  oneOf?: readonly string[];
  required?: boolean;
  /** Whether an update ignores the field. */
  createOnly?: boolean;
  /** Whether an update with null removes the value. */
  nullable?: boolean;
  nested?: Record<string, FieldRule>;
}

export type FieldRules = Record<string, FieldRule>;

/**
 * Reads the known fields of an item. A value of the wrong type fails the whole request. A missing required value fails
 * only this item.
 */
export function readFields(rules: FieldRules, item: Fields, path: string, updating: boolean): Fields {
  const read: Fields = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = item[name];
    if (updating && rule.createOnly) continue;
    if (updating && rule.nullable && value === null) {
      read[name] = null;
      continue;
    }
    if (value === undefined || value === null) {
      if (rule.required && !updating)
        throw itemError("missingValueError", "MISSING_VALUE", `${name} is required`, { field: name });
      continue;
    }
    check(rule, value, `${path}.${name}`);
    read[name] = structuredClone(value);
  }
  return read;
}

function check(rule: FieldRule, value: unknown, path: string): void {
  if (!fits(rule.is, value)) throw invalid(path, `expected ${WORDS[rule.is]}`);
  const values = rule.is === "list" && !rule.nested ? (value as unknown[]) : [value];
  if (rule.oneOf && !values.every((each) => rule.oneOf?.includes(each as string)))
    throw invalid(path, `expected one of [${rule.oneOf.join(", ")}]`);
  if (!rule.nested) return;
  const parts = rule.is === "list" ? (value as unknown[]) : [value];
  for (const [index, part] of parts.entries()) {
    const at = rule.is === "list" ? `${path}[${index}]` : path;
    if (!isRecord(part)) throw invalid(at, "expected an object");
    for (const [name, inner] of Object.entries(rule.nested)) {
      const found = part[name];
      if (found !== undefined && found !== null) check(inner, found, `${at}.${name}`);
      else if (inner.required) throw invalid(`${at}.${name}`, "is required");
    }
  }
}

const WORDS: Record<Kind, string> = {
  text: "a string",
  number: "a number",
  boolean: "a boolean",
  object: "an object",
  list: "an array",
  date: "a date (YYYY-MM-DD)",
};

function fits(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "object":
      return isRecord(value);
    case "list":
      return Array.isArray(value);
    case "date":
      return typeof value === "string" && isDay(value);
  }
}

/** Returns whether a text such as `2026-03-12` is a day of the calendar. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) && text.length === 10;
}

export const invalid = (path: string, why: string): Error => refuse(400, `Invalid value at ${path}: ${why}`);
