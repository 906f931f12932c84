import { protectRows } from "../../src/credentials/row-keys.ts";
import { acceptRows } from "../support/keys.ts";
import { createServer } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addClient } from "../../src/access/client-secrets.ts";
import { writeStatus } from "../../src/calls/connector-status.ts";
import { createSealer } from "../../src/credentials/sealing.ts";
import { defaultLimits } from "../../src/limits/limit-values.ts";
import { createAudit } from "../../src/operations/audit.ts";
import { createMetrics } from "../../src/operations/metrics.ts";
import { publicFetch } from "../../src/platforms/public-fetch.ts";
import { findConnector } from "../../src/store/queries/connectors.ts";
import { deleteEndpointsOf } from "../../src/store/queries/webhook-endpoints.ts";
import { createDeliveries } from "../../src/webhooks/deliveries.ts";
import { pauses } from "../../src/webhooks/retry-schedule.ts";
import { createSession, goToPlatform, openBrowser } from "../support/connect.ts";
import { startReceiver, type ReceivedWebhook, type Receiver } from "../support/receiver.ts";
import { executePath, testService, type TestService } from "../support/service.ts";
import { connectTo, onBothStores, type EmptyLocation } from "../support/stores.ts";

const path = "/v1/webhooks";

onBothStores((newLocation) => {
  let receiver: Receiver;
  let location: EmptyLocation;
  let service: TestService;
  let token: string;
  let now: number;
  const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) };
  beforeAll(async () => {
    receiver = await startReceiver();
    location = await newLocation();
    now = Date.now();
    service = await testService(location, {
      clock,
      webhookOrigins: [receiver.origin],
      limits: { webhookTimeoutMs: 10_000 },
    });
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });
  let webhook: { id: string; secret: string };
  beforeEach(async () => {
    token = await service.applicationToken();
    receiver.received = [];
    receiver.answer = () => 200;
    webhook = await addWebhook();
  });
  afterEach(async () => {
    for (const { id } of (await service.ask(path, { token })).body.data)
      await service.ask(`${path}/${id}`, { token, method: "DELETE" });
  });

  const addWebhook = async (more: object = {}) =>
    (await service.ask(path, { token, json: { url: `${receiver.origin}/hooks`, ...more } })).body;
  const sendTest = async (id = webhook.id) =>
    (await service.ask(`${path}/${id}/test`, { token, method: "POST" })).body;
  const deliveries = async (query = "", id = webhook.id) =>
    (await service.ask(`${path}/${id}/deliveries${query}`, { token })).body.data;
  const ids = () => receiver.received.map(({ headers }) => headers["webhook-id"]);
  /** Checks a request with an independent library, at the time of the test's clock, and returns its content. */
  const verify = ({ headers, body }: ReceivedWebhook, secret = webhook.secret) => {
    const date = vi.spyOn(Date, "now").mockReturnValue(now);
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>);
    } finally {
      date.mockRestore();
    }
  };
  const deliver = () => service.service.deliverWebhooks();
  const organization = async () =>
    (await service.store.db.selectFrom("applications").select("organization_id").executeTakeFirstOrThrow())
      .organization_id;
  const types = () => receiver.received.map(({ body }) => JSON.parse(body).type);

  /** Another replica of the service, which has its own connection to the store. */
  const replicas: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const { close } of replicas.splice(0)) await close();
  });
  const replica = (
    fetch = publicFetch(() => true),
    { timeoutMs = 10_000, places = defaultLimits.webhooks } = {},
  ) => {
    const store = connectTo(location);
    protectRows(store, service.keys);
    const audit = createAudit(store, clock, () => {});
    const options = { store, audit, metrics: createMetrics(), clock, fetch, places, timeoutMs };
    replicas.push(store);
    return createDeliveries({
      ...options,
      sealer: createSealer(service.keys),
      onFault: (error) => void faults.push(error),
    });
  };
  const faults: unknown[] = [];
  afterEach(() => expect(faults.splice(0)).toEqual([]));

  test("every change of a connector is sent once, signed, and without secrets", async () => {
    const id = await service.create("ana", { name: "Ana's" });
    const own = await service.scopedToken("ana");
    const one = `/v1/integrations/connectors/${id}`;
    const list = { entity: "channels", action: "list", params: { limit: 1 } };
    const call = () => service.ask(executePath(id), { token: own, json: list });
    const replace = (api_token: string) =>
      service.ask(`${one}/credentials`, { method: "PUT", token: own, json: { credentials: { api_token } } });
    await deliver();
    await replace("xoxb-revoked-token");
    await deliver();
    expect((await call()).status).toBe(424);
    expect((await call()).status).toBe(424);
    await deliver();
    await replace(service.sandbox.tokens.bot);
    expect((await call()).status).toBe(200);
    await deliver();
    await service.ask(one, { method: "DELETE", token: own });
    await deliver();

    const data = { connector_id: id, connector_type: "slack", name: "Ana's", external_user_id: "ana" };
    expect(receiver.received.map((request) => verify(request))).toEqual([
      { type: "connector.created", timestamp: new Date(now).toISOString(), data },
      { type: "connector.reconnected", timestamp: expect.any(String), data },
      {
        type: "connector.reauth_required",
        timestamp: expect.any(String),
        data: { ...data, error_code: "credential_rejected" },
      },
      { type: "connector.reconnected", timestamp: expect.any(String), data },
      { type: "connector.deleted", timestamp: expect.any(String), data },
    ]);
    expect(new Set(ids()).size).toBe(5);
    expect(receiver.received[0]).toMatchObject({
      path: "/hooks",
      headers: {
        "content-type": "application/json",
        "webhook-id": expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      },
    });
    expect(() => verify({ ...receiver.received[0]!, body: `${receiver.received[0]!.body} ` })).toThrow(
      "No matching",
    );
    expect(JSON.stringify(receiver.received)).not.toMatch(/xoxb|whsec_/);
    expect((await deliveries("?status=delivered")).length).toBe(5);
  });

  test("a connect session sends an event with its id when it creates or reconnects a connector", async () => {
    const connect = async (more: object) => {
      const browser = openBrowser(service);
      const session = await createSession(service, { return_url: undefined, ...more });
      await browser.get(await goToPlatform(browser, session, service.sandbox.fetch));
      await deliver();
      return session.id;
    };
    const data = () => JSON.parse(receiver.received.at(-1)!.body).data;
    const first = await connect({});
    const { connector_id } = data();
    expect(data()).toMatchObject({ external_user_id: "ana", connect_session_id: first });
    const second = await connect({ connector_id });
    expect(data()).toMatchObject({ connector_id, connect_session_id: second });
    expect(types()).toEqual(["connector.created", "connector.reconnected"]);
  });

  test("if several calls at once learn that the credentials are refused, one event is sent", async () => {
    const id = await service.create("ana");
    const { db } = service.store;
    const row = (await findConnector(db, { organization: await organization() }, id))!;
    for (const code of ["credential_rejected", "reauth_required"]) await writeStatus(db, row, code, now);
    for (const code of [undefined, undefined])
      await writeStatus(db, { ...row, status: "reauth_required" }, code, now);
    await deliver();
    expect(types().toSorted()).toEqual([
      "connector.created",
      "connector.reauth_required",
      "connector.reconnected",
    ]);
  });

  test("a change that is rolled back sends nothing", async () => {
    const own = await service.scopedToken("ana");
    const json = { external_user_id: "ana", connector_type: "Slack", credentials: { api_token: "xoxb-1" } };
    const { transaction } = service.store;
    const failing = vi.spyOn(service.store, "transaction").mockImplementationOnce((run) =>
      transaction(async (db) => {
        await run(db);
        const stored = await db.selectFrom("webhook_deliveries").select("type").execute();
        throw new Error(`after ${stored[0]!.type}`);
      }),
    );
    expect((await service.ask("/v1/integrations/connectors", { token: own, json })).status).toBe(500);
    await expect(failing.mock.results[0]!.value).rejects.toThrow("after connector.created");
    await deliver();
    expect([receiver.received, await deliveries()]).toEqual([[], []]);
  });

  test("an endpoint gets only the chosen types, and only of its organization", async () => {
    await addWebhook({ url: `${receiver.origin}/deleted`, event_types: ["connector.deleted"] });
    const { db } = service.store;
    const foreign = await addWebhook({ url: `${receiver.origin}/foreign` });
    await db
      .updateTable("webhook_endpoints")
      .set({ organization_id: "other" })
      .where("id", "=", foreign.id)
      .execute();
    const id = await service.create("ana");
    await service.ask(`/v1/integrations/connectors/${id}`, { method: "DELETE", token });
    await deliver();
    expect(receiver.received.map(({ path, body }) => [path, JSON.parse(body).type]).toSorted()).toEqual([
      ["/deleted", "connector.deleted"],
      ["/hooks", "connector.created"],
      ["/hooks", "connector.deleted"],
    ]);
    await db.deleteFrom("webhook_endpoints").where("id", "=", foreign.id).execute();
  });

  test("a failing receiver gets the same id again, after growing pauses, for about a day", async () => {
    receiver.answer = () => 500;
    const { event_id } = await sendTest();
    const attempts: number[] = [];
    const end = now + 3 * 86_400_000;
    for (let seen = 0; now < end; seen = receiver.received.length) {
      await deliver();
      if (receiver.received.length > seen) attempts.push(now);
      const [next] = await deliveries("?status=pending");
      if (!next) break;
      // A moment earlier, nothing is sent.
      now = Date.parse(next.next_attempt_at) - 1;
      await deliver();
      expect(receiver.received.length).toBe(attempts.length);
      now += 1;
      token = await service.applicationToken();
    }
    expect(attempts.length).toBe(pauses.length + 1);
    const waited = attempts.slice(1).map((at, index) => at - attempts[index]!);
    for (const [index, ms] of waited.entries()) {
      expect(ms).toBeGreaterThanOrEqual(pauses[index]!);
      expect(ms).toBeLessThanOrEqual(Math.round(pauses[index]! * 1.1));
    }
    expect(attempts.at(-1)! - attempts[0]!).toBeGreaterThan(24 * 3_600_000);
    expect(new Set(ids())).toEqual(new Set([event_id]));
    const [failed] = await deliveries("?status=failed");
    expect(failed).toMatchObject({
      event_id,
      attempts: attempts.length,
      response_status: 500,
      next_attempt_at: null,
    });
    // The last request has the time of its own attempt.
    expect(verify(receiver.received.at(-1)!)).toMatchObject({ type: "webhook.test" });

    receiver.answer = () => 204;
    await service.ask(`${path}/${webhook.id}/deliveries/${failed.id}/redeliver`, { token, method: "POST" });
    await deliver();
    expect([ids().at(-1), (await deliveries())[0]]).toMatchObject([
      event_id,
      { status: "delivered", attempts: 1 },
    ]);
  });

  test.each<[string, () => ReturnType<Receiver["answer"]>, object]>([
    ["error", () => 500, { response_status: 500, error: null }],
    [
      "redirect",
      () => ({ status: 302, headers: { location: "/elsewhere" } }),
      { response_status: 302, error: null },
    ],
    [
      "receiver that never responds",
      () => "none",
      { response_status: null, error: "No response within 500 ms." },
    ],
    [
      "cut connection",
      () => "cut",
      { response_status: null, error: "The connection failed (UND_ERR_SOCKET)." },
    ],
  ])("after a %s, the event is delivered later, once", async (_, answer, outcome) => {
    receiver.answer = answer;
    const { event_id } = await sendTest();
    await replica(undefined, { timeoutMs: 500 }).deliverDue();
    expect(await deliveries()).toMatchObject([{ status: "pending", attempts: 1, ...outcome }]);
    receiver.answer = () => 200;
    now += 10_000;
    await deliver();
    now += 10_000;
    await deliver();
    expect(ids()).toEqual([event_id, event_id]);
    expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: 2, response_status: 200 }]);
  });

  test("an address that cannot be reached, or is not public, gives a reason", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const guarded = replica(publicFetch(() => false));
    for (const [url, sender, error] of [
      [`http://127.0.0.1:${port}/`, replica(), "The connection failed (ECONNREFUSED)."],
      [receiver.origin, guarded, "The request was not sent: 127.0.0.1 is not a public address."],
      ["http://localhost:81/", guarded, "The host name resolves to an address that is not public."],
    ] as const) {
      // The address was allowed when it was stored.
      await service.store.db
        .updateTable("webhook_endpoints")
        .set({ url })
        .where("id", "=", webhook.id)
        .execute();
      await acceptRows(service.store, await organization());
      await sendTest();
      await sender.deliverDue();
      expect((await deliveries())[0]).toMatchObject({ status: "pending", response_status: null, error });
      now += 1;
    }
    expect(receiver.received).toEqual([]);
  });

  test("secrets that cannot be decrypted are a fault of the service, and a failed attempt", async () => {
    const sender = replica();
    await service.store.db.updateTable("webhook_endpoints").set({ sealed: "broken" }).execute();
    await acceptRows(service.store, await organization());
    await sendTest();
    await sender.deliverDue();
    expect(faults.splice(0)).toMatchObject([{ code: "internal" }]);
    const error = "The service could not sign the request.";
    const [pending] = await deliveries();
    expect(pending).toMatchObject({ status: "pending", attempts: 1, error });
    expect(Date.parse(pending.next_attempt_at) - now).toBeLessThanOrEqual(pauses[0]! * 1.1);
    expect(receiver.received).toEqual([]);
  });

  test("of several replicas, one sends each event", async () => {
    const sent: string[] = [];
    for (let index = 0; index < 30; index++) sent.push((await sendTest()).event_id);
    await Promise.all([replica().deliverDue(), deliver(), replica().deliverDue()]);
    expect(ids().toSorted()).toEqual(sent.toSorted());
    expect((await deliveries()).every(({ status }: { status: string }) => status === "delivered")).toBe(true);
  });

  test("if a replica stops between the request and the outcome, another replica repeats the same id", async () => {
    const send = publicFetch(() => true);
    // The request arrives, but the replica never learns the response, as after `kill -9`.
    const killed = replica((url, init) => send(url, init).then(() => new Promise<never>(() => {})));
    const { event_id } = await sendTest();
    void killed.deliverDue();
    await vi.waitFor(() => expect(ids()).toEqual([event_id]));
    now += 19_999;
    await deliver();
    expect(ids()).toEqual([event_id]);
    now += 1;
    await deliver();
    expect(ids()).toEqual([event_id, event_id]);
    expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: 2 }]);
  });

  test("an outcome that arrives after the claim has ended changes nothing", async () => {
    const late = Promise.withResolvers<Response>();
    const slow = replica(() => late.promise).deliverDue;
    await sendTest();
    const ending = slow();
    await vi.waitFor(async () => expect((await deliveries())[0].attempts).toBe(1));
    now += 20_000;
    await deliver();
    late.resolve(new Response(null, { status: 500 }));
    await ending;
    expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: 2, response_status: 200 }]);
  });

  test("a slow endpoint delays no other endpoint", async () => {
    const slow = await addWebhook({ url: `${receiver.origin}/slow` });
    const open = Promise.withResolvers<number>();
    receiver.answer = ({ path }) => (path === "/slow" ? open.promise : 200);
    for (let index = 0; index < 10; index++) await sendTest(slow.id);
    const fast: string[] = [];
    const running: Promise<void>[] = [];
    const patient = replica();
    for (let index = 0; index < 3; index++) {
      fast.push((await sendTest()).event_id);
      running.push(patient.deliverDue());
      await vi.waitFor(() => expect(ids()).toEqual(expect.arrayContaining(fast)));
    }
    expect(receiver.received.filter(({ path }) => path === "/slow").length).toBe(4);
    open.resolve(200);
    await Promise.all(running);
    expect(receiver.received.length).toBe(13);
  });

  test("many old events of slow endpoints do not hold back the first event of another endpoint", async () => {
    const open = Promise.withResolvers<number>();
    receiver.answer = ({ path }) => (path === "/slow" ? open.promise : 200);
    for (let index = 0; index < 13; index++) {
      const slow = await addWebhook({ url: `${receiver.origin}/slow` });
      for (let event = 0; event < 4; event++) await sendTest(slow.id);
    }
    now += 1;
    await sendTest();
    const sending = deliver();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(20));
    expect(receiver.received.filter(({ path }) => path !== "/slow")).toHaveLength(1);
    open.resolve(200);
    await sending;
    expect(receiver.received).toHaveLength(53);
  });

  test("organizations whose receivers are slow leave a place to another organization", async () => {
    const { db } = service.store;
    const open = Promise.withResolvers<number>();
    receiver.answer = ({ path }) => (path === "/slow" ? open.promise : 200);
    const slow = () => receiver.received.filter(({ path }) => path === "/slow");
    const own = token;
    const add = async (id: string) => {
      const secret = "secret-of-more-than-32-characters";
      await addClient(db, { id, organization_id: id, name: id, epoch: 0, secret }, now);
      const json = { client_id: id, client_secret: secret };
      token = (await service.ask("/api/v1/account/applications/token", { json })).body.access_token;
      for (let index = 0; index < 6; index++) {
        const endpoint = await addWebhook({ url: `${receiver.origin}/slow` });
        for (let event = 0; event < 4; event++) await sendTest(endpoint.id);
      }
      token = own;
    };
    const names = ["slow-1", "slow-2", "slow-3"];
    for (const name of names) await add(name);
    const sender = replica(undefined, { places: { endpoint: 4, organization: 20, process: 40 } });
    const sending = [sender.deliverDue()];
    // With 72 events due, three organizations get ten places each. Ten of 40 places stay free.
    await vi.waitFor(() => expect(slow()).toHaveLength(30));
    now += 1;
    await sendTest();
    sending.push(sender.deliverDue());
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ status: "delivered" }]));
    expect(slow()).toHaveLength(30);
    open.resolve(200);
    await Promise.all(sending);
    await sender.deliverDue();
    expect(slow()).toHaveLength(3 * 6 * 4);
    for (const name of names) await deleteEndpointsOf(db, name);
  });

  test("a receiver that answers 410 is disabled, and its waiting events are kept as failed", async () => {
    receiver.answer = () => 410;
    await sendTest();
    await deliver();
    expect((await service.ask(`${path}/${webhook.id}`, { token })).body).toMatchObject({
      status: "disabled",
      disabled_reason: "gone",
    });
    const audit = await service.ask("/v1/audit?event=webhook.disable", { token });
    expect(audit.body.data[0]).toMatchObject({ detail: { webhook_id: webhook.id, reason: "gone" } });
    await service.create("ana");
    await deliver();
    expect(receiver.received.length).toBe(1);
    expect(await deliveries()).toMatchObject([{ status: "failed", response_status: 410, error: null }]);

    const refused = await service.ask(`${path}/${webhook.id}/test`, { token, method: "POST" });
    expect([refused.status, refused.body.message]).toEqual([422, "The webhook endpoint is disabled."]);
    receiver.answer = () => 200;
    const enabled = await service.ask(`${path}/${webhook.id}`, {
      token,
      method: "PATCH",
      json: { status: "enabled" },
    });
    expect(enabled.body).toMatchObject({ status: "enabled", disabled_reason: null });
    await service.create("ana");
    await deliver();
    expect(types()).toEqual(["webhook.test", "connector.created"]);
  });

  test("an event that was tried while the clock was ahead does not wait until the clock has caught up", async () => {
    receiver.answer = () => 500;
    const right = now;
    now += 86_400_000;
    token = await service.applicationToken();
    await sendTest();
    await deliver();
    now = right;
    receiver.answer = () => 200;
    const [tried] = ids();
    await service.service.sweep();
    await deliver();
    expect(ids()).toEqual([tried, tried]);
    // An event that waits for its next attempt still waits.
    receiver.answer = () => 500;
    await sendTest();
    await deliver();
    await service.service.sweep();
    await deliver();
    expect(ids().length).toBe(3);
  });

  test("the header Retry-After lengthens a pause", async () => {
    receiver.answer = () => ({ status: 503, headers: { "retry-after": "3600" } });
    await sendTest();
    await deliver();
    expect(Date.parse((await deliveries())[0].next_attempt_at) - now).toBe(3_600_000);
  });

  test("during a change of the secret, requests are valid with both secrets", async () => {
    const old = webhook.secret;
    const replace = (overlap_seconds: number) =>
      service.ask(`${path}/${webhook.id}/secret`, { token, json: { overlap_seconds } });
    const { secret } = (await replace(60)).body;
    await sendTest();
    await deliver();
    expect([verify(receiver.received[0]!, old), verify(receiver.received[0]!, secret)]).toHaveLength(2);
    now += 60_000;
    await sendTest();
    await deliver();
    expect(verify(receiver.received[1]!, secret)).toMatchObject({ type: "webhook.test" });
    expect(() => verify(receiver.received[1]!, old)).toThrow("No matching signature");
    const { secret: newest } = (await replace(0)).body;
    await sendTest();
    await deliver();
    expect(() => verify(receiver.received[2]!, secret)).toThrow("No matching signature");
    expect(verify(receiver.received[2]!, newest)).toMatchObject({ type: "webhook.test" });
  });

  test("deleting a user erases the events that name the user", async () => {
    const elsewhere = await service.create("ana");
    await service.create("erased-user");
    receiver.answer = () => 500;
    await deliver();
    await service.ask("/v1/users/erased-user", { method: "DELETE", token });
    const rows = await service.store.db.selectFrom("webhook_deliveries").selectAll().execute();
    expect(rows.map(({ payload }) => JSON.parse(payload).data.connector_id)).toEqual([elsewhere]);
  });
});
