import type { Undo } from "../../../core/contract/result.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { withoutNewPlacements } from "../money/ground/complete-bidding.ts";
import type { SpendingEntity } from "../money/ground/spending-entity.ts";

/** Returns the call that restores the earlier values of the changed items. */
export const undoUpdate =
  ({ entity, kind, itemsParam, idField, updatableFields, clearable = [] }: SpendingEntity) =>
  (params: Dict, data: Dict, before: unknown): Undo | undefined => {
    const changed = new Set(appliedItems(data).map(({ index }) => index));
    const requested = dicts(params[itemsParam]);
    const items = dicts(before).flatMap((record, index) => {
      if (!changed.has(index)) return [];
      const names = new Set([idField, ...Object.keys(requested[index] ?? {})]);
      const earlier = Object.entries(record).filter(([name]) => names.has(name));
      const absent = clearable.filter((name) => names.has(name) && (record[name] ?? null) === null);
      // An update cannot remove the budget of a portfolio, but a budget without a cap allows the same.
      const noBudget = kind === "portfolio" && names.has("budget") && (record.budget ?? null) === null;
      const item = {
        ...(noBudget ? { budget: { policy: "NO_CAP" } } : {}),
        ...asUpdate(Object.fromEntries(earlier), updatableFields),
        ...Object.fromEntries(absent.map((name) => [name, null])),
      };
      return Object.keys(item).length > 1 ? [withoutNewPlacements(item, requested[index])] : [];
    });
    if (items.length === 0) return undefined;
    return { entity, action: "update", params: { ...profileOf(params), [itemsParam]: items } };
  };

/**
 * Keeps objects such as `tags` complete, because Amazon replaces some objects as a whole. Leaves out null and the
 * fields that an update refuses.
 */
function asUpdate(record: Dict, updatableFields: SpendingEntity["updatableFields"] = {}): Dict {
  const fields = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    // The caller adds null for the fields that an update can remove.
    if (value === null) return [];
    if (!isDict(value)) return [[name, value]];
    const accepted = Object.entries(value).filter(
      ([inner, one]) => one !== null && (updatableFields[name]?.includes(inner) ?? true),
    );
    return [[name, Object.fromEntries(accepted)]];
  });
  return Object.fromEntries(fields);
}

/** Returns the call that archives the new records. */
export const undoCreate =
  ({ entity, idsParam }: SpendingEntity) =>
  (params: Dict, data: Dict): Undo | undefined => {
    const ids = appliedItems(data).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
    if (ids.length === 0) return undefined;
    return { entity, action: "archive", params: { ...profileOf(params), [idsParam]: ids } };
  };

/** Returns the items that Amazon has applied completely or in part. */
const appliedItems = ({ succeeded, unchanged }: Dict): Dict[] => [
  ...dicts(succeeded),
  ...dicts(unchanged).filter(({ reason }) => reason === "NOT_APPLIED"),
];

const profileOf = ({ profileId }: Dict): Dict => (profileId === undefined ? {} : { profileId });
