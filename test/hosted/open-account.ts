import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { onTestFinished } from "vitest";
import { openSlackService } from "./open-service.ts";

/** Starts a service in which the user `ana` has a Slack connector. `env`: the variables with which a command finds it. */
export async function openAccount(): Promise<{
  id: string;
  env: Record<string, string>;
}> {
  const sandbox = slackSandbox();
  const service = await openSlackService({ fetch: sandbox.fetch, clock: sandbox.clock });
  onTestFinished(() => service.close());
  const { airbyte_client_id, airbyte_client_secret } = service.application;
  const user = { external_user_id: "ana", base_url: service.url, ...service.application };
  const created = await SlackConnector.create({ ...user, auth: { api_token: sandbox.tokens.bot } });
  const { connector_id } = await created.check();
  const env = {
    AGENT_CONNECTORS_URL: service.url,
    AGENT_CONNECTORS_CLIENT_ID: airbyte_client_id,
    AGENT_CONNECTORS_CLIENT_SECRET: airbyte_client_secret,
    AGENT_CONNECTORS_USER: "ana",
  };
  return { id: connector_id!, env };
}
