import type { Undo } from "../../../core/contract/result.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import type { Money } from "../money/guards.ts";

/** The update that takes an update back: the values that stood there, of the items that were changed. */
export const undoUpdate =
  ({ entity, key, takes }: Money) =>
  (params: Dict, data: Dict, before: unknown): Undo | undefined => {
    const changed = new Set(dicts(data.succeeded).map(({ index }) => index));
    const items = dicts(before)
      .filter((_, index) => changed.has(index))
      .map((item) => updatable(item, takes))
      .filter((item) => Object.keys(item).length > 1);
    if (items.length === 0) return undefined;
    return { entity, action: "update", params: { ...profileOf(params), [key]: items } };
  };

/**
 * A record as the update takes it. Not cut down to what was sent: what Amazon replaces as a whole, such as tags or a
 * portfolio's budget, has to be put back as a whole.
 */
function updatable(record: Dict, takes: Money["takes"] = {}): Dict {
  const fields = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    // No update takes null.
    if (value === null) return [];
    if (!isDict(value)) return [[name, value]];
    const there = Object.entries(value).filter(
      ([inner, one]) => one !== null && (takes[name]?.includes(inner) ?? true),
    );
    return [[name, Object.fromEntries(there)]];
  });
  return Object.fromEntries(fields);
}

/** Archiving takes a create back, for good; for resources that archive several at once. */
export const undoCreate =
  ({ entity, filter }: Money) =>
  (params: Dict, data: Dict): Undo | undefined => {
    const ids = dicts(data.succeeded).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
    if (ids.length === 0) return undefined;
    return { entity, action: "archive", params: { ...profileOf(params), [filter]: ids } };
  };

const dicts = (value: unknown): Dict[] => (Array.isArray(value) ? value.filter(isDict) : []);

const profileOf = ({ profileId }: Dict): Dict => (profileId === undefined ? {} : { profileId });
