/** The amounts of one account that calls have changed on one day. */
export interface DayTotals {
  /** The changed amounts, by the `key` of a raise (an increase of an amount). */
  amounts: Readonly<Record<string, DayAmount>>;
  /**
   * The new amounts of raises that are neither confirmed nor released yet. The outer key is the id of a reservation,
   * and the inner key is the `key` of a raise.
   */
  reserved: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * The states of the records that a call has changed without raising spending on this day, the latest state last. The
   * key is the record's name, such as `order 1: order_items 123`. A state is a hash of the fields that
   * decide about spending.
   */
  states?: Readonly<Record<string, readonly string[]>> | undefined;
}

export interface DayAmount {
  /** The amount before the first change of the day. If the amount restarts later on this day, minus the raises until then. */
  first: number;
  /** The highest amount that was confirmed on this day. */
  high: number;
  /** The cap on the sum of the day's raises, such as `max_day_raise`. This amount adds `high - first` to the sum. */
  cap?: string | undefined;
  /** The most that this amount can add to the sum. */
  most?: number | undefined;
}
