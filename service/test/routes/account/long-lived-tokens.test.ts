import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addClient } from "../../../src/access/client-secrets.ts";
import type { LogLine } from "../../../src/operations/log.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const path = "/v1/tokens";
const list = { entity: "users", action: "list", params: { limit: 1 } };

onBothStores((newLocation) => {
  let now = Date.now();
  let service: TestService;
  const lines: LogLine[] = [];
  beforeAll(async () => {
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    service = await testService(await newLocation(), { clock, log: (line) => void lines.push(line) });
  });
  afterAll(() => service.close());

  const create = async (user: string, more: object = {}) => {
    const token = await service.applicationToken();
    const json = { external_user_id: user, name: "n8n", ...more };
    const { status, body } = await service.ask(path, { token, json });
    expect([status, body.token]).toEqual([200, expect.stringMatching(/^act_[\w-]{43}$/)]);
    return body as { id: string; token: string };
  };
  const call = async (id: string, token: string) => {
    const { status, body } = await service.ask(executePath(id), { token, json: list });
    return [status, body.code ?? body.status];
  };
  const [works, refused] = [
    [200, "success"],
    [401, "invalid_token"],
  ];

  test("a token works wherever a scoped token works, and is in no list, log and audit row", async () => {
    const id = await service.create("ana");
    const made = await create("ana");
    now += 400 * 86_400_000;
    expect(await call(id, made.token)).toEqual(works);
    const info = await service.ask("/v1/applications/scoped-token/info", { token: made.token });
    expect(info.body).toMatchObject({
      external_user_id: "ana",
      effects: ["read", "write"],
      external: false,
      connector_ids: null,
      token_id: made.id,
      expires_at: null,
    });
    const { body } = await service.ask(`${path}?external_user_id=ana`, {
      token: await service.applicationToken(),
    });
    const { token, ...view } = made;
    expect(body.data).toEqual([view]);
    await service.ask("/healthz");
    const { db } = service.store;
    const rows = [
      await db.selectFrom("audit").selectAll().execute(),
      await db.selectFrom("long_lived_tokens").selectAll().execute(),
    ];
    for (const kept of [...rows, lines]) {
      expect(kept.length).toBeGreaterThan(0);
      expect(JSON.stringify(kept)).not.toContain(token);
    }
    expect(rows[0]!.some((row) => "event" in row && row.event === "token.long_lived")).toBe(true);
  });

  test("a token has only the connectors, effects and scopes that it was created with", async () => {
    const [one, other] = [await service.create("bob"), await service.create("bob")];
    const { token } = await create("bob", { connector_ids: [one], effects: ["read"] });
    expect(await call(one, token)).toEqual(works);
    expect(await call(other, token)).toEqual([404, "connector_not_found"]);
    const post = { entity: "messages", action: "create", params: { channel: "C012AB3CD", text: "x" } };
    expect((await service.ask(executePath(one), { token, json: post })).body.code).toBe("policy_denied");
    const reader = await create("bob", { scopes: ["connectors:read"] });
    expect(await call(one, reader.token)).toEqual([403, "insufficient_scope"]);
    const minted = await service.ask(path, { token, json: { external_user_id: "eve", name: "x" } });
    expect([minted.status, minted.body.code]).toEqual([403, "insufficient_scope"]);
  });

  describe("fails at the next call after", () => {
    const ends: [string, (made: { id: string; token: string }) => Promise<unknown>][] = [
      [
        "DELETE of the token",
        async ({ id }) =>
          service.ask(`${path}/${id}`, { method: "DELETE", token: await service.applicationToken() }),
      ],
      [
        "the token has revoked itself",
        ({ token }) => service.ask("/v1/applications/tokens/revoke", { token, json: { token } }),
      ],
      [
        "all tokens of the user were revoked",
        async () =>
          service.ask("/v1/users/cy/tokens/revoke", {
            method: "POST",
            token: await service.applicationToken(),
          }),
      ],
      [
        "the user was deleted",
        async () =>
          service.ask("/v1/users/cy", { method: "DELETE", token: await service.applicationToken() }),
      ],
    ];
    test.each(ends)("%s", async (_, end) => {
      const id = await service.create("cy");
      const made = await create("cy");
      expect(await call(id, made.token)).toEqual(works);
      expect(await end(made)).toMatchObject({ status: 200 });
      expect(await call(id, made.token)).toEqual(refused);
      const { body } = await service.ask(`${path}?external_user_id=cy`, {
        token: await service.applicationToken(),
      });
      expect(body.data).toEqual([]);
    });

    test.each(["disable", "delete", "tokens/revoke"])("%s of the application", async (action) => {
      const secret = "other-secret-of-more-than-32-characters";
      const [{ organization_id }] = (await service.store.db
        .selectFrom("applications")
        .select("organization_id")
        .execute()) as [{ organization_id: string }];
      const client_id = `other-${action.replace("/", "-")}`;
      const client = { id: client_id, organization_id, name: "other", epoch: 0, secret };
      await service.store.transaction((db) => addClient(db, client, now));
      const asked = await service.ask("/v1/applications/token", {
        json: { client_id, client_secret: secret },
      });
      const id = await service.create("dee");
      const json = { external_user_id: "dee", name: "x" };
      const made = await service.ask(path, { token: asked.body.access_token, json });
      expect(await call(id, made.body.token)).toEqual(works);
      const target = `/v1/organization/applications/${client_id}`;
      const ended = await service.ask(action === "delete" ? target : `${target}/${action}`, {
        method: action === "delete" ? "DELETE" : "POST",
        token: await service.applicationToken(),
      });
      expect(ended.status).toBe(200);
      expect(await call(id, made.body.token)).toEqual(refused);
    });

    test("its expiry", async () => {
      const id = await service.create("cy");
      const { token } = await create("cy", { expires_at: new Date(now + 60_000).toISOString() });
      now += 59_000;
      expect(await call(id, token)).toEqual(works);
      now += 2000;
      expect(await call(id, token)).toEqual(refused);
      await service.service.sweep();
      expect(await call(id, token)).toEqual(refused);
    });
  });

  test("a token that was put back, or whose row was changed outside the service, is refused", async () => {
    const id = await service.create("flo");
    const { token, id: tokenId } = await create("flo", { effects: ["read"] });
    const { db } = service.store;
    const rows = () => db.selectFrom("long_lived_tokens").selectAll().where("id", "=", tokenId);
    const before = await rows().executeTakeFirstOrThrow();
    await db
      .updateTable("long_lived_tokens")
      .set({ effects: "read spend" })
      .where("id", "=", tokenId)
      .execute();
    expect(await call(id, token)).toEqual([500, "internal"]);
    await db.updateTable("long_lived_tokens").set({ effects: "read" }).where("id", "=", tokenId).execute();
    expect(await call(id, token)).toEqual(works);
    const ask = { method: "DELETE", token: await service.applicationToken() };
    await service.ask(`${path}/${tokenId}`, ask);
    await db.insertInto("long_lived_tokens").values(before).execute();
    expect(await call(id, token)).toEqual([500, "internal"]);
    await db.deleteFrom("long_lived_tokens").where("id", "=", tokenId).execute();
  });

  test("another organization neither sees nor revokes a token", async () => {
    const { id } = await create("gus");
    const [client_id, secret] = ["foreign-client", "foreign-secret-of-more-than-32-characters"];
    const client = { id: client_id, organization_id: "foreign", name: "f", epoch: 0, secret };
    await service.store.transaction((db) => addClient(db, client, now));
    const asked = await service.ask("/v1/applications/token", { json: { client_id, client_secret: secret } });
    const token = asked.body.access_token as string;
    expect((await service.ask(path, { token })).body).toEqual({ data: [], next_cursor: null });
    expect((await service.ask(`${path}/${id}`, { method: "DELETE", token })).status).toBe(404);
  });

  test("a list has pages, and a user has at most 100 tokens", async () => {
    const token = await service.applicationToken();
    const { id } = await create("ida");
    const { db } = service.store;
    const rows = db.selectFrom("long_lived_tokens").selectAll().where("id", "=", id);
    const row = await rows.executeTakeFirstOrThrow();
    const copies = Array.from({ length: 99 }, (_, at) => ({ ...row, id: `${id}-${at}`, hash: `${at}` }));
    await db.insertInto("long_lived_tokens").values(copies).execute();
    const more = await service.ask(path, { token, json: { external_user_id: "ida", name: "x" } });
    expect([more.status, more.body.code]).toEqual([422, "validation_error"]);
    const ids: string[] = [];
    for (let cursor = ""; ;) {
      const query = `external_user_id=ida&limit=40${cursor && `&cursor=${cursor}`}`;
      const { body } = await service.ask(`${path}?${query}`, { token });
      ids.push(...body.data.map((one: { id: string }) => one.id));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(new Set(ids).size).toBe(100);
    await service.ask("/v1/users/ida/tokens/revoke", { method: "POST", token });
    await create("ida");
  });

  test.each<[string, object]>([
    ["no name", { external_user_id: "u" }],
    ["no user", { name: "x" }],
    ["an empty name", { external_user_id: "u", name: "" }],
    ["a name with control characters", { external_user_id: "u", name: "a\u0000b" }],
    ["a long name", { external_user_id: "u", name: "x".repeat(201) }],
    ["a token as the user", { external_user_id: `act_${"x".repeat(43)}`, name: "x" }],
    ["an unknown effect", { external_user_id: "u", name: "x", effects: ["all"] }],
    ["a scope of applications", { external_user_id: "u", name: "x", scopes: ["policies:write"] }],
    ["no connectors", { external_user_id: "u", name: "x", connector_ids: [] }],
    ["a past time", { external_user_id: "u", name: "x", expires_at: "2020-01-01T00:00:00Z" }],
    ["a day without a time", { external_user_id: "u", name: "x", expires_at: "2099-01-01" }],
    ["another field", { external_user_id: "u", name: "x", ttl_seconds: 5 }],
  ])("a request with %s is refused, and creates nothing", async (_, json) => {
    const { status, body } = await service.ask(path, { token: await service.applicationToken(), json });
    expect([status, body.code]).toEqual([422, "validation_error"]);
    const left = await service.store.db
      .selectFrom("workspaces")
      .select("id")
      .where("name", "=", "u")
      .execute();
    expect(left).toEqual([]);
  });

  test.each(["x", "%00", "..%2f", "01900000-0000-7000-8000-000000000000"])(
    "DELETE of the unknown token %s is refused",
    async (id) => {
      const ask = { method: "DELETE", token: await service.applicationToken() };
      expect((await service.ask(`${path}/${id}`, ask)).status).toBe(404);
    },
  );
});
