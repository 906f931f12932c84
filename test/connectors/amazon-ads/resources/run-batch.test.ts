import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { campaign, campaignId, openAmazon, updateCampaign } from "../spending-platform.ts";

test("fields that Amazon accepts but does not apply make the item unchanged", async () => {
  const answer = {
    campaigns: {
      success: [{ index: 0, campaignId, campaign: { ...campaign, state: "ENABLED" } }],
      error: [],
    },
  };
  const { data } = await updateCampaign(openAmazon({ response: answer }), { state: "PAUSED", name: "Shoes" });
  expect(data).toEqual({
    succeeded: [],
    failed: [],
    unchanged: [
      { index: 0, id: campaignId, reason: "NOT_APPLIED", fields: ["state"], now: { state: "ENABLED" } },
    ],
  });
});

describe("an item that failed", () => {
  const error = (location: string) => ({
    campaigns: {
      success: [],
      error: [
        {
          index: 0,
          errors: [
            {
              errorType: "rangeError",
              errorValue: {
                rangeError: {
                  reason: "TOO_LOW",
                  message: "too low",
                  cause: { location, trigger: "5" },
                  lowerLimit: "1.0",
                  upperLimit: "1000000.0",
                },
              },
            },
          ],
        },
      ],
    },
  });
  test.each([
    "$.campaigns[0].budget.budget",
    "$['campaigns'][0]['budget']['budget']",
    "campaigns/0/budget/budget",
  ])("%s names the argument; if every item failed, the error has the limits", async (location) => {
    await expect(
      updateCampaign(openAmazon({ response: error(location) }), { budget: { budget: 5 } }),
    ).rejects.toMatchObject({
      code: "upstream_rejected",
      path: "params.campaigns[0].budget.budget",
      message: expect.stringMatching(/every item failed, so nothing was changed\. .*TOO_LOW: “too low”, allowed 1\.0 to 1000000\.0/), // prettier-ignore
      outcome: "not_started",
      platform: { status: 207, code: "TOO_LOW" },
    });
  });
  test.each([undefined, 5, "nonsense[", "$"])(
    "with a location of %j, the error names the item",
    async (location) => {
      await expect(
        updateCampaign(openAmazon({ response: error(location as string) }), { name: "x" }),
      ).rejects.toMatchObject({
        path: "params.campaigns[0]",
      });
    },
  );
  test("because of a fault at Amazon leaves it unknown whether something was changed", async () => {
    const fault = { index: 0, errors: [{ errorType: "internalServerError", errorValue: {} }] };
    const response = { campaigns: { success: [], error: [fault] } };
    await expect(updateCampaign(openAmazon({ response }), { name: "x" })).rejects.toMatchObject({
      outcome: "unknown",
      message: expect.not.stringContaining("nothing was changed"),
    });
  });
});

describe("a new item", () => {
  const taken = (reason: string, key: string) => ({
    index: 0,
    errors: [
      {
        errorType: "duplicateValueError",
        errorValue: { duplicateValueError: { reason, cause: { location: `$.${key}[0]` } } },
      },
    ],
  });
  const campaigns = [
    { name: "Shoes", targetingType: "AUTO", budget: { budget: 10 } },
    { name: "Hats", targetingType: "AUTO", budget: { budget: 10 } },
  ] as const;
  const create = (reason: string, items: readonly (typeof campaigns)[number][]) => {
    const success = items.slice(1).map((_, place) => ({ index: place + 1, campaignId: "5" }));
    const response = { campaigns: { success, error: [taken(reason, "campaigns")] } };
    return openAmazon({ response }).ads.sponsored_product_campaigns.create({ campaigns: [...items] });
  };

  test.each(["NAME_NOT_UNIQUE", "DUPLICATE_VALUE"])(
    "whose name is taken failed (%s), because the other record can be different",
    async (reason) => {
      await expect(create(reason, campaigns.slice(0, 1))).rejects.toMatchObject({
        code: "upstream_rejected",
        hint: expect.stringContaining("list"),
        platform: { code: reason },
      });
      const { data, meta } = await create(reason, campaigns);
      expect(data).toMatchObject({
        succeeded: [{ index: 1 }],
        failed: [{ index: 0, reason, hint: expect.stringContaining("Choose another name") }],
        unchanged: [],
      });
      expect(meta.already).toBeUndefined();
      expect(meta.warnings).toEqual(["1 of 2 items failed; see data.failed."]);
    },
  );

  test("that is a rule with a taken name failed", async () => {
    const failed = { index: 0, code: "DUPLICATE_VALUE", details: "The rule name is taken" };
    const { ads } = openAmazon({ response: { responses: [failed] } });
    const rules = [{ name: "Spring", startDate: "2026-03-20", increasePercent: 10 }];
    await expect(ads.budget_rules.create({ rules })).rejects.toMatchObject({
      code: "upstream_rejected",
      platform: { code: "DUPLICATE_VALUE" },
    });
    await expect(ads.bid_rules.create({ rules })).rejects.toMatchObject({
      code: "upstream_rejected",
      platform: { code: "DUPLICATE_VALUE" },
    });
  });

  test("with the text and match type of an existing keyword is unchanged, and a warning names what can differ", async () => {
    const keyword = { campaignId, adGroupId: "3", keywordText: "tent", matchType: "EXACT" } as const;
    const response = { keywords: { success: [], error: [taken("DUPLICATE_VALUE", "keywords")] } };
    const { data, meta } = await openAmazon({ response }).ads.sponsored_product_keywords.create({
      keywords: [{ ...keyword, bid: 1 }],
    });
    expect(data).toMatchObject({ failed: [], unchanged: [{ index: 0, reason: "DUPLICATE_VALUE" }] });
    expect(meta).toMatchObject({
      already: "DUPLICATE_VALUE",
      warnings: expect.arrayContaining([
        "1 of 1 items existed already. Bids and states can differ from the call.",
      ]),
    });
  });
});

test("a change by percent of which Amazon refuses an item warns about this item and about skipped records", async () => {
  const sandbox = amazonAdsSandbox({ rateLimits: false });
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
  sandbox.fail({ kind: "items", indexes: [0], operation: "PUT /sp/keywords" });
  const { data, meta } = await ads.sponsored_product_keywords.change_by_percent({
    profileId: "2381940675312846",
    keywordIds: ["172472135954996", "173090169943745", "404"],
    percent: -10,
  });
  expect(data).toMatchObject({ succeeded: [{ index: 1 }], failed: [{ index: 0 }] });
  expect(meta.warnings).toEqual(["1 of 2 items failed; see data.failed.", expect.stringContaining("404")]);
});

describe("the hint for a record whose campaign is archived", () => {
  const errors = [
    {
      errorType: "parentEntityError",
      errorValue: { parentEntityError: { reason: "PARENT_ENTITY_ARCHIVED", message: "archived" } },
    },
  ];
  const response = { keywords: { success: [], error: [{ index: 0, errors }] } };
  const keyword = { campaignId, adGroupId: "2", keywordText: "lamp", matchType: "EXACT" } as const;

  test("proposes another campaign for a new record", async () => {
    const call = openAmazon({ response }).ads.sponsored_product_keywords.create({ keywords: [keyword] });
    await expect(call).rejects.toMatchObject({ hint: expect.stringMatching(/in another campaign/) });
  });
  test("proposes no new record for a changed bid", async () => {
    const bids = { keywords: [{ keywordId: "7", bid: 0.1 }] };
    await expect(openAmazon({ response }).ads.sponsored_product_keywords.update(bids)).rejects.toMatchObject({
      hint: expect.stringMatching(/shows no ads and cannot be changed\. Tell the user\. Do not create/),
    });
  });
});
