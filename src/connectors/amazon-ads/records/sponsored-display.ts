import type { Zod } from "../../../core/contract/action.ts";
import { flag, number, text, texts } from "./common-fields.ts";

/** The value of `views`, `purchases` and `audience` is a list of parts. */
const displayExpression = (z: Zod) =>
  z
    .array(
      z.object({
        type: text(z),
        value: z.union([z.string(), z.array(z.object({ type: text(z), value: text(z) }))]).nullish(),
        eventType: text(z),
      }),
    )
    .nullish();

export const DisplayCampaign = (z: Zod) =>
  z.object({
    campaignId: z.string(),
    name: text(z),
    state: text(z),
    tactic: text(z),
    costType: text(z),
    budget: number(z),
    budgetType: text(z),
    startDate: text(z),
    endDate: text(z),
    portfolioId: text(z),
    deliveryProfile: text(z),
  });

export const DisplayAdGroup = (z: Zod) =>
  z.object({
    adGroupId: z.string(),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    defaultBid: number(z),
    bidOptimization: text(z),
    tactic: text(z),
    creativeType: text(z),
  });

export const DisplayAd = (z: Zod) =>
  z.object({
    adId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    asin: text(z),
    sku: text(z),
    adName: text(z),
    state: text(z),
    landingPageURL: text(z),
    landingPageType: text(z),
  });

export const DisplayNegativeTarget = (z: Zod) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    expressionType: text(z),
    expression: displayExpression(z),
    resolvedExpression: displayExpression(z),
    state: text(z),
    servingStatus: text(z),
  });

export const DisplayTarget = (z: Zod) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressionType: text(z),
    expression: displayExpression(z),
    resolvedExpression: displayExpression(z),
    bid: number(z),
    state: text(z),
  });

const image = (z: Zod) =>
  z.object({
    assetId: text(z),
    assetVersion: text(z),
    croppingCoordinates: z
      .object({ top: number(z), left: number(z), width: number(z), height: number(z) })
      .nullish(),
  });

const video = (z: Zod) =>
  z.object({
    assetId: text(z),
    assetVersion: text(z),
    originalAssetId: text(z),
    originalAssetVersion: text(z),
  });

export const DisplayCreative = (z: Zod) =>
  z.object({
    creativeId: z.string(),
    adGroupId: text(z),
    creativeType: text(z),
    moderationStatus: text(z),
    properties: z
      .object({
        headline: text(z),
        originalHeadline: text(z),
        hasTermsAndConditions: flag(z),
        brandLogo: image(z).nullish(),
        rectCustomImage: image(z).nullish(),
        squareCustomImage: image(z).nullish(),
        squareImages: z.array(image(z)).nullish(),
        horizontalImages: z.array(image(z)).nullish(),
        verticalImages: z.array(image(z)).nullish(),
        video: video(z).nullish(),
        squareVideos: z.array(video(z)).nullish(),
        horizontalVideos: z.array(video(z)).nullish(),
        verticalVideos: z.array(video(z)).nullish(),
        backgrounds: z.array(z.object({ color: text(z) })).nullish(),
      })
      .nullish(),
  });

const position = (z: Zod) => z.object({ start: number(z), end: number(z) }).nullish();

const reviewedImages = (z: Zod) =>
  z
    .array(
      z.object({
        reviewedImageUrl: text(z),
        imageEvidences: z
          .array(
            z.object({
              violatingImageCrop: z
                .object({ topLeftX: number(z), topLeftY: number(z), width: number(z), height: number(z) })
                .nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish();

export const DisplayModeration = (z: Zod) =>
  z.object({
    creativeId: z.string(),
    creativeType: text(z),
    moderationStatus: text(z),
    etaForModeration: text(z),
    policyViolations: z
      .array(
        z.object({
          policyDescription: text(z),
          policyLinkUrl: text(z),
          violatingHeadlineContents: z
            .array(
              z.object({
                reviewedText: text(z),
                textEvidence: z
                  .array(z.object({ violatingText: text(z), violatingTextPosition: position(z) }))
                  .nullish(),
              }),
            )
            .nullish(),
          violatingBrandLogoContents: reviewedImages(z),
          violatingCustomImageContents: reviewedImages(z),
          violatingVideoContents: z
            .array(
              z.object({
                reviewedVideoUrl: text(z),
                videoEvidences: z.array(z.object({ violatingVideoPosition: position(z) })).nullish(),
              }),
            )
            .nullish(),
        }),
      )
      .nullish(),
  });

/** The suggested bids in the order of the expressions. An item whose `code` is not 200 has no bid. */
export const DisplayBids = (z: Zod) =>
  z.object({
    bidRecommendations: z.array(
      z.object({
        code: text(z),
        rangeLower: number(z),
        recommended: number(z),
        rangeUpper: number(z),
        details: text(z),
      }),
    ),
  });

export const DisplayTargetAdvice = (z: Zod) =>
  z.object({
    products: z.array(z.object({ asin: text(z), rank: number(z) })).nullish(),
    categories: z
      .array(
        z.object({
          category: z.union([z.string(), z.number()]).nullish(),
          name: text(z),
          translatedName: text(z),
          path: texts(z),
          translatedPath: texts(z),
          targetableAsinCountRange: z.object({ rangeLower: number(z), rangeUpper: number(z) }).nullish(),
          rank: number(z),
        }),
      )
      .nullish(),
  });

export const Preview = (z: Zod) => z.object({ previewHtml: text(z) });
