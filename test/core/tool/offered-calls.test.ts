import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import type { ToolOptions } from "../../../src/index.ts";

// The calls that a result proposes (undo, the next page, the rest of a result) must be calls of the same tool.

const slack = slackSandbox();
const ads = amazonAdsSandbox();
const channel = slack.state().channels.find(({ id }) => id.startsWith("C"))!.id;
const connectors = {
  slack: new SlackConnector({ auth: { api_token: slack.tokens.bot } }, slack.options),
  ads: new AmazonAdsConnector({ auth: ads.credentials }, ads.options),
};
const { data: profiles } = await connectors.ads.profiles.list();
const { profileId } = profiles[0]!;
const { data: campaigns } = await connectors.ads.sponsored_product_campaigns.list({ profileId, limit: 1 });
const run = {
  profileId,
  reportTypeId: "spCampaigns",
  startDate: "2026-03-01",
  endDate: "2026-03-02",
  columns: ["date", "campaignId", "cost"],
  timeUnit: "DAILY",
};

/** All calls that a text proposes. */
function proposedIn(text: string): string[] {
  const found: string[] = [];
  const told = JSON.parse(text, (_key, value: unknown) => {
    const { entity, action } = (value ?? {}) as { entity?: unknown; action?: unknown };
    if (typeof entity === "string" && typeof action === "string") found.push(`${entity}.${action}`);
    return value;
  }) as { undo?: object };
  return [...found, ...Object.keys(told.undo ?? {})];
}

test.each<[keyof typeof connectors, string, object, string]>([
  ["slack", "messages.create", { channel, text: "Hi" }, "messages.delete"],
  ["slack", "channel_topics.create", { channel, topic: "Plans" }, "channel_topics.create"],
  ["slack", "reactions.create", { channel, ts: "TS", name: "eyes" }, "reactions.delete"],
  ["ads", "sponsored_product_campaigns.update", { profileId, campaigns: [{ campaignId: campaigns[0]!.campaignId, name: "Winter" }] }, "sponsored_product_campaigns.update"], // prettier-ignore
  ["ads", "reports.run", run, "reports.download"],
])("%s %s proposes only calls that the tool offers", async (name, first, params, proposal) => {
  const [entity, action] = first.split(".") as [string, string];
  const post = await connectors.slack.messages.create({ channel, text: "React to this" });
  const input = {
    entity,
    action,
    params: JSON.parse(JSON.stringify(params).replace("TS", String(post.data.ts))),
  };
  const effects: ToolOptions["effects"] = ["read", "write", "destructive"];
  const textOf = async (include: string[]) => {
    const tool = await connectors[name].tool({
      effects,
      include,
      ...(name === "ads" ? { outputBudget: 700 } : {}),
    });
    const { ok, text } = await tool.call(input);
    expect(ok, text).toBe(true);
    return text;
  };
  const alone = proposedIn(await textOf([first]));
  expect(alone.filter((one) => one !== first)).toEqual([]);
  if (entity === "reactions")
    await connectors.slack.reactions.delete({ channel, ts: String(post.data.ts), name: "eyes" });
  expect(proposedIn(await textOf([first, proposal]))).toContain(proposal);
});
