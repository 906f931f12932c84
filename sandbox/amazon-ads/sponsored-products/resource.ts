import type { Collection } from "../types.ts";
import type { FieldRules } from "./read-fields.ts";

/** A resource with the operations of Sponsored Products v3. */
export interface Resource {
  collection: Collection;
  /** Such as `/sp/campaigns`. */
  path: string;
  /** The key of the list in bodies. */
  key: string;
  /** The key of the entity in `success[]`. */
  entityKey: string;
  /** The key of the id in `success[]`, if it is not the id field of the entity. */
  successId?: string;
  /** The fields of the entity that `success[]` has if the caller does not want complete entities. */
  fieldsInResult?: readonly string[];
  /** The filter by the resource's ids, for listing and archiving. */
  idFilter: string;
  /** The other filters of the list, except the state filter. */
  filters: Readonly<Record<string, FilterRule>>;
  media: string;
  fields: FieldRules;
  /** The most items in a request. */
  maxItems: number;
  /** The largest page. Default 1000. */
  maxPageSize?: number;
  /** The size of every page, if requests cannot choose it. */
  pageSize?: number;
  /** The most ids in `idFilter`. Default 1000. */
  maxIds?: number;
  /** The states that the state filter accepts. */
  listStates?: readonly string[];
  /** The key of the number of found entities. Default `totalResults`. */
  totalKey?: "totalCount";
  /** True if requests may be plain JSON too. */
  acceptsJson?: boolean;
  /** True if `success[]` always has complete entities. */
  alwaysComplete?: boolean;
  /** Every entity has extended data, in the form of Sponsored Brands. */
  extended?: "always";
}

/** How a filter of a list compares entities. */
export type FilterRule =
  | { ids: string; max?: number }
  | { text: string }
  | { oneOf: string; values: readonly string[]; bare?: "list" | "value"; parent?: "campaign" }
  | { asin: true };
