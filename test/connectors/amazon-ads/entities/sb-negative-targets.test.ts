import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";

// Amazon's filter of negative targets knows the states enabled and archived, although negative targets can be paused.

const profileId = "2381940675312846";
const targetIds = ["1", "2", "3"] as const;
const [enabled, paused, archived] = targetIds;

const open = () => {
  const negative = { campaignId: "144327786111035248", adGroupId: "144346139432000903" };
  const states = ["ENABLED", "PAUSED", "ARCHIVED"] as const;
  const records = targetIds.map((targetId, index) => ({
    ...negative,
    targetId,
    state: states[index]!,
    expressions: [{ type: "asinSameAs", value: `B07R7V6KS${index}` }],
  }));
  const sandbox = amazonAdsSandbox({
    seed: { accounts: [{ profile: { profileId }, entities: { "sb/negativeTargets": records } }] },
  });
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
  const list = async (states?: ("enabled" | "paused" | "archived")[]) => {
    const { data } = await ads.sb_negative_targets.list({ profileId, ...(states ? { states } : {}) });
    return data.map(({ targetId }) => targetId).filter((id) => targetIds.some((one) => one === id));
  };
  return { ads, list };
};

test("a list has the enabled and the paused negative targets, or those of the given states", async () => {
  const { list } = open();
  expect(await list()).toEqual([enabled, paused]);
  expect(await list(["enabled"])).toEqual([enabled]);
  expect(await list(["paused"])).toEqual([paused]);
  expect(await list(["archived"])).toEqual([archived]);
  expect(await list(["enabled", "archived"])).toEqual([enabled, archived]);
});

test("a paused negative target can be enabled again", async () => {
  const { ads, list } = open();
  await ads.sb_negative_targets.update({
    profileId,
    negativeTargets: [{ targetId: paused, state: "enabled" }],
  });
  expect(await list(["enabled"])).toEqual([enabled, paused]);
});
