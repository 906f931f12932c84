import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";

// How Amazon changes a creative of Sponsored Brands: a request contains the whole new version. Each format has its own
// operation, which accepts only the parts of this format.
// https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi/prod#tag/Ad-creatives

interface Format {
  /** The end of the name of the operation. */
  operation: string;
  parts: readonly string[];
  /** True if the operation accepts a list of ads, and has the same names of parts as the operation that creates ads. */
  isBatch?: true;
}

const brand = ["brandName", "brandLogoAssetID", "brandLogoCrop"];
const texts = [...brand, "headline", "consentToTranslate", "landingPage"];

const formats = {
  VIDEO: { operation: "video", parts: ["videoAssetIds", "consentToTranslate"] },
  BRAND_VIDEO: { operation: "brand_video", parts: [...texts, "asins", "videoAssetIds"] },
  PRODUCT_COLLECTION: {
    operation: "product_collection",
    parts: [...brand, "headline", "asins", "customImageAssetId", "customImageCrop"],
  },
  SLIDESHOW: {
    operation: "product_collection_extended",
    parts: [...texts, "asins", "customImages", "creativePropertiesToOptimize"],
  },
  STORE_SPOTLIGHT: {
    operation: "store_spotlight",
    parts: [...texts, "subpages", "creativePropertiesToOptimize"],
  },
  MANUAL_COLLECTION: {
    operation: "manual_collection",
    parts: [...brand, "asins", "title", "landingPage"],
    isBatch: true,
  },
  AUTO_COLLECTION: { operation: "auto_collection", parts: [...brand, "asinExclusions"], isBatch: true },
} as const satisfies Record<string, Format>;

export const creativeOperations = Object.values(formats).map(({ operation }) => operation);

/**
 * Returns the format of a creative. Ads of the format VIDEO can have no type. An ad with a slideshow has the same type as
 * an ad with one image, but another operation.
 */
export function formatOf(type: unknown, creative: Dict): Format | undefined {
  const name = type ?? "VIDEO";
  if (name === "PRODUCT_COLLECTION" && hasSlideshowParts(creative)) return formats.SLIDESHOW;
  return typeof name === "string" && name !== "SLIDESHOW" && Object.hasOwn(formats, name)
    ? formats[name as keyof typeof formats]
    : undefined;
}

const hasSlideshowParts = (creative: Dict) => {
  const plain: readonly string[] = formats.PRODUCT_COLLECTION.parts;
  return formats.SLIDESHOW.parts.some((part) => creative[part] !== undefined && !plain.includes(part));
};

/** Each image, and the part of the image that the ad shows. */
const crops = { brandLogoAssetID: "brandLogoCrop", customImageAssetId: "customImageCrop" };
const pageTypes = new Set(["PRODUCT_LIST", "STORE", "CUSTOM_URL", "DETAIL_PAGE"]);

/** Returns the parts of a version that a request can contain, with the names that they have in a new ad. */
export function partsOf(type: unknown, properties: Dict): Dict {
  const { brandLogoAssetId, originalHeadline, originalVideoAssetIds, landingPage, customImages, ...rest } =
    properties;
  const images = dicts(customImages).map(({ assetId, crop }) => ({
    assetId,
    ...(isDict(crop) ? { crop } : {}),
  }));
  const parts: Dict = {
    ...rest,
    brandLogoAssetID: brandLogoAssetId ?? rest.brandLogoAssetID,
    // A translated ad has the translation in `headline`. Amazon translates the original again.
    headline: originalHeadline ?? rest.headline,
    videoAssetIds: originalVideoAssetIds ?? rest.videoAssetIds,
    landingPage: isDict(landingPage) ? pageOf(landingPage) : undefined,
    customImages: images.length > 0 ? images : undefined,
  };
  const { creativePropertiesToOptimize } = rest;
  const format = formatOf(
    type,
    images.length > 0 ? { customImages: images } : { creativePropertiesToOptimize },
  );
  const known: readonly string[] = format?.parts ?? [];
  return Object.fromEntries(
    Object.entries(parts).filter(
      ([name, value]) => known.includes(name) && value !== undefined && value !== null,
    ),
  );
}

/** Amazon returns the address in `value` or `url`, and the type in `type` or `pageType`. */
function pageOf({ type, pageType = type, value, url = value, asins }: Dict): Dict | undefined {
  if (!pageTypes.has(String(pageType))) return undefined;
  const hasAsins = Array.isArray(asins) && asins.length > 0;
  return { pageType, ...(hasAsins ? { asins } : { url }) };
}

/** Returns the new version of a creative. The crop of a replaced image does not fit the new image. */
export function changedParts(type: unknown, current: Dict, changes: Dict): Dict {
  const outdated = new Set(
    Object.entries(crops).flatMap(([image, crop]) => (changes[image] === undefined ? [] : [crop])),
  );
  const kept = Object.fromEntries(Object.entries(current).filter(([name]) => !outdated.has(name)));
  const { customImageAssetId: assetId, customImageCrop: crop, ...next }: Dict = { ...kept, ...changes };
  const hasImage = assetId !== undefined && changes.customImageAssetId === undefined;
  // A slideshow has a list of images instead of one image.
  if (hasImage && formatOf(type, next) === formats.SLIDESHOW)
    return { customImages: [{ assetId, ...(crop === undefined ? {} : { crop }) }], ...next };
  return { ...kept, ...changes };
}

/** Returns the new version as the operation of its format expects it. */
export function creativeOnWire({ isBatch, parts }: Format, creative: Dict): Dict {
  const own = Object.fromEntries(Object.entries(creative).filter(([name]) => parts.includes(name)));
  if (isBatch) return own;
  const { brandLogoAssetID, landingPage, ...rest } = own;
  const { pageType, ...page } = isDict(landingPage) ? landingPage : {};
  return {
    ...rest,
    ...(brandLogoAssetID === undefined ? {} : { brandLogoAssetId: brandLogoAssetID }),
    ...(landingPage === undefined
      ? {}
      : { landingPage: { ...(pageType === undefined ? {} : { type: pageType }), ...page } }),
  };
}
