import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { listen, openService } from "../../src/index.ts";
import { executePath, testService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

const hours = 3_600_000;

test("a rotated pair of tokens is stored: after a restart the connector still works", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
  const sandbox = slackSandbox({ rateLimits: false });
  const { access_token, refresh_token, client_id, client_secret } = sandbox.rotating("bot");
  const start = async () => {
    const connectors = [{ connector: SlackConnector, code: sandbox.options }];
    const opened = await openService({ dataDir, connectors });
    const { url, close } = await listen(opened.service, "127.0.0.1", 0);
    return { url, application: opened.application, stop: async () => (await close(0), opened.close()) };
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

onBothStores((newLocation) => {
  test("credentials that are replaced during a token refresh stay replaced", async () => {
    const sandbox = slackSandbox({ rateLimits: false });
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (String(input).endsWith("/oauth.v2.access")) {
        asked.resolve();
        await gate.promise;
      }
      return sandbox.fetch(input, init);
    };
    const service = await testService(await newLocation(), { sandbox, code: { fetch } });
    const token = await service.scopedToken("u1");
    const { client_id, client_secret, access_token, refresh_token } = sandbox.rotating("bot");
    const credentials = { client_id, client_secret, access_token, refresh_token };
    const id = await service.create("u1", { credentials });
    sandbox.clock.advance(13 * hours);
    const call = () =>
      service.ask(executePath(id), {
        token,
        json: { entity: "users", action: "list", params: { limit: 1 } },
      });

    const first = call();
    await asked.promise;
    const path = `/v1/integrations/connectors/${id}`;
    const replaced = await service.ask(`${path}/credentials`, {
      method: "PUT",
      token,
      json: { credentials: { api_token: sandbox.tokens.user } },
    });
    expect(replaced.status).toBe(200);
    gate.resolve();
    expect((await first).status).toBe(200);
    expect((await service.ask(path, { token })).body.credentials).toEqual(replaced.body.credentials);
    const before = sandbox.calls().length;
    expect((await call()).status).toBe(200);
    expect(sandbox.calls().slice(before)).toMatchObject([{ method: "users.list", token: "user" }]);
    await service.close();
  });
});
