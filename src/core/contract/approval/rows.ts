import type { ErrorJson } from "../../ground/errors.ts";

/**
 * The param with the items of a batch, of which a person can approve only some. The result of the call has the lists `succeeded`,
 * `failed`, `unchanged` and `unknown`, in which each item has its `index` in the call.
 */
export interface BatchRows {
  readonly param: string;
  /** The field of an item with the id of its record. Absent if the items are ids themselves, or have no id yet. */
  readonly id?: string;
}

/** One field that a row of an approval changes. `currency`: the currency of an amount that can be spent. */
export interface RowChange {
  field: string;
  from?: unknown;
  to?: unknown;
  currency?: string | undefined;
}

/** An item of a batch about which a person is asked. */
export interface AskedRow {
  /** The record, such as `Tents (orderId 144)`. */
  name: string;
  changes: readonly RowChange[];
  /** What the change can cost: the fields of the exposure of a dry run, before and after. */
  exposure: readonly RowChange[];
  /** A hash of the item, its current values and its effects. If it changes, the call is refused. */
  state: string;
}

/**
 * What has become of an item. `succeeded`, `failed`, `unchanged` and `unknown`: what the platform has said about it.
 * `declined`: a person has declined it, and it was not sent.
 */
export type RowOutcome = "succeeded" | "failed" | "unchanged" | "unknown" | "declined";

/** An item of a batch that waits, or has waited, for the decision of a person. */
export interface ApprovalRow extends Omit<AskedRow, "state"> {
  /** Whether people have agreed to the item. Absent until the approval is decided. */
  approved?: boolean | undefined;
  /** Present when the call has ended. */
  outcome?: RowOutcome | undefined;
  /** Why the item has failed, is unchanged or unknown. */
  reason?: string | undefined;
}

/** The end of an approved call. `rows`: what has become of each item of a batch. */
export interface EndedCall {
  ok: boolean;
  error?: ErrorJson | undefined;
  rows?: readonly Pick<ApprovalRow, "outcome" | "reason">[] | undefined;
  answer?: string | undefined;
  at: number;
}
