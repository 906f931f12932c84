import type { Collection, Fields } from "../types.ts";

type Kind = "id" | "amount" | "text" | "list" | "date";

/** What a field may be. Numbers may come as text; dates are `YYYYMMDD`. */
export interface PlainField {
  is: Kind;
  oneOf?: readonly string[];
  required?: boolean;
  createOnly?: boolean;
}

/** A resource of the older style: arrays, integer ids, states in lower case, `startIndex` and `count`. */
export interface PlainResource {
  collection: Collection;
  path: string;
  /** The name of the id in the path. */
  idName: string;
  fields: Readonly<Record<string, PlainField>>;
  /** Query parameters that take ids, by the field they look at. */
  idFilters: Readonly<Record<string, string>>;
  /** Query parameters that take one value, by the field they look at. */
  filters?: Readonly<Record<string, string>>;
  /** The states of a list that asks for none. */
  usual?: readonly string[];
  /** Added to a new entity. */
  defaults?: Fields;
  /** Media types that it gives, beside plain JSON. */
  gives?: { list: readonly string[]; item: readonly string[]; write: readonly string[] };
}

const STATES = ["enabled", "paused", "archived"] as const;
export const state = { is: "text", oneOf: STATES } as const;
export const parent = { is: "id", required: true, createOnly: true } as const;
export const needed = { is: "text", required: true } as const;
