import type { Collection } from "../types.ts";
import type { FieldRules } from "./read-fields.ts";

/**
 * A resource of Sponsored Products v3, such as campaigns, or a resource with the same operations in another product.
 */
export interface Resource {
  collection: Collection;
  /** The path of the resource, such as `/sp/campaigns`. */
  path: string;
  /** The key of the list of items in request and response bodies. */
  key: string;
  /** The key of the entity in an item of the list `success` in a response. */
  entityKey: string;
  /** The key of the id in an item of the list `success`. Default: the entity's id field. */
  successId?: string;
  /** The entity fields in an item of the list `success`, if the caller does not ask for complete entities. */
  fieldsInResult?: readonly string[];
  /** The field that selects entities by their ids, such as `campaignIdFilter`. */
  idFilter: string;
  /** The filters of a list request besides the state filter, which every resource has. */
  filters: Readonly<Record<string, FilterRule>>;
  media: string;
  fields: FieldRules;
  /** The most items in a request. */
  maxItems: number;
  /** The most items in a page. Default: 1000. */
  maxPageSize?: number;
  /** The fixed size of a page. Set only if a request cannot choose the size. */
  pageSize?: number;
  /** The most ids in the filter `idFilter`. Default: 1000. */
  maxIds?: number;
  /** The states that the state filter accepts. */
  listStates?: readonly string[];
  /** The key in a list response for the number of found entities. Default: `totalResults`. */
  totalKey?: "totalCount";
  /** Whether a request body can also have the type `application/json`. */
  acceptsJson?: boolean;
  /** Whether the list `success` always has complete entities. */
  alwaysComplete?: boolean;
  /** Set if every entity in a response has extended data, in the format of Sponsored Brands. */
  extended?: "always";
}

export type FilterRule =
  | { ids: string; max?: number }
  | { text: string }
  | { oneOf: string; values: readonly string[]; bare?: "list" | "value"; parent?: "campaign" }
  | { asin: true };
