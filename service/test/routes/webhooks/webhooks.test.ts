import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { deleteApplication } from "../../../src/access/change-application.ts";
import { addClient } from "../../../src/access/client-secrets.ts";
import { createSealer } from "../../../src/credentials/sealing.ts";
import { createEndpoint } from "../../../src/webhooks/change-endpoint.ts";
import { addTestEvent } from "../../../src/webhooks/events.ts";
import { testService, type Ask, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const path = "/v1/webhooks";
const url = "https://app.example/hooks";

onBothStores((newLocation) => {
  let service: TestService;
  let token: string;
  beforeAll(async () => {
    service = await testService(await newLocation(), { webhookOrigins: ["http://127.0.0.1:3000"] });
    token = await service.applicationToken();
  });
  afterAll(() => service.close());
  const ask = (rest = "", more: Ask = {}) => service.ask(`${path}${rest}`, { token, ...more });
  const add = async (json: object = { url }) => (await ask("", { json })).body;
  const rows = (table: "webhook_endpoints" | "webhook_deliveries") =>
    service.store.db.selectFrom(table).selectAll().execute();
  afterEach(async () => {
    for (const { id } of (await ask()).body.data) await ask(`/${id}`, { method: "DELETE" });
  });

  test("an endpoint is created, changed and deleted, and its secret is shown once", async () => {
    const created = await add({ url, description: "Production", event_types: ["connector.deleted"] });
    const { secret, ...view } = created;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(view).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url,
      description: "Production",
      event_types: ["connector.deleted"],
      status: "enabled",
      disabled_reason: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const one = `/${view.id}`;
    expect((await ask()).body).toEqual({ data: [view] });
    expect((await ask(one)).body).toEqual(view);
    expect(JSON.stringify(await rows("webhook_endpoints"))).not.toContain(secret.slice(6));

    const change = async (json: object) => (await ask(one, { method: "PATCH", json })).body;
    const all = await change({ event_types: null, url: "http://127.0.0.1:3000/x", description: "" });
    expect(all).toMatchObject({ event_types: null, url: "http://127.0.0.1:3000/x", description: "" });
    expect(await change({ status: "disabled" })).toMatchObject({
      status: "disabled",
      disabled_reason: "manual",
      url: all.url,
    });
    expect(await change({ status: "enabled" })).toMatchObject({ status: "enabled", disabled_reason: null });

    const replaced = await ask(`${one}/secret`, { method: "POST" });
    expect(replaced.body).toMatchObject({ id: view.id, secret: expect.stringMatching(/^whsec_/) });
    expect(replaced.body.secret).not.toBe(secret);
    expect((await ask(one, { method: "DELETE" })).body).toEqual({ id: view.id, deleted: true });
    expect(await rows("webhook_endpoints")).toEqual([]);
    const audit = (await service.ask("/v1/audit?limit=7", { token })).body.data;
    const events = audit.filter(
      ({ detail }: { detail: { webhook_id?: string } }) => detail.webhook_id === view.id,
    );
    expect(events.map(({ event }: { event: string }) => event).toReversed()).toEqual([
      "webhook.create",
      "webhook.change",
      "webhook.change",
      "webhook.change",
      "webhook.secret",
      "webhook.delete",
    ]);
  });

  test("disabling an endpoint keeps its waiting events as failed", async () => {
    const { id } = await add();
    const sent = (await ask(`/${id}/test`, { method: "POST" })).body;
    expect(sent).toMatchObject({
      type: "webhook.test",
      status: "pending",
      attempts: 0,
      event: { type: "webhook.test" },
    });
    await ask(`/${id}`, { method: "PATCH", json: { status: "disabled" } });
    expect((await ask(`/${id}/deliveries/${sent.id}`)).body).toMatchObject({
      status: "failed",
      error: "The endpoint is disabled.",
      next_attempt_at: null,
    });
    await ask(`/${id}`, { method: "DELETE" });
    expect(await rows("webhook_deliveries")).toEqual([]);
  });

  test("deliveries have pages, newest first, and can be filtered", async () => {
    const { id } = await add();
    const sent: string[] = [];
    for (let index = 0; index < 3; index++)
      sent.unshift((await ask(`/${id}/test`, { method: "POST" })).body.id);
    const page = async (query: string) => {
      const { body } = await ask(`/${id}/deliveries${query}`);
      return [body.data.map((one: { id: string }) => one.id), body.next_cursor];
    };
    sent.sort().reverse();
    expect(await page("?limit=2")).toEqual([sent.slice(0, 2), sent[1]]);
    expect(await page(`?limit=2&cursor=${sent[1]}`)).toEqual([sent.slice(2), null]);
    expect(await page("?status=delivered")).toEqual([[], null]);
    expect(await page("?status=pending")).toEqual([sent, null]);
  });

  const bad: readonly (readonly [string, string, object | undefined, RegExp])[] = [
    ["POST", "", {}, /url/],
    ["POST", "", { url: "nothing" }, /is not an address/],
    ["POST", "", { url: `https://a.example/${"x".repeat(2048)}` }, /url/],
    ["POST", "", { url: "http://app.example/" }, /must use https/],
    ["POST", "", { url: "ftp://app.example/" }, /must use https/],
    ["POST", "", { url: "http://127.0.0.1:3001/" }, /must use https/],
    ["POST", "", { url: "https://app.example:22/" }, /must use the port 443 or 8443/],
    ["POST", "", { url: "https://app.example:444/" }, /must use the port 443 or 8443/],
    ["PATCH", "/ID", { url: "https://app.example:25/" }, /must use the port 443 or 8443/],
    ["POST", "", { url: "https://127.0.0.1/" }, /is not a public address/],
    ["POST", "", { url: "https://2130706433/" }, /is not a public address/],
    ["POST", "", { url: "https://[::1]/" }, /is not a public address/],
    ["POST", "", { url: "https://[::ffff:10.0.0.1]/" }, /is not a public address/],
    ["POST", "", { url: "https://169.254.169.254/latest" }, /is not a public address/],
    ["POST", "", { url: "https://localhost./" }, /is not a public address/],
    ["POST", "", { url: "https://a.localhost/" }, /is not a public address/],
    ["POST", "", { url: "https://user:canary@app.example/" }, /must not have a user/],
    ["POST", "", { url: "https://app.example/#x" }, /fragment/],
    ["POST", "", { url: "https://evil.example\\@app.example/" }, /spaces/],
    ["POST", "", { url: "https://app.exa\nmple/" }, /spaces/],
    ["POST", "", { url: " https://app.example/" }, /spaces/],
    ["POST", "", { url: "https://app.example/\u202etxt" }, /spaces/],
    ["POST", "", { url, event_types: [] }, /event_types/],
    ["POST", "", { url, event_types: ["connector.gone"] }, /event_types/],
    ["POST", "", { url, event_types: ["connector.deleted", "connector.deleted"] }, /a type twice/],
    ["POST", "", { url, description: "a\nb" }, /control characters/],
    ["POST", "", { url, description: "a\u202eb" }, /direction of the text/],
    ["POST", "", { url, description: "x".repeat(201) }, /description/],
    ["POST", "", { url, secret: "whsec_canary" }, /secret/],
    ["PATCH", "/ID", {}, /at least one of/],
    ["PATCH", "/ID", { url: "https://10.0.0.1/" }, /is not a public address/],
    ["PATCH", "/ID", { status: "gone" }, /status/],
    ["PATCH", "/ID", { id: "x" }, /id/],
    ["POST", "/ID/secret", { overlap_seconds: -1 }, /overlap_seconds/],
    ["POST", "/ID/secret", { overlap_seconds: 604_801 }, /overlap_seconds/],
    ["GET", "/ID/deliveries?status=gone", undefined, /status/],
    ["GET", "/ID/deliveries?limit=201", undefined, /limit/],
    ["GET", "/ID/deliveries?cursor=%00", undefined, /cursor/],
  ];
  test("wrong requests get a clear error and store nothing", async () => {
    const { id } = await add();
    const before = [await rows("webhook_endpoints"), await rows("webhook_deliveries")];
    for (const [method, rest, json, message] of bad) {
      const answer = await ask(rest.replace("ID", id), { method, ...(json ? { json } : {}) });
      expect([rest, json, answer.status, answer.body.message]).toEqual([
        rest,
        json,
        422,
        expect.stringMatching(message),
      ]);
      expect(answer.text).not.toContain("canary");
    }
    expect([await rows("webhook_endpoints"), await rows("webhook_deliveries")]).toEqual(before);
  });

  test("an unknown endpoint, an endpoint of another organization and a foreign delivery give the same error", async () => {
    const { id } = await add();
    const other = await add();
    const delivery = (await ask(`/${id}/test`, { method: "POST" })).body.id;
    const secret = "secret-of-another-organization-123456";
    const foreign = { id: `other-${id}`, organization_id: "o2", name: "other", epoch: 0, secret };
    await addClient(service.store.db, foreign, Date.now());
    const { body } = await service.ask("/v1/applications/token", {
      json: { client_id: foreign.id, client_secret: secret },
    });
    const before = [await rows("webhook_endpoints"), await rows("webhook_deliveries")];
    const requests: [string, string, object?][] = [
      ["GET", ""],
      ["PATCH", "", { status: "disabled" }],
      ["DELETE", ""],
      ["POST", "/secret", {}],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["GET", `/deliveries/${delivery}`],
      ["POST", `/deliveries/${delivery}/redeliver`],
    ];
    for (const [method, rest, json] of requests) {
      const send = (one: string, own: string) =>
        ask(`/${one}${rest}`, { method, token: own, ...(json ? { json } : {}) });
      const [unknown, others] = [await send("nobodys", token), await send(id, body.access_token)];
      expect([unknown.status, unknown.body.message]).toEqual([404, "There is no such webhook endpoint."]);
      expect([others.status, others.body.message]).toEqual([404, unknown.body.message]);
    }
    for (const [method, rest] of requests.slice(6)) {
      const answer = await ask(`/${other.id}${rest}`, { method });
      expect([answer.status, answer.body.message]).toEqual([404, "There is no such delivery."]);
    }
    expect((await ask("", { token: body.access_token })).body.data).toEqual([]);
    expect([await rows("webhook_endpoints"), await rows("webhook_deliveries")]).toEqual(before);
  });

  test("a scoped token has no access", async () => {
    const scoped = await service.scopedToken("ana");
    for (const more of [{}, { json: { url } }]) {
      const answer = await ask("", { token: scoped, ...more });
      expect([answer.status, answer.body.code]).toEqual([403, "insufficient_scope"]);
    }
  });

  test("deleting the last application of an organization deletes its endpoints and events", async () => {
    const { db } = service.store;
    const fields = { url, description: "", event_types: null };
    const application = { id: "last", organization_id: "o3", name: "last", epoch: 0 };
    await addClient(db, { ...application, secret: "a secret that nobody uses in this test" }, 1);
    const { row } = await createEndpoint(db, createSealer(service.keys), "o3", fields, 1);
    await addTestEvent(db, row.id, 1);
    await deleteApplication(db, {
      ...application,
      created_at: 1,
      disabled_at: null,
      return_urls: "[]",
      confirm_sessions: 0,
    });
    expect([await rows("webhook_endpoints"), await rows("webhook_deliveries")]).toEqual([[], []]);
  });

  test("deliveries are deleted after thirty days", async () => {
    const { id } = await add();
    const day = 86_400_000;
    for (const at of [Date.now() - 30 * day - 1000, Date.now() - 29 * day])
      await addTestEvent(service.store.db, id, at);
    await service.service.sweep();
    expect((await rows("webhook_deliveries")).length).toBe(1);
  });

  test("an organization has at most twenty endpoints", async () => {
    for (let index = 0; index < 20; index++) await add();
    const refused = await ask("", { json: { url } });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "This organization has 20 webhook endpoints.",
    ]);
    expect((await ask()).body.data.length).toBe(20);
  });
});
