import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

// Tests the requests that existing clients send.

onBothStores((newLocation) => {
  let service: TestService;
  let application: string;
  beforeAll(async () => {
    service = await testService(await newLocation());
    application = await service.applicationToken();
  });
  afterAll(() => service.close());
  const rows = () => service.store.db.selectFrom("connectors").selectAll().execute();

  describe("create", () => {
    const create = (more: object) =>
      service.ask("/api/v1/integrations/connectors", {
        token: application,
        json: {
          connector_type: "Slack",
          credentials: { api_token: service.sandbox.tokens.bot },
          ...more,
        },
      });

    test("null in a field means that the field is absent", async () => {
      const nothing = {
        workspace_name: null,
        customer_name: null,
        name: null,
        definition_id: null,
        environment: null,
        replication_config: null,
        validate: null,
        region_id: null,
        source_template_id: null,
        organization_id: null,
      };
      const { status, body } = await create({ external_user_id: "ana", ...nothing });
      expect([status, body.name, body.replication_config]).toEqual([200, "Slack", {}]);
    });

    test("fields of existing clients that have no meaning here are ignored", async () => {
      const { status } = await create({
        external_user_id: "ana",
        region_id: "us",
        source_template_id: "c2281cee-86f9-4a86-bb48-d23286b4c7bd",
        organization_id: "12345678-1234-1234-1234-123456789012",
      });
      expect(status).toBe(200);
    });

    test("environment and replication_config must not both have a value", async () => {
      expect(
        (await create({ external_user_id: "ana", environment: {}, replication_config: {} })).status,
      ).toBe(200);
      const { length } = await rows();
      const config = { region: "eu" };
      const both = await create({ external_user_id: "ana", environment: config, replication_config: config });
      expect([both.status, both.body.code, both.body.path]).toEqual([422, "validation_error", "environment"]);
      expect((await rows()).length).toBe(length);
    });

    test("a field of the wrong type is refused", async () => {
      const { length } = await rows();
      for (const more of [
        { region_id: 7 },
        { source_template_id: {} },
        { organization_id: [] },
        { tenant: null },
      ]) {
        const { status, body } = await create({ external_user_id: "ana", ...more });
        expect([more, status, body.code]).toEqual([more, 422, "validation_error"]);
      }
      expect((await create({ external_user_id: null })).body.message).toContain("send the user's id once");
      expect((await rows()).length).toBe(length);
    });
  });

  describe("errors[].message contains the allowed names", () => {
    const messageOf = async (path: string, json: object) => {
      const { body } = await service.ask(path, { token: application, json });
      return body.errors[0].message as string;
    };

    test("of entities, actions and params", async () => {
      const id = await service.create("ana");
      expect(await messageOf(executePath(id), { entity: "chanel", action: "list" })).toMatch(/channels/);
      expect(await messageOf(executePath(id), { entity: "channels", action: "lst" })).toMatch(
        /did you mean list/,
      );
      expect(
        await messageOf(executePath(id), { entity: "channels", action: "list", params: { limt: 1 } }),
      ).toMatch(/limit/);
    });

    test("of connector types and credentials", async () => {
      const path = "/v1/integrations/connectors";
      const json = { external_user_id: "ana", connector_type: "Slak", credentials: {} };
      expect(await messageOf(path, json)).toMatch(/Types: Slack/);
      expect(await messageOf(path, { ...json, connector_type: "Slack", credentials: { key: "x" } })).toMatch(
        /api_token/,
      );
    });

    test("of scopes", async () => {
      const json = { external_user_id: "ana", scopes: ["everything"] };
      expect(await messageOf("/api/v1/account/applications/scoped-token", json)).toMatch(/connectors:read/);
    });
  });

  describe("GET /api/v1/workspaces", () => {
    const list = (query = "", token = application) => service.ask(`/api/v1/workspaces${query}`, { token });
    const names = ({ body }: Awaited<ReturnType<typeof list>>) =>
      (body.data as { name: string }[]).map(({ name }) => name);
    beforeAll(async () => {
      for (const user of ["ana", "Bob_1", "cleo"]) await service.scopedToken(user);
    });

    test("lists the users of the organization", async () => {
      const { status, body } = await list();
      expect(status).toBe(200);
      expect(body).toEqual({
        data: [
          {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            name: "ana",
            external_user_id: "ana",
            organization_id: expect.any(String),
            status: "active",
            connectors: (await rows()).length,
            created_at: expect.stringMatching(/^\d{4}-.*Z$/),
            updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
          },
          expect.objectContaining({ name: "Bob_1", connectors: 0 }),
          expect.objectContaining({ name: "cleo" }),
        ],
        next: null,
        next_cursor: null,
      });
    });

    test("has pages and filters", async () => {
      const first = await list("?limit=2");
      expect([names(first), first.body.next]).toEqual([["ana", "Bob_1"], first.body.next_cursor]);
      expect(names(await list(`?limit=2&cursor=${first.body.next_cursor}`))).toEqual(["cleo"]);
      expect(names(await list("?name_contains=OB_"))).toEqual(["Bob_1"]);
      expect(names(await list("?name_contains=%25"))).toEqual([]);
      expect(names(await list("?status=active"))).toHaveLength(3);
      expect(names(await list("?status=inactive"))).toEqual([]);
    });

    test("a scoped token sees its own user", async () => {
      expect(names(await list("", await service.scopedToken("cleo")))).toEqual(["cleo"]);
    });

    test.each([
      ["?limit=0", "limit", />=1/],
      ["?status=gone", "status", /"active"\|"inactive"/],
      ["?cursor=%00", "cursor", /pattern/],
      ["?name=ana", "query", /name/],
    ])("%s gets a clear error", async (query, path, message) => {
      const { status, body } = await list(query);
      expect([status, body.code, body.path]).toEqual([422, "validation_error", path]);
      expect(body.errors[0].message).toMatch(message);
    });
  });
});
