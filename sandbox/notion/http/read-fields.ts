import { type Dict, isDict, show } from "../../../src/core/ground/json.ts";
import { invalid, notImitated } from "./refusal.ts";

// Checks of values in a request. `path`: the place of a value, such as `body.parent.page_id`.

/** Returns the object. Refuses fields that are not `known`, so that no request succeeds without its whole effect. */
export function readObject(
  value: unknown,
  path: string,
  known?: readonly string[],
  unsupported: readonly string[] = [],
): Dict {
  if (!isDict(value)) throw invalid(path, `should be an object, instead was ${show(value)}.`);
  for (const name of Object.keys(value)) {
    if (unsupported.includes(name) && value[name] !== undefined) throw notImitated(`${path}.${name}`);
    if (known && !known.includes(name)) throw invalid(`${path}.${name}`, "should be not present.");
  }
  return value;
}

export function readList(value: unknown, path: string, max = 100): unknown[] {
  if (!Array.isArray(value)) throw invalid(path, `should be an array, instead was ${show(value)}.`);
  if (value.length > max) throw invalid(`${path}.length`, `should be ≤ ${max}, instead was ${value.length}.`);
  return value;
}

export function readText(value: unknown, path: string, max = Infinity): string {
  if (typeof value !== "string") throw invalid(path, `should be a string, instead was ${show(value)}.`);
  if (value.length > max) throw invalid(`${path}.length`, `should be ≤ ${max}, instead was ${value.length}.`);
  return value;
}

export function readBoolean(value: unknown, path: string): boolean {
  if (typeof value !== "boolean") throw invalid(path, `should be a boolean, instead was ${show(value)}.`);
  return value;
}

export function readOneOf<T extends string>(value: unknown, path: string, names: readonly T[]): T {
  if (!names.includes(value as T))
    throw invalid(
      path,
      `should be ${names.map((name) => show(name)).join(" or ")}, instead was ${show(value)}.`,
    );
  return value as T;
}

/** Returns an id in the form with hyphens. Notion accepts ids without hyphens too. */
export function readId(value: unknown, path: string): string {
  const digits = typeof value === "string" ? value.toLowerCase().replaceAll("-", "") : "";
  if (!/^[0-9a-f]{32}$/.test(digits))
    throw invalid(path, `should be a valid uuid, instead was ${show(value)}.`);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Returns the only name of `names` that the object has, such as the kind of a parent. */
export function onlyKey(value: Dict, path: string, names: readonly string[]): string {
  const found = names.filter((name) => value[name] !== undefined);
  if (found.length !== 1) throw invalid(path, `should have exactly one of ${names.join(", ")}.`);
  return found[0]!;
}

/** Reads `archived` or its newer name `in_trash`. */
export function readTrash(body: Dict, path = "body"): boolean | undefined {
  const name = ["in_trash", "archived"].find((one) => body[one] !== undefined);
  return name === undefined ? undefined : readBoolean(body[name], `${path}.${name}`);
}
