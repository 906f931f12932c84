import type * as zod from "zod";
import { type Zod, action, listAction } from "../../../core/contract/action.ts";
import { at } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import {
  autoCreative,
  brandVideoCreative,
  collectionCreative,
  creativeParts,
  extendedCreative,
  landingPage,
  manualCreative,
  spotlightCreative,
  videoCreative,
} from "../brands/creatives.ts";
import { creativeOperations } from "../brands/creative-formats.ts";
import { undoUpdateCreative } from "../brands/undo-update-creative.ts";
import { updateEffect } from "../money/guards/effect-rules.ts";
import {
  asins as asinList,
  brandsParams,
  id,
  ids,
  items,
  nameParams,
  newState,
  profile,
  state,
} from "../params.ts";
import { Headlines } from "../records/common-fields.ts";
import { BrandsAd, BrandsCreative } from "../records/sponsored-brands.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { archiveAction, updateAction } from "../resources/record-actions.ts";
import { createOf, listOf, resource, sponsoredBrands } from "../resources/resource-actions.ts";

const loadUpdate = () => import("../brands/update-creative.ts");

const ads = resource({
  entity: "sponsored_brands_ads",
  kind: "ad",
  operations: "sb.ads",
  record: BrandsAd,
  itemsParam: "ads",
  idField: "adId",
  idsParam: "adIds",
  ...sponsoredBrands,
});

const adsParams = <Shape extends zod.core.$ZodShape>(z: Zod, shape: Shape) => ({
  ads: items(z, 10, {
    adGroupId: id(z),
    name: z.string().min(1).max(255),
    state: newState(z),
    ...shape,
  }),
  ...profile(z),
});

const newAds = (format: string) => createOf(ads, `create_${format}`);

export const list = listAction({
  description: "List Sponsored Brands ads. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 10).optional(),
    adGroupIds: ids(z, 10).optional().meta({ rare: true }),
    adIds: ids(z, 10).optional().meta({ rare: true }),
    ...nameParams(z),
    ...brandsParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(ads),
});

const adGroupId = "144373194309380062";
const asins = ["B07R7V6KS8", "B07X2X4D5H", "B003L1717K"];
const brandLogoAssetID = "amzn1.assetlibrary.asset1.244a164b7e592cf42b125cbdd0ee7712";
const videoAssetIds = ["amzn1.assetlibrary.asset1.b961e17bb562aba838c0816adf3fe16c"];
const brand = { brandName: "Fernhill", brandLogoAssetID };
const storePage = { pageType: "STORE", url: "https://www.amazon.com/stores/page/1F55C506" } as const;
const headline = "Made for long trails";

export const create_video = action({
  description: "Create Sponsored Brands video ads, which link to the page of one product.",
  params: (z) => adsParams(z, { creative: videoCreative(z) }),
  example: {
    ads: [{ adGroupId, name: "Boots video", creative: { asins: asins.slice(0, 1), videoAssetIds } }],
  },
  ...newAds("video"),
});

export const create_brand_video = action({
  description: "Create Sponsored Brands video ads, which link to a Store.",
  params: (z) => adsParams(z, { creative: brandVideoCreative(z), landingPage: landingPage(z) }),
  example: {
    ads: [
      {
        adGroupId,
        name: "Brand video",
        creative: { ...brand, headline, asins, videoAssetIds },
        landingPage: storePage,
      },
    ],
  },
  ...newAds("brand_video"),
});

export const create_product_collection = action({
  description: "Create Sponsored Brands ads with a logo, a headline and up to three products.",
  params: (z) => adsParams(z, { creative: collectionCreative(z), landingPage: landingPage(z) }),
  example: {
    ads: [{ adGroupId, name: "Collection", creative: { ...brand, headline, asins }, landingPage: storePage }],
  },
  ...newAds("product_collection"),
});

export const create_product_collection_extended = action({
  description: "Create Sponsored Brands ads with a logo, a headline, up to three products and a slideshow.",
  params: (z) => adsParams(z, { creative: extendedCreative(z), landingPage: landingPage(z) }),
  example: {
    ads: [
      {
        adGroupId,
        name: "Slideshow",
        creative: { ...brand, headline, asins, customImages: [{ assetId: brandLogoAssetID }] },
        landingPage: storePage,
      },
    ],
  },
  ...newAds("product_collection_extended"),
});

export const create_manual_collection = action({
  description: "Create Sponsored Brands ads with 3 to 10 products that you choose.",
  params: (z) => adsParams(z, { creative: manualCreative(z) }),
  example: { ads: [{ adGroupId, name: "Bestsellers", creative: { ...brand, asins } }] },
  ...newAds("manual_collection"),
});

export const create_auto_collection = action({
  description: "Create Sponsored Brands ads with products that Amazon chooses.",
  params: (z) => adsParams(z, { creative: autoCreative(z) }),
  example: { ads: [{ adGroupId, name: "All products", creative: brand }] },
  ...newAds("auto_collection"),
});

export const create_store_spotlight = action({
  description: "Create Sponsored Brands ads with three pages of a Store.",
  params: (z) => adsParams(z, { creative: spotlightCreative(z), landingPage: landingPage(z) }),
  example: {
    ads: [
      {
        adGroupId,
        name: "Our Store",
        creative: {
          ...brand,
          headline,
          subpages: asins.map((asin, index) => ({
            pageTitle: `Page ${index + 1}`,
            asin,
            url: storePage.url,
          })),
        },
        landingPage: storePage,
      },
    ],
  },
  ...newAds("store_spotlight"),
});

export const update = updateAction(ads, {
  description: "Rename, enable or pause Sponsored Brands ads. Enabled ads can raise costs.",
  params: (z) => ({ name: z.string().min(1).max(255).optional(), state: state(z).optional() }),
  example: { state: "PAUSED" },
});

export const creatives = listAction({
  description:
    "List the versions of the creative of a Sponsored Brands ad: headline, logo, images, video, and if Amazon has approved them. The ad shows the version with the status PUBLISHED.",
  params: (z) => ({
    adId: id(z),
    statuses: z
      .array(
        z.enum([
          "SUBMITTED_FOR_MODERATION",
          "PENDING_TRANSLATION",
          "PENDING_MODERATION_REVIEW",
          "APPROVED_BY_MODERATION",
          "REJECTED_BY_MODERATION",
          "PUBLISHED",
        ]),
      )
      .min(1)
      .optional()
      .meta({ rare: true }),
    ...profile(z),
  }),
  result: BrandsCreative,
  calls: "sb.creatives.list",
  pick: "creatives",
  example: { adId: adGroupId },
});

export const update_creative = action({
  description:
    "Change the headline, logo, images, video, products or landing page of a Sponsored Brands ad. Pass only the changed parts. Amazon reviews the new version; until then the ad shows the old one.",
  params: (z) => ({ adId: id(z), creative: creativeParts(z), ...profile(z) }),
  check: ({ creative }) =>
    Object.keys(creative).length > 0 ? [] : [{ path: "creative", message: "has no part to change" }],
  result: (z) =>
    z.object({
      adId: z.string(),
      creativeType: z.string().nullish(),
      creativeVersion: z.string().nullish(),
    }),
  effect: updateEffect,
  calls: creativeOperations.map((operation) => `sb.creatives.update_${operation}`),
  reads: ["sponsored_brands_ads.list", "sponsored_brands_ads.creatives", "sponsored_brands_ad_groups.list"],
  example: { adId: adGroupId, creative: { headline } },
  guard: late(async () => (await loadUpdate()).updateCreativeGuard(ads)),
  undo: undoUpdateCreative,
  run: late(async () => (await loadUpdate()).updateCreative),
});

export const archive = archiveAction(ads, "Permanently archive Sponsored Brands ads.");

export const headlines = action({
  description: "Get headlines that Amazon suggests for Sponsored Brands ads of your products.",
  params: (z) => ({
    asins: asinList(z, 3),
    top: z.int().min(1).max(10).default(5).meta({ rare: true }),
    ...profile(z),
  }),
  result: Headlines,
  effect: "read",
  calls: "sb.ads.headlines",
  example: { asins: ["B07R7V6KS8"] },
  run: async ({ top, ...rest }, context) => {
    const { data, meta } = await bodyAsData(context, "sb.ads.headlines", { ...rest, maxNumSuggestions: top });
    return { data: at(data, "suggestions") ?? [], meta };
  },
});
