import type { Operation, Paging } from "../../../core/contract/operation.ts";

/** An operation of the Amazon Ads API, with its media types and headers. */
export interface AdsOperation extends Operation {
  /** Amazon's names for arguments that have another name here. */
  readonly arguments?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
  readonly accept: string;
  /** The profile id is sent in a header. */
  readonly needsProfile: boolean;
  /** Asks Amazon to return the complete records that it wrote. */
  readonly prefer?: true | undefined;
  /** The body has ids as numbers. */
  readonly numericIds?: true | undefined;
  /** The argument that is the whole body. By default the body is an object of all arguments. */
  readonly body?: string | undefined;
  /** The response is an array. A page starts at the argument `startIndex`. */
  readonly offset?: true | undefined;
  /** The separator of states in the query's `stateFilter`. By default a comma. */
  readonly stateSeparator?: string | undefined;
  /** Takes several items and returns a result for each. */
  readonly batch?: Batch | undefined;
  /** Opens the file at the address in the argument `url`. */
  readonly file?: true | undefined;
}

export const json = "application/json";
export const vendor = (name: string): string => `application/vnd.${name}+json`;

export const docs = (page: string): string => `https://advertising.amazon.com/API/docs/en-us/${page}`;

/** An operation in a profile whose request and response have the same vendor media type. */
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

/** Paging by `nextToken`, in the body and in the response. Amazon documents no maximum for most families. */
export const tokens = (byDefault: number, max: number): Paging => ({
  limit: "maxResults",
  cursor: "nextToken",
  next: "nextToken",
  default: byDefault,
  max,
});

/** The keys in the response to a batch: of the items, of an item's record, and of its id. */
export interface Batch {
  readonly key: string;
  readonly record: string;
  readonly ids: readonly string[];
}

export type AdsOperations = Readonly<Record<string, AdsOperation>>;
