import { afterEach, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../support/service.ts";
import { expireAnswers } from "../support/stored-answers.ts";
import { onBothStores } from "../support/stores.ts";

const list = { entity: "users", action: "list", params: { limit: 1 } };

onBothStores((newPlace, kind) => {
  let now = 1_600_000_000_000;
  const open: TestService[] = [];
  const start = async (options: Parameters<typeof testService>[1]) => {
    const service = await testService(await newPlace(), {
      clock: { now: () => now, sleep: () => Promise.resolve() },
      ...options,
    });
    open.push(service);
    return service;
  };
  afterEach(async () => {
    for (const service of open.splice(0)) await service.close();
  });

  test("a sweep deletes expired rows and no others", async () => {
    const service = await start({ limits: { auditDays: 1 } });
    const token = await service.scopedToken("u1");
    const id = await service.create("u1");
    await service.ask(executePath(id), { token, json: list, headers: { "idempotency-key": "k" } });
    const audit = async () => (await service.store.db.selectFrom("audit").select("at").execute()).length;
    const answers = async () =>
      (await service.store.db.selectFrom("records").select("key").where("key", "like", "answers/%").execute())
        .length;
    await service.service.sweep();
    expect(await audit()).toBeGreaterThan(2);
    expect(await answers()).toBe(1);
    now += 25 * 3600 * 1000;
    await expireAnswers(service.store);
    await service.service.sweep();
    expect([await audit(), await answers()]).toEqual([0, 0]);
    expect(
      (await service.ask(`/v1/integrations/connectors/${id}`, { token: await service.scopedToken("u1") }))
        .status,
    ).toBe(200);
  });

  // With SQLite, there is only one process.
  test.skipIf(kind === "sqlite")(
    "a replica whose clock is years ahead deletes nothing, so a revoked token stays revoked",
    async () => {
      const place = await newPlace();
      now = Date.now();
      const right = await testService(place);
      const ahead = await testService(place, {
        clock: { now: () => Date.now() + 3 * 365 * 86_400_000, sleep: () => Promise.resolve() },
      });
      open.push(ahead, right);
      const token = await right.scopedToken("u1");
      const id = await right.create("u1");
      const ask = () => right.ask(executePath(id), { token, json: list });
      expect((await ask()).status).toBe(200);
      const revoked = await right.ask("/v1/applications/tokens/revoke", { token, json: { token } });
      expect(revoked.status).toBe(200);
      const long = await right.ask("/v1/tokens", {
        token: await right.applicationToken(),
        json: {
          external_user_id: "u1",
          name: "program",
          expires_at: new Date(now + 86_400_000).toISOString(),
        },
      });
      await right.service.drain();
      const rows = async () => (await right.store.db.selectFrom("audit").select("id").execute()).length;
      const before = await rows();
      await ahead.service.sweep();
      expect((await ask()).status).toBe(401);
      expect(await rows()).toBe(before);
      expect((await right.ask(executePath(id), { token: long.body.token, json: list })).status).toBe(200);
    },
  );

  test("an audit row has the author, the event and the names of params, and no values", async () => {
    const service = await start({});
    const token = await service.scopedToken("u1");
    const id = await service.create("u1");
    await service.ask(executePath(id), {
      token,
      json: { entity: "users", action: "list", params: { limit: 7 } },
    });
    await service.ask(`/v1/integrations/connectors/${id}`, { method: "PUT", token, json: { name: "new" } });
    await service.service.drain();
    const rows = await service.store.db.selectFrom("audit").selectAll().orderBy("id").execute();
    expect(rows.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        "token.application",
        "token.scoped",
        "connector.create",
        "connector.rename",
        "execute",
      ]),
    );
    const execute = rows.find(({ event }) => event === "execute")!;
    expect(execute).toMatchObject({ connector_id: id, application_id: service.clientId });
    expect(JSON.parse(execute.detail)).toMatchObject({
      entity: "users",
      action: "list",
      effect: "read",
      params: ["limit"],
      outcome: "ok",
    });
  });
});
