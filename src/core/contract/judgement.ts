import type { Dict } from "../ground/json.ts";
import type { Effect } from "./effect.ts";
import type { Result } from "./result.ts";

/** The values that a call would change: the current values (`before`) and the new values (`after`). */
export interface Preview {
  before?: unknown;
  after?: unknown;
}

// The params of a write do not show whether the write raises spending. Therefore the action's `guard` reads the current
// values and returns a `Judgement`. The policy's caps are then applied to the judgement. If the guard fails, nothing is
// written.

/** Runs a read action of the same connector. */
export type GuardRead = (entity: string, action: string, params: Dict) => Promise<Result>;

/** The result of a guard. */
export interface Judgement extends Preview {
  /** The effects of the call. The policy must allow all these effects. */
  effects: readonly Effect[];
  /**
   * The params with which the action runs. Absent if the action runs with the params of the call. For example, a guard
   * replaces a change in percent with the new amounts.
   */
  params?: Dict;
  /** The amounts that the call raises. */
  raises?: readonly Raise[];
  /**
   * Returns the raises with more exact amounts, which can be lower than in `raises`. Called only if the policy limits
   * the sum of a day, because the function may send requests.
   */
  exactRaises?: (() => Promise<readonly Raise[]>) | undefined;
  /** The effects of each item of a batch, by the index of the item. */
  items?: readonly (readonly Effect[])[];
  /** Returns the account that pays. Called only if the policy has caps that need the account. */
  account?: () => Promise<Account>;
  /** The current values of all amounts that the call changes, by the `key` of the amount. */
  current?: Readonly<Record<string, number>>;
  /**
   * For an amount that replaces a default amount: the `key` of this default amount, by the `key` of the amount. The
   * first value of the default amount on this day is then the first value of the amount too.
   */
  defaults?: Readonly<Record<string, string>>;
  /** The current values of the amounts whose raises have `perDay`, by the `key` of the amount. */
  currentPerDay?: Readonly<Record<string, number>>;
  /** The states of the changed records before and after the call, and the account of the records. */
  changes?: { account: Account; records: readonly RecordChange[] } | undefined;
  /**
   * Returns warnings about the call, such as a paused parent of a record. The results of the call and of a dry run
   * contain these warnings.
   */
  warnings?: () => Promise<readonly string[]>;
  /** Returns what the account could spend before and after the call. Called only for a dry run. */
  exposure?: () => Promise<unknown>;
  /** Returns the indexes of the items that a result confirms. Default: a result confirms all items. */
  confirmed?: (data: unknown) => readonly number[];
}

/** A record that a call changes, with its state before and after the call. */
export interface RecordChange {
  /** The index of the item in the batch. */
  item: number;
  /** The name of the record, which is the same in every call: `sponsored_product_keywords 123`. */
  key: string;
  /** The values of all fields that decide about spending, as JSON. */
  before: string;
  after: string;
}

/** The account that pays for a call. */
export interface Account {
  id: string;
  /** The currency of all amounts, such as `USD`. Absent if the currency is unknown. */
  currency?: string | undefined;
  /** The account's time zone, such as `America/Los_Angeles`. A new day begins at midnight. Default: UTC. */
  timezone?: string | undefined;
}

/** An amount that the call would raise. */
export interface Raise {
  /** The path of the param: `campaigns[0].budget.budget`. */
  path: string;
  /** The index of the item in a batch. */
  item?: number | undefined;
  /** The name of the cap that limits the amount: `max_daily_budget`. */
  cap: string;
  /** Caps that can limit the amount instead of `cap`. If the policy has one of these caps, `cap` is not needed. */
  orCaps?: readonly string[] | undefined;
  /** The thing that the amount belongs to, such as `keyword 123`. Absent if `path` already identifies the thing. */
  of?: string | undefined;
  /** The amount before the call. Undefined if no amount is set yet. */
  from?: number | undefined;
  /** The amount after the call. */
  to: number;
  /** The number by which the value of the param is multiplied to get `to`. Default: 1. */
  factor?: number | undefined;
  /**
   * A name that identifies the amount in every call, such as `campaign 123 budget`. Absent if the amount has no
   * earlier value.
   */
  key?: string | undefined;
  /**
   * If the amount is a product: its factors before the call, by their `key`. An example is a bid and the highest factor
   * of a campaign. The first value of the amount on a day is the product of the first values of its factors.
   */
  factors?: Readonly<Record<string, number>> | undefined;
  /** True if the cap limits the sum of all raises of one account on one day. */
  perDay?: true | undefined;
}
