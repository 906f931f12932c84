import { expect, test } from "vitest";
import { fieldJudgements } from "../../../../../src/connectors/amazon-ads/money/field-judgements.ts";
import type { FieldJudgement } from "../../../../../src/connectors/amazon-ads/money/judgement-kinds.ts";
import { cases, readings, run, writer } from "./send-cases.ts";

// Turns off one judgement after another. Each time, the oracle must find a raise that passes as a write.

// The guards of rules and of creatives compare whole records. `new record` and `portfolio currency` have no judge.
const withoutJudge = new Set<string>(["none", "id", "new record", "portfolio currency", "rule", "creative"]);
const judged = Object.entries<Record<string, FieldJudgement>>(fieldJudgements).flatMap(([action, fields]) =>
  action.endsWith(".update")
    ? [...new Set(Object.values(fields))].filter((kind) => !withoutJudge.has(kind)).map((kind) => ({ action, kind, fields })) // prettier-ignore
    : [],
);

test.for(judged)(
  'without the judgement "$kind" of $action, a raise passes',
  async ({ action, kind, fields }) => {
    const some = cases.filter((one) => `${one.entity}.${one.action}` === action);
    const paths = Object.keys(fields).filter((path) => fields[path] === kind);
    for (const path of paths) fields[path] = "none";
    try {
      const raised: string[] = [];
      for (const reading of readings)
        for (let start = 0; start < some.length && raised.length === 0; start += 12)
          for (const { verdict } of (await run(writer, some.slice(start, start + 12), reading)).values())
            raised.push(...verdict.raised);
      expect(raised).not.toEqual([]);
    } finally {
      for (const path of paths) fields[path] = kind;
    }
  },
);
