import type { Effect } from "../../../../core/contract/effect.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { itemsOf, judgeNewItems } from "../judge/judge-items.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

/** Returns the effect rule of a create action. Paused records, and negative keywords and targets, spend nothing. */
export const createEffect = (entity: SpendingEntity) =>
  ({
    weakest: entity.newState === undefined || entity.kind === "negative" ? "write" : "spend",
    strongest: "spend",
    of: (params: Dict): Effect =>
      judgeNewItems(entity, itemsOf(params, entity)).some(({ spends }) => spends) ? "spend" : "write",
  }) as const;

/** The effect of an update depends on the current records, so only the guard can find out the effect. */
export const updateEffect = { weakest: "write", strongest: "spend", of: () => undefined } as const;
