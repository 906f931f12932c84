import { type Dict, isDict } from "../../core/ground/json.ts";

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: unknown;
  schema: unknown;
  style?: unknown;
  explode?: unknown;
  example?: unknown;
  /** Whether a value in the path can be several segments, such as `heads/main`. */
  hasSlashes: boolean;
  /** Whether the value is JSON inside the query. */
  isJson: boolean;
}

/** An operation of the document with the parameters of its path. */
export interface Read {
  method: string;
  path: string;
  operation: Dict;
  parameters: readonly Parameter[];
  /** The methods of the path. */
  siblings: readonly string[];
  /** The address that replaces the document's server. */
  server?: string | undefined;
}

/** The sentence that says why an operation cannot become an action. */
export class Refused extends Error {}

const maxHops = 20;

/**
 * Follows `$ref` inside the document. Reads nothing else: no file and no address.
 * @throws Refused if a reference leads out of the document or to nothing
 */
export function follow(root: Dict, value: unknown): unknown {
  let here = value;
  for (let hops = 0; isDict(here) && typeof here.$ref === "string"; hops++) {
    if (hops >= maxHops) throw new Refused("Its references refer to each other.");
    here = target(root, here.$ref);
  }
  return here;
}

/** Follows `$ref` like `follow`, but returns undefined for a reference that cannot be followed. */
export function reach(root: Dict, value: unknown): unknown {
  try {
    return follow(root, value);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function target(root: Dict, pointer: string): unknown {
  if (!pointer.startsWith("#/"))
    throw new Refused(`It refers to ${pointer.slice(0, 80)}, which is outside of the document.`);
  let here: unknown = root;
  for (const part of pointer.slice(2).split("/")) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    const isThere = (isDict(here) || Array.isArray(here)) && Object.hasOwn(here, key);
    if (!isThere)
      throw new Refused(`It refers to ${pointer.slice(0, 80)}, which the document does not have.`);
    here = (here as Dict)[key];
  }
  return here;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const entriesOf = (value: unknown): [string, unknown][] =>
  isDict(value) ? Object.entries(value) : [];
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
