import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

type Call = (entity: string, action: string, params: object) => Promise<{ data: Record<string, unknown>[] }>;

const profileId = "2381940675312846";
const sandbox = amazonAdsSandbox({ rateLimits: false });
const policy = { effects: ["read", "write"] } as const;
const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, policy });
const call: Call = (entity, action, params) =>
  (ads.execute as unknown as Call)(entity, action, { profileId, ...params });

describe("an update that changes one record twice is refused, and nothing is sent", () => {
  test.each<[entity: string, param: string, id: string, more?: object]>([
    ["sponsored_product_campaigns", "campaigns", "campaignId"],
    ["sponsored_product_ad_groups", "adGroups", "adGroupId"],
    ["sponsored_product_keywords", "keywords", "keywordId"],
    ["sponsored_product_targets", "targetingClauses", "targetId"],
    ["sponsored_brands_campaigns", "campaigns", "campaignId"],
    ["sb_keywords", "keywords", "keywordId"],
    ["sb_targets", "targets", "targetId"],
    ["sb_themes", "themes", "themeId"],
    ["sd_campaigns", "campaigns", "campaignId"],
    ["sd_ad_groups", "adGroups", "adGroupId"],
    ["sd_targets", "targets", "targetId"],
    ["portfolios", "portfolios", "portfolioId"],
    ["budget_rules", "rules", "ruleId", { product: "sp" }],
    ["bid_rules", "rules", "ruleId"],
  ])("%s", async (entity, param, id, more = {}) => {
    const { data } = await call(entity, "list", more);
    const { [id]: first, state } = data.find((one) => one.state !== "ARCHIVED")!;
    const before = sandbox.calls().length;
    const item = { [id]: first, ...(entity === "portfolios" ? { name: "Spring" } : { state }) };
    const items = [item, item];
    await expect(call(entity, "update", { ...more, [param]: items })).rejects.toMatchObject({
      code: "invalid_params",
      path: `params.${param}[1].${id}`,
      outcome: "not_started",
      message: expect.stringContaining(`${param}[1] and ${param}[0] change the same record`),
    });
    expect(sandbox.calls().length).toBe(before);
  });

  test("a pause with a higher budget and a later start do not pass as two harmless changes", async () => {
    const campaignId = "144373194309380061";
    const campaigns = [
      { campaignId, state: "PAUSED", budget: { budget: 5000, budgetType: "DAILY" } },
      { campaignId, state: "ENABLED" },
    ];
    const update = call("sponsored_product_campaigns", "update", { campaigns });
    await expect(update).rejects.toMatchObject({ code: "invalid_params" });
  });
});
