import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const list = { entity: "users", action: "list", params: { limit: 1 } };
const secretLike = `acs_${"x".repeat(43)}`;
const tables = [
  "settings",
  "applications",
  "application_secrets",
  "workspaces",
  "connectors",
  "records",
  "revoked_tokens",
  "audit",
] as const;

onBothStores((newLocation) => {
  let service: TestService;
  let application: string;
  /** A function that runs before each request to the platform. */
  let beforeRequest = async () => {};
  beforeAll(async () => {
    service = await testService(await newLocation(), {
      code: {
        fetch: async (input, init) => {
          await beforeRequest();
          return service.sandbox.fetch(input, init);
        },
      },
    });
    application = await service.applicationToken();
  });
  afterAll(() => service.close());

  const pathOf = (user: string) => `/v1/users/${encodeURIComponent(user)}`;
  const deleteUser = (user: string, token = application) =>
    service.ask(pathOf(user), { method: "DELETE", token });
  /** Returns all rows of the store, by table. */
  const dump = async () => {
    const rows = await Promise.all(
      tables.map(async (table) => [table, await service.store.db.selectFrom(table).selectAll().execute()]),
    );
    return Object.fromEntries(rows) as Record<(typeof tables)[number], Record<string, unknown>[]>;
  };
  const executes = (id: string, token: string, headers: Record<string, string> = {}) =>
    service.ask(executePath(id), { token, json: list, headers });

  describe("DELETE /v1/users/{external_user_id}", () => {
    test("removes everything of the user, and nothing of another user", async () => {
      const credentials = { api_token: service.sandbox.tokens.bot };
      const { body: created } = await service.ask("/v1/integrations/connectors", {
        token: await service.scopedToken("bob"),
        json: { external_user_id: "bob", connector_type: "Slack", name: "of bob", credentials },
        headers: { "idempotency-key": "bob-creates" },
      });
      const other: string = created.id;
      const token = await service.scopedToken("ana@example.com");
      const ids = [await service.create("ana@example.com"), await service.create("ana@example.com")];
      const create = {
        json: {
          external_user_id: "ana@example.com",
          connector_type: "Slack",
          credentials,
        },
        headers: { "idempotency-key": "ana-creates" },
      };
      ids.push((await service.ask("/v1/integrations/connectors", { token, ...create })).body.id);
      await executes(ids[0]!, token, { "idempotency-key": "ana-lists", "x-request-id": "ana-1" });
      await service.ask(executePath(ids[1]!), {
        token,
        json: { entity: "users", action: "get", params: { "ana@example.com": 1 } },
      });
      await service.ask(`/v1/integrations/connectors/${ids[1]}`, {
        method: "PUT",
        token: application,
        json: { name: "of ana" },
        headers: { "x-request-id": "ana-2" },
      });

      const deleted = await deleteUser("ana@example.com");
      expect([deleted.status, deleted.body]).toEqual([
        200,
        {
          external_user_id: "ana@example.com",
          connectors: 3,
          deleted_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ]);

      await service.service.drain();
      const { audit, ...others } = await dump();
      expect(JSON.stringify(audit)).not.toMatch(/ana|"params/);
      expect(audit.filter(({ event }) => event === "connector.create").length).toBe(4);
      expect(audit.filter(({ event }) => event === "user.delete")).toEqual([
        expect.objectContaining({ detail: '{"connectors":3}', connector_id: null, workspace_id: null }),
      ]);
      const rest = JSON.stringify(others);
      for (const gone of [...ids, "ana@example.com", "ana-creates", "ana-lists"])
        expect([gone, rest.includes(gone)]).toEqual([gone, false]);
      expect(others.records.filter(({ key }) => String(key).startsWith("answers/"))).toHaveLength(1);
      expect(others.connectors.map(({ id }) => id)).toEqual([other]);
      expect(others.workspaces.map(({ name }) => name)).toEqual(["bob"]);

      // The user's tokens are invalid now, and the user's connectors are deleted.
      expect((await executes(ids[0]!, token)).status).toBe(401);
      expect((await executes(ids[0]!, application)).body.code).toBe("connector_not_found");
      expect((await executes(other, application)).status).toBe(200);
    });

    test("an old token cannot create the user again", async () => {
      const token = await service.scopedToken("cleo");
      await deleteUser("cleo");
      await service.scopedToken("cleo");
      const created = await service.ask("/v1/integrations/connectors", {
        token,
        json: {
          external_user_id: "cleo",
          connector_type: "Slack",
          credentials: { api_token: service.sandbox.tokens.bot },
        },
      });
      expect([created.status, created.body.code]).toEqual([401, "invalid_token"]);
    });

    test("a running create request does not create the user again", async () => {
      const token = await service.scopedToken("eva");
      beforeRequest = async () => {
        beforeRequest = async () => {};
        await deleteUser("eva");
      };
      const created = await service.ask("/v1/integrations/connectors", {
        token,
        json: {
          external_user_id: "eva",
          connector_type: "Slack",
          credentials: { api_token: service.sandbox.tokens.bot },
          validate: true,
        },
      });
      expect([created.status, created.body.code]).toEqual([401, "invalid_token"]);
      expect(JSON.stringify(await dump())).not.toContain('"eva"');
    });

    test("every user id can be used in the path", async () => {
      for (const user of ["a/b", "100%", "?q=1#x", "日本", "a b"]) {
        await service.create(user);
        const { status, body } = await deleteUser(user);
        expect([user, status, body.external_user_id, body.connectors]).toEqual([user, 200, user, 1]);
      }
    });

    test("bad input gets a clear error and changes nothing", async () => {
      await service.create("dora");
      const before = await dump();
      const unknown = await deleteUser("nobody");
      expect([unknown.status, unknown.body]).toEqual([
        404,
        expect.objectContaining({
          code: "not_found",
          message: "There is no such user.",
          hint: expect.stringContaining("GET /v1/workspaces"),
          path: "external_user_id",
        }),
      ]);
      for (const [user, message] of [
        ["u".repeat(251), "<=250 characters"],
        ["a\u0000b", "control characters"],
        [secretLike, "is a token"],
      ] as const) {
        const { status, body } = await deleteUser(user);
        expect([status, body.code, body.path]).toEqual([422, "validation_error", "external_user_id"]);
        expect(body.message).toContain(message);
        expect(body.hint).toContain("percent-encoded");
        expect(body.message).not.toContain(secretLike);
      }
      const scoped = await service.scopedToken("dora");
      const refused = await deleteUser("dora", scoped);
      expect([refused.status, refused.body.code]).toEqual([403, "insufficient_scope"]);
      const after = await dump();
      expect({ ...after, audit: [] }).toEqual({ ...before, audit: [] });
    });

    test("another organization's user is unknown", async () => {
      const { store } = service;
      await store.db
        .insertInto("workspaces")
        .values({ id: "w-other", organization_id: "o-other", name: "emil", epoch: 0, created_at: 1 })
        .execute();
      expect((await deleteUser("emil")).status).toBe(404);
      expect((await dump()).workspaces.some(({ id }) => id === "w-other")).toBe(true);
    });
  });

  describe("POST /v1/users/{external_user_id}/tokens/revoke", () => {
    const revoke = (user: string, token = application) =>
      service.ask(`${pathOf(user)}/tokens/revoke`, { method: "POST", token });

    test("revokes all tokens of the user at once, and no other tokens", async () => {
      const id = await service.create("fay");
      const tokens = [await service.scopedToken("fay"), await service.scopedToken("fay")];
      const other = await service.scopedToken("gil");
      const { status, body } = await revoke("fay");
      expect([status, body]).toEqual([200, { external_user_id: "fay", revoked: true }]);
      for (const token of tokens) {
        const { status, body } = await executes(id, token);
        expect([status, body.message]).toEqual([401, "The token was revoked."]);
      }
      expect((await executes(id, await service.scopedToken("fay"))).status).toBe(200);
      expect((await service.ask("/v1/integrations/connectors", { token: other })).status).toBe(200);
      expect((await executes(id, application)).status).toBe(200);
      const { audit } = await dump();
      expect(audit.filter(({ event }) => event === "user.revoke").length).toBe(1);
    });

    test("bad input gets a clear error and revokes nothing", async () => {
      const { workspaces } = await dump();
      expect((await revoke("nobody")).body).toMatchObject({ code: "not_found", path: "external_user_id" });
      expect((await revoke(secretLike)).body.code).toBe("validation_error");
      expect((await revoke("bob", await service.scopedToken("bob"))).body.code).toBe("insufficient_scope");
      const after = (await dump()).workspaces.filter(({ name }) => name !== "bob");
      expect(after).toEqual(workspaces.filter(({ name }) => name !== "bob"));
    });
  });
});
