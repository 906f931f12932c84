import { agentTools, approvals } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { memoryStore } from "agent-connectors/store";
import { expect, test } from "vitest";

test("a person is not asked about a call that a policy refuses after its current values are known", async () => {
  const sandbox = amazonAdsSandbox();
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
  const profileId = "2381940675312846";
  const { data } = await ads.sponsored_product_campaigns.list({ profileId, limit: 1 });
  const { campaignId } = data[0]!;
  const tools = await agentTools(ads, { effects: ["read", "write"] });
  const [tool] = approvals(tools, { scope: "chat 1", store: memoryStore() });
  const input = (budget: number) => ({
    entity: "sponsored_product_campaigns",
    action: "update",
    params: { profileId, campaigns: [{ campaignId, budget: { budget } }] },
  });

  const raise = tools[0]!.plan(input(5000));
  expect(raise.resolved).toBeDefined();
  await expect(raise.preview!()).rejects.toMatchObject({
    code: "policy_denied",
    message: expect.stringContaining("spend") as string,
  });
  expect(await tool!.decide(input(5000), { callId: "c1" })).toMatchObject({
    status: "refuse",
    reason: expect.stringContaining("its effect is spend") as string,
  });
  expect(await tool!.call(input(5000), { callId: "c1" })).toMatchObject({
    ok: false,
    error: { code: "policy_denied", outcome: "not_started" },
  });
  expect(await tool!.decide(input(1), { callId: "c2" })).toMatchObject({ status: "ask" });
});
