import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, onTestFinished, test, vi } from "vitest";
import { openServed } from "../../../cli/mcp/open-served.ts";
import { openSlackService } from "../../hosted/open-service.ts";

test("with --hosted, the tools use the connector of the service that the environment names", async () => {
  const sandbox = slackSandbox();
  const service = await openSlackService({ fetch: sandbox.fetch, clock: sandbox.clock });
  onTestFinished(() => service.close());
  const { airbyte_client_id, airbyte_client_secret } = service.application;
  const user = { external_user_id: "ana", base_url: service.url, ...service.application };
  const created = await SlackConnector.create({ ...user, auth: { api_token: sandbox.tokens.bot } });
  const { connector_id } = await created.check();
  vi.stubEnv("AGENT_CONNECTORS_URL", service.url);
  vi.stubEnv("AGENT_CONNECTORS_CLIENT_ID", airbyte_client_id);
  vi.stubEnv("AGENT_CONNECTORS_CLIENT_SECRET", airbyte_client_secret);
  vi.stubEnv("AGENT_CONNECTORS_USER", "ana");
  onTestFinished(() => void vi.unstubAllEnvs());
  const read = async (hosted: string) => {
    const connector = await openServed(
      { name: "slack", sandbox: false, hosted, rights: {}, options: {} },
      { log: () => {} },
    );
    return (await connector.tool()).call({ entity: "channels", action: "list", params: { limit: 1 } });
  };
  expect((await read(connector_id!)).text).toContain("general");
  expect(await read("018f0000-0000-7000-8000-000000000000")).toMatchObject({
    error: { code: "connector_not_found" },
  });
  vi.stubEnv("AGENT_CONNECTORS_USER", "");
  await expect(read(connector_id!)).rejects.toThrow("--hosted needs AGENT_CONNECTORS_USER.");
});
