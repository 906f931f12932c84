import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { describe, expect, test } from "vitest";
import {
  fieldJudgements,
  judgementsOf,
} from "../../../../../src/connectors/amazon-ads/money/judge/field-judgements.ts";

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/**
 * Writes without items whose fields need judgements. New promotion groups only connect ad groups. Reports, exports and
 * files in the library cost nothing. New creatives count as new ads, and copies have
 * a guard of their own. Guards judge archiving, changes by percent and the campaigns of rules as a whole.
 */
const withoutItems =
  /^((reports|exports)\..*|.*\.(archive|change_by_percent)|(budget|bid)_rules\.(dis)?associate|target_promotion_groups\.create|creative_assets\.upload|sponsored_product_campaigns\.copy|sponsored_brands_ads\.update_creative)$/;

/** Returns the paths of all fields of an object, such as `budget.amount`. The fields of lists count as one field. */
const pathsOf = ({ properties = {} }: Schema, prefix = ""): string[] =>
  Object.entries(properties).flatMap(([name, one]) =>
    one.type === "object" && one.properties ? pathsOf(one, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

/** Returns the fields of the items of each action that writes a list of items. */
async function writableFields(): Promise<[action: string, fields: string[]][]> {
  const { entities } = await AmazonAdsConnector.describe();
  const found: [string, string[]][] = [];
  for (const [entity, actions] of Object.entries(entities))
    for (const [action, { effect, params }] of Object.entries(actions)) {
      if (effect === "read") continue;
      const lists = Object.values((params as Schema).properties ?? {}).filter(
        ({ items }) => items?.properties,
      );
      if (lists.length === 0) expect(`${entity}.${action}`).toMatch(withoutItems);
      for (const { items } of lists) found.push([`${entity}.${action}`, pathsOf(items!)]);
    }
  return found;
}

describe("the judgements of fields", async () => {
  const writable = await writableFields();

  test("every field that a write can change has a judgement, and every judgement has a field", () => {
    const declared = Object.keys(fieldJudgements).map((action) => [action, Object.keys(judgementsOf(action)).toSorted()]); // prettier-ignore
    const changed = writable.map(([action, fields]) => [action, fields.toSorted()]);
    expect(changed.length).toBeGreaterThan(25);
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(changed));
  });

  test("a field that cannot raise spending is a label, or has one possible value", () => {
    const without = Object.entries(fieldJudgements).flatMap(([action, fields]) =>
      Object.entries(fields).flatMap(([path, kind]) => (kind === "none" ? [[action, path] as const] : [])),
    );
    const labels = new Set(["name", "tags", "budget.budgetType", "budgetType", "expressionType", "state"]);
    expect(without.filter(([, path]) => !labels.has(path))).toEqual([]);
    expect(without.filter(([, path]) => path === "state")).toEqual([["portfolios.create", "state"]]);
  });
});
