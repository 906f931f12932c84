import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defences } from "./defences.ts";
import { tests } from "./tests.ts";
import { judgedFields } from "../connectors/amazon-ads/money/oracle/judged-fields.ts";

const root = new URL("../../", import.meta.url);

// If the source has changed, the defence cannot be turned off. `--without` would then fail without showing anything.
test.for(Object.entries(defences))("the source contains the defence %s", ([, changes]) => {
  for (const { file, from } of changes) expect(readFileSync(new URL(file, root), "utf8")).toContain(from);
});

test("each defence belongs to a test, and each test names only these defences", () => {
  const named = new Set(tests.flatMap((one) => one.defences));
  // The walks also turn off the judgement of each field, which needs no change of the source.
  const judgements = judgedFields.map(({ name }) => `judgement:${name}`);
  expect([...named].sort()).toEqual([...Object.keys(defences), ...judgements].sort());
});
