import { describe, expect, test } from "vitest";
import { open, reply, type Sent } from "../bench.ts";

type Dict = Record<string, unknown>;

const target = (targetId: number) => ({ targetId, campaignId: 11, adGroupId: 22, bid: 1, state: "enabled" });

/** A simulated Amazon that lists the targets 1 to 3, one on each page. */
const openTargets = (answer: object) =>
  open(({ url, method, body }: Sent) => {
    if (method === "PUT") return reply(answer, 200);
    if (url.pathname !== "/sb/targets/list") return undefined;
    const page = Number((JSON.parse(body) as Dict).nextToken ?? 1);
    return { targets: [target(page)], ...(page < 3 ? { nextToken: String(page + 1) } : {}) };
  });

const lists = ({ sent }: ReturnType<typeof open>) =>
  sent.filter(({ url }) => url.pathname === "/sb/targets/list").length;
const writes = ({ sent }: ReturnType<typeof open>) => sent.filter(({ method }) => method === "PUT");

describe("targets of Sponsored Brands, which Amazon cannot list by their ids", () => {
  const answer = {
    updateTargetSuccessResults: [{ targetRequestIndex: 1, targetId: 2 }],
    updateTargetErrorResults: [{ targetRequestIndex: 0, targetId: 1, code: "INVALID_ARGUMENT", details: "too low" }], // prettier-ignore
  };

  test("are found on any page, and the request repeats the ids of their parents", async () => {
    const one = openTargets(answer);
    const targets = [
      { targetId: "1", bid: 0.5 },
      { targetId: "2", bid: 0.5 },
    ];
    const { data } = await one.ads.sb_targets.update({ targets });
    expect(writes(one).map(({ body }) => body)).toEqual([
      '{"targets":[{"targetId":1,"bid":0.5,"campaignId":11,"adGroupId":22},{"targetId":2,"bid":0.5,"campaignId":11,"adGroupId":22}]}',
    ]);
    expect(data).toMatchObject({
      succeeded: [{ index: 1, id: "2" }],
      failed: [{ index: 0, id: "1", reason: "INVALID_ARGUMENT", message: "too low" }],
    });
    // The guard and the write read two of the three pages.
    expect(lists(one)).toBe(4);
  });

  test("that do not exist are refused after the last page, and nothing is sent", async () => {
    const one = openTargets(answer);
    for (const call of [
      one.ads.sb_targets.update({ targets: [{ targetId: "9", bid: 0.5 }] }),
      one.ads.sb_targets.archive({ targetIds: ["9"] }),
    ])
      await expect(call).rejects.toMatchObject({ code: "not_found", outcome: "not_started" });
    expect(writes(one)).toEqual([]);
  });
});

test("the reason for a refused keyword is inside an object that has the name of the error", async () => {
  const keyword = { keywordId: 7, campaignId: 11, adGroupId: 22, bid: 1, state: "enabled" };
  const error = { code: "INVALID_ARGUMENT", description: "no bid", errors: [{ KeywordError: { reason: "KEYWORD_BID_TOO_LOW" } }] }; // prettier-ignore
  const one = open(({ method, url }) => {
    if (url.pathname !== "/sb/keywords") return undefined;
    return method === "PUT" ? reply([error], 207) : [keyword];
  });
  await expect(
    one.ads.sb_keywords.update({ keywords: [{ keywordId: "7", bid: 0.5 }] }),
  ).rejects.toMatchObject({
    code: "upstream_rejected",
    message: expect.stringContaining("KEYWORD_BID_TOO_LOW: “no bid”"),
    outcome: "not_started",
  });
});

test("the version that Amazon adds to the id of an asset does not count as an unapplied field", async () => {
  const creative = { asins: ["B07R7V6KS8"], videoAssetIds: ["amzn1.assetlibrary.asset1.b961"] };
  const made = { ...creative, videoAssetIds: ["amzn1.assetlibrary.asset1.b961:version_v1"] };
  const one = open(({ url }) =>
    url.pathname === "/sb/v4/ads/video"
      ? reply({ ads: { success: [{ index: 0, adId: "5", ad: { adId: "5", creative: made } }], error: [] } }, 207) // prettier-ignore
      : url.pathname === "/sp/campaigns/list"
        ? { campaigns: [] }
        : undefined,
  );
  const ads = [{ adGroupId: "22", name: "Boots", creative }];
  const { data, meta } = await one.ads.sponsored_brands_ads.create_video({ ads });
  expect(data).toMatchObject({ succeeded: [{ index: 0, id: "5" }], unchanged: [] });
  expect(meta.undo).toMatchObject({ action: "archive", params: { adIds: ["5"] } });
});
