import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import type { ConnectorType } from "./connector-types.ts";

/** The connectors of the main package. With `sandbox`, stand-in platforms in this process answer their requests. */
export async function allConnectors({ sandbox }: { sandbox: boolean }): Promise<ConnectorType[]> {
  if (!sandbox) return [{ connector: SlackConnector }, { connector: AmazonAdsConnector }];
  const { amazonAdsSandbox, slackSandbox } = await import("agent-connectors/sandbox");
  // A sandbox forgets its tokens when the process ends, so stored ones would be useless.
  return [
    { connector: SlackConnector, code: slackSandbox().options, shareTokens: false },
    { connector: AmazonAdsConnector, code: amazonAdsSandbox().options, shareTokens: false },
  ];
}
