import type { Operation, Paging } from "../../../core/contract/operation.ts";

/** An operation of the Amazon Ads API, with its media types and headers. */
export interface AdsOperation extends Operation {
  /** Amazon's names for arguments that have a different name in this connector. */
  readonly arguments?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
  readonly accept: string;
  /** Whether the profile id is sent in a header. */
  readonly needsProfile: boolean;
  /** Whether to ask Amazon for the complete records that it wrote. */
  readonly prefer?: true | undefined;
  /** Whether the body has ids as numbers. */
  readonly numericIds?: true | undefined;
  /** The name of the argument to send as the whole body. By default the body is an object of all arguments. */
  readonly body?: string | undefined;
  /** Whether the response is an array. The argument `startIndex` then selects the start of a page. */
  readonly offset?: true | undefined;
  /** The separator between the states in the query param `stateFilter`. By default a comma. */
  readonly stateSeparator?: string | undefined;
  /** Present if the operation takes several items and returns a result for each. */
  readonly batch?: Batch | undefined;
  /** Whether the operation opens the file at the address in the argument `url`. */
  readonly file?: true | undefined;
}

export const json = "application/json";
export const vendor = (name: string): string => `application/vnd.${name}+json`;

export const docs = (page: string): string => `https://advertising.amazon.com/API/docs/en-us/${page}`;

/** Returns an operation that needs a profile. Its request and response have the same vendor media type. */
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

/**
 * Describes paging with `nextToken`, which is sent in the request body and returned in the response. Amazon documents no
 * maximum for most groups of operations.
 */
export const tokens = (byDefault: number, max: number): Paging => ({
  limit: "maxResults",
  cursor: "nextToken",
  next: "nextToken",
  default: byDefault,
  max,
});

/**
 * Where the response to a batch has its data: the key of the items, and inside an item the keys of its record and its
 * id.
 */
export interface Batch {
  readonly key: string;
  readonly record: string;
  readonly ids: readonly string[];
}

export type AdsOperations = Readonly<Record<string, AdsOperation>>;
