import type { GuardRead, Judgement } from "../../../core/contract/judgement.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { readCurrentRecords } from "../money/records/current-records.ts";
import { createGuard } from "../money/guards/guards.ts";
import { idOf } from "../money/ground/record-fields.ts";
import { createReader } from "../money/records/record-reader.ts";
import { refuseRepeated } from "../money/judge/refuse-repeated.ts";
import { sources } from "../money/ground/sources.ts";
import type { SpendingEntity } from "../money/ground/spending-entity.ts";
import { writableParts } from "./creatives.ts";

// Ad groups with videos, or with ads that link to a page outside Amazon, show no ads without a creative. For such an ad
// group, a creative counts as an enabled ad.

export const creatives: SpendingEntity = {
  entity: "sd_creatives",
  kind: "ad",
  product: "sd",
  itemsParam: "creatives",
  idField: "creativeId",
  idsParam: "creativeIds",
  changeableStates: [],
};

export async function createCreativesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const items = dicts(params.creatives);
  return { ...(await judge(params, items, read, now)), after: items };
}

/** Adds the current parts of each creative, because Amazon does not document whether an update keeps other parts. */
export async function updateCreativesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const items = dicts(params.creatives);
  refuseRepeated(items, creatives.itemsParam, creatives.idField);
  const reader = createReader(read, params.profileId);
  const records = await readCurrentRecords(creatives, items, reader.read);
  const before = records.map((record) => ({ ...record, properties: writableParts(record.properties) }));
  const after = items.map((item, index) => completeItem(item, before[index]!));
  const judged = await judge(params, before, read, now);
  const account = () => reader.account();
  return { ...judged, account, params: { ...params, creatives: after }, before, after };
}

const completeItem = (item: Dict, { creativeType, properties }: Dict): Dict => ({
  ...((creativeType ?? null) === null ? {} : { creativeType }),
  ...item,
  properties: { ...(properties as Dict), ...(isDict(item.properties) ? item.properties : {}) },
});

/** Judges creatives as ads. Creatives that are not needed, or that Amazon has approved, count as paused ads. */
async function judge(
  params: Dict,
  records: readonly Dict[],
  read: GuardRead,
  now: number,
): Promise<Judgement> {
  const needed = await groupsThatNeedCreatives(records, read, params.profileId);
  const ads = records.map(({ adGroupId, moderationStatus }) => ({
    adGroupId,
    state: needed.has(idOf(adGroupId)) && moderationStatus !== "APPROVED" ? "enabled" : "paused",
  }));
  return createGuard(creatives)({ ...params, creatives: ads }, read, now);
}

async function groupsThatNeedCreatives(
  records: readonly Dict[],
  read: GuardRead,
  profileId: unknown,
): Promise<Set<string | undefined>> {
  const reader = createReader(read, profileId);
  const groups = await reader.byIds(
    sources.sd.adGroup!,
    records.map(({ adGroupId }) => idOf(adGroupId)),
  );
  const campaignIds = [...groups.values()].flatMap(({ campaignId }) => idOf(campaignId) ?? []);
  const ads = await reader.enabledInCampaigns(sources.sd.ad, campaignIds);
  return new Set([
    ...[...groups].flatMap(([id, { creativeType }]) => (creativeType === "VIDEO" ? [id] : [])),
    ...ads.flatMap(({ adGroupId, landingPageType }) =>
      landingPageType === "OFF_AMAZON_LINK" ? [idOf(adGroupId)] : [],
    ),
  ]);
}
