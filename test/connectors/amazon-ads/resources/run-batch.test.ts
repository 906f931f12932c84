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
    unchanged: [{ index: 0, id: campaignId, reason: "NOT_APPLIED", fields: ["state"] }],
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
      message: expect.stringMatching(/every item failed, so nothing was changed\. .*TOO_LOW: too low, allowed 1\.0 to 1000000\.0/), // prettier-ignore
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
