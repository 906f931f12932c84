import { afterEach, expect, test } from "vitest";
import { addClient } from "../../src/access/client-secrets.ts";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";
import { rates } from "../limits/rates.ts";

const list = { entity: "users", action: "list", params: { limit: 1 } };

onBothStores((newLocation) => {
  let now = 1_900_000_000_000;
  const open: TestService[] = [];
  const start = async (options: Parameters<typeof testService>[1]) => {
    const service = await testService(await newLocation(), {
      clock: { now: () => now, sleep: () => Promise.resolve() },
      ...options,
    });
    open.push(service);
    return service;
  };
  afterEach(async () => {
    for (const service of open.splice(0)) await service.close();
  });

  test("requests per minute are limited for each user", async () => {
    const service = await start({
      limits: {
        perMinute: rates(100, { workspace: 3, application: 3 }),
      },
    });
    const [one, other] = [await service.scopedToken("u1"), await service.scopedToken("u2")];
    const path = "/v1/integrations/connectors";
    for (let count = 0; count < 3; count++)
      expect((await service.ask(path, { token: one })).status).toBe(200);
    const refused = await service.ask(path, { token: one });
    expect([refused.status, refused.body.code, refused.body.retryable]).toEqual([429, "rate_limited", true]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.body.retry_after).toBe(wait);
    expect((await service.ask(path, { token: other })).status).toBe(200);
    now += wait * 1000;
    expect((await service.ask(path, { token: one })).status).toBe(200);
  });

  test("an application token has a limit for each user, and a limit for all users together", async () => {
    const perMinute = rates(100, { workspace: 4, application: 12 });
    const service = await start({ limits: { perMinute } });
    const [ana, bob] = [await service.create("ana"), await service.create("bob")];
    now += 60_000;
    const token = await service.applicationToken();
    const statuses = async (count: number, path: string, by = token) => {
      const answers = [];
      for (let nth = 0; nth < count; nth++) answers.push((await service.ask(path, { token: by })).status);
      return answers;
    };
    const one = (id: string) => `/v1/integrations/connectors/${id}`;
    // The fifth request that concerns Ana is refused. Requests that concern Bob have a separate limit.
    expect(await statuses(5, one(ana))).toEqual([200, 200, 200, 200, 429]);
    expect((await service.ask(executePath(ana), { token, json: list })).body.code).toBe("rate_limited");
    expect((await service.ask("/v1/integrations/connectors?external_user_id=ana", { token })).status).toBe(
      429,
    );
    const create = (external_user_id: string) =>
      service.ask("/v1/integrations/connectors", {
        token,
        json: {
          external_user_id,
          connector_type: "Slack",
          credentials: { api_token: service.sandbox.tokens.bot },
        },
      });
    expect((await create("ana")).status).toBe(429);
    expect(await statuses(1, one(ana), await service.scopedToken("ana"))).toEqual([429]);
    expect(await statuses(4, one(bob))).toEqual([200, 200, 200, 200]);
    // The thirteenth request of the application is refused, for any user.
    const refused = await service.ask("/v1/integrations/connector_types", { token });
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(refused.body.message).toContain("(application)");
    const cleo = await service.scopedToken("cleo");
    expect(await statuses(1, "/v1/integrations/connectors", cleo)).toEqual([200]);
  });

  test("the lifetime of tokens can be set, and a longer lifetime is refused", async () => {
    const service = await start({ limits: { applicationTokenSeconds: 120, scopedTokenSeconds: 3600 } });
    const path = "/api/v1/account/applications";
    const { clientId: client_id, clientSecret: client_secret } = service;
    const issued = await service.ask(`${path}/token`, { json: { client_id, client_secret } });
    expect(issued.body.expires_in).toBe(120);
    const scoped = (ttl_seconds?: number) =>
      service.ask(`${path}/scoped-token`, {
        token: issued.body.access_token,
        json: { external_user_id: "dan", ttl_seconds },
      });
    expect((await scoped()).body.expires_in).toBe(3600);
    expect((await scoped(3000)).body.expires_in).toBe(3000);
    const refused = await scoped(3601);
    expect([refused.status, refused.body.path, refused.body.message]).toEqual([
      422,
      "ttl_seconds",
      "ttl_seconds must be at most 3600.",
    ]);
  });

  test("wrong secrets are limited for each address, and correct secrets still work", async () => {
    const service = await start({
      limits: {
        perMinute: rates(100, { refused: 2 }),
      },
    });
    const path = "/api/v1/account/applications/token";
    const { clientId: client_id, clientSecret: client_secret } = service;
    const guess = () =>
      service.ask(path, { json: { client_id, client_secret: "guess" }, address: "192.0.2.1" });
    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 429]);
    const right = await service.ask(path, { json: { client_id, client_secret }, address: "192.0.2.1" });
    expect(right.status).toBe(200);
    const elsewhere = await service.ask(path, {
      json: { client_id, client_secret: "x" },
      address: "192.0.2.2",
    });
    expect(elsewhere.status).toBe(401);
  });

  test("token requests are limited for each application, and wrong secrets do not count", async () => {
    const service = await start({
      limits: {
        perMinute: rates(100, { client: 2 }),
      },
    });
    const path = "/api/v1/account/applications/token";
    const { clientId: client_id, clientSecret: client_secret } = service;
    const ask = async (secret: string) =>
      (await service.ask(path, { json: { client_id, client_secret: secret } })).status;
    for (let count = 0; count < 5; count++) expect(await ask("guess")).toBe(401);
    expect([await ask(client_secret), await ask(client_secret), await ask(client_secret)]).toEqual([
      200, 200, 429,
    ]);
  });

  test("one concurrent call too many is refused at once", async () => {
    const gate = Promise.withResolvers<void>();
    let waiting = 0;
    const full = Promise.withResolvers<void>();
    const service: TestService = await start({
      limits: { concurrency: { connector: 2, workspace: 3, organization: 50, process: 100 } },
      code: {
        fetch: async (input, init) => {
          if (++waiting === 2) full.resolve();
          await gate.promise;
          return service.sandbox.fetch(input, init);
        },
      },
    });
    const token = await service.scopedToken("u1");
    const id = await service.create("u1");
    const calls = [1, 2].map(() => service.ask(executePath(id), { token, json: list }));
    await full.promise;
    const refused = await service.ask(executePath(id), { token, json: list });
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
      429,
      "concurrency_limited",
      "1",
    ]);
    gate.resolve();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await service.ask(executePath(id), { token, json: list })).status).toBe(200);
  });

  test("slow calls of one organization are refused with its reason, and another organization notices nothing", async () => {
    const gate = Promise.withResolvers<void>();
    let waiting = 0;
    const service: TestService = await start({
      limits: { concurrency: { connector: 1, workspace: 1, organization: 10, process: 20 } },
      code: {
        fetch: async (input, init) => {
          if (++waiting <= 10) await gate.promise;
          return service.sandbox.fetch(input, init);
        },
      },
    });
    const users = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => ({
        token: await service.scopedToken(`u${index}`),
        id: await service.create(`u${index}`),
      })),
    );
    const call = ({ token, id }: { token: string; id: string }) =>
      service.ask(executePath(id), { token, json: list });
    const slow = users.map(call);
    const refused = await Promise.race(slow);
    expect([
      refused.status,
      refused.body.code,
      refused.body.message,
      refused.headers.get("retry-after"),
    ]).toEqual([
      429,
      "concurrency_limited",
      "This organization already runs 10 calls, the most that it can run at the same time.",
      "1",
    ]);

    const secret = "secret-of-more-than-32-characters";
    const other = { id: "other", organization_id: "other", name: "other", epoch: 0, secret };
    await addClient(service.store.db, other, now);
    const issued = await service.ask("/v1/applications/token", {
      json: { client_id: "other", client_secret: secret },
    });
    const token = issued.body.access_token;
    for (const external_user_id of ["a", "b", "c"]) {
      const credentials = { api_token: service.sandbox.tokens.bot };
      const json = { external_user_id, connector_type: "Slack", credentials };
      const { body } = await service.ask("/v1/integrations/connectors", { token, json });
      expect(await call({ token, id: body.id })).toMatchObject({ status: 200 });
    }
    gate.resolve();
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(service.service.metrics()).toContain('rate_limited_total{by="calls_organization"} 10');
  });

  test("a validation of credentials counts as a call", async () => {
    let gate: Promise<void> | undefined;
    let requests = 0;
    let onRequest = () => {};
    const service: TestService = await start({
      limits: { concurrency: { connector: 1, workspace: 2, organization: 50, process: 100 } },
      code: {
        fetch: async (input, init) => {
          requests++;
          onRequest();
          await gate;
          return service.sandbox.fetch(input, init);
        },
      },
    });
    const token = await service.scopedToken("u1");
    const credentials = { api_token: service.sandbox.tokens.bot };
    const create = (external_user_id: string, by = token) =>
      service.ask("/v1/integrations/connectors", {
        token: by,
        json: { external_user_id, connector_type: "Slack", credentials, validate: true },
      });
    const id = await service.create("u1");
    const replace = () =>
      service.ask(`/v1/integrations/connectors/${id}/credentials`, {
        method: "PUT",
        token,
        json: { credentials, validate: true },
      });
    const reached = () => new Promise<void>((resolve) => (onRequest = resolve));
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    const first = create("u1");
    await reached();
    const second = replace();
    await reached();
    const before = requests;
    for (const refused of [
      await create("u1"),
      await create("u1", await service.applicationToken()),
      await replace(),
      await service.ask(executePath(id), { token, json: list }),
    ])
      expect([refused.status, refused.body.code]).toEqual([429, "concurrency_limited"]);
    expect(requests).toBe(before);
    // Another user has separate limits.
    const theirs = await service.scopedToken("u2");
    const other = create("u2", theirs);
    await reached();
    gate = undefined;
    opened.resolve();
    for (const answer of [first, second, other]) expect((await answer).status).toBe(200);
    const { body } = await service.ask("/v1/integrations/connectors", { token });
    expect(body.data.length).toBe(2);
    expect((await create("u1")).status).toBe(200);
  });

  test("if the platform does not respond, the call gets 504, and the outcome of a write is unknown", async () => {
    const service = await start({
      limits: { executeTimeoutMs: 1000 },
      code: {
        // Slack does not say who reads the channel, and then never responds.
        fetch: async (url, init) =>
          String(url).includes("conversations.info")
            ? Response.json({ ok: false, error: "missing_scope" })
            : new Promise((_, reject) =>
                init?.signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true }),
              ),
      },
    });
    const token = await service.scopedToken("u1");
    const id = await service.create("u1");
    const read = await service.ask(executePath(id), { token, json: list });
    expect([read.status, read.body.code, read.body.outcome]).toEqual([
      504,
      "upstream_timeout",
      "not_started",
    ]);
    const write = await service.ask(executePath(id), {
      token,
      json: { entity: "messages", action: "create", params: { channel: "C012AB3CD", text: "x" } },
    });
    expect([write.status, write.body.code, write.body.outcome]).toEqual([504, "upstream_timeout", "unknown"]);
  });
});
