import type { Operation } from "../../../core/contract/wire/operation.ts";
import type { Paging } from "../../../core/contract/wire/paging.ts";

export interface AdsOperation extends Operation {
  readonly contentType?: string | undefined;
  readonly accept: string;
  /** Whether the request sends the profile id in a header. */
  readonly needsProfile: boolean;
  /** Whether the request asks Amazon to return the complete records after a write. */
  readonly prefer?: true | undefined;
  /** Whether ids in the request body must be numbers. */
  readonly numericIds?: true | undefined;
  /**
   * The arguments that become items of the list `filters`, with their `filterType`. For example, `campaignIds`
   * becomes `{filterType: "CAMPAIGN_ID", values: [...]}`.
   */
  readonly filterTypes?: Readonly<Record<string, string>> | undefined;
  /** The states that the filter of `filterTypes` knows. If a call asks for another state, no filter is sent. */
  readonly filterStates?: readonly string[] | undefined;
  /** The text between the states in the query param `stateFilter`. Default: a comma. */
  readonly stateSeparator?: string | undefined;
  /** Present only if the operation takes several items and returns a result for each item. */
  readonly batch?: Batch | undefined;
  /** Whether the operation opens the file at the address in the argument `url`. */
  readonly file?: true | undefined;
  /** Whether the operation sends the bytes in the argument `bytes` to the address in the argument `url`. */
  readonly upload?: true | undefined;
  /** Whether the operation returns the call's profile from the list that the connector keeps for ten minutes. */
  readonly fromList?: true | undefined;
}

export const json = "application/json";
export const vendor = (name: string): string => `application/vnd.${name}+json`;

export const docs = (page: string): string => `https://advertising.amazon.com/API/docs/en-us/${page}`;

/** Creates operations whose request and response have the same media type. */
export const vendorPost =
  (page: string) =>
  (path: string, type: string): AdsOperation => ({
    method: "POST",
    path,
    contentType: vendor(type),
    accept: vendor(type),
    needsProfile: true,
    docs: page,
  });

/** Returns the paging of operations with `nextToken`. For most of them, Amazon documents no maximum page size. */
export const tokens = (byDefault: number, max: number): Paging => ({
  kind: "cursor",
  limit: "maxResults",
  cursor: "nextToken",
  next: "nextToken",
  default: byDefault,
  max,
});

/**
 * The keys in the response to a batch. `key`: the key of the items. `record`: the key of the record inside an item.
 * `ids`: the paths of the id.
 */
export interface Batch {
  readonly key: string;
  /** The name of the param that contains the items. Default: `key`. */
  readonly param?: string;
  readonly record: string;
  readonly ids: readonly string[];
}

export type AdsOperations = Readonly<Record<string, AdsOperation>>;
