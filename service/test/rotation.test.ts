import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { listen, openService } from "../src/index.ts";

const hours = 3_600_000;

test("a rotated pair of tokens is kept: after a restart the connector still works", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
  const sandbox = slackSandbox({ rateLimits: false });
  const { access_token, refresh_token, client_id, client_secret } = sandbox.rotating("bot");
  const start = async () => {
    const connectors = [{ connector: SlackConnector, code: sandbox.options }];
    const opened = await openService({ dataDir, connectors });
    const { url, close } = await listen(opened.service, "127.0.0.1", 0);
    return { url, application: opened.application, stop: async () => (await close(1000), opened.close()) };
  };
  const first = await start();
  const hosted = {
    external_user_id: "u1",
    airbyte_client_id: first.application!.client_id,
    airbyte_client_secret: first.application!.client_secret,
  };
  const auth = { client_id, client_secret, access_token, refresh_token };
  const slack = await SlackConnector.create({ ...hosted, base_url: first.url, auth });
  for (const _ of [1, 2]) {
    sandbox.clock.advance(13 * hours);
    expect((await slack.users.list({ limit: 1 })).data).toHaveLength(1);
  }
  await first.stop();

  const second = await start();
  const again = new SlackConnector({ ...hosted, base_url: second.url });
  expect((await again.users.list({ limit: 1 })).data).toHaveLength(1);
  sandbox.clock.advance(13 * hours);
  expect((await again.users.list({ limit: 1 })).data).toHaveLength(1);
  const refreshes = sandbox.calls().filter(({ method, ok }) => method === "oauth.v2.access" && ok);
  expect(refreshes).toHaveLength(3);
  await second.stop();
  rmSync(dataDir, { recursive: true });
});
