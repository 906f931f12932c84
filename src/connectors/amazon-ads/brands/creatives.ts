import type { Zod } from "../../../core/contract/action.ts";
import { asin, asins, items } from "../params.ts";

// Each format of Sponsored Brands ads has its own creative.
// https://advertising.amazon.com/API/docs/en-us/guides/sponsored-brands/ads/overview

const assetId = (z: Zod) =>
  z
    .string()
    .regex(/^[\w.:-]{1,200}$/)
    .describe("assetId from creative_assets.search");
const address = (z: Zod) => z.string().regex(/^https:\/\/\S{1,2000}$/).describe("https address"); // prettier-ignore
const brandName = (z: Zod) => z.string().min(1).max(30);
const headline = (z: Zod) => z.string().min(1).max(50);
const translate = (z: Zod) => z.boolean().describe("Amazon may translate").optional().meta({ rare: true });

/** The part of an image that the ad shows, in pixels. Default: the whole image. */
const crop = (z: Zod) => {
  const pixels = z.int().min(0).max(100_000);
  return z
    .strictObject({ top: pixels, left: pixels, width: pixels, height: pixels })
    .optional()
    .meta({ rare: true });
};

const videoAssetIds = (z: Zod) => z.array(assetId(z)).length(1);
const optimized = (z: Zod) =>
  z
    .array(z.enum(["HEADLINE"]))
    .max(1)
    .describe("HEADLINE: Amazon rewrites it")
    .optional()
    .meta({ rare: true });

const brand = (z: Zod) => ({
  brandName: brandName(z),
  brandLogoAssetID: assetId(z),
  brandLogoCrop: crop(z),
});

/**
 * The page that an ad links to. `url`: the address of a Store or of another page. `asins`: the products on a page that
 * Amazon creates.
 */
export const landingPage = (z: Zod) => {
  const page = {
    pageType: z.enum(["PRODUCT_LIST", "STORE", "CUSTOM_URL", "DETAIL_PAGE"]).optional(),
    url: address(z).optional(),
    asins: asins(z, 100, 3).optional(),
  };
  return z.strictObject(page);
};

export const videoCreative = (z: Zod) =>
  z.strictObject({
    asins: asins(z, 1),
    videoAssetIds: videoAssetIds(z),
    consentToTranslate: translate(z),
  });

export const brandVideoCreative = (z: Zod) =>
  z.strictObject({
    ...brand(z),
    headline: headline(z),
    asins: asins(z, 3, 0).optional(),
    videoAssetIds: videoAssetIds(z),
    consentToTranslate: translate(z),
  });

export const collectionCreative = (z: Zod) =>
  z.strictObject({
    ...brand(z),
    headline: headline(z),
    asins: asins(z, 3, 0).optional(),
    customImageAssetId: assetId(z).optional(),
    customImageCrop: crop(z),
  });

export const extendedCreative = (z: Zod) =>
  z.strictObject({
    ...brand(z),
    headline: headline(z),
    asins: asins(z, 3, 0).optional(),
    customImages: items(z, 5, { assetId: assetId(z), crop: crop(z) }),
    creativePropertiesToOptimize: optimized(z),
    consentToTranslate: translate(z),
  });

export const manualCreative = (z: Zod) =>
  z.strictObject({
    ...brand(z),
    asins: asins(z, 10, 3),
    title: z.string().min(1).max(32).optional(),
    landingPage: z
      .strictObject({ pageType: z.enum(["PRODUCT_LIST", "STORE"]).optional(), url: address(z).optional() })
      .optional(),
  });

export const autoCreative = (z: Zod) =>
  z.strictObject({ ...brand(z), asinExclusions: asins(z, 1000, 0).optional() });

const subpages = (z: Zod) =>
  z
    .array(z.strictObject({ pageTitle: z.string().min(1).max(100), asin: asin(z), url: address(z) }))
    .length(3);

/** Parts of a creative of any format. The other parts stay as they are. */
export const creativeParts = (z: Zod) =>
  z.strictObject({
    headline: headline(z).optional(),
    brandName: brandName(z).optional(),
    brandLogoAssetID: assetId(z).optional(),
    asins: asins(z, 10, 0).optional(),
    videoAssetIds: videoAssetIds(z).optional(),
    customImageAssetId: assetId(z).optional(),
    customImages: items(z, 5, { assetId: assetId(z), crop: crop(z) }).optional(),
    landingPage: landingPage(z).optional(),
    subpages: subpages(z).optional().meta({ rare: true }),
    title: z.string().min(1).max(32).optional().meta({ rare: true }),
    asinExclusions: asins(z, 1000, 0).optional().meta({ rare: true }),
    brandLogoCrop: crop(z),
    customImageCrop: crop(z),
    creativePropertiesToOptimize: optimized(z),
    consentToTranslate: translate(z),
  });

export const spotlightCreative = (z: Zod) =>
  z.strictObject({
    ...brand(z),
    headline: headline(z),
    subpages: subpages(z),
    creativePropertiesToOptimize: optimized(z),
    consentToTranslate: translate(z),
  });
