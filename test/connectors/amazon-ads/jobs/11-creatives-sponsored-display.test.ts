import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 11 for Sponsored Display: give ads a headline, a logo, images or a video.

const asset = (name: string) => ({
  assetId: `amzn1.assetlibrary.asset1.fernhill-${name}`,
  assetVersion: "version_v1",
});
const day = 86_400_000;

describeJob("creatives of Sponsored Display", undefined, (job) => {
  let groups = 0;
  const newAdGroup = async (more: Dict = {}) => {
    const [campaign] = await job().ask<Dict[]>("sd_campaigns", "list");
    const { succeeded } = await job().ask<{ succeeded: Dict[] }>("sd_ad_groups", "create", {
      adGroups: [{ campaignId: campaign!.campaignId, name: `Group ${++groups}`, defaultBid: 0.5, ...more }],
    });
    return succeeded[0]!.id as string;
  };

  test("a creative with a headline and a logo is suggested, previewed, created, reviewed, changed and restored", async () => {
    const { ask, metaOf, refused, sandbox } = job();
    const [{ headline } = { headline: "" }] = await ask<Dict[]>("sd_creatives", "headlines", { asins: ["B0CK7R2M4Q"] }); // prettier-ignore
    const properties = { headline, brandLogo: asset("logo") };
    const shown = await ask("sd_creatives", "preview", { asin: "B0CK7R2M4Q", size: "728x90", properties });
    expect(shown.previewHtml).toContain(headline);
    expect(shown.previewHtml).toContain("728px");

    const adGroupId = await newAdGroup();
    const made = await ask<{ succeeded: Dict[] }>("sd_creatives", "create", {
      creatives: [{ adGroupId, properties }],
    });
    const creativeId = made.succeeded[0]!.id as string;
    const find = async () => (await ask<Dict[]>("sd_creatives", "list", { creativeIds: [creativeId] }))[0]!;
    expect(await find()).toMatchObject({ adGroupId, properties, moderationStatus: "PENDING_REVIEW" });
    const again = { creatives: [{ adGroupId, properties: { headline: "Another headline" } }] };
    expect((await refused("sd_creatives", "create", again)).message).toContain("Only one creative");

    const change = { creatives: [{ creativeId, properties: { headline: "Made for the trail" } }] };
    expect((await refused("sd_creatives", "update", change)).message).toContain("PENDING_REVIEW");
    sandbox.clock.advance(day);
    expect((await find()).moderationStatus).toBe("APPROVED");
    const dry = await ask("sd_creatives", "update", { ...change, dry_run: true });
    expect(dry).toMatchObject({
      effect: "write",
      after: [{ properties: { headline: "Made for the trail", brandLogo: asset("logo") } }],
    });
    const { undo } = await metaOf("sd_creatives", "update", change);
    // The logo stays, although the call does not name it.
    expect((await find()).properties).toEqual({ ...properties, headline: "Made for the trail" });
    sandbox.clock.advance(day);
    await ask(undo!.entity, undo!.action, undo!.params as Dict);
    expect((await find()).properties).toEqual(properties);
  });

  test("a part that is added cannot be removed again, so there is no undo", async () => {
    const { metaOf, sandbox, ask } = job();
    const adGroupId = await newAdGroup();
    const made = await ask<{ succeeded: Dict[] }>("sd_creatives", "create", {
      creatives: [{ adGroupId, properties: { headline: "Sleep outdoors" } }],
    });
    sandbox.clock.advance(day);
    const meta = await metaOf("sd_creatives", "update", {
      creatives: [{ creativeId: made.succeeded[0]!.id, properties: { brandLogo: asset("logo") } }],
    });
    expect(meta).not.toHaveProperty("undo");
  });

  test("a creative that lets its ad group show ads counts as spending", async () => {
    const { ask, refused } = job();
    const video = { creativeType: "VIDEO", properties: { video: asset("boots") } };
    const text = { properties: { headline: "Sleep outdoors" } };
    const create = (adGroupId: string, creative: Dict) => ({ creatives: [{ adGroupId, ...creative }] });
    const videos = await newAdGroup({ creativeType: "VIDEO" });
    // Without caps, the policy of this job allows no call that can raise spending.
    expect(await refused("sd_creatives", "create", create(videos, video))).toMatchObject({
      code: "policy_denied",
    });
    await ask("sd_creatives", "create", create(await newAdGroup(), text));
  });
});
