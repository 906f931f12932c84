import type { GuardRead, Judgement } from "agent-connectors/toolkit";
import { expect, test } from "vitest";
import {
  createCreativesGuard,
  updateCreativesGuard,
} from "../../../../src/connectors/amazon-ads/display/creative-guards.ts";

type Dict = Record<string, unknown>;

const account = { profile: { profileId: "1", currencyCode: "USD" } };
const logo = { assetId: "a", assetVersion: "1" };

/** Returns a read of records: one campaign with a budget of 25, its only ad group, and the ad group's target. */
const platform = (records: { group?: Dict; ads?: Dict[]; creative?: Dict } = {}): GuardRead => {
  const parents = { campaignId: "10", adGroupId: "20" };
  const lists: Record<string, Dict[]> = {
    sd_campaigns: [{ campaignId: "10", name: "Tents", state: "enabled", budget: 25 }],
    sd_ad_groups: [{ ...parents, name: "Tents", state: "enabled", defaultBid: 0.5, ...records.group }],
    sd_targets: [{ ...parents, targetId: "30", state: "enabled", bid: 0.7 }],
    sd_product_ads: records.ads ?? [],
    sd_creatives: [{ creativeId: "40", adGroupId: "20", creativeType: "IMAGE", ...records.creative }],
  };
  return async (entity) => ({ data: lists[entity], meta: account });
};
const create = (read: GuardRead) =>
  createCreativesGuard({ creatives: [{ adGroupId: "20", properties: { headline: "Hi" } }] }, read, 0);
const update = (read: GuardRead) =>
  updateCreativesGuard({ creatives: [{ creativeId: "40", properties: { headline: "Hi" } }] }, read, 0);
const capsOf = ({ raises = [] }: Judgement) => raises.map(({ cap, to }) => [cap, to]);

const offAmazon = [{ adId: "50", adGroupId: "20", campaignId: "10", state: "enabled", landingPageType: "OFF_AMAZON_LINK" }]; // prettier-ignore

test.each([
  ["an ad group that shows its products without a creative", platform(), "write"],
  ["an ad group with videos", platform({ group: { creativeType: "VIDEO" } }), "spend"],
  ["an ad that links to a page outside Amazon", platform({ ads: offAmazon }), "spend"],
] as const)("a creative for %s", async (_, read, effect) => {
  for (const guard of [create, update]) expect((await guard(read)).effects).toEqual([effect]);
});

test("a creative that starts its ad group counts the bids and the campaign's budget", async () => {
  const caps = capsOf(await create(platform({ group: { creativeType: "VIDEO" } })));
  expect(caps).toContainEqual(["max_daily_budget", 25]);
  expect(caps).toContainEqual(["max_bid", 0.7]);
});

test("an approved creative already shows ads, so its change is a write", async () => {
  const read = (moderationStatus: string) => platform({ ads: offAmazon, creative: { moderationStatus } });
  expect((await update(read("APPROVED"))).effects).toEqual(["write"]);
  expect((await update(read("REJECTED"))).effects).toEqual(["spend"]);
});

test("an update sends the parts that the call does not name, without the fields that only Amazon sets", async () => {
  const properties = {
    headline: "Old",
    originalHeadline: "Alt",
    brandLogo: { ...logo, url: "https://m.media-amazon.com/x.png" },
    squareImages: [{ ...logo, croppingCoordinates: { top: 0, left: 0, width: 1, height: 1 }, url: "x" }],
    video: { ...logo, originalAssetId: "b" },
    rectCustomImage: null,
  };
  const { params, before } = await update(platform({ creative: { properties } }));
  const kept = { brandLogo: logo, squareImages: [{ ...logo, croppingCoordinates: { top: 0, left: 0, width: 1, height: 1 } }], video: logo }; // prettier-ignore
  expect(params).toEqual({
    creatives: [{ creativeId: "40", creativeType: "IMAGE", properties: { ...kept, headline: "Hi" } }],
  });
  expect(before).toMatchObject([{ properties: { ...kept, headline: "Old" } }]);
});

test("a call that names one creative twice is refused before anything is read", async () => {
  const item = { creativeId: "40", properties: { headline: "Hi" } };
  const read = () => expect.fail("nothing is read");
  await expect(updateCreativesGuard({ creatives: [item, item] }, read, 0)).rejects.toMatchObject({
    code: "invalid_params",
    path: "params.creatives[1].creativeId",
  });
});
