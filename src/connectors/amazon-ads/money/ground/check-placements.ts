import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, at } from "../../../../core/ground/json.ts";
import type { SpendingEntity } from "./spending-entity.ts";

/**
 * Refuses placement adjustments in Sponsored Brands if Amazon optimizes the placements, which is the default.
 * `records`: the current records in the order of the items, or none for new records.
 * @throws ConnectorError `invalid_params`
 */
export function checkPlacements(
  { itemsParam, product }: SpendingEntity,
  items: readonly Dict[],
  records: readonly Dict[] = [],
): void {
  if (product !== "sb") return;
  for (const [index, item] of items.entries()) {
    if (at(item, "bidding.bidAdjustmentsByPlacement") === undefined) continue;
    const optimized = at(item, "bidding.bidOptimization") ?? at(records[index], "bidding.bidOptimization");
    if (optimized === false) continue;
    const path = `${itemsParam}[${index}].bidding`;
    throw new ConnectorError(
      "invalid_params",
      `${path}.bidAdjustmentsByPlacement needs bidOptimization: false. Without it, Amazon adjusts the bids of placements itself.`,
      { path: `params.${path}`, hint: "Add bidOptimization: false to the object bidding. Nothing was sent." },
    );
  }
}
