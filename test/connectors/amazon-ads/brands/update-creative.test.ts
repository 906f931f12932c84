import { expect, test } from "vitest";
import { type Platform, type Sent, open } from "../bench.ts";

type Dict = Record<string, unknown>;

const adId = "144373194309380062";
const logo = "amzn1.assetlibrary.asset1.logo:version_v1";
const page = { type: "STORE", value: "https://www.amazon.com/stores/page/1" };
const brand = {
  brandName: "Fernhill",
  brandLogoAssetId: logo,
  brandLogoCrop: { top: 0, left: 0, width: 400, height: 400 },
};
const asins = ["B07R7V6KS8", "B07X2X4D5H", "B003L1717K"];
const caps = { max_daily_budget: { USD: 1e6 }, max_bid: { USD: 1e3 }, max_effective_bid: { USD: 1e3 } };

/** Amazon with one ad, whose creative has these versions, the newest first. */
const amazon =
  (type: string | undefined, properties: Dict, statuses = ["PUBLISHED"]): Platform =>
  ({ url: { pathname } }: Sent) => {
    const creative = type === undefined ? {} : { type };
    if (pathname === "/sb/v4/ads/list")
      return { ads: [{ adId, adGroupId: "20", campaignId: "10", name: "Ad", state: "ENABLED", creative }] };
    if (pathname === "/sb/ads/creatives/list")
      return {
        creatives: statuses.map((creativeStatus, index) => ({
          adId,
          creativeStatus,
          creationTime: 100 - index,
          creativeProperties: index === 0 ? properties : { headline: "Older" },
        })),
      };
    if (pathname === "/sb/v4/adGroups/list")
      return { adGroups: [{ adGroupId: "20", campaignId: "10", name: "Group", state: "ENABLED" }] };
    if (pathname === "/sb/v4/campaigns/list")
      return {
        campaigns: [{ campaignId: "10", name: "C", state: "ENABLED", budget: 25, budgetType: "DAILY" }],
      };
    if (pathname === "/sb/keywords") return [];
    if (/^\/sb\/(targets|themes)\/list/.test(pathname)) return { targets: [], themes: [] };
    if (/^\/sb\/ads\/creatives\/(manual|auto)/.test(pathname))
      return { creatives: { success: [{ index: 0, adId, creativeVersion: "2" }] } };
    return pathname.startsWith("/sb/ads/creatives/") ? { adId, creativeVersion: "2" } : undefined;
  };

// https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi/prod#tag/Ad-creatives
test.each<[string, string | undefined, Dict, Dict, string, Dict]>([
  [
    "a video",
    undefined,
    { videoAssetIds: ["v1"] },
    { videoAssetIds: ["v2"] },
    "video",
    { videoAssetIds: ["v2"] },
  ],
  [
    "the headline of a brand video",
    "BRAND_VIDEO",
    { ...brand, headline: "Old", asins, videoAssetIds: ["v1"], landingPage: page, brandLogoUrl: "https://x" },
    { headline: "New" },
    "brandVideo",
    {
      ...brand,
      headline: "New",
      asins,
      videoAssetIds: ["v1"],
      landingPage: { type: "STORE", url: page.value },
    },
  ],
  [
    "a translated headline, of which Amazon needs the original",
    "BRAND_VIDEO",
    { ...brand, headline: "Neu", originalHeadline: "New", videoAssetIds: ["v-de"], originalVideoAssetIds: ["v-en"], consentToTranslate: true }, // prettier-ignore
    { asins },
    "brandVideo",
    { ...brand, headline: "New", videoAssetIds: ["v-en"], consentToTranslate: true, asins },
  ],
  [
    "a logo, whose crop does not fit the new logo",
    "PRODUCT_COLLECTION",
    { ...brand, headline: "Old", asins, landingPage: page },
    { brandLogoAssetID: "new" },
    "productCollection",
    { brandName: "Fernhill", brandLogoAssetId: "new", headline: "Old", asins },
  ],
  [
    "an ad with a slideshow",
    "PRODUCT_COLLECTION",
    { ...brand, headline: "Old", asins, customImages: [{ assetId: "i1", url: "https://x" }] },
    { headline: "New" },
    "productCollectionExtended",
    { ...brand, headline: "New", asins, customImages: [{ assetId: "i1" }] },
  ],
  [
    "the landing page of an ad with one image, which becomes a slideshow of one image",
    "PRODUCT_COLLECTION",
    { ...brand, headline: "Old", asins, customImageAssetId: "i1" },
    { landingPage: { pageType: "PRODUCT_LIST", asins } },
    "productCollectionExtended",
    { ...brand, headline: "Old", asins, customImages: [{ assetId: "i1" }], landingPage: { type: "PRODUCT_LIST", asins } }, // prettier-ignore
  ],
  [
    "the pages of a store spotlight",
    "STORE_SPOTLIGHT",
    { ...brand, headline: "Old", subpages: [] },
    { subpages: asins.map((asin) => ({ asin, pageTitle: asin, url: page.value })) },
    "storeSpotlight",
    {
      ...brand,
      headline: "Old",
      subpages: asins.map((asin) => ({ asin, pageTitle: asin, url: page.value })),
    },
  ],
])("%s: the request has the whole new version", async (_, type, properties, creative, path, sent) => {
  const { ads, calls } = open(amazon(type, properties));
  const { data } = await ads.sponsored_brands_ads.update_creative({ adId, creative } as never);
  expect(data).toMatchObject({ adId, creativeVersion: "2" });
  const last = calls().at(-1)!;
  expect(last.url.pathname).toBe(`/sb/ads/creatives/${path}`);
  expect(last.headers.get("content-type")).toBe("application/vnd.sbAdCreativeResource.v4+json");
  expect(last.json()).toEqual({ adId, creative: sent });
});

test.each([
  [
    "MANUAL_COLLECTION",
    { asins: asins.toReversed() },
    "manualCollection",
    { asins: asins.toReversed(), title: "Tents" },
  ],
  ["AUTO_COLLECTION", { asinExclusions: asins }, "autoCollection", { asinExclusions: asins }],
])("%s: the request has a list, and the names of a new ad", async (type, creative, path, sent) => {
  const { brandLogoAssetId, ...others } = brand;
  const current = {
    ...others,
    brandLogoAssetId,
    ...(type === "MANUAL_COLLECTION" ? { asins, title: "Tents" } : {}),
  };
  const { ads, calls } = open(amazon(type, current));
  const { data } = await ads.sponsored_brands_ads.update_creative({ adId, creative });
  expect(data).toEqual({ adId, creativeType: type });
  expect(calls().at(-1)!.url.pathname).toBe(`/sb/ads/creatives/${path}`);
  expect(calls().at(-1)!.json()).toEqual({
    ads: [{ adId, creative: { ...others, brandLogoAssetID: brandLogoAssetId, ...sent } }],
  });
});

const headline = { adId, creative: { headline: "New" } };
const collection = { ...brand, headline: "Old", asins };

test.each([
  [["PENDING_MODERATION_REVIEW", "PUBLISHED"], "write"],
  [["REJECTED_BY_MODERATION"], "spend"],
  [["PENDING_MODERATION_REVIEW"], "spend"],
  [[], "spend"],
])(
  "if the versions are %j, the call has the effect %s, because a first approved version starts the ad",
  async (statuses, effect) => {
    const { ads } = open(amazon("PRODUCT_COLLECTION", collection, statuses), { policy: { caps } });
    const { data } = await ads.sponsored_brands_ads.update_creative({ ...headline, dry_run: true });
    expect(data).toMatchObject({ effect });
  },
);

test("a policy without spending refuses to start an ad, and says why; nothing is sent", async () => {
  const { ads, calls } = open(amazon("PRODUCT_COLLECTION", collection, ["REJECTED_BY_MODERATION"]), {
    policy: { effects: ["read", "write"] },
  });
  await expect(ads.sponsored_brands_ads.update_creative(headline)).rejects.toMatchObject({
    code: "policy_denied",
    message: expect.stringContaining("No version of the creative") as string,
  });
  expect(calls().map(({ url }) => url.pathname)).not.toContain("/sb/ads/creatives/productCollection");
});

test("an ad of an unknown format is not changed", async () => {
  const { ads } = open(amazon("NEW_FORMAT", collection));
  await expect(ads.sponsored_brands_ads.update_creative(headline)).rejects.toMatchObject({
    code: "invalid_params",
    path: "params.adId",
  });
});
