/**
 * How a field can raise spending:
 * - `none`: the field cannot raise spending, or has only one possible value.
 * - `id`: the field selects the record or the record's parent.
 * - `new record`: the field describes a new record. Only the state of the record decides whether the record can spend.
 * - `state`: the value ENABLED starts the record.
 * - `blocking state`: the field is the state of a record that stops ads, such as a negative keyword. Every value other
 *   than ENABLED lets more ads show.
 * - `daily budget`, `bid`, `portfolio amount`: a higher amount can raise spending.
 * - `start date`, `end date`: a longer period can raise spending.
 * - `portfolio`: a campaign can move to a portfolio without a cap or with another cap.
 * - `bidding`: another strategy or another placement adjustment can raise bids.
 * - `bid goal`: another value buys other clicks or views, which can cost more.
 * - `portfolio policy`, `portfolio start`, `portfolio end`: a change can let campaigns spend the budget more often or
 *   longer.
 * - `portfolio currency`: the value must be the currency of the profile.
 * - `rule`: the field is part of a rule that raises budgets or bids. The rule's guard compares the whole rule.
 * - `creative`: the field is part of a creative. The guard of creatives decides whether a creative can raise spending.
 */
export type FieldJudgement =
  | "none"
  | "id"
  | "new record"
  | "state"
  | "blocking state"
  | "daily budget"
  | "bid"
  | "portfolio amount"
  | "start date"
  | "end date"
  | "portfolio"
  | "bidding"
  | "bid goal"
  | "portfolio policy"
  | "portfolio start"
  | "portfolio end"
  | "portfolio currency"
  | "rule"
  | "creative";

/** The judgements of fields, by path. */
export type FieldJudgements = Readonly<Record<string, FieldJudgement>>;
