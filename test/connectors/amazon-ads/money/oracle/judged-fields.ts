import { fieldJudgements } from "../../../../../src/connectors/amazon-ads/money/judge/field-judgements.ts";
import type { FieldJudgement } from "../../../../../src/connectors/amazon-ads/money/ground/judgement-kinds.ts";

// The judgements that a test can turn off, to show that it notices a raise that passes without them.

interface JudgedFields {
  /** A short name, such as `sb_keywords/portfolio-amount`. */
  name: string;
  /** The action, such as `sponsored_product_campaigns.update`. */
  action: string;
  kind: FieldJudgement;
  fields: Record<string, FieldJudgement>;
}

// The guards of rules and of creatives compare whole records. `new record` and `portfolio currency` have no judge.
const withoutJudge = new Set<string>(["none", "id", "new record", "portfolio currency", "rule", "creative"]);

const nameOf = (action: string, kind: string) => `${action.split(".")[0]}/${kind.replaceAll(" ", "-")}`;

/** All judgements of update actions. */
export const judgedFields: readonly JudgedFields[] = Object.entries<Record<string, FieldJudgement>>(
  fieldJudgements,
).flatMap(([action, fields]) =>
  action.endsWith(".update")
    ? [...new Set(Object.values(fields))].filter((kind) => !withoutJudge.has(kind)).map((kind) => ({ name: nameOf(action, kind), action, kind, fields })) // prettier-ignore
    : [],
);

/** Turns a judgement off: the fields with this judgement then count as harmless. Returns a function that turns it on. */
export function turnOff({ kind, fields }: JudgedFields): () => void {
  const paths = Object.keys(fields).filter((path) => fields[path] === kind);
  for (const path of paths) fields[path] = "none";
  return () => {
    for (const path of paths) fields[path] = kind;
  };
}
