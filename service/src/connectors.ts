import { SlackConnector } from "agent-connectors/slack";
import type { ConnectorType } from "./types.ts";

/** The connectors of the main package; in the sandbox, each answered by its own in this process. */
export async function allConnectors({ sandbox }: { sandbox: boolean }): Promise<ConnectorType[]> {
  if (!sandbox) return [{ connector: SlackConnector }];
  const { slackSandbox } = await import("agent-connectors/sandbox");
  return [{ connector: SlackConnector, code: slackSandbox().options }];
}
