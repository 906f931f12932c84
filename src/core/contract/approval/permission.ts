import type { Effect } from "../effect.ts";

/** What a person allows together with a decision: later calls of the same kind run without a question. */
export interface GivenPermission {
  /**
   * One call can raise the most that can be spent in a day by at most this amount, in the currency of the account. Required if the
   * decided call can raise spending, and not allowed otherwise.
   */
  up_to?: number | undefined;
  /** The ISO time with a time zone at which the permission ends, at most 31 days from now. */
  until: string;
}

/** A standing permission that a person has given with a decision. All times are ISO texts. */
export interface Permission {
  id: string;
  /** What it covers, until when, and who has given it, in words. */
  text: string;
  /** The `permissionScope` of the calls that it covers. In the hosted service, it is the id of the connector. */
  scope: string;
  /** The name of the tool. In the hosted service, it is the type of the connector. */
  tool: string;
  entity: string;
  action: string;
  up_to?: number | undefined;
  currency?: string | undefined;
  given_by: string;
  given_at: string;
  until: string;
  /** The approval with whose decision it was given. */
  approval: string;
  /** Who has ended it, and when. */
  ended?: { by: string; at: string } | undefined;
}

/** What rules and permissions compare of a call, from its dry run. `null`: unknown. */
export interface CallFacts {
  /** `entity.action`. */
  name: string;
  effects: readonly Effect[];
  /** The companies, besides one's own, whose people can read it. */
  external: readonly string[];
  /** The number of people who are notified. */
  notified: number | null;
  /** The amount by which it raises the most that can be spent in a day. */
  raise: number | null;
  currency: string;
  /** The other amounts that it raises. */
  other_raises: readonly string[];
  /** The account that acts. */
  who?: string | undefined;
  /** Where it is written, and who reads it. */
  places: readonly string[];
  /** The number of values of each field of the params, by its path. */
  fields: Readonly<Record<string, number>>;
  /** The number of records that it changes. */
  items: number;
  /** What the dry run has noted for the person. */
  notes: readonly string[];
}

/** A permission as it is stored. All times are in milliseconds since the epoch. */
export interface StoredPermission {
  id: string;
  scope: string;
  tool: string;
  call: { entity: string; action: string };
  /** The decided call. */
  facts: CallFacts;
  up_to?: number | undefined;
  by: string;
  at: number;
  until: number;
  approval: string;
  /** What the owner of the store needs to know whether the person may still decide. */
  about?: Readonly<Record<string, unknown>> | undefined;
  ended?: { by: string; at: number } | undefined;
}
