import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { GitHubConnector } from "agent-connectors/github";
import { GmailConnector } from "agent-connectors/gmail";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { LinearConnector } from "agent-connectors/linear";
import { NotionConnector } from "agent-connectors/notion";
import { SlackConnector } from "agent-connectors/slack";
import { connectorFiles } from "./connector-files.ts";
import type { ConnectorType } from "./connector-types.ts";

export interface AllConnectors {
  /** Whether simulated platforms in this process replace the platforms. Types without one are left out. */
  sandbox: boolean;
  /** A folder with connector files. Not used with `sandbox`. */
  folder?: string | undefined;
}

/**
 * Returns all connector types.
 * @throws ConnectorError `config_error` if a connector file cannot be used
 */
export async function allConnectors({ sandbox, folder }: AllConnectors): Promise<ConnectorType[]> {
  if (!sandbox) {
    const own = [
      SlackConnector,
      AmazonAdsConnector,
      NotionConnector,
      GitHubConnector,
      GmailConnector,
      GoogleCalendarConnector,
      LinearConnector,
    ].map((connector) => ({
      connector,
    }));
    const taken = own.map(({ connector }) => connector.connectorName);
    return folder === undefined ? own : [...own, ...(await connectorFiles(folder, taken))];
  }
  const { amazonAdsSandbox, notionSandbox, slackSandbox } = await import("agent-connectors/sandbox");
  // The tokens of a sandbox are invalid after the process ends, so the store does not keep them.
  return [
    { connector: SlackConnector, code: slackSandbox().options, shareTokens: false },
    { connector: AmazonAdsConnector, code: amazonAdsSandbox().options, shareTokens: false },
    { connector: NotionConnector, code: notionSandbox().options, shareTokens: false },
  ];
}
