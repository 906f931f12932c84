import type { GuardRead, Judgement } from "../../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, dicts } from "../../../../core/ground/json.ts";
import { createGuard } from "./guards.ts";
import { idOf } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

/**
 * A new target of a promotion group is a new keyword or target of an ad group. The target counts as enabled, because
 * Amazon's specification has no field for its state.
 */
const promoted: SpendingEntity = {
  entity: "sponsored_product_keywords",
  itemsParam: "targets",
  idField: "keywordId",
  idsParam: "keywordIds",
  kind: "keyword",
  product: "sp",
  newState: "enabled",
};

/**
 * Judges new targets of a promotion group. Amazon chooses the ad group of each target, so each target counts in every
 * ad group that Amazon can choose.
 */
export async function createPromotedGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const { targetPromotionGroupId, profileId } = params;
  const inProfile = profileId === undefined ? {} : { profileId };
  const { data } = await read("target_promotion_groups", "list", {
    ...inProfile,
    targetPromotionGroupIds: [targetPromotionGroupId],
  });
  const group = dicts(data).find((one) => idOf(one.targetPromotionGroupId) === targetPromotionGroupId);
  const adGroupIds = dicts(group?.destinationAdGroups).flatMap(({ adGroupId }) => idOf(adGroupId) ?? []);
  if (adGroupIds.length === 0) throw notFound(String(targetPromotionGroupId));
  const judged: Judgement[] = [];
  for (const adGroupId of adGroupIds) {
    const targets = dicts(params.targets).map((target) => ({ ...target, adGroupId }));
    judged.push(await createGuard(promoted)({ ...inProfile, targets }, read, now));
  }
  const { exposure, ...first } = judged[0]!;
  return {
    ...first,
    raises: judged.flatMap(({ raises = [] }) => raises),
    changes: first.changes && {
      ...first.changes,
      outdated: judged.flatMap(({ changes }) => changes?.outdated ?? []),
    },
    exactRaises: () => joined(judged.map(({ exactRaises }) => exactRaises)),
    warnings: () => joined(judged.map(({ warnings }) => warnings)),
    // With several ad groups, the exposure of one of them would be too low.
    ...(judged.length === 1 && exposure ? { exposure } : {}),
  };
}

async function joined<T>(parts: readonly ((() => Promise<readonly T[]>) | undefined)[]): Promise<T[]> {
  const found: T[] = [];
  for (const part of parts) found.push(...((await part?.()) ?? []));
  return found;
}

const notFound = (id: string) =>
  new ConnectorError("not_found", `This profile has no promotion group ${id} with ad groups for targets.`, {
    path: "params.targetPromotionGroupId",
    hint: "Nothing was sent. To find ids, use target_promotion_groups.list.",
  });
