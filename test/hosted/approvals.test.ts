import { hostedApprovalDesk } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostedService, openSlackService } from "./open-service.ts";

// Calls of a hosted connector that wait for a person, over real sockets.

const sandbox = slackSandbox({ rateLimits: false });
let service: HostedService;
let connector: SlackConnector;
beforeAll(async () => {
  service = await openSlackService({ fetch: sandbox.fetch });
  const { url, application } = service;
  connector = await SlackConnector.create({
    external_user_id: "ana",
    ...application,
    base_url: url,
    auth: { api_token: sandbox.tokens.bot },
  });
  const send = async (path: string, method: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    return (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).json() as Promise<{
      access_token: string;
    }>;
  };
  const { airbyte_client_id: client_id, airbyte_client_secret: client_secret } = application;
  const { access_token } = await send("/v1/applications/token", "POST", { client_id, client_secret });
  const policy = { approval: [{ effects: ["write"] }] };
  await send("/v1/policies", "PUT", { connector_type: "Slack", policy }, access_token);
});
afterAll(() => service.close());

const posts = () =>
  sandbox
    .calls()
    .filter(({ method }) => method === "chat.postMessage")
    .map(({ args }) => args.text);
const post = (text: string) => ({
  entity: "messages",
  action: "create",
  params: { channel: sandbox.state().channels[0]!.id, text },
});
const desk = () => hostedApprovalDesk({ ...service.application, base_url: service.url });

test("code gets an error with the id, and waits for the decision at the desk", async () => {
  const { params } = post("Hi");
  const failed = await connector.messages.create(params).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: "approval_pending",
    outcome: "not_started",
    retryable: false,
    pending: { id: expect.any(String) as unknown, persons: 1 },
  });
  const { id } = (failed as { pending: { id: string } }).pending;
  expect(await desk().list()).toMatchObject([{ id, status: "pending", external_user_id: "ana" }]);
  const waiting = desk().waitFor(id);
  expect(posts()).toEqual([]);
  await desk().decide(id, { approve: true, by: "maya" });
  expect(await waiting).toMatchObject({ status: "ended", outcome: { ok: true } });
  expect(posts()).toEqual(["Hi"]);
  await expect(desk().decide(id, { approve: false, by: "ken" })).rejects.toMatchObject({
    code: "approval_closed",
  });
});

test("an agent's tool says that the call waits, and later reads its outcome as the call would have answered", async () => {
  const tool = await connector.tool({ effects: ["read", "write"] });
  const asked = await tool.call(post("From an agent"));
  expect(asked).toMatchObject({ ok: false, error: { code: "approval_pending" } });
  const { id } = (asked as { error: { pending: { id: string } } }).error.pending;
  expect(asked.text).toContain(id);
  const read = () => tool.call({ entity: "connector", action: "outcome", params: { id } });
  expect(await read()).toMatchObject({ ok: false, error: { code: "approval_pending" } });
  await desk().decide(id, { approve: true, by: "maya" });
  const outcome = await read();
  expect(outcome).toMatchObject({ ok: true, data: { ts: expect.any(String) as unknown } });
  expect(posts()).toContain("From an agent");

  const second = await tool.call(post("Never"));
  const { pending } = (second as { error: { pending: { id: string } } }).error;
  await desk().decide(pending.id, { approve: false, by: "maya", note: "Not on a Friday" });
  const refused = await tool.call({ entity: "connector", action: "outcome", params: { id: pending.id } });
  expect(refused).toMatchObject({ ok: false, error: { code: "approval_denied" } });
  expect(refused.text).toContain("Not on a Friday");
  expect(posts()).not.toContain("Never");
});

test("the service keeps the run of a write, which the journal shows", async () => {
  const { params } = post("In a run");
  const error = await connector.messages
    .create(params, { context: { run: "conversation 7" } })
    .catch((failed: unknown) => failed);
  const { id } = (error as { pending: { id: string } }).pending;
  await desk().decide(id, { approve: true, by: "maya" });
  const { url, application } = service;
  const send = async (path: string, method: string, token = "", body?: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await fetch(url + path, init)).json() as Promise<Record<string, unknown>>;
  };
  const { airbyte_client_id: client_id, airbyte_client_secret: client_secret } = application;
  const answer = await send("/v1/applications/token", "POST", "", { client_id, client_secret });
  const token = String(answer.access_token);
  const { data } = await send("/v1/journal?run=conversation%207", "GET", token);
  expect(data).toMatchObject([{ run: "conversation 7", entity: "messages", action: "create" }]);
});

test("the desk gives, lists and ends a permission like the desk of a store, and lists one run or connector", async () => {
  const { params } = post("Asked");
  const send = (text: string, run = "conversation 8") =>
    connector.messages.create({ ...params, text }, { context: { run } }).catch((failed: unknown) => failed);
  const { id } = ((await send("Asked")) as { pending: { id: string } }).pending;
  await send("Later", "conversation 9");
  expect(await desk().list({ run: "conversation 8" })).toMatchObject([{ id, run: "conversation 8" }]);
  const { connector_id } = (await connector.check()) as { connector_id: string };
  expect(await desk().list({ connector_id })).toHaveLength(2);
  expect(await desk().list({ connector_id: "other" })).toEqual([]);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await desk().decide(id, { approve: true, by: "maya", permission: { until } });
  const [permission] = await desk().permissions();
  expect(permission).toMatchObject({
    given_by: "maya",
    until,
    approval: id,
    scope: connector_id,
    tool: "Slack",
  });
  expect(permission!.text).toContain("maya has allowed this.");
  expect(await send("Without a question")).toMatchObject({ data: { ts: expect.any(String) as unknown } });
  expect(posts()).toContain("Without a question");
  expect((await desk().revoke(permission!.id, "ken")).ended).toMatchObject({ by: "ken" });
  expect(await desk().permissions()).toEqual([]);
  expect(await send("Asked again")).toMatchObject({ code: "approval_pending" });
  const wrong = { approve: true, by: "maya", permission: { until: "2020-01-01T00:00:00Z" } };
  const [waiting] = await desk().list();
  await expect(desk().decide(waiting!.id, wrong)).rejects.toMatchObject({ path: "permission.until" });
  await expect(desk().revoke("nothing", "ken")).rejects.toMatchObject({ code: "not_found" });
});

test("the desk without an application, and an unknown id, are errors", async () => {
  expect(() => hostedApprovalDesk({ base_url: service.url } as never)).toThrow(
    /airbyte_client_id is missing/,
  );
  await expect(desk().get("nothing")).rejects.toMatchObject({ code: "not_found" });
  await expect(desk().cancel("nothing", "maya")).rejects.toMatchObject({ code: "not_found" });
});
