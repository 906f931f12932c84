import type { Fields } from "../types.ts";
import { isRecord } from "../wire-json.ts";
import type { World } from "../world-types.ts";

export function applyNestedUpdates(world: World, next: Fields, current: Fields, requested: Fields): void {
  if (world.nestedUpdates === "merged")
    for (const [name, value] of Object.entries(requested)) {
      const old = current[name];
      if (isRecord(value) && isRecord(old)) next[name] = { ...old, ...value };
    }
  keepBudgetRules(next, current);
}

/**
 * Keeps the percentage by which budget rules raise the budget, as Amazon does when the budget changes.
 * https://advertising.amazon.com/API/docs/en-us/guides/rules/budget-rules/overview
 */
function keepBudgetRules(next: Fields, current: Fields): void {
  const [budget, old] = [next["budget"], current["budget"]];
  if (budget === old || !isRecord(budget) || !isRecord(old) || typeof old["effectiveBudget"] !== "number")
    return;
  const factor = old["effectiveBudget"] / Number(old["budget"]);
  next["budget"] = { ...budget, effectiveBudget: Number(budget["budget"]) * factor };
}
