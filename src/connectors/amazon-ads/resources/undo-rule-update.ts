import type { Undo } from "../../../core/contract/result.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";

/**
 * Returns the call that restores earlier values of rules. An update that adds a field to a rule has no undo, because no
 * update can remove the field. `read` converts Amazon's record of a rule to the fields of an update.
 */
export const undoRuleUpdate =
  (entity: string, read: (record: Dict) => object) =>
  (params: Dict, data: Dict, before: unknown): Undo | undefined => {
    const requested = dicts(params.changes);
    const changed = new Set(dicts(data.succeeded).map(({ index }) => index));
    const rules = dicts(before).flatMap((record, index) => {
      const asked = requested[index];
      if (!changed.has(index) || !isDict(asked)) return [];
      const earlier = { ...read(record) } as Dict;
      const { ruleId, ...fields } = asked;
      const names = Object.keys(fields);
      if (names.some((name) => earlier[name] === undefined)) return [];
      return [{ ruleId, ...Object.fromEntries(names.map((name) => [name, earlier[name]])) }];
    });
    if (rules.length === 0 || rules.length < changed.size) return undefined;
    const { product, profileId } = params;
    const shared = Object.fromEntries(
      Object.entries({ product, profileId }).filter(([, value]) => value !== undefined),
    );
    return { entity, action: "update", params: { ...shared, rules } };
  };
