import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { systemClock } from "agent-connectors/toolkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmHosts } from "../../src/definitions/change-definition.ts";
import { createAudit } from "../../src/operations/audit.ts";
import { addApplication, findApplication } from "../../src/store/queries/applications.ts";
import {
  allowReturnUrl,
  createSession,
  goToPlatform,
  openBrowser,
  paramsOf,
  returnUrl,
} from "../support/connect.ts";
import {
  authorizePath,
  clientId,
  newVerifier,
  openidWay,
  openWalk,
  setSignIn,
  tokensOf,
  toSignInPage,
  type Walk,
} from "../routes/people/walk.ts";
import { definitionsPath, fileWith } from "../definitions/definitions-world.ts";
import { executePath, type Ask, type TestService } from "../support/service.ts";

// Calls every operation of the document and checks that the document contains the response.

interface Operation {
  operationId: string;
  responses: Record<string, { content: Record<string, unknown> }>;
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

/** Its reports are ready at once. */
const amazon = amazonAdsSandbox({ jobTimes: { processing: 0, completed: 0 } });
const directory = mkdtempSync(join(tmpdir(), "acs-"));
let service: TestService;
let walk: Walk;
let document: Document;
let token: string;
let id: string;
beforeAll(async () => {
  walk = await openWalk(
    { dataDir: directory, databaseUrl: undefined },
    { connectors: [{ connector: AmazonAdsConnector, code: amazon.options }], definitions: {} },
  );
  ({ service } = walk);
  document = (await service.ask("/openapi.json")).body;
  token = await service.scopedToken("u1");
  id = await service.create("u1");
  await addSecondApplication();
});
afterAll(async () => {
  await walk.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Adds a second application, which requests can change without an effect on this test. */
async function addSecondApplication() {
  const { store } = service;
  if (await findApplication(store.db, "second")) return;
  const { organization_id } = (await findApplication(store.db, service.clientId))!;
  await addApplication(store.db, { id: "second", organization_id, name: "second", epoch: 0 }, 1);
}

/** The session that `confirmConnectSession` can confirm. */
const confirmable = { id: "", result: "none" };

/** Returns the id of a session. For a confirmation, connects an account until the application must confirm it. */
async function sessionFor(operation: string): Promise<string> {
  if (!/^(getConnectSession|confirmConnectSession)/.test(operation)) return "";
  await allowReturnUrl(service);
  const session = await createSession(service, { external_user_id: "u1" });
  if (operation.startsWith("getConnectSession")) return session.id;
  const browser = openBrowser(service);
  const callback = await goToPlatform(browser, session, service.sandbox.fetch);
  const { result = "" } = paramsOf(await browser.get(callback));
  return Object.assign(confirmable, { id: session.id, result }).id;
}

/** Lets a user agree to what a client can do, and returns the id of the agreement. */
async function agreementOf({ openid }: Walk): Promise<string> {
  await setSignIn(service, openidWay(openid));
  await tokensOf(walk, "ana");
  const { body } = await service.ask("/v1/agreements", { token: await service.applicationToken() });
  return body.data.at(-1).id;
}

/** Creates a long-lived token, and puts its id into a path. */
async function withToken(path: string): Promise<string> {
  if (!path.includes("{token_id}")) return path;
  const ask = await requests["createLongLivedToken"]!();
  return path.replace("{token_id}", (await service.ask("/v1/tokens", ask)).body.id);
}

/** Uploads and confirms a definition, and puts its name and version into a path. */
async function withDefinition(path: string): Promise<string> {
  if (!path.includes("{version}")) return path;
  const token = await service.applicationToken();
  const { body } = await service.ask(definitionsPath, { token, json: { file: fileWith() } });
  const { organization_id: organization } = (await findApplication(service.store.db, service.clientId))!;
  const services = {
    store: service.store,
    audit: createAudit(service.store, systemClock, () => {}),
    clock: systemClock,
  };
  await confirmHosts(
    services,
    { organization, request: "command" },
    { name: "notes", hosts: body.hosts, by: "Olga" },
  );
  return path.replace("{name}", "notes").replace("{version}", body.version);
}

/** Adds a webhook endpoint with one delivery, and puts their ids into a path. */
async function withWebhook(path: string): Promise<string> {
  if (!path.includes("{webhook_id}")) return path;
  const token = await service.applicationToken();
  const webhook = await service.ask("/v1/webhooks", { token, json: { url: "https://app.example/webhooks" } });
  const test = await service.ask(`/v1/webhooks/${webhook.body.id}/test`, { token, method: "POST" });
  return path.replace("{webhook_id}", webhook.body.id).replace("{delivery_id}", test.body.id);
}

/** Runs a report, and puts the id of its job into a path. */
async function withJob(path: string): Promise<string> {
  if (!path.includes("{job_id}")) return path;
  const more = { connector_type: "Amazon-Ads", credentials: amazon.credentials };
  const report = { reportTypeId: "spCampaigns", startDate: "2026-03-01", endDate: "2026-03-02" };
  const params = { profileId: "2381940675312846", ...report, wait_seconds: 0 };
  const json = { entity: "reports", action: "run", params };
  const { body } = await service.ask(executePath(await service.create("u1", more)), { token, json });
  return path.replace("{job_id}", body.connector_metadata.job);
}

/** Lets a call wait for a decision, and puts the id of its approval into a path. */
async function withApproval(path: string): Promise<string> {
  if (!path.includes("{approval_id}")) return path;
  const application = await service.applicationToken();
  const json = { connector_id: id, policy: { approval: [{ effects: ["write"] }] } };
  await service.ask("/v1/policies", { method: "PUT", token: application, json });
  const text = `asked ${asked++}`;
  const call = { entity: "messages", action: "create", params: { channel: "#general", text } };
  const { body } = await service.ask(executePath(id), { token, json: call });
  return path.replace("{approval_id}", body.pending.id);
}
let asked = 0;

/** Lets a person give a permission with a decision, and puts its id into a path. */
async function withPermission(path: string): Promise<string> {
  if (!path.includes("{permission_id}")) return path;
  const application = await service.applicationToken();
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const json = { approve: true, by: "maya", signed_in: true, permission: { until } };
  const decide = await withApproval("/v1/approvals/{approval_id}/decide");
  await service.ask(decide, { token: application, json });
  const { body } = await service.ask("/v1/permissions", { token: application });
  const ended = await service.ask(`/v1/permissions/${body.data[0].id}`, {
    token: application,
    method: "DELETE",
  });
  return path.replace("{permission_id}", ended.body.id);
}

/** A valid request for each operation. The key is the operation id without the number that an alias adds. */
const requests: Record<string, () => Ask | Promise<Ask>> = {
  getApplicationToken: () => ({ json: { client_id: service.clientId, client_secret: service.clientSecret } }),
  getScopedToken: async () => ({ token: await service.applicationToken(), json: { external_user_id: "u1" } }),
  getScopedTokenInfo: () => ({ token }),
  createLongLivedToken: async () => ({
    token: await service.applicationToken(),
    json: { external_user_id: "u1", name: "n8n" },
  }),
  listLongLivedTokens: async () => ({ token: await service.applicationToken() }),
  revokeLongLivedToken: async () => ({ token: await service.applicationToken() }),
  revokeToken: async () => ({
    token: await service.applicationToken(),
    json: { token: await service.scopedToken("u9") },
  }),
  listApplications: async () => ({ token: await service.applicationToken() }),
  disableApplication: async () => ({ token: await service.applicationToken() }),
  enableApplication: async () => ({ token: await service.applicationToken() }),
  revokeApplicationTokens: async () => ({ token: await service.applicationToken() }),
  deleteApplication: async () => {
    await addSecondApplication();
    return { token: await service.applicationToken() };
  },
  setReturnUrls: async () => ({
    token: await service.applicationToken(),
    json: { return_urls: [returnUrl] },
  }),
  setConfirmSessions: async () => ({
    token: await service.applicationToken(),
    json: { confirm_sessions: false },
  }),
  setOauthApplication: async () => ({
    token: await service.applicationToken(),
    json: { connector_type: "slack", configuration: { client_id: "a", client_secret: "b" } },
  }),
  listOauthApplications: async () => ({ token: await service.applicationToken() }),
  deleteOauthApplication: async () => {
    await service.ask("/v1/oauth/credentials", {
      method: "PUT",
      ...(await requests.setOauthApplication!()),
    });
    return { token: await service.applicationToken() };
  },
  getOauthSpec: async () => ({ token: await service.applicationToken() }),
  createConnectSession: () => ({ token, json: { external_user_id: "u1", connector_type: "slack" } }),
  initiateOauth: async () => {
    await allowReturnUrl(service);
    const json = { external_user_id: "u1", connector_type: "slack", redirect_url: returnUrl };
    return { token: await service.applicationToken(), json };
  },
  getConnectSession: () => ({ token }),
  confirmConnectSession: async () => ({
    token: await service.applicationToken(),
    json: { result: confirmable.result, external_user_id: "u1" },
  }),
  listWorkspaces: () => ({ token }),
  revokeUserTokens: async () => {
    await service.scopedToken("u-deleted");
    return { token: await service.applicationToken() };
  },
  deleteUser: async () => {
    await service.scopedToken("u-deleted");
    return { token: await service.applicationToken() };
  },
  createConnector: () => ({
    token,
    json: { external_user_id: "u1", connector_type: "Slack", credentials: { api_token: "xoxb-sandbox-bot" } },
  }),
  listConnectors: () => ({ token }),
  listConnectorsForUser: () => ({ token }),
  getConnector: () => ({ token }),
  renameConnector: () => ({ token, json: { name: "renamed" } }),
  replaceCredentials: () => ({ token, json: { credentials: { api_token: "xoxb-sandbox-bot" } } }),
  deleteConnector: () => ({ token }),
  listPolicies: async () => ({ token: await service.applicationToken() }),
  setPolicy: async () => ({
    token: await service.applicationToken(),
    json: { connector_type: "Slack", policy: { effects: ["read"] } },
  }),
  deletePolicy: async () => {
    await service.ask("/v1/policies", { method: "PUT", ...(await requests.setPolicy!()) });
    return { token: await service.applicationToken() };
  },
  listWebhooks: async () => ({ token: await service.applicationToken() }),
  createWebhook: async () => ({
    token: await service.applicationToken(),
    json: { url: "https://app.example/webhooks" },
  }),
  getWebhook: async () => ({ token: await service.applicationToken() }),
  changeWebhook: async () => ({ token: await service.applicationToken(), json: { description: "new" } }),
  replaceWebhookSecret: async () => ({ token: await service.applicationToken(), json: {} }),
  deleteWebhook: async () => ({ token: await service.applicationToken() }),
  testWebhook: async () => ({ token: await service.applicationToken() }),
  listWebhookDeliveries: async () => ({ token: await service.applicationToken() }),
  getWebhookDelivery: async () => ({ token: await service.applicationToken() }),
  redeliverWebhook: async () => ({ token: await service.applicationToken() }),
  readAudit: async () => ({ token: await service.applicationToken() }),
  execute: () => ({ token, json: { entity: "users", action: "list" } }),
  listTools: () => ({ token }),
  callTool: () => ({ token, json: { tool: "slack", arguments: { entity: "users", action: "list" } } }),
  mcp: () => ({
    token,
    json: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    headers: { accept: "application/json, text/event-stream" },
  }),
  getProtectedResource: () => ({}),
  getAuthorizationServer: () => ({}),
  getOpenidConfiguration: () => ({}),
  getSigningKeys: () => ({}),
  getPersonToken: async () => oauthForm({ grant_type: "refresh_token", refresh_token: await refreshToken() }),
  revokePersonToken: async () => oauthForm({ token: await refreshToken() }),
  setSignIn: async () => {
    await addSecondApplication();
    return {
      token: await service.applicationToken(),
      json: { sign_in_url: "https://app.example/sign-in" },
    };
  },
  getSignIn: async () => ({ token: await service.applicationToken() }),
  deleteSignIn: async () => ({ token: await service.applicationToken() }),
  createSignIn: async () => {
    const { sign_in } = await toSignInPage(walk, authorizePath(newVerifier()));
    return { token: await service.applicationToken(), json: { sign_in, external_user_id: "u1" } };
  },
  listAgreements: async () => ({ token: await service.applicationToken() }),
  endAgreement: async () => ({ token: await service.applicationToken() }),
  checkConnector: () => ({ token }),
  explainConnector: () => ({ token }),
  listJobs: () => ({ token }),
  getJob: () => ({ token }),
  readJob: () => ({ token }),
  cancelJob: () => ({ token }),
  listApprovals: () => ({ token }),
  getApproval: () => ({ token }),
  cancelApproval: () => ({ token }),
  decideApproval: async () => ({
    token: await service.applicationToken(),
    json: { approve: false, by: "maya" },
  }),
  listPermissions: () => ({ token }),
  endPermission: async () => ({ token: await service.applicationToken() }),
  linkApproval: async () => ({ token: await service.applicationToken(), json: { by: "maya" } }),
  listJournal: async () => ({ token: await service.applicationToken() }),
  undoRun: async () => {
    const call = { entity: "messages", action: "create", params: { channel: "#general", text: "Hi" } };
    const own = await service.create("u-undo");
    const writer = await service.scopedToken("u-undo");
    await service.ask(executePath(own), { token: writer, json: { ...call, run: "run-7" } });
    return { token: await service.applicationToken(), json: { by: "maya" } };
  },
  stopWrites: async () => ({
    token: await service.applicationToken(),
    json: { by: "maya", connector_id: await service.create("u-stopped") },
  }),
  listStops: async () => ({ token: await service.applicationToken() }),
  resumeWrites: async () => ({ token: await service.applicationToken() }),
  listConnectorTypes: () => ({ token }),
  uploadDefinition: async () => ({ token: await service.applicationToken(), json: { file: fileWith() } }),
  listDefinitions: async () => ({ token: await service.applicationToken() }),
  getDefinition: async () => ({ token: await service.applicationToken() }),
  activateDefinition: async () => ({ token: await service.applicationToken() }),
  deleteDefinition: async () => ({ token: await service.applicationToken() }),
  health: () => ({}),
  ready: () => ({}),
};

const refreshToken = async () => (await tokensOf(walk, "ana")).refresh_token;
const oauthForm = (fields: Record<string, string>): Ask => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
});

/** Returns the query without which the operation is refused. */
const queryOf = (operationId: string): string =>
  /^(getOauthSpec|deletePolicy)/.test(operationId)
    ? "?connector_type=slack"
    : operationId.startsWith("listTools")
      ? "?dialect=mcp"
      : "";

test("every operation returns a status and media type of the document", async () => {
  expect(document.openapi).toBe("3.1.0");
  let called = 0;
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const request = requests[operation.operationId.replace(/_\d+$/, "")];
      expect([operation.operationId, typeof request]).toEqual([operation.operationId, "function"]);
      let target = path;
      for (const make of [withApproval, withJob, withPermission, withWebhook, withToken, withDefinition])
        target = await make(target);
      target = target
        .replace(
          "{connector_id}",
          operation.operationId.startsWith("deleteConnector") ? await service.create("u1") : id,
        )
        .replace("{session_id}", await sessionFor(operation.operationId))
        .replace("{connector_type}", "slack")
        .replace("{run}", "run-7")
        .replace("{external_user_id}", "u-deleted")
        .replace("{agreement_id}", path.includes("{agreement_id}") ? await agreementOf(walk) : "")
        .replace("{client_id}", path.startsWith("/v1/") ? "second" : "test-client");
      const query = queryOf(operation.operationId);
      const answer = await service.ask(target + query, {
        ...(await request!()),
        method: method.toUpperCase(),
      });
      expect([operation.operationId, answer.status]).toEqual([
        operation.operationId,
        Number(Object.keys(operation.responses)[0]),
      ]);
      const documented = operation.responses[answer.status]!;
      expect(Object.keys(documented.content)).toContain(answer.headers.get("content-type"));
      expect(answer.headers.get("api-version")).toMatch(/^\d/);
      called++;
    }
  expect(called).toBeGreaterThanOrEqual(25);
});

test("an operation returns 401 without a token, and 404 for an unknown id", async () => {
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { operationId, responses }] of Object.entries(operations)) {
      if (!("401" in responses) || operationId.startsWith("getApplicationToken")) continue;
      const ask = { ...(await requests[operationId.replace(/_\d+$/, "")]!()), method: method.toUpperCase() };
      const { token: own, ...none } = ask;
      const target = path.replace(/\{\w+\}/, "nobodys") + queryOf(operationId);
      const refused = await service.ask(target, none);
      expect([operationId, refused.status, refused.body.code]).toEqual([operationId, 401, "missing_token"]);
      if (!path.includes("{")) continue;
      const unknown = await service.ask(target, { ...ask, token: own! });
      const [status, code] = path.includes("{connector_id}")
        ? [404, "connector_not_found"]
        : path.includes("{connector_type}")
          ? [422, "unknown_connector_type"]
          : path.startsWith("/mcp/")
            ? [401, "invalid_token"]
            : [404, "not_found"];
      expect([operationId, unknown.status, unknown.body.code]).toEqual([operationId, status, code]);
    }
});

test("the list of connector types shows their names and forms of credentials", async () => {
  const { body } = await service.ask("/v1/integrations/connector_types", { token });
  const [first, second] = body.data;
  expect(second).toMatchObject({ name: "amazon-ads" });
  expect([first]).toEqual([
    {
      connector_type: "Slack",
      name: "slack",
      title: "Slack",
      definition_id: "c2281cee-86f9-4a86-bb48-d23286b4c7bd",
      credentials: {
        token: { api_token: { description: expect.any(String), accepts: expect.any(String) } },
        oauth: {
          client_id: { description: expect.any(String) },
          client_secret: { description: expect.any(String) },
          access_token: { description: expect.any(String), accepts: expect.any(String) },
        },
        pkce: {
          client_id: { description: expect.any(String) },
          access_token: { description: expect.any(String), accepts: expect.any(String) },
          refresh_token: { description: expect.any(String), accepts: expect.any(String) },
        },
        rotation: {
          client_id: { description: expect.any(String) },
          client_secret: { description: expect.any(String) },
          access_token: { description: expect.any(String), accepts: expect.any(String) },
          refresh_token: { description: expect.any(String), accepts: expect.any(String) },
        },
      },
      environment: {
        team_id: {
          description: "the id of a workspace, for a token of a whole Enterprise organization",
          optional: true,
        },
      },
    },
  ]);
});

test("lists have pages, and both list routes find a user's connector", async () => {
  const user = "lists";
  const own = await service.scopedToken(user);
  const ids = [await service.create(user), await service.create(user), await service.create(user)];
  const first = await service.ask("/api/v1/integrations/connectors?limit=2", { token: own });
  expect(first.body.data.map((one: { id: string }) => one.id)).toEqual(ids.slice(0, 2));
  const next = await service.ask(`/api/v1/integrations/connectors?limit=2&cursor=${first.body.next_cursor}`, {
    token: own,
  });
  expect([next.body.data.map((one: { id: string }) => one.id), next.body.next_cursor]).toEqual([
    ids.slice(2),
    null,
  ]);
  const definition = "definition_id=c2281cee-86f9-4a86-bb48-d23286b4c7bd";
  const era = await service.ask(
    `/api/v1/connectors/connectors_for_user?external_user_id=${user}&${definition}`,
    {
      token: await service.applicationToken(),
    },
  );
  expect(era.body.connectors.map((one: { id: string }) => one.id)).toEqual(ids);
  const unknown = await service.ask("/api/v1/integrations/connectors?connector_type=nothing", { token: own });
  expect([unknown.status, unknown.body.code]).toEqual([422, "unknown_connector_type"]);
});

test("a record has all fields and no credentials", async () => {
  const { body } = await service.ask(
    `/v1/integrations/connectors/${await service.create("record", { name: "Mine" })}`,
    {
      token: await service.scopedToken("record"),
    },
  );
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "Mine",
    connector_type: "Slack",
    external_user_id: "record",
    status: "active",
    source_template: {
      id: "c2281cee-86f9-4a86-bb48-d23286b4c7bd",
      name: "Slack",
      connector_type: "Slack",
    },
    replication_config: {},
    credentials: {
      auth_method: "token",
      fields: ["api_token"],
      fingerprint: expect.stringMatching(/^hmac:[0-9a-f]{8}$/),
    },
    consent: null,
    last_error_code: null,
    last_used_at: null,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test("@redocly/cli finds no fault in the document", async () => {
  const file = join(directory, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const cli = import.meta
    .resolve("@redocly/cli/package.json")
    .replace("file://", "")
    .replace("package.json", "bin/cli.js");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      cli,
      "lint",
      file,
      "--extends=recommended-strict",

      "--format=stylish",
    ],
    { env: { ...process.env, REDOCLY_TELEMETRY: "off", CI: "1" }, cwd: directory },
  ).catch((error: { stdout: string; stderr: string }) => error);
  expect(`${stdout}${stderr}`).toContain("Your API description is valid");
});
