import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { NotionConnector } from "agent-connectors/notion";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";
import { amazonAdsSandbox, notionSandbox, slackSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnectorTypes } from "../../src/platforms/connector-types.ts";
import { guardedFetch } from "../../src/platforms/egress-guard.ts";
import { listenSandboxes, type Sandboxes } from "../../src/platforms/sandboxes.ts";

// The service with --sandbox reads files as a service with the real platforms does.

let sandboxes: Sandboxes;
beforeAll(async () => {
  sandboxes = await listenSandboxes();
});
afterAll(() => sandboxes.close());

const open = (name: string, auth: object) => {
  const types = createConnectorTypes(sandboxes.connectors, guardedFetch);
  return types.offered(name).open(auth as never, {}, { policies: [], store: memoryStore() } as never);
};

test("reads a report of Amazon Ads", async () => {
  const ads = open(AmazonAdsConnector.connectorName, amazonAdsSandbox().credentials);
  const { data: profiles } = await ads.execute("profiles", "list", {});
  const [profile] = profiles as { profileId: string }[];
  const { data } = await ads.execute("reports", "run", {
    profileId: profile!.profileId,
    reportTypeId: "spCampaigns",
    startDate: "2026-03-01",
    endDate: "2026-03-03",
    columns: ["campaignName", "clicks"],
  });
  expect((data as { rows: unknown[] }).rows).not.toEqual([]);
});

test("sends and reads a file of Slack", async () => {
  const slack = open(SlackConnector.connectorName, { api_token: slackSandbox().tokens.bot });
  const { data } = await slack.execute("files", "upload", {
    channel: "#general",
    filename: "a.txt",
    content: "Hello",
  });
  const { id } = data as { id: string };
  const file = await slack.execute("files", "download", { file: id });

  expect(await new Response(file.data as ReadableStream<Uint8Array>).text()).toBe("Hello");
});

test("reads a page of Notion", async () => {
  const notion = open(NotionConnector.connectorName, { api_token: notionSandbox().tokens.internal });
  const { data: found } = await notion.execute("search", "titles", { query: "Weekly meeting" });
  const [page] = found as { id: string }[];
  const { data } = await notion.execute("pages", "get_markdown", { page_id: page!.id });
  expect(data).toMatchObject({ markdown: expect.stringContaining("## Action items") as string });
});
