import { slackSandbox } from "agent-connectors/sandbox";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { jobs as adsJobs } from "../../src/connectors/amazon-ads/asked/index.ts";
import { jobs as slackJobs } from "../../src/connectors/slack/asked/index.ts";

describe.each([
  { name: "slack", jobs: slackJobs, Connector: SlackConnector },
  { name: "amazon-ads", jobs: adsJobs, Connector: AmazonAdsConnector },
])("the jobs of $name", ({ jobs, Connector }) => {
  test("name every everyday action, and only actions that exist", async () => {
    const { entities } = await Connector.describe();
    const names = new Set(
      Object.entries(entities).flatMap(([entity, actions]) =>
        Object.keys(actions).map((action) => `${entity}.${action}`),
      ),
    );
    const served = new Set(jobs.flatMap((job) => ("actions" in job ? job.actions : [])));
    expect([...served].filter((name) => !names.has(name))).toEqual([]);
    const { everyday } = (await import(`../../src/connectors/${Connector.connectorName}/${Connector === SlackConnector ? "policy" : "operations"}/everyday-actions.ts`)) as { everyday: string[] }; // prettier-ignore
    expect(everyday.filter((name) => !served.has(name))).toEqual([]);
    const unknown = jobs.flatMap((job) => ("entities" in job ? job.entities : [])).filter((name) => !entities[name]); // prettier-ignore
    expect(unknown).toEqual([]);
    const named = jobs.flatMap((job) =>
      "says" in job ? [...job.says.matchAll(/\b[a-z_]+\.[a-z_]+\b/g)].map(([name]) => name) : [],
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  test("have short phrases without other signs", () => {
    for (const text of jobs.flatMap(({ asked }) => asked)) expect(text).toMatch(/^[\w|~]+(?: [\w|~]+)*$/);
  });
});

// Slack has no methods for drafts and for the list Later: https://docs.slack.dev/reference/methods
test.each([
  ["message draft", /drafts.*scheduled_messages\.create/],
  ["list my drafts", /drafts.*dry_run/],
  ["save a message for later", /Later.*reminders\.create/],
  ["saved items", /Later.*stars\.list/],
  ["mute a channel", /dnd\.snooze/],
])("a search in Slack for %s says that there is no such thing, and what is nearest", async (query, says) => {
  const sandbox = slackSandbox();
  const tool = await new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options).tool();
  const { text } = await tool.call({ entity: "connector", action: "search", params: { query } });
  expect((JSON.parse(text) as { none?: string }).none).toMatch(says);
});

test.each([
  "send a message later today",
  "bookmark a link",
  "pin a message",
  "snooze notifications",
  "mark a channel as unread",
])("a search in Slack for %s finds actions", async (query) => {
  expect(await SlackConnector.searchActions(query)).not.toEqual([]);
});

test.each([
  ["pause my campaign", "sponsored_product_campaigns.update"],
  ["pause my display campaign", "sd_campaigns.update"],
  ["pause the brand campaigns", "sponsored_brands_campaigns.update"],
  ["pause the campaigns of Sponsored Brands", "sponsored_brands_campaigns.update"],
  ["raise the bids of my display ads by 10%", "sd_targets.change_by_percent"],
  ["was my brand ad rejected", "sponsored_brands_ads.creatives"],
  ["was my display ad rejected", "sd_creatives.moderation"],
  ["block a word in my brand campaign", "sb_negative_keywords.create"],
])("a search in Amazon Ads for %s finds first the ad product that it names: %s", async (query, name) => {
  const [first] = await AmazonAdsConnector.searchActions(query);
  expect(`${first!.entity}.${first!.action}`).toBe(name);
});

// The stem of "same" is "sam".
test("a name with the stem of another word is read as a person", async () => {
  const found = await SlackConnector.searchActions("pull Sam into the budget room", { limit: 3 });
  expect(found.map(({ entity, action }) => `${entity}.${action}`)).toContain("channel_invites.create");
});
