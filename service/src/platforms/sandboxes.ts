import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import type { ConnectorType } from "./connector-types.ts";

export interface Sandboxes {
  connectors: ConnectorType[];
  close(): Promise<void>;
}

/**
 * Starts the simulated platforms on loopback, so that a browser can open their consent pages. The connectors of Slack reach it
 * without the network. Those of Amazon Ads use loopback, because the files of reports then have addresses on loopback too.
 */
export async function listenSandboxes(): Promise<Sandboxes> {
  const slack = slackSandbox();
  const ads = amazonAdsSandbox();
  const servers = [await slack.listen(), await ads.listen()] as const;
  const [slackUrl, adsUrl] = servers.map(({ url }) => url.replace(/\/$/, "")) as [string, string];
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
    ],
    async close() {
      for (const server of servers) await server.close();
    },
  };
}
