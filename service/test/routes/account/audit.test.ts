import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findApplication,
  setDisabled as setApplicationDisabled,
} from "../../../src/store/queries/applications.ts";
import { auditRow } from "../../support/audit-row.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const list = { entity: "users", action: "list", params: { limit: 1 } };

onBothStores((newLocation) => {
  let now = 1_900_000_000_000;
  let service: TestService;
  let application: string;
  let ana: string;
  let ids: string[];
  beforeAll(async () => {
    service = await testService(await newLocation(), {
      clock: { now: () => (now += 1000), sleep: () => Promise.resolve() },
    });
    application = await service.applicationToken();
    ids = [await service.create("ana"), await service.create("ana"), await service.create("bob")];
    ana = await service.scopedToken("ana", { scopes: ["audit:read"] });
    const full = await service.scopedToken("ana");
    await service.ask(executePath(ids[0]!), { token: full, json: list, headers: { "x-request-id": "r-1" } });
    await service.store.db
      .insertInto("audit")
      .values(
        auditRow({
          id: "ffffffff-ffff-7fff-8fff-ffffffffffff",
          at: now,
          organization_id: "another",
          request_id: "r-other",
        }),
      )
      .execute();
  });
  afterAll(() => service.close());

  const read = (query = "", token = application) => service.ask(`/v1/audit${query}`, { token });
  const events = ({ body }: Awaited<ReturnType<typeof read>>) =>
    (body.data as { event: string }[]).map(({ event }) => event);

  test("an application reads the rows of its organization, newest first", async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      event: "execute",
      external_user_id: "ana",
      client_id: service.clientId,
      token_id: expect.any(String),
      operator: null,
      connector_id: ids[0],
      request_id: "r-1",
      detail: {
        entity: "users",
        action: "list",
        effect: "read",
        params: ["limit"],
        outcome: "ok",
        ms: expect.any(Number),
      },
    });
    const times = body.data.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(JSON.stringify(body)).not.toContain("r-other");
    expect(JSON.stringify(body)).not.toContain(service.sandbox.tokens.bot);
    expect(body.next_cursor).toBeNull();
  });

  test("the pages contain every row once", async () => {
    const all = (await read()).body.data.map(({ id }: { id: string }) => id);
    const paged: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await read(`?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(body.data.length).toBeLessThanOrEqual(2);
      paged.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(paged).toEqual(all);
  });

  test("filters can be combined", async () => {
    expect(events(await read("?event=connector.create"))).toEqual(Array(3).fill("connector.create"));
    expect(events(await read("?event=connector.create&external_user_id=ana")).length).toBe(2);
    expect(events(await read(`?connector_id=${ids[2]}`))).toEqual(["connector.create"]);
    expect(events(await read("?request_id=r-1"))).toEqual(["execute"]);
    expect(events(await read(`?client_id=${service.clientId}&event=execute`))).toEqual(["execute"]);
    expect(events(await read("?client_id=other"))).toEqual([]);
    expect(events(await read("?external_user_id=nobody"))).toEqual([]);
    const { at } = (await read("?event=execute")).body.data[0];
    expect(events(await read(`?since=${at}`))).toEqual(["execute"]);
    expect(events(await read(`?until=${at}&event=execute`))).toEqual([]);
    const token = (await read("?event=execute")).body.data[0].token_id;
    expect(events(await read(`?token_id=${token}`))).toEqual(["execute"]);
  });

  test("a scoped token needs the scope, and reads only the rows of its user", async () => {
    const plain = await read("", await service.scopedToken("ana"));
    expect([plain.status, plain.body.code, plain.body.needed]).toEqual([
      403,
      "insufficient_scope",
      ["audit:read"],
    ]);
    const own = await read("", ana);
    expect(own.status).toBe(200);
    expect(new Set(own.body.data.map((row: { external_user_id: string }) => row.external_user_id))).toEqual(
      new Set(["ana"]),
    );
    expect(events(await read("?external_user_id=bob", ana))).toEqual([]);
    const limited = await service.scopedToken("ana", { scopes: ["audit:read"], connector_ids: [ids[1]] });
    expect(events(await read("", limited))).toEqual(["connector.create"]);
    // The token has no other scope.
    expect((await service.ask("/v1/integrations/connectors", { token: ana })).status).toBe(403);
  });

  test.each([
    ["?event=connector.made", "event", /connector\.create/],
    ["?limit=0", "limit", />=1/],
    ["?limit=201", "limit", /<=200/],
    ["?limit=many", "limit", /number/],
    ["?since=yesterday", "since", /datetime/],
    ["?since=2030-02-01T00:00:00Z&until=2030-01-01T00:00:00Z", "since", /before until/],
    ["?cursor=%00", "cursor", /pattern/],
    ["?user=ana", "query", /user/],
    ["?external_user_id=ana&workspace_name=ana", "external_user_id", /once/],
    ["?limit=1&limit=2", "query.limit", /more than once/],
  ])("%s gets a clear error", async (query, path, message) => {
    const { status, body } = await read(query);
    expect([status, body.code, body.path]).toEqual([422, "validation_error", path]);
    expect(body.errors.map((one: { message: string }) => one.message).join()).toMatch(message);
  });

  test("refused token requests are in the audit, but cannot fill it", async () => {
    const ask = (client_id: string, client_secret: string) =>
      service.ask("/v1/applications/token", { json: { client_id, client_secret }, address: "192.0.2.7" });
    const rows = async () => {
      await service.service.drain();
      const found = await service.store.db
        .selectFrom("audit")
        .select(["application_id", "detail"])
        .where("event", "=", "token.refused")
        .orderBy("id")
        .execute();
      return found.map(({ application_id, detail }) => [application_id, JSON.parse(detail)]);
    };
    const row = (reason: string, refused: number) => [
      service.clientId,
      { reason, address: "192.0.2.7", refused },
    ];
    const setDisabled = (at: number | null) =>
      service.store.transaction(async (db) =>
        setApplicationDisabled(db, (await findApplication(db, service.clientId))!, at),
      );
    now = Math.ceil(now / 3_600_000) * 3_600_000;
    for (let count = 0; count < 150; count++)
      expect((await ask(service.clientId, "a wrong secret")).status).toBe(401);
    for (let count = 0; count < 20; count++) expect((await ask(`unknown-${count}`, "x")).status).toBe(401);
    const expected = [1, 10, 100].map((refused) => row("wrong_secret", refused));
    expect(await rows()).toEqual(expected);
    now += 3_600_000;
    await setDisabled(1);
    expect((await ask(service.clientId, service.clientSecret)).status).toBe(401);
    await setDisabled(null);
    expect(await rows()).toEqual([...expected, row("disabled", 1)]);
    // Only applications of this organization see the rows.
    const { body } = await service.ask("/v1/audit?event=token.refused", {
      token: await service.applicationToken(),
    });
    expect(body.data).toHaveLength(4);
  });
});
