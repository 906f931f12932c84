import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { NotionConnector } from "agent-connectors/notion";
import { SlackConnector } from "agent-connectors/slack";
import type { ConnectorType } from "./connector-types.ts";

/** Returns all connector types. With `sandbox`, those that have a simulated platform use it, in this process. */
export async function allConnectors({ sandbox }: { sandbox: boolean }): Promise<ConnectorType[]> {
  if (!sandbox)
    return [SlackConnector, AmazonAdsConnector, NotionConnector].map((connector) => ({ connector }));
  const { amazonAdsSandbox, slackSandbox } = await import("agent-connectors/sandbox");
  // The tokens of a sandbox are invalid after the process ends, so the store does not keep them.
  return [
    { connector: SlackConnector, code: slackSandbox().options, shareTokens: false },
    { connector: AmazonAdsConnector, code: amazonAdsSandbox().options, shareTokens: false },
  ];
}
