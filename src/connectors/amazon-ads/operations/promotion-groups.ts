import { docs, tokens, vendorPost, type AdsOperation, type AdsOperations } from "./operation.ts";

// The operations of target promotion groups. A group connects an automatic ad group, which finds search terms, with the
// manual ad groups that get the best terms as keywords or targets.

const post = vendorPost(docs("sponsored-products/3-0/openapi/prod"));
const group = (path: string): AdsOperation => post(path, "sptargetpromotiongroup.v2");
const target = (path: string): AdsOperation => post(path, "sptargetpromotiongrouptarget.v2");
const paging = tokens(100, 1000);

export const promotionGroups: AdsOperations = {
  "sp.promotionGroups.list": {
    ...group("/sp/targetPromotionGroups/list"),
    paging,
    arguments: {
      targetPromotionGroupIds: "targetPromotionGroupIdFilter.include",
      sourceAdGroupIds: "sourceAdGroupIdFilter.include",
      destinationAdGroupIds: "destinationAdGroupIdFilter.include",
    },
  },
  "sp.promotionGroups.create": {
    ...group("/sp/targetPromotionGroups"),
    arguments: { name: "targetPromotionGroupName" },
  },
  "sp.promotionGroups.targets": {
    ...target("/sp/targetPromotionGroups/targets/list"),
    paging,
    arguments: {
      targetPromotionGroupIds: "targetPromotionGroupIdFilter.include",
      adGroupIds: "adGroupIdFilter.include",
    },
  },
  "sp.promotionGroups.create_targets": {
    ...target("/sp/targetPromotionGroups/targets"),
    batch: {
      key: "targets",
      record: "targetDetails",
      ids: [
        "targetDetails.keywordTargetDetailsV2.keywordId",
        "targetDetails.productTargetDetailsV2.targetId",
      ],
    },
  },
  "sp.promotionGroups.recommendations": {
    ...post("/sp/targetPromotionGroups/recommendations", "spTargetPromotionGroupsRecommendations.v1"),
    paging,
    arguments: {
      campaignIds: "campaignIdFilter.include",
      adGroupIds: "adGroupIdFilter.include",
      adIds: "adIdFilter.include",
    },
  },
};
