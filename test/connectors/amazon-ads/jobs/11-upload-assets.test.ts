import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 11: upload the images of a launch, and use them in ads.

const png = { filename: "peak-logo.png", content: "iVBORw0KGgo=" };

describeJob("upload of assets", {}, (job) => {
  test("one call uploads and registers an image, and an ad can use it at once", async () => {
    const { ask } = job();
    const made = await ask("creative_assets", "upload", {
      ...png,
      name: "Peak logo",
      assetSubTypes: ["LOGO"],
    });
    expect(made).toMatchObject({ versionId: "version_v1", name: "Peak logo", assetType: "IMAGE", size: 8 });
    const [found] = await ask<Dict[]>("creative_assets", "search", { text: "Peak" });
    expect(found).toMatchObject({ assetId: made.assetId, assetSubTypeList: ["LOGO"] });
    const { succeeded } = await ask<{ succeeded: { record: Dict }[] }>(
      "sponsored_brands_campaigns",
      "create",
      {
        campaigns: [
          {
            name: "Peaks",
            budget: 10,
            brandEntityId: (await ask<Dict[]>("sb_brands", "list"))[0]!.brandEntityId,
          },
        ],
      },
    );
    const { campaignId } = succeeded[0]!.record;
    const groups = await ask<{ succeeded: { id: string }[] }>("sponsored_brands_ad_groups", "create", {
      adGroups: [{ campaignId, name: "Peaks" }],
    });
    const creative = { brandName: "Fernhill", brandLogoAssetID: made.assetId };
    const ads = [{ adGroupId: groups.succeeded[0]!.id, name: "Peak ad", creative }];
    expect(await ask("sponsored_brands_ads", "create_auto_collection", { ads })).toMatchObject({
      failed: [],
      succeeded: [{ index: 0 }],
    });
  });

  test("a file can be a new version of an asset", async () => {
    const { ask } = job();
    const { assetId } = await ask("creative_assets", "upload", png);
    const next = { ...png, linkedAssetId: assetId, versionNotes: "darker" };
    expect(await ask("creative_assets", "upload", next)).toMatchObject({ assetId, versionId: "version_v2" });
  });

  test("a dry run sends nothing", async () => {
    const { ask, sandbox } = job();
    const before = sandbox.calls().length;
    await ask("creative_assets", "upload", { ...png, dry_run: true });
    const sent = sandbox
      .calls()
      .slice(before)
      .map(({ operation }) => operation);
    expect(sent.filter((name) => String(name).includes("/assets"))).toEqual([]);
  });

  test.each([
    [{ filename: "logo.gif" }, "params.filename"],
    [{ assetSubTypes: ["BACKGROUND_VIDEO"] }, "params.assetSubTypes[0]"],
    [{ filename: "boots.mp4", assetSubTypes: ["LOGO"] }, "params.assetSubTypes[0]"],
    [{ content: "not base64!" }, "params.content"],
    [{ versionNotes: "darker" }, "params.versionNotes"],
  ])("%j is refused before anything is sent", async (change, path) => {
    const { refused } = job();
    expect(await refused("creative_assets", "upload", { ...png, ...change })).toMatchObject({
      code: "invalid_params",
      path,
    });
  });
});
