import type { Collection, Fields } from "../types.ts";

type Kind = "id" | "amount" | "text" | "list" | "object" | "date";

/** A field of a request. A number can also be sent as text. A date has the format `YYYYMMDD`. */
export interface OlderField {
  is: Kind;
  oneOf?: readonly string[];
  required?: boolean;
  createOnly?: boolean;
  /** Whether a create request ignores the field. */
  updateOnly?: boolean;
  /** Whether an update with null removes the value. */
  nullable?: boolean;
}

/**
 * A resource of Amazon's older APIs: Sponsored Display and version 3 of Sponsored Brands. In these APIs, bodies are
 * arrays, ids are integers, and states are in lower case. A request for a page contains the index of the first item.
 */
export interface OlderResource {
  collection: Collection;
  path: string;
  /** The path param with the id. */
  idName: string;
  fields: Readonly<Record<string, OlderField>>;
  /** The query params that filter by ids. A value is the name of the id field. */
  idFilters: Readonly<Record<string, string>>;
  /** The other query params that filter. A value is the name of the field that must match. */
  filters?: Readonly<Record<string, string>>;
  /** The states that a list has if the request does not filter states. Default: all states. */
  defaultStates?: readonly string[];
  /** A parent's id that every item of an update must have, although the parent cannot change. */
  repeatedParent?: { field: string; reason: string } | undefined;
  /** The fields that a new entity gets if the request does not have them. */
  defaults?: Fields;
  /** The media types of responses besides `application/json`. */
  produces?: { list: readonly string[]; item: readonly string[]; write: readonly string[] };
}

const STATES = ["enabled", "paused", "archived"] as const;
export const state = { is: "text", oneOf: STATES } as const;
export const parent = { is: "id", required: true, createOnly: true } as const;
export const requiredText = { is: "text", required: true } as const;
