import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { NotionConnector } from "agent-connectors/notion";
import { amazonAdsSandbox, notionSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import type { ConnectorType } from "./connector-types.ts";

export interface Sandboxes {
  connectors: ConnectorType[];
  close(): Promise<void>;
}

/**
 * Starts the simulated platforms on loopback, so that a browser can open their consent pages. The connectors of Slack and Notion
 * reach it without the network. Those of Amazon Ads use loopback, because the files of reports then have addresses on loopback too.
 */
export async function listenSandboxes(): Promise<Sandboxes> {
  const slack = slackSandbox();
  const ads = amazonAdsSandbox();
  const notion = notionSandbox();
  const servers = [await slack.listen(), await ads.listen(), await notion.listen()] as const;
  const [slackUrl, adsUrl, notionUrl] = servers.map(({ url }) => url.replace(/\/$/, "")) as [
    string,
    string,
    string,
  ];
  const { client_id, client_secret } = ads.credentials;
  return {
    // The tokens of a sandbox are invalid after the process ends, so the store does not keep them.
    connectors: [
      {
        connector: SlackConnector,
        code: { ...slack.options, endpoint: slackUrl },
        shareTokens: false,
        application: { client_id: slack.app.client_id, client_secret: slack.app.client_secret },
      },
      {
        connector: AmazonAdsConnector,
        code: { ...ads.options, fetch: globalThis.fetch, endpoint: adsUrl },
        shareTokens: false,
        application: { client_id, client_secret },
      },
      {
        connector: NotionConnector,
        code: { ...notion.options, endpoint: notionUrl },
        shareTokens: false,
        application: {
          client_id: notion.credentials.client_id,
          client_secret: notion.credentials.client_secret,
        },
      },
    ],
    async close() {
      for (const server of servers) await server.close();
    },
  };
}
