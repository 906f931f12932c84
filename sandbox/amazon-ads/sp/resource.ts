import type { Collection } from "../types.ts";
import type { FieldRules } from "./fields.ts";

/** One of the resources that share the verbs of Sponsored Products v3. */
export interface Resource {
  collection: Collection;
  /** The path behind the product's, such as `/sp/campaigns`. */
  path: string;
  /** The name of the list in bodies. */
  key: string;
  /** The name of the whole entity in `success[]`. */
  single: string;
  /** The name of the id in `success[]`, where it is not the entity's own. */
  successId?: string;
  /** Fields of the entity that `success[]` has without being asked for the whole. */
  brief?: readonly string[];
  /** The filter of its own ids, for lists and for archiving. */
  idFilter: string;
  /** The other filters of its lists, beside that of the state. */
  filters: Readonly<Record<string, FilterRule>>;
  media: string;
  fields: FieldRules;
  /** The most items of one request. */
  batch: number;
  /** The largest page; default 1000. */
  max?: number;
  /** The size of every page, where a request has no say in it. */
  page?: number;
  /** The most ids of its own filter; default 1000. */
  idMax?: number;
  /** The states that a list may ask for. */
  listStates?: readonly string[];
  /** The name of the count of everything found; default `totalResults`. */
  total?: "totalCount";
  /** Whether plain JSON is taken too. */
  takesJson?: boolean;
  /** Whether `success[]` has the whole entity without being asked. */
  always?: boolean;
  /** Extended data as Sponsored Brands writes them, with every entity. */
  extended?: "always";
}

/** How a filter of a list looks at an entity. */
export type FilterRule =
  | { ids: string; max?: number }
  | { text: string }
  | { oneOf: string; values: readonly string[]; bare?: "list" | "value"; parent?: "campaign" }
  | { asin: true };
