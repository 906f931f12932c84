import type { Collection, Fields } from "../types.ts";

type Kind = "id" | "amount" | "text" | "list" | "date";

/** The type of a field. Numbers may be sent as text. Dates are `YYYYMMDD`. */
export interface OlderField {
  is: Kind;
  oneOf?: readonly string[];
  required?: boolean;
  createOnly?: boolean;
}

/** A resource of the older APIs: bodies are arrays, ids are integers, states are in lower case, and pages have an index. */
export interface OlderResource {
  collection: Collection;
  path: string;
  /** The name of the id in the path. */
  idName: string;
  fields: Readonly<Record<string, OlderField>>;
  /** The field for each query parameter that takes ids. */
  idFilters: Readonly<Record<string, string>>;
  /** The field for each other query parameter. */
  filters?: Readonly<Record<string, string>>;
  /** The states that a list returns without a filter. By default all. */
  defaultStates?: readonly string[];
  /** The fields that a new entity gets. */
  defaults?: Fields;
  /** The media types of responses, besides `application/json`. */
  produces?: { list: readonly string[]; item: readonly string[]; write: readonly string[] };
}

const STATES = ["enabled", "paused", "archived"] as const;
export const state = { is: "text", oneOf: STATES } as const;
export const parent = { is: "id", required: true, createOnly: true } as const;
export const requiredText = { is: "text", required: true } as const;
