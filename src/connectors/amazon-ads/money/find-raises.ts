import type { Effect } from "../../../core/contract/effect.ts";
import type { Raise } from "../../../core/contract/judgement.ts";
import { type Dict, at } from "../../../core/ground/json.ts";
import type { SpendingEntity } from "./spending-entity.ts";

/** The effect of a write, and the amounts in the write that a cap limits. */
export interface SpendingChange {
  effect: Effect;
  raises: Raise[];
}

/**
 * Compares each item with the current record at the same index. If the call creates records, the list `current` is
 * empty.
 */
export function judgeItems(
  entity: SpendingEntity,
  items: readonly Dict[],
  current: readonly Dict[],
): SpendingChange {
  const changes = items.map((item, index) =>
    judgeItem(entity, item, current[index], `${entity.itemsParam}[${index}]`),
  );
  return {
    effect: changes.some(({ spends }) => spends) ? "spend" : "write",
    raises: changes.flatMap(({ raises }) => raises),
  };
}

function judgeItem(
  { amounts = [], runningState = "ENABLED", raisesExposure, stopsAds }: SpendingEntity,
  item: Dict,
  current: Dict | undefined,
  path: string,
): { spends: boolean; raises: Raise[] } {
  if (stopsAds) {
    const stops = item.state !== undefined && item.state !== runningState && current?.state === runningState;
    return { spends: stops, raises: [] };
  }
  const raises: Raise[] = [];
  const starts = item.state === runningState && current?.state !== runningState;
  for (const amount of amounts) {
    const from = numberAt(current, amount.path);
    const to = numberAt(item, amount.path) ?? from;
    if (to === undefined) continue;
    const raise = { path: `${path}.${amount.path}`, cap: amount.cap };
    // If a record is new or gets enabled, its amount must be within the cap, even if the amount stays the same.
    if (starts || !current) raises.push({ ...raise, to });
    if (current && (from === undefined || to > from)) raises.push({ ...raise, from, to });
  }
  const spendsMore =
    current !== undefined && (raises.length > 0 || (raisesExposure?.(item, current) ?? []).length > 0);
  return { spends: starts || spendsMore, raises };
}

function numberAt(record: Dict | undefined, path: string): number | undefined {
  const value = at(record, path);
  return typeof value === "number" ? value : undefined;
}
