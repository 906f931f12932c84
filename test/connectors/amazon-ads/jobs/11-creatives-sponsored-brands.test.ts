import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 11 for Sponsored Brands: change the headline, logo, images, products or video of an ad.

const day = 86_400_000;
const boots = "amzn1.assetlibrary.asset1.fernhill-boots";
const banner = "amzn1.assetlibrary.asset1.fernhill-camp";

describeJob("creatives of Sponsored Brands", undefined, (job) => {
  const adOf = async (type: string) => {
    const ads = await job().ask<{ adId: string; creative: Dict }[]>("sponsored_brands_ads", "list");
    return ads.find(({ creative }) => creative.type === type)!;
  };
  const shown = async (adId: string) => {
    const [ad] = await job().ask<{ creative: Dict }[]>("sponsored_brands_ads", "list", { adIds: [adId] });
    return ad!.creative;
  };

  test("a new headline is reviewed, the ad shows the old one meanwhile, and the other parts stay", async () => {
    const { ask, metaOf, sandbox } = job();
    const { adId, creative } = await adOf("PRODUCT_COLLECTION");
    const change = { adId, creative: { headline: "Pack light, go further" } };
    const dry = await ask("sponsored_brands_ads", "update_creative", { ...change, dry_run: true });
    expect(dry).toMatchObject({
      effect: "write",
      before: [{ creative: { headline: creative.headline } }],
      after: [{ creative: { ...change.creative, asins: creative.asins, brandName: creative.brandName } }],
    });
    const { undo } = await metaOf("sponsored_brands_ads", "update_creative", change);
    expect(await shown(adId)).toMatchObject({ headline: creative.headline });
    const statuses = async () =>
      (await ask<Dict[]>("sponsored_brands_ads", "creatives", { adId })).map(
        ({ creativeStatus }) => creativeStatus,
      );
    expect(await statuses()).toEqual(["PUBLISHED", "PENDING_MODERATION_REVIEW"]);
    sandbox.clock.advance(day);
    expect(await shown(adId)).toMatchObject({ ...creative, ...change.creative });
    expect(await statuses()).toEqual(["APPROVED_BY_MODERATION", "PUBLISHED"]);
    await ask(undo!.entity, undo!.action, undo!.params as Dict);
    sandbox.clock.advance(day);
    expect(await shown(adId)).toMatchObject(creative);
  });

  test("a second change before the review ends keeps the first one", async () => {
    const { ask, sandbox } = job();
    const { adId } = await adOf("PRODUCT_COLLECTION");
    await ask("sponsored_brands_ads", "update_creative", { adId, creative: { headline: "First change" } });
    sandbox.clock.advance(1000);
    await ask("sponsored_brands_ads", "update_creative", { adId, creative: { brandName: "Fernhill Co" } });
    sandbox.clock.advance(day);
    expect(await shown(adId)).toMatchObject({ headline: "First change", brandName: "Fernhill Co" });
  });

  test("a part that the format of the ad does not have is refused, and the error names the parts", async () => {
    const { refused } = job();
    const { adId } = await adOf("PRODUCT_COLLECTION");
    const error = await refused("sponsored_brands_ads", "update_creative", {
      adId,
      creative: { videoAssetIds: [boots] },
    });
    expect(error).toMatchObject({ code: "invalid_params", path: "params.creative.videoAssetIds" });
    expect(error.message).toContain("PRODUCT_COLLECTION");
    expect(error.message).toContain("headline");
  });

  test("what Amazon refuses is an error, and the ad stays as it is", async () => {
    const { refused } = job();
    const { adId, creative } = await adOf("BRAND_VIDEO");
    const wrong = { adId, creative: { brandLogoAssetID: boots } };
    expect((await refused("sponsored_brands_ads", "update_creative", wrong)).message).toContain("IMAGE");
    expect(await shown(adId)).toEqual(creative);
  });

  test("images added to an ad with one image make a slideshow, and the added part has no undo", async () => {
    const { ask, metaOf, sandbox } = job();
    const { adId } = await adOf("PRODUCT_COLLECTION");
    const meta = await metaOf("sponsored_brands_ads", "update_creative", {
      adId,
      creative: { customImages: [{ assetId: banner }] },
    });
    expect(meta).not.toHaveProperty("undo");
    sandbox.clock.advance(day);
    const [newest] = await ask<Dict[]>("sponsored_brands_ads", "creatives", {
      adId,
      statuses: ["PUBLISHED"],
    });
    expect(newest!.creativeProperties).toMatchObject({ customImages: [{ assetId: banner }] });
  });
});
