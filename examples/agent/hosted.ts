import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { SlackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { listen, openService, type OpenService } from "agent-connectors-service";
import { say } from "./transcript.ts";

/** Starts a hosted service on loopback with a new store. The service calls the sandbox instead of slack.com. */
export async function startService(sandbox: SlackSandbox) {
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-`);
  const { client_id, client_secret } = sandbox.app;
  const slack = {
    connector: SlackConnector,
    code: sandbox.options,
    application: { client_id, client_secret },
  };
  // The links of the service contain its address, so the service listens first.
  let opened: OpenService | undefined;
  const { url, close: stopListening } = await listen(
    (request, from) => opened!.service(request, from),
    "127.0.0.1",
    0,
  );
  opened = await openService({ dataDir, connectors: [slack], publicUrl: url });
  const { application, close } = opened;
  assert(application, "an empty store makes a first application");
  return {
    url,
    application,
    async stop() {
      // No request is running, so the open connections are closed at once.
      await stopListening(0);
      await close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Uses the service with plain HTTP, from the first token to a result. Returns the id of the connector's user. */
export async function byHttp({ url, application }: Service, apiToken: string): Promise<string> {
  const external_user_id = "ana@fernhill.example";
  const post = async (path: string, bearer: string | undefined, body: object) => {
    const headers = {
      "content-type": "application/json",
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    say(`  POST ${path} ${JSON.stringify(Object.keys(body))} → ${response.status}`);
    return { status: response.status, answer };
  };
  const app = await post("/api/v1/account/applications/token", undefined, application);
  const scoped = await post("/api/v1/account/applications/scoped-token", String(app.answer.access_token), {
    external_user_id,
  });
  const token = String(scoped.answer.token);
  const created = await post("/v1/integrations/connectors", token, {
    external_user_id,
    connector_type: "slack",
    name: "Ana's Slack",
    credentials: { api_token: apiToken },
  });
  assert.equal(created.status, 200);
  const execute = `/api/v1/connectors/sources/${String(created.answer.id)}/execute`;
  const done = await post(execute, token, { entity: "users", action: "list", params: { limit: 2 } });
  assert.equal(done.answer.status, "success");
  say(
    `  ${JSON.stringify((done.answer.result as { real_name: string }[]).map(({ real_name }) => real_name))}`,
  );

  const revoked = await post("/v1/integrations/connectors", token, {
    external_user_id,
    connector_type: "slack",
    credentials: { api_token: "xoxb-not-a-token-that-slack-knows" },
  });
  const refused = await post(`/api/v1/connectors/sources/${String(revoked.answer.id)}/execute`, token, {
    entity: "users",
    action: "list",
  });
  assert.equal(refused.status, 424);
  say(`  ${String(refused.answer.code)}: ${String(refused.answer.message)} ${String(refused.answer.hint)}`);
  return external_user_id;
}
