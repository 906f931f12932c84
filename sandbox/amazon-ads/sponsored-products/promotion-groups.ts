import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Call, type Operation, type Operations } from "../operation.ts";
import { pageOf } from "../http/paging.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import { idText, isRecord } from "../http/wire-json.ts";
import { addEntity, entitiesOf } from "../world.ts";
import type { FilterRule } from "./resource.ts";
import { readFilter } from "./list.ts";
import { resources } from "./resources.ts";
import { create } from "./write.ts";

// Operations on target promotion groups. A group connects an ad group of an automatic campaign with manual ad groups.
// The targets that are added to the group become keywords and targets of the manual ad groups.
// https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod#tag/TargetPromotionGroups

const types = (name: string) => ["v2", "v1"].map((version) => `application/vnd.${name}.${version}+json`);
const [groupTypes, targetTypes] = [types("sptargetpromotiongroup"), types("sptargetpromotiongrouptarget")];
const adviceTypes = ["application/vnd.spTargetPromotionGroupsRecommendations.v1+json"];
const MAX = 1000;

const operation = (media: readonly string[], run: Operation["run"], writes = false): Operation => ({
  style: "message",
  consumes: media,
  produces: media,
  ...(writes ? { writes } : {}),
  run,
});

export const promotionGroups: Operations = {
  "POST /sp/targetPromotionGroups": operation(groupTypes, createGroup, true),
  "POST /sp/targetPromotionGroups/list": operation(groupTypes, (call) => {
    const groups = [...entitiesOf(call.account, "sp/targetPromotionGroups").values()].map(wireGroup);
    const destinations = ({ destinationAdGroups }: Fields) =>
      (destinationAdGroups as Fields[]).map(({ adGroupId }) => String(adGroupId));
    const filtered = groups.filter(
      (one) =>
        passes(call, "targetPromotionGroupIdFilter", [String(one["targetPromotionGroupId"])]) &&
        passes(call, "sourceAdGroupIdFilter", [String(one["sourceAdGroupId"])]) &&
        passes(call, "destinationAdGroupIdFilter", destinations(one)),
    );
    return page(call, "targetPromotionGroups", filtered);
  }),
  "POST /sp/targetPromotionGroups/targets": operation(targetTypes, createTargets, true),
  "POST /sp/targetPromotionGroups/targets/list": operation(targetTypes, (call) => {
    const groups = [...entitiesOf(call.account, "sp/targetPromotionGroups").values()];
    const found = groups
      .filter(({ id }) => passes(call, "targetPromotionGroupIdFilter", [id]))
      .flatMap(({ fields }) => fields["targets"] as Fields[])
      .filter((one) =>
        passes(call, "adGroupIdFilter", [String((Object.values(one)[0] as Fields)["destinationAdGroupId"])]),
      );
    return page(call, "targets", found);
  }),
  "POST /sp/targetPromotionGroups/recommendations": operation(adviceTypes, (call) => {
    const ads = [...entitiesOf(call.account, "sp/productAds").values()].filter(
      ({ id, state, fields }) =>
        state === "ENABLED" &&
        isAutomatic(call, fields["campaignId"]) &&
        passes(call, "campaignIdFilter", [String(fields["campaignId"])]) &&
        passes(call, "adGroupIdFilter", [String(fields["adGroupId"])]) &&
        passes(call, "adIdFilter", [id]),
    );
    const reasons = [{ reason: "CONVERSIONS", data: "3" }];
    return page(
      call,
      "targets",
      ads.flatMap(({ id: adId, fields: { asin: adAsin, adGroupId, campaignId } }) =>
        terms.map((recommendedTarget) => ({
          adAsin,
          adGroupId,
          adId,
          campaignId,
          recommendationReasons: reasons,
          recommendedTarget,
          targetType: recommendedTarget.startsWith("B0") ? "ASIN" : "KEYWORD",
        })),
      ),
    );
  }),
};

const terms = ["two person tent", "light trekking tent", "B07R7V6KS8"];

function page(call: Call, key: string, found: readonly Fields[]) {
  const { items, nextToken } = pageOf(found, bodyOf(call), MAX);
  return ok({
    [key]: items,
    ...(nextToken === undefined ? {} : { nextToken }),
    totalResults: found.length,
  });
}

/** Returns whether at least one of the ids passes a filter of the request. */
function passes(call: Call, name: string, ids: readonly string[]): boolean {
  const filter = bodyOf(call)[name];
  if (filter === undefined || filter === null) return true;
  const rule: FilterRule = { ids: "adGroupId", max: MAX };
  const pass = readFilter(call, name, rule, filter);
  return ids.some((adGroupId) => pass({ fields: { adGroupId } } as unknown as Entity));
}

const wireGroup = ({ fields: { targets: _targets, ...fields }, state }: Entity): Fields => ({
  ...fields,
  state,
});

const isAutomatic = (call: Call, campaignId: unknown): boolean =>
  entitiesOf(call.account, "sp/campaigns").get(String(campaignId))?.fields["targetingType"] === "AUTO";

function createGroup(call: Call) {
  const { adGroupId, adIds, existingCampaignDetails, newCampaignDetails, targetPromotionGroupName } =
    bodyOf(call);
  const source = entitiesOf(call.account, "sp/adGroups").get(idText(adGroupId));
  if (!source || !isAutomatic(call, source.fields["campaignId"]))
    throw refuse(400, "adGroupId must be the id of an ad group of an automatic campaign");
  if (typeof targetPromotionGroupName !== "string" || targetPromotionGroupName === "")
    throw refuse(400, "targetPromotionGroupName is required");
  if (newCampaignDetails !== undefined)
    throw refuse(501, "The sandbox creates groups only from existing campaigns");
  const ids = Array.isArray(existingCampaignDetails)
    ? existingCampaignDetails.map((one: unknown) => idText(isRecord(one) ? one["adGroupId"] : undefined))
    : [];
  if (ids.length === 0 || ids.length > 2) throw refuse(400, "existingCampaignDetails must have 1 to 2 items");
  for (const id of ids) {
    const adGroup = entitiesOf(call.account, "sp/adGroups").get(id);
    if (!adGroup || isAutomatic(call, adGroup.fields["campaignId"]))
      throw refuse(400, `${id} is not the id of an ad group of a manual campaign`);
    if (productsOf(call, id) !== productsOf(call, source.id))
      throw refuse(400, `The ad group ${id} must advertise the same products as the source ad group`);
  }
  const group = addEntity(
    call.world,
    call.account,
    "sp/targetPromotionGroups",
    {
      targetPromotionGroupName,
      sourceAdGroupId: source.id,
      sourceCampaignId: source.fields["campaignId"],
      adIds: Array.isArray(adIds) ? adIds.map(idText) : adsOf(call, source.id).map(({ id }) => id),
      destinationAdGroups: ids.map((id) => ({ adGroupId: id })),
      targets: [],
    },
    "ENABLED",
  );
  return ok({ targetPromotionGroup: wireGroup(group) });
}

const adsOf = (call: Call, adGroupId: string): Entity[] =>
  [...entitiesOf(call.account, "sp/productAds").values()].filter(
    ({ state, fields }) => state !== "ARCHIVED" && fields["adGroupId"] === adGroupId,
  );

const productsOf = (call: Call, adGroupId: string): string =>
  adsOf(call, adGroupId)
    .map(({ fields }) => String(fields["asin"] ?? fields["sku"]))
    .sort()
    .join();

function createTargets(call: Call) {
  const { targetPromotionGroupId, targets } = bodyOf(call);
  const group = entitiesOf(call.account, "sp/targetPromotionGroups").get(idText(targetPromotionGroupId));
  if (!group) throw refuse(400, "The target promotion group was not found");
  if (!Array.isArray(targets) || targets.length === 0 || targets.length > MAX)
    throw refuse(400, `targets must have 1 to ${MAX} items`);
  const [success, error]: [Fields[], Fields[]] = [[], []];
  for (const [place, item] of targets.entries()) {
    // In this response, an index is text.
    const index = String(place);
    const made = createTarget(call, group, isRecord(item) ? item : {});
    if (typeof made === "string") error.push({ index, subErrors: [{ errorCode: made, errorMessage: made }] });
    else {
      (group.fields["targets"] as Fields[]).push(made);
      success.push({ index, targetDetails: made });
    }
  }
  return ok({ success, error }, 207);
}

/** Creates the keyword or target of an item. Returns the details of the item, or the code of its error. */
function createTarget(call: Call, group: Entity, item: Fields): Fields | string {
  const keyword = isRecord(item["keywordTarget"]) ? item["keywordTarget"] : undefined;
  const product = isRecord(item["productTarget"]) ? item["productTarget"] : undefined;
  const given = keyword ?? product;
  if (!given) return "INVALID_ARGUMENT";
  const [collection, other]: Collection[] = keyword ? ["sp/keywords", "sp/targets"] : ["sp/targets", "sp/keywords"]; // prettier-ignore
  // An ad group can have keywords or product targets, but not both.
  const adGroupId = (group.fields["destinationAdGroups"] as Fields[])
    .map((one) => String(one["adGroupId"]))
    .find((id) => ![...entitiesOf(call.account, other!).values()].some(({ fields }) => fields["adGroupId"] === id)); // prettier-ignore
  const adGroup = entitiesOf(call.account, "sp/adGroups").get(adGroupId ?? "");
  if (!adGroup) return "TYPE_CONFLICT_IN_AD_GROUP";
  const resource = resources.find((one) => one.collection === collection)!;
  const fields = {
    campaignId: adGroup.fields["campaignId"],
    adGroupId: adGroup.id,
    state: "ENABLED",
    ...(given["bid"] === undefined ? {} : { bid: given["bid"] }),
    ...(keyword
      ? { keywordText: keyword["keyword"], matchType: keyword["matchType"] }
      : { expressionType: "MANUAL", expression: [{ type: given["matchType"] === "PRODUCT_SIMILAR" ? "ASIN_EXPANDED_FROM" : "ASIN_SAME_AS", value: given["target"] }] }), // prettier-ignore
  };
  const response = create({ ...call, body: { [resource.key]: [fields] } }, resource)[resource.key] as {
    success: Fields[];
    error: { errors: { errorValue: Record<string, Fields> }[] }[];
  };
  const [made] = response.success;
  if (!made) {
    const [value = {}] = Object.values(response.error[0]?.errors[0]?.errorValue ?? {});
    return String(value["reason"] ?? "INVALID_ARGUMENT");
  }
  const shared = { targetPromotionGroupId: group.id, destinationAdGroupId: adGroup.id };
  return keyword
    ? { keywordTargetDetailsV2: { ...shared, keywordId: made["keywordId"], keywordText: keyword["keyword"], matchType: keyword["matchType"] } } // prettier-ignore
    : { productTargetDetailsV2: { ...shared, targetId: made["targetId"], target: given["target"], expressionType: given["matchType"] } }; // prettier-ignore
}
