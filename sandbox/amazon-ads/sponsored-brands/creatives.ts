import { assetOf } from "../creative-assets.ts";
import type { ItemChange } from "../sponsored-products/check-values.ts";
import { itemError } from "../sponsored-products/item-errors.ts";
import type { Fields } from "../types.ts";
import { isRecord } from "../http/wire-json.ts";
import type { Account } from "../world-types.ts";
import { entitiesOf } from "../world.ts";

/** A format of ads. `asins`: the smallest and the largest number of products. */
export interface Format {
  /** The type of the creative in responses. Ads of the format `video` have no type. */
  type?: string;
  asins?: readonly [number, number];
  /** The required fields of the creative. */
  needs: readonly string[];
  landingPage?: true;
}

const branded = ["brandName", "brandLogoAssetID", "headline"];

/**
 * The formats of ads. A key is the last part of the path of the request that creates the ad.
 * https://advertising.amazon.com/API/docs/en-us/guides/sponsored-brands/ads/overview
 */
export const formats: Readonly<Record<string, Format>> = {
  video: { asins: [1, 1], needs: ["asins", "videoAssetIds"] },
  brandVideo: { type: "BRAND_VIDEO", asins: [0, 3], needs: [...branded, "videoAssetIds"], landingPage: true },
  productCollection: { type: "PRODUCT_COLLECTION", asins: [0, 3], needs: branded, landingPage: true },
  productCollectionExtended: {
    type: "PRODUCT_COLLECTION",
    asins: [0, 3],
    needs: [...branded, "customImages"],
    landingPage: true,
  },
  storeSpotlight: { type: "STORE_SPOTLIGHT", needs: [...branded, "subpages"], landingPage: true },
  manualCollection: { type: "MANUAL_COLLECTION", asins: [3, 10], needs: ["brandName", "asins"] },
  autoCollection: { type: "AUTO_COLLECTION", needs: ["brandName"] },
};

/** The most characters in a text of a creative, and the most items in a list. */
const LONGEST: Readonly<Record<string, number>> = {
  brandName: 30,
  headline: 50,
  title: 32,
  videoAssetIds: 1,
  customImages: 5,
  subpages: 3,
};

/** The fields with ids of assets, and the type of these assets. */
const ASSETS: Readonly<Record<string, "IMAGE" | "VIDEO">> = {
  brandLogoAssetID: "IMAGE",
  customImageAssetId: "IMAGE",
  videoAssetIds: "VIDEO",
};

const wrong = (reason: string, message: string, field: string): Error =>
  itemError("otherError", reason, message, { field });

/** Checks a new creative. The path of the request has set the field `format`. */
export function checkCreative({ account, next }: ItemChange): void {
  const { format: name, ...creative } = next["creative"] as Fields;
  next["creative"] = creative;
  const format = formats[String(name)];
  if (!format) return;
  checkNeeds(creative, format.needs);
  if (name === "manualCollection") checkCollectionPage(creative["landingPage"]);
  if (format.landingPage) checkLandingPage(next["landingPage"] as Fields | undefined);
  checkParts(account, creative, format);
  checkOneFormat(entitiesOf(account, "sb/ads").values(), next);
}

export function checkNeeds(creative: Fields, needs: readonly string[]): void {
  for (const field of needs)
    if (creative[field] === undefined)
      throw itemError("missingValueError", "MISSING_VALUE", `${field} is required`, {
        field: `creative.${field}`,
      });
}

/** Checks the texts, the products and the assets of a creative. */
export function checkParts(account: Account, creative: Fields, format: Format): void {
  for (const [field, longest] of Object.entries(LONGEST)) {
    const value = creative[field] as string | unknown[] | undefined;
    if (value !== undefined && value.length > longest)
      throw wrong("TOO_LONG", `${field} is longer than ${longest}`, `creative.${field}`);
  }
  if (Array.isArray(creative["subpages"]) && creative["subpages"].length < 3)
    throw wrong("INVALID_ARGUMENT", "A store spotlight needs three subpages", "creative.subpages");
  const asins = (creative["asins"] ?? []) as unknown[];
  const [fewest, most] = format.asins ?? [0, 0];
  if (asins.length < fewest || asins.length > most)
    throw wrong("INVALID_ARGUMENT", `The ad needs ${fewest} to ${most} ASINs`, "creative.asins");
  if (asins.some((asin) => !account.products.some((product) => product.asin === asin)))
    throw wrong("INVALID_ASIN", "The ASIN is not one of this advertiser", "creative.asins");
  for (const [field, type] of Object.entries(ASSETS))
    for (const id of [creative[field] ?? []].flat())
      if (assetOf(account, id)?.assetType !== type)
        throw wrong("ASSET_NOT_FOUND", `${field} is not an ${type} asset`, `creative.${field}`);
}

/** Checks that all ads of the ad group have the same format. */
function checkOneFormat(ads: Iterable<{ state: string; fields: Fields }>, next: Fields): void {
  const typeOf = (fields: Fields): unknown => (fields["creative"] as Fields | undefined)?.["type"];
  for (const { state, fields } of ads)
    if (state !== "ARCHIVED" && fields["adGroupId"] === next["adGroupId"] && typeOf(fields) !== typeOf(next))
      throw wrong("TYPE_CONFLICT_IN_AD_GROUP", "The ad group has ads of another format", "adGroupId");
}

/** Checks that the landing page has an address, or a list of 3 to 100 products. */
function checkLandingPage(page: Fields | undefined): void {
  const asins = page?.["asins"];
  if (Array.isArray(asins) ? asins.length < 3 || asins.length > 100 : page?.["url"] === undefined)
    throw wrong("INVALID_ARGUMENT", "The landing page needs a url, or 3 to 100 asins", "landingPage");
}

/** A manual collection can link only to a Store or to a list of products, by address. */
export function checkCollectionPage(page: unknown): void {
  if (!isRecord(page)) return;
  const { pageType = "STORE", ...rest } = page;
  const field = "creative.landingPage";
  if (pageType !== "STORE" && pageType !== "PRODUCT_LIST")
    throw wrong("INVALID_ARGUMENT", "The pageType must be PRODUCT_LIST or STORE", field);
  if (Object.keys(rest).some((name) => name !== "url"))
    throw wrong("INVALID_ARGUMENT", "The landing page of a manual collection has only a url", field);
}

/** Adds the versions and addresses of the assets, and a missing landing page. */
export function addCreativeDefaults(account: Account, fields: Fields): void {
  const creative = fields["creative"] as Fields | undefined;
  for (const [field, url] of [
    ["brandLogoAssetID", "brandLogoUrl"],
    ["customImageAssetId", "customImageUrl"],
  ] as const) {
    const asset = assetOf(account, creative?.[field]);
    if (creative && asset)
      Object.assign(creative, { [field]: `${asset.assetId}:${asset.version}`, [url]: asset.url });
  }
  const asin = (creative?.["asins"] as unknown[] | undefined)?.[0] ?? "B0CK7R2M4Q";
  fields["landingPage"] ??= { pageType: "DETAIL_PAGE", url: `https://www.amazon.com/dp/${String(asin)}` };
}
