import { afterEach, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../support/service.ts";
import { expireAnswers } from "../support/stored-answers.ts";
import { onBothStores } from "../support/stores.ts";

const list = { entity: "users", action: "list", params: { limit: 1 } };

onBothStores((newPlace) => {
  let now = 1_900_000_000_000;
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
