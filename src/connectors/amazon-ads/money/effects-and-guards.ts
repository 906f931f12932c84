import type { Effect } from "../../../core/contract/effect.ts";
import type { GuardRead, Judgement } from "../../../core/contract/judgement.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { readCurrentRecords } from "./current-records.ts";
import { judgeItems } from "./find-raises.ts";
import type { SpendingEntity } from "./spending-entity.ts";

// A guard checks a write before the write is sent. If a write allows higher spending, its effect is `spend`, and the
// caps of the policy apply. If a write only lowers an amount, or pauses or renames a record, its effect is `write`.

/**
 * Returns the effect of a create action. The effect depends on the params, because a new record in the state PAUSED
 * spends nothing.
 */
export const createEffect = (entity: SpendingEntity) =>
  ({
    weakest: "write",
    strongest: "spend",
    of: (params: Dict): Effect => judgeItems(entity, itemsOf(params, entity), []).effect,
  }) as const;

/**
 * The weakest and the strongest effect of an update. The guard finds the actual effect, because the effect depends on
 * the current records.
 */
export const updateEffect = { weakest: "write", strongest: "spend", of: () => undefined } as const;

export const createGuard =
  (entity: SpendingEntity) =>
  async (params: Dict): Promise<Judgement> => {
    const items = itemsOf(params, entity);
    return { ...judgeItems(entity, items, []), after: items };
  };

export const updateGuard =
  (entity: SpendingEntity) =>
  async (params: Dict, read: GuardRead): Promise<Judgement> => {
    const items = itemsOf(params, entity);
    const current = await readCurrentRecords(entity, items, params.profileId, read);
    const before = items.map((item, index) =>
      fieldsOf(current[index]!, [entity.idField, ...Object.keys(item)]),
    );
    return { ...judgeItems(entity, items, current), before, after: items };
  };

const itemsOf = (params: Dict, { itemsParam }: SpendingEntity): Dict[] =>
  Array.isArray(params[itemsParam]) ? params[itemsParam].filter(isDict) : [];

const fieldsOf = (record: Dict, names: readonly string[]): Dict =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])));
