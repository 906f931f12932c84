import type { Dict } from "../ground/json.ts";
import type { Effect } from "./effect.ts";
import type { Result } from "./result.ts";

export interface ChangePreview {
  before?: unknown;
  after?: unknown;
  /**
   * Returns the names of all records that were read, by id. Sends no requests. Called only for a dry run, after all
   * reads.
   */
  names?: () => Readonly<Record<string, string>>;
}

// The params of a write do not show whether the write raises spending. Therefore, the action's `guard` reads the
// current values and returns a `Judgement`. The policy's caps apply to its `raises`. If the guard fails, the write is
// not sent.

/** Runs a read action of the same connector. */
export type GuardRead = (entity: string, action: string, params: Dict) => Promise<Result>;

export interface Judgement extends ChangePreview {
  /** The effects of the call. The policy must allow all these effects. */
  effects: readonly Effect[];
  /**
   * The params with which the action runs, such as new amounts instead of a change in percent. Default: the params of
   * the call.
   */
  params?: Dict;
  /** The params that a dry run shows, if `params` are too long for a person to read. Default: `params`. */
  shownParams?: Dict;
  /** The amounts that the call raises. */
  raises?: readonly SpendRaise[];
  /**
   * Returns the raises with more exact amounts, which can be lower than in `raises`. Called only if a cap limits the
   * sum of the day's raises, because the function may send requests.
   */
  exactRaises?: (() => Promise<readonly SpendRaise[]>) | undefined;
  /** The effects of each item of a batch, by the index of the item. */
  items?: readonly (readonly Effect[])[];
  /** A sentence about why the call or each item has the effect `spend`: the record, the field and the reason. */
  reasons?: readonly (string | undefined)[];
  /**
   * What a caller can do if only some items are refused. Default: send the other items alone. For calls that select their
   * items themselves.
   */
  advice?: string;
  /** Returns the account that pays. Called only if the policy has caps that need the account. */
  account?: () => Promise<PayingAccount>;
  /** The current values of all amounts that the call changes, by the `key` of the amount. */
  current?: Readonly<Record<string, number>>;
  /**
   * The `key` of a default amount, by the `key` of the amount that replaces it. For example, the limit of a user
   * replaces the default limit of the team. Both amounts have the same first value of the day (`DayAmount.first`).
   */
  defaults?: Readonly<Record<string, string>>;
  /** The current values of the amounts whose raises have `perDay`, by `key`. */
  currentPerDay?: Readonly<Record<string, number>>;
  /** The changes of records that a later call on the same day can undo without the effect `spend`. */
  changes?: RecordChanges | undefined;
  /**
   * Returns warnings for the results of the call and of a dry run, for example that the parent of a record is paused.
   */
  warnings?: () => Promise<readonly string[]>;
  /** Returns the most that the account can spend in a day, before and after the call. Called only for a dry run. */
  exposure?: () => Promise<unknown>;
  /** Returns the indexes of the items that a result confirms. Default: all items. */
  succeeded?: (data: unknown) => readonly number[];
  /** Returns the indexes of the items that certainly changed nothing, according to a result. Default: no items. */
  failed?: (data: unknown) => readonly number[];
}

export interface RecordChanges {
  /** The account of the records. */
  account: PayingAccount;
  /** The states of the records before and after the call. */
  records: readonly RecordChange[];
  /** Returns the records that the call has created, from its result. */
  created?: ((data: unknown) => readonly RecordChange[]) | undefined;
  /**
   * The records whose earlier states no longer count after the call, because these states could now spend more. For
   * example, a raised price makes the earlier quantity of its order more expensive.
   */
  outdated?: readonly OutdatedStates[] | undefined;
}

export interface OutdatedStates {
  /** The start of the `key` of the records. */
  prefix: string;
  /** The index of an item. The states stay if this item does not have the effect `spend`. */
  item?: number | undefined;
}

export interface RecordChange {
  /** The index of the item in the batch. */
  item: number;
  /** The name of the record, which is the same in every call: `order 1: order_items 123`. */
  key: string;
  /** The values of all fields that decide about spending, as JSON. */
  before: string;
  after: string;
}

export interface PayingAccount {
  id: string;
  /** The currency of all amounts, such as `USD`. Absent if the currency is unknown. */
  currency?: string | undefined;
  /** The account's time zone, such as `America/Los_Angeles`. A new day begins at midnight. Default: UTC. */
  timezone?: string | undefined;
}

/** An amount that the call would raise. */
export interface SpendRaise {
  /** The path of the param: `orders[0].limit.amount`. */
  path: string;
  /** The index of the item in a batch. */
  item?: number | undefined;
  /** The name of the cap that limits the amount: `max_amount`. */
  cap: string;
  /** Caps that can limit the amount instead of `cap`. If the policy has one of these caps, `cap` is not needed. */
  orCaps?: readonly string[] | undefined;
  /** The thing that the amount belongs to, such as `item 123`. Absent if `path` already identifies the thing. */
  of?: string | undefined;
  /** The amount before the call. Undefined if there was no amount. */
  from?: number | undefined;
  /** The amount after the call. */
  to: number;
  /** `to` divided by the value of the param, so that an error can propose a value for the param. Default: 1. */
  factor?: number | undefined;
  /**
   * A name that identifies the amount in every call, such as `order 123 limit`. Absent if the amount has no
   * earlier value.
   */
  key?: string | undefined;
  /**
   * The factors of an amount that is a product, such as a price times a quantity: their values
   * before the call, by `key`. The first value of the day is the product of the factors' first values.
   */
  factors?: Readonly<Record<string, number>> | undefined;
  /** True if the cap limits the sum of all raises of one account on one day. */
  perDay?: true | undefined;
  /**
   * The `key` of an amount that was lowered on this day, and can return to its highest value of the day without being
   * counted. If this value is higher than `to`, it counts instead.
   */
  returnsTo?: string | undefined;
  /**
   * Amounts that can add no more to the sum of the day together than their own sum: their values before the call, by
   * `key`. An amount that was higher earlier on this day counts with its highest value, because a return to this value
   * adds nothing to the sum. Default: no limit.
   */
  within?: Readonly<Record<string, number>> | undefined;
  /**
   * True if the amount starts again from 0, as in a new month of a subscription. The whole new amount then counts as a
   * raise, in addition to the earlier raises of the day.
   */
  restarts?: true | undefined;
}
