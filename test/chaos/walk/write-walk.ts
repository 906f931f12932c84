import { judgedFields } from "../../connectors/amazon-ads/money/oracle/judged-fields.ts";
import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";
import type { Product } from "./walk-world.ts";

const program = new URL("write-walk-process.ts", import.meta.url);

/** The entities that a walk of each ad product changes. */
const entities = {
  sp: /^(sponsored_product_|portfolios)/,
  sb: /^(sponsored_brands_|sb_|portfolios)/,
  sd: /^(sd_|portfolios)/,
};

/** The judgements that do not compare the fields of a record one by one. */
const otherDefences = {
  sp: [
    "restore",
    "new-records",
    "budget-rules",
    "associated-budget-rules",
    "bid-rules",
    "associated-bid-rules",
  ],
  sb: ["restore", "new-records", "budget-rules", "associated-budget-rules"],
  sd: ["restore", "new-records", "budget-rules", "associated-budget-rules", "creatives"],
};

/**
 * Makes 20 random writes in an account with random records of one ad product, without the right to spend. Some of the
 * writes undo earlier ones. After each write, the test computes from the state of the simulated Amazon how high bids,
 * budgets and reach can become. None of them may be higher than before the first write. Each try is one account.
 */
export const writeWalk = (product: Product): ChaosTest => ({
  name: `write-walk-${product}`,
  tries: { full: 2000, quick: 40 },
  defences: [
    ...otherDefences[product],
    ...judgedFields.filter(({ action }) => entities[product].test(action)).map(({ name }) => prefix + name),
  ],
  run: ({ tries, seed, without }) => {
    const judgement = without?.startsWith(prefix) ? without.slice(prefix.length) : undefined;
    return runProcess(program, { tries, seed, product, judgement }, without);
  },
});

const prefix = "judgement:";
