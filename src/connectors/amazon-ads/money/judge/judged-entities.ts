import type { Action } from "../../../../core/contract/action.ts";
import type { FieldJudgement } from "../ground/judgement-kinds.ts";

/** The entities that change no records of an account, so their fields cannot raise spending. */
type WithoutRecords = "reports" | "exports";

type Write = "create" | `create_${string}` | "update";

/** The items that a write action sends. `never` if the action has no param with a list of objects. */
type ItemOf<A> =
  A extends Action<infer Input> ? Extract<Input[keyof Input], readonly object[]>[number] : never;

type ItemAt<E, Name> = Name extends `${infer N}.${infer A}`
  ? N extends keyof E
    ? A extends keyof E[N]
      ? ItemOf<E[N][A]>
      : never
    : never
  : never;

/** All write actions that send items, such as `sponsored_product_campaigns.update`. */
type WritesOf<E> = {
  [N in Exclude<keyof E & string, WithoutRecords>]: {
    [A in keyof E[N] & Write]: [ItemOf<E[N][A]>] extends [never] ? never : `${N}.${A}`;
  }[keyof E[N] & Write];
}[Exclude<keyof E & string, WithoutRecords>];

/** The paths of all fields of an item, such as `budget.budget`. Lists and objects with free keys count as one field. */
type PathsOf<T> = {
  [K in keyof T & string]-?: NonNullable<T[K]> extends readonly unknown[]
    ? K
    : NonNullable<T[K]> extends object
      ? string extends keyof NonNullable<T[K]>
        ? K
        : `${K}.${PathsOf<NonNullable<T[K]>>}`
      : K;
}[keyof T & string];

type JudgementsOf<E> = {
  readonly [Name in WritesOf<E>]: Readonly<Record<PathsOf<ItemAt<E, Name>>, FieldJudgement>>;
};

/**
 * Returns the entities unchanged. The code compiles only if `_judgements` has a `FieldJudgement` for each field of the
 * actions `create`, `create_...` and `update`.
 */
export const judgedEntities = <const E>(entities: E, _judgements: JudgementsOf<E>): E => entities;
