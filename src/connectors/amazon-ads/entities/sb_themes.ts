import { action, listAction } from "../../../core/contract/action.ts";
import { themeType } from "../brands/params.ts";
import { displayState, id, ids, items, lowerStates, money, percentParams, profile } from "../params.ts";
import { BrandsTheme } from "../records/sponsored-brands.ts";
import { changeByPercentOf } from "../resources/change-by-percent.ts";
import {
  archiveByUpdateOf,
  brandsTargeting,
  createOf,
  listOf,
  resource,
  updateWithParentsOf,
} from "../resources/resource-actions.ts";

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

export const create = action({
  description: "Create Sponsored Brands themes. Amazon enables them at once, so this can cost money.",
  params: (z) => ({
    themes: items(z, 100, {
      campaignId: id(z),
      adGroupId: id(z),
      themeType: themeType(z),
      bid: money(z),
    }),
    ...profile(z),
  }),
  example: {
    themes: [
      {
        campaignId: "144373194309380061",
        adGroupId: "144373194309380062",
        themeType: "KEYWORDS_RELATED_TO_YOUR_BRAND",
        bid: 0.8,
      },
    ],
  },
  ...createOf(themes),
});

export const update = action({
  description:
    "Change Sponsored Brands themes: bid, state. A higher bid or an enabled theme can raise costs.",
  params: (z) => ({
    themes: items(z, 100, {
      themeId: id(z),
      bid: money(z).optional(),
      state: displayState(z).optional(),
    }),
    ...profile(z),
  }),
  example: { themes: [{ themeId: "144373194309380061", bid: 0.6 }] },
  ...updateWithParentsOf(themes),
});

export const change_by_percent = action({
  description: "Raise or lower bids of Sponsored Brands themes by percent, as one call. A raise costs money.",
  params: (z) => ({
    themeIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional(),
    campaignIds: ids(z, 100).optional(),
    states: z.array(displayState(z)).min(1).optional().meta({ rare: true }),
    ...percentParams(z),
    ...profile(z),
  }),
  example: { campaignIds: ["144373194309380061"], percent: -10 },
  ...changeByPercentOf(themes, "bid"),
});

export const archive = action({
  description: "Permanently archive Sponsored Brands themes.",
  params: (z) => ({ themeIds: ids(z, 100), ...profile(z) }),
  example: { themeIds: ["144373194309380061"] },
  ...archiveByUpdateOf(themes),
});
