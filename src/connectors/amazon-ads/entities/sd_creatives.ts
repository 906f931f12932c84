import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { at } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import { checkCreative, checkNewCreative, checkTwice } from "../display/check-creative.ts";
import { creativeProperties, creativeType, previewSizes } from "../display/creatives.ts";
import { undoCreatives } from "../display/undo-creatives.ts";
import { updateEffect } from "../money/guards/effect-rules.ts";
import { asin, asins, id, ids, items, profile } from "../params.ts";
import { Headlines } from "../records/common-fields.ts";
import { DisplayCreative, DisplayModeration, Preview } from "../records/sponsored-display.ts";
import { batchResult } from "../resources/batch-result-schema.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { checkItems } from "../resources/check-items.ts";
import { runBatch } from "../resources/run-batch.ts";

const loadGuards = () => import("../display/creative-guards.ts");

/** Amazon accepts only one of these filters in a request. */
const filters = (z: Zod) => ({
  adGroupIds: ids(z, 100).optional(),
  creativeIds: ids(z, 100).optional().meta({ rare: true }),
  ...profile(z),
});

const onlyOne = ({ adGroupIds, creativeIds }: { adGroupIds?: unknown; creativeIds?: unknown }) =>
  adGroupIds !== undefined && creativeIds !== undefined
    ? [{ path: "", message: "Pass either adGroupIds or creativeIds." }]
    : [];

export const list = listAction({
  description: "List the creatives of Sponsored Display ad groups: headline, logo, images and videos.",
  params: filters,
  check: onlyOne,
  result: DisplayCreative,
  calls: "sd.creatives.list",
  example: { limit: 50 },
});

export const moderation = listAction({
  description: "List the moderation status of Sponsored Display creatives, and the violated policies.",
  params: (z) => ({
    language: z
      .string()
      .regex(/^[a-z]{2}-[A-Z]{2}$/)
      .describe('language of the texts, such as "en-US"')
      .default("en-US")
      .meta({ rare: true }),
    ...filters(z),
  }),
  check: onlyOne,
  result: DisplayModeration,
  calls: "sd.creatives.moderation",
  example: { limit: 50 },
});

const translate = (z: Zod) =>
  z.boolean().describe("Amazon may translate headline and video").optional().meta({ rare: true });

const example = {
  headline: "Sleep under the stars",
  brandLogo: { assetId: "amzn1.assetlibrary.asset1.527aea846233b0f75f260d7173bf91eb" },
};

export const create = action({
  description:
    "Add creatives to Sponsored Display ad groups, one for each ad group. Amazon reviews them first. A creative cannot be deleted.",
  params: (z) => ({
    creatives: items(z, 100, {
      adGroupId: id(z),
      creativeType: creativeType(z).optional(),
      properties: creativeProperties(z),
      consentToTranslate: translate(z),
    }),
    ...profile(z),
  }),
  check: (params) => [
    ...checkItems("creatives", checkNewCreative)(params),
    ...checkTwice(params.creatives, "adGroupId", "an ad group can have only one creative"),
  ],
  ...batchResult(DisplayCreative),
  effect: updateEffect,
  calls: "sd.creatives.create",
  reads: ["sd_ad_groups.list", "sd_product_ads.list"],
  example: { creatives: [{ adGroupId: "144373194309380061", properties: example }] },
  guard: late(async () => (await loadGuards()).createCreativesGuard),
  run: (params, context) => runBatch(context, "sd.creatives.create", params),
});

export const update = action({
  description:
    "Change parts of Sponsored Display creatives. Amazon reviews a changed creative again. While a review is pending, a creative cannot be changed.",
  params: (z) => ({
    creatives: items(z, 100, {
      creativeId: id(z),
      properties: creativeProperties(z),
    }),
    ...profile(z),
  }),
  check: checkItems("creatives", checkCreative),
  ...batchResult(DisplayCreative),
  effect: updateEffect,
  calls: "sd.creatives.update",
  reads: ["sd_creatives.list", "sd_ad_groups.list", "sd_product_ads.list"],
  example: { creatives: [{ creativeId: "144373194309380061", properties: { headline: "Sleep outdoors" } }] },
  guard: late(async () => (await loadGuards()).updateCreativesGuard),
  undo: undoCreatives,
  run: (params, context) => runBatch(context, "sd.creatives.update", params),
});

export const preview = action({
  description: "Get the HTML of an ad with a Sponsored Display creative, before you create the creative.",
  params: (z) => ({
    asin: asin(z),
    size: z.enum(previewSizes).default("300x250"),
    creativeType: creativeType(z).optional().meta({ rare: true }),
    properties: creativeProperties(z).optional(),
    isMobile: z.boolean().default(false).meta({ rare: true }),
    isOnAmazon: z.boolean().default(true).meta({ rare: true }),
    ...profile(z),
  }),
  check: ({ properties, creativeType: type }) =>
    properties === undefined
      ? []
      : checkNewCreative({ properties, creativeType: type }, "").map(({ path, message }) => ({
          path: path.slice(1),
          message,
        })),
  result: Preview,
  effect: "read",
  calls: "sd.creatives.preview",
  example: { asin: "B07R7V6KS8", properties: example },
  run: ({ asin, size, creativeType: type, properties, isMobile, isOnAmazon, profileId }, context) => {
    const [width, height] = size.split("x").map(Number);
    return bodyAsData(context, "sd.creatives.preview", {
      profileId,
      creative: { creativeType: type, properties },
      previewConfiguration: { size: { width, height }, products: [{ asin }], isMobile, isOnAmazon },
    });
  },
});

export const headlines = action({
  description: "Get headlines that Amazon suggests for Sponsored Display creatives of your products.",
  params: (z) => ({
    asins: asins(z, 100),
    top: z.int().min(1).max(10).default(5).meta({ rare: true }),
    ...profile(z),
  }),
  result: Headlines,
  effect: "read",
  calls: "sd.creatives.headlines",
  example: { asins: ["B07R7V6KS8"] },
  run: async ({ top, ...rest }, context) => {
    const args = { ...rest, adFormat: "SPONSORED_DISPLAY", maxNumRecommendations: top };
    const { data, meta } = await bodyAsData(context, "sd.creatives.headlines", args);
    return { data: at(data, "recommendations") ?? [], meta };
  },
});
