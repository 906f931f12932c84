import type { Operation, Paging } from "../../../core/contract/operation.ts";

/** An operation of the Amazon Ads API: media types and headers are data of it, never a caller's affair. */
export interface AdsOperation extends Operation {
  /** Amazon's names for arguments that have another name here. */
  readonly arguments?: Readonly<Record<string, string>> | undefined;
  readonly contentType?: string | undefined;
  readonly accept: string;
  /** Sent with the profile's id in a header; all but those about profiles and accounts. */
  readonly needsProfile: boolean;
  /** Asks for the whole record of what was written. */
  readonly prefer?: true | undefined;
  /** Ids are numbers in the body. */
  readonly numericIds?: true | undefined;
  /** The argument that is the body, where the body is no object of arguments. */
  readonly body?: string | undefined;
  /** Answers an array, a page of which starts at `startIndex`. */
  readonly offset?: true | undefined;
  /** Between the states of `stateFilter` in a query; a comma without it. */
  readonly stateSeparator?: string | undefined;
  /** Takes a batch, and answers item by item. */
  readonly batch?: Batch | undefined;
  /** Reads a file: the argument `url` is its address. */
  readonly file?: true | undefined;
}

export const json = "application/json";
export const vendor = (name: string): string => `application/vnd.${name}+json`;

export const docs = (page: string): string => `https://advertising.amazon.com/API/docs/en-us/${page}`;

/** `nextToken` in the body and in the answer; Amazon names no maximum for most families. */
export const tokens = (byDefault: number, max: number): Paging => ({
  limit: "maxResults",
  cursor: "nextToken",
  next: "nextToken",
  default: byDefault,
  max,
});

/** How a batch is answered: the key of its items, of one item's record, and the names that its id goes by. */
export interface Batch {
  readonly key: string;
  readonly record: string;
  readonly ids: readonly string[];
}

export type AdsOperations = Readonly<Record<string, AdsOperation>>;
