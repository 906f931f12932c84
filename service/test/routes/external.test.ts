import { slackSandbox } from "agent-connectors/sandbox";
import { afterEach, beforeEach, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

// Writes over HTTP in a channel that people of another company read.

onBothStores((newLocation) => {
  let service: TestService;
  let connector_id: string;
  let channel: string;
  beforeEach(async () => {
    const sandbox = slackSandbox({
      rateLimits: false,
      workspace: {
        users: ["Maya", { name: "Paul", company: "Acme Corp" }, { name: "assistant", is_bot: true }],
        channels: [{ name: "partners", shared_with: ["Acme Corp"] }],
      },
    });
    channel = sandbox.state().channels[0]!.id;
    service = await testService(await newLocation(), { sandbox });
    connector_id = await service.create("ana");
  });
  afterEach(() => service.close());

  const post = async (token: string, more: object = {}) => {
    const call = { entity: "messages", action: "create", params: { channel, text: "Hi" }, ...more };
    const { status, body } = await service.ask(executePath(connector_id), { token, json: call });
    return { status, code: body.code as unknown, audience: body.connector_metadata?.audience as unknown };
  };
  const posts = () => service.sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  const setPolicy = async (policy: object, target: object = { connector_type: "Slack" }) => {
    const token = await service.applicationToken();
    const { status } = await service.ask("/v1/policies", {
      method: "PUT",
      token,
      json: { ...target, policy },
    });
    expect(status).toBe(200);
  };
  const denied = { status: 403, code: "policy_denied" };
  const allow = { external: "allow" };
  const sent = { status: 200, audience: expect.stringContaining("(another company)") as unknown };

  test("no call is allowed by default, and no token without the right can allow one", async () => {
    const scoped = await service.scopedToken("ana");
    const application = await service.applicationToken();
    for (const [token, more] of [
      [scoped, {}],
      [scoped, allow],
      [application, {}],
      [await service.scopedToken("ana", { external: true }), {}],
      [application, { external: "refuse" }],
    ] as const)
      expect(await post(token, more)).toMatchObject(denied);
    expect(posts()).toBe(0);
  });

  test("an application token, and a scoped token with external: true, allow a call that asks for it", async () => {
    const scoped = await service.scopedToken("ana", { external: true });
    const info = await service.ask("/api/v1/account/applications/scoped-token/info", { token: scoped });
    expect(info.body.external).toBe(true);
    expect(await post(scoped, allow)).toMatchObject(sent);
    expect(await post(await service.applicationToken(), allow)).toMatchObject(sent);
    expect(posts()).toBe(2);
  });

  test("a policy allows or forbids all calls, and one that forbids counts more", async () => {
    const scoped = await service.scopedToken("ana");
    await setPolicy({ external: true });
    expect(await post(scoped)).toMatchObject(sent);
    expect(await post(scoped, { external: "refuse" })).toMatchObject(denied);
    await setPolicy({ external: false }, { connector_id });
    expect(await post(scoped)).toMatchObject(denied);
    expect(await post(await service.applicationToken(), allow)).toMatchObject(denied);
    expect(posts()).toBe(1);
  });

  test("a policy whose external is not true or false is refused", async () => {
    const token = await service.applicationToken();
    const json = { connector_type: "Slack", policy: { external: "yes" } };
    const { status, body } = await service.ask("/v1/policies", { method: "PUT", token, json });
    expect([status, body.path]).toEqual([422, "policy.external"]);
  });
});
