import { listAction } from "../../../core/contract/action.ts";
import { themeType } from "../brands/params.ts";
import { displayState, id, ids, lowerStates, money } from "../params.ts";
import { BrandsTheme } from "../records/sponsored-brands.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  updateAction,
} from "../resources/record-actions.ts";
import { brandsTargeting, listOf, resource } from "../resources/resource-actions.ts";

const themes = resource({
  entity: "sb_themes",
  kind: "target",
  operations: "sb.themes",
  record: BrandsTheme,
  itemsParam: "themes",
  idField: "themeId",
  idsParam: "themeIds",
  ...brandsTargeting,
});

export const list = listAction({
  description: "List Sponsored Brands themes: groups of keywords that Amazon chooses.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    themeIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { campaignIds: ["144373194309380061"] },
  ...listOf(themes),
});

export const create = createAction(themes, {
  description: "Create Sponsored Brands themes. Amazon enables them at once, so this can cost money.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    themeType: themeType(z),
    bid: money(z),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    themeType: "KEYWORDS_RELATED_TO_YOUR_BRAND",
    bid: 0.8,
  },
});

export const update = updateAction(themes, {
  description:
    "Change Sponsored Brands themes: bid, state. A higher bid or an enabled theme can raise costs.",
  params: (z) => ({ bid: money(z).optional(), state: displayState(z).optional() }),
  example: { bid: 0.6 },
});

export const change_by_percent = changeByPercentAction(themes, "bid", {
  description: "Raise or lower bids of Sponsored Brands themes by percent, as one call. A raise costs money.",
  params: (z) => ({
    themeIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional(),
    campaignIds: ids(z, 100).optional(),
  }),
});

export const archive = archiveAction(themes, "Permanently archive Sponsored Brands themes.");
