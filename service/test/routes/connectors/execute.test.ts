import { afterAll, beforeAll, expect, test } from "vitest";
import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";
import { ConnectorError } from "agent-connectors";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

onBothStores((newLocation) => {
  let service: TestService;
  let token: string;
  let id: string;
  beforeAll(async () => {
    service = await testService(await newLocation());
    token = await service.scopedToken("u1");
    id = await service.create("u1");
  });
  afterAll(() => service.close());

  test("the result equals that of a call in process, with its meta in connector_metadata", async () => {
    const sandbox = slackSandbox();
    const here = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const { data, meta } = await here.execute("channels", "list", { limit: 2 });
    const { status, body } = await service.ask(executePath(id), {
      token,
      json: { entity: "channels", action: "list", params: { limit: 2 } },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "success",
      result: JSON.parse(JSON.stringify(data)),
      connector_metadata: { ...meta, has_next_page: true, end_cursor: meta.next_cursor },
      execution_metadata: { connector_instance_id: id, execution_time_ms: expect.any(Number) },
    });
  });

  test("absent or null params become {}", async () => {
    for (const params of [{}, { params: null }, { params: {} }]) {
      const { status, body } = await service.ask(executePath(id), {
        token,
        json: { entity: "users", action: "list", ...params },
      });
      expect(status).toBe(200);
      expect(body.connector_metadata).not.toHaveProperty("normalized");
    }
  });

  test("an error has the same fields as in process", async () => {
    const sandbox = slackSandbox();
    const here = new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      sandbox.options,
    ) as never as {
      execute(entity: string, action: string, params: unknown): Promise<unknown>;
    };
    for (const [entity, action, params] of [
      ["channels", "get", { channel: "C0000000000" }],
      ["channels", "get", {}],
      ["channels", "gte", {}],
      ["chanels", "get", {}],
      ["messages", "create", { channel: "nowhere" }],
    ] as const) {
      const thrown = await here.execute(entity, action, params).catch((error: unknown) => error);
      const { status, body } = await service.ask(executePath(id), {
        token,
        json: { entity, action, params },
      });
      expect(thrown).toBeInstanceOf(ConnectorError);
      const { platform, ...expected } = (thrown as ConnectorError).toJSON();
      expect(body).toMatchObject(expected);
      if (platform) expect(body.platform).toEqual({ ...platform, request_id: expect.any(String) });
      expect(status).toBe((thrown as ConnectorError).status);
      expect(body.errors[0].error_code).toBe(expected.code);
    }
  });

  test("the effects of the token are enforced", async () => {
    const reader = await service.scopedToken("u1", { effects: ["read"] });
    const json = { entity: "messages", action: "create", params: { channel: "C012AB3CD", text: "hello" } };
    const before = service.sandbox.calls().length;
    const { status, body } = await service.ask(executePath(id), { token: reader, json });
    expect([status, body.code]).toEqual([403, "policy_denied"]);
    expect(service.sandbox.calls().length).toBe(before);
  });

  test("the record shows a rejected credential until it is replaced", async () => {
    const bad = await service.create("u1", { credentials: { api_token: service.sandbox.tokens.revoked } });
    const json = { entity: "users", action: "list" };
    const refused = await service.ask(executePath(bad), { token, json });
    expect([refused.status, refused.body.code]).toEqual([424, "credential_rejected"]);
    const record = await service.ask(`/v1/integrations/connectors/${bad}`, { token });
    expect(record.body).toMatchObject({ status: "reauth_required", last_error_code: "credential_rejected" });
    const replaced = await service.ask(`/v1/integrations/connectors/${bad}/credentials`, {
      method: "PUT",
      token,
      json: { credentials: { api_token: service.sandbox.tokens.user } },
    });
    expect(replaced.body).toMatchObject({ status: "active", last_error_code: null });
    expect((await service.ask(executePath(bad), { token, json })).status).toBe(200);
  });

  test("check returns the same as in process", async () => {
    const here = new SlackConnector(
      { auth: { api_token: service.sandbox.tokens.bot } },
      service.sandbox.options,
    );
    const { status, body } = await service.ask(`/v1/integrations/connectors/${id}/check`, {
      method: "POST",
      token,
    });
    expect(status).toBe(200);
    expect(body).toEqual(await here.check());
  });

  test("validate checks the credentials with the platform at creation", async () => {
    const json = {
      external_user_id: "u1",
      connector_type: "slack",
      credentials: { api_token: service.sandbox.tokens.revoked },
      validate: true,
    };
    const { status, body } = await service.ask("/v1/integrations/connectors", { token, json });
    expect([status, body.code]).toEqual([424, "credential_rejected"]);
    // The message comes from the platform and is not changed.
    expect(body.message).toBe("Slack auth.test failed with token_revoked.");
  });
});
