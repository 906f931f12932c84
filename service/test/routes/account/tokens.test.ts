import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const base = "/api/v1/account/applications";
const list = { entity: "users", action: "list", params: { limit: 1 } };

onBothStores((newLocation) => {
  let now = Date.now();
  let service: TestService;
  beforeAll(async () => {
    service = await testService(await newLocation(), {
      clock: { now: () => now, sleep: () => Promise.resolve() },
    });
  });
  afterAll(() => service.close());

  describe("application tokens", () => {
    test.each([`${base}/token`, "/api/v1/applications/token", "/v1/applications/token"])(
      "%s",
      async (path) => {
        const { clientId: client_id, clientSecret: client_secret } = service;
        const expected = {
          access_token: expect.any(String),
          token_type: "bearer",
          expires_in: 900,
          organization_id: expect.any(String),
        };
        const json = await service.ask(path, { json: { client_id, client_secret } });
        expect([json.status, json.body]).toEqual([200, expected]);
        expect(json.headers.get("cache-control")).toBe("no-store");
        const form = await service.ask(path, {
          body: new URLSearchParams({
            grant_type: "client_credentials",
            client_id,
            client_secret,
          }).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded" },
        });
        expect([form.status, form.body]).toEqual([200, expected]);
        const basic = await service.ask(path, {
          json: {},
          headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
        });
        expect([basic.status, basic.body]).toEqual([200, expected]);
      },
    );

    test("a wrong secret, an unknown client and no client get the same error", async () => {
      const answers = await Promise.all(
        [
          { client_id: service.clientId, client_secret: "wrong" },
          { client_id: "nobody", client_secret: service.clientSecret },
        ].map((json) => service.ask(`${base}/token`, { json, headers: { "x-request-id": "same" } })),
      );
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
      expect(answers[0]!.text).toBe(answers[1]!.text);
      expect(answers[0]!.body).toMatchObject({ code: "invalid_client", error: "invalid_client" });
      expect((await service.ask(`${base}/token`, { json: {} })).body.code).toBe("invalid_client");
    });
  });

  describe("scoped tokens", () => {
    test.each([`${base}/scoped-token`, "/api/v1/embedded/scoped-token"])("%s", async (path) => {
      for (const name of ["external_user_id", "workspace_name", "customer_name"]) {
        const { status, body } = await service.ask(path, {
          token: await service.applicationToken(),
          json: { [name]: "u1" },
        });
        expect(status).toBe(200);
        expect(body).toEqual({
          token: expect.any(String),
          expires_in: 1200,
          expires_at: new Date((Math.floor(now / 1000) + 1200) * 1000).toISOString(),
        });
      }
    });

    test("a scoped token cannot create tokens, and an application token is not accepted as a scoped token", async () => {
      const token = await service.scopedToken("u1");
      const minted = await service.ask(`${base}/scoped-token`, { token, json: { external_user_id: "u2" } });
      expect([minted.status, minted.body.code]).toEqual([403, "insufficient_scope"]);
      expect(minted.headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope"');
      const info = await service.ask(`${base}/scoped-token/info`, {
        token: await service.applicationToken(),
      });
      expect([info.status, info.body.code]).toEqual([403, "insufficient_scope"]);
    });

    test.each([`${base}/scoped-token/info`, "/v1/applications/scoped-token/info"])("%s", async (path) => {
      const token = await service.scopedToken("someone@example.com", {
        scopes: ["connectors:read"],
        effects: ["read"],
        ttl_seconds: 60,
      });
      const { status, body } = await service.ask(path, { token });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        workspace_name: "someone@example.com",
        external_user_id: "someone@example.com",
        scopes: ["connectors:read"],
        effects: ["read"],
        connector_ids: null,
      });
      expect(Date.parse(body.expires_at) - Date.parse(body.issued_at)).toBe(60_000);
    });

    test("a token whose request names no effects can neither delete nor spend", async () => {
      const id = await service.create("u1");
      const token = await service.scopedToken("u1");
      const { body: info } = await service.ask(`${base}/scoped-token/info`, { token });
      expect(info.effects).toEqual(["read", "write"]);
      const remove = {
        entity: "messages",
        action: "delete",
        params: { channel: "C012AB3CD", message_ts: "1355517523.000005" },
      };
      const refused = await service.ask(executePath(id), { token, json: remove });
      expect([refused.status, refused.body.code]).toEqual([403, "policy_denied"]);
      const named = await service.scopedToken("u1", { effects: ["destructive"] });
      const allowed = await service.ask(executePath(id), { token: named, json: remove });
      expect(allowed.body.code).not.toBe("policy_denied");
    });

    test("each route requires its scope, and its error names the scope", async () => {
      const id = await service.create("u1");
      const none = await service.scopedToken("u1", { scopes: [] });
      const asks: [string, object, string][] = [
        [executePath(id), { json: list }, "connectors:execute"],
        [`/v1/integrations/connectors/${id}`, {}, "connectors:read"],
        [`/v1/integrations/connectors/${id}`, { method: "DELETE" }, "connectors:write"],
        [`/v1/integrations/connectors/${id}`, { method: "PUT", json: { name: "x" } }, "connectors:write"],
      ];
      for (const [path, ask, scope] of asks) {
        const { status, body } = await service.ask(path, { ...ask, token: none });
        expect([status, body.code, body.needed]).toEqual([403, "insufficient_scope", [scope]]);
      }
    });

    test("a token for one connector cannot see other connectors or create connectors", async () => {
      const [one, other] = [await service.create("u1"), await service.create("u1")];
      const token = await service.scopedToken("u1", { connector_ids: [one] });
      expect((await service.ask(executePath(one), { token, json: list })).status).toBe(200);
      expect((await service.ask(executePath(other), { token, json: list })).status).toBe(404);
      const { body } = await service.ask("/v1/integrations/connectors", { token });
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([one]);
      const made = await service.ask("/v1/integrations/connectors", {
        token,
        json: { external_user_id: "u1", connector_type: "slack", credentials: { api_token: "xoxb-1" } },
      });
      expect([made.status, made.body.code]).toEqual([403, "insufficient_scope"]);
    });
  });

  describe("refused tokens", () => {
    test("a forged token is refused: with another key, no signature, other claims or another algorithm", async () => {
      const id = await service.create("u1");
      const token = await service.scopedToken("u2");
      const [head, payload, signature] = token.split(".") as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const owner = await service.ask(`${base}/scoped-token/info`, {
        token: await service.scopedToken("u1"),
      });
      const other = encode({ ...claims, ws: "u1", wid: owner.body.workspace_id });
      const header = JSON.parse(Buffer.from(head, "base64url").toString()) as object;
      const signed = (text: string) => createHmac("sha256", "guess").update(text).digest("base64url");
      const forged = [
        `${head}.${other}.${signature}`,
        `${head}.${other}.${signed(`${head}.${other}`)}`,
        `${encode({ ...header, alg: "none" })}.${other}.`,
        `${encode({ ...header, kid: "other" })}.${payload}.${signature}`,
        `${encode({ alg: "HS256", typ: "at+jwt" })}.${payload}.${signature}`,
        `${token}x`,
        token.slice(0, -8),
        "x",
      ];
      for (const one of forged) {
        const { status, body, headers } = await service.ask(executePath(id), { token: one, json: list });
        expect([status, body.code]).toEqual([401, "invalid_token"]);
        expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
      }
    });

    test("a request without a token, or with another scheme, is refused", async () => {
      const none = await service.ask(executePath("x"), { json: list });
      expect([none.status, none.body.code, none.headers.get("www-authenticate")]).toEqual([
        401,
        "missing_token",
        "Bearer",
      ]);
      const digest = await service.ask(executePath("x"), {
        json: list,
        headers: { authorization: "Digest x" },
      });
      expect([digest.status, digest.body.code]).toEqual([401, "invalid_token"]);
    });

    test("a token is revoked at once, by the application or by itself", async () => {
      const id = await service.create("u1");
      for (const by of ["application", "itself"]) {
        const token = await service.scopedToken("u1");
        expect((await service.ask(executePath(id), { token, json: list })).status).toBe(200);
        const revoked = await service.ask("/v1/applications/tokens/revoke", {
          token: by === "itself" ? token : await service.applicationToken(),
          json: { token },
        });
        expect([revoked.status, revoked.body.revoked]).toEqual([200, true]);
        const after = await service.ask(executePath(id), { token, json: list });
        expect([after.status, after.body.code, after.body.message]).toEqual([
          401,
          "invalid_token",
          "The token was revoked.",
        ]);
      }
      const other = await service.ask("/v1/applications/tokens/revoke", {
        token: await service.scopedToken("u2"),
        json: { token: await service.scopedToken("u1") },
      });
      expect([other.status, other.body.code]).toEqual([401, "invalid_token"]);
    });

    test("an expired token is refused", async () => {
      const id = await service.create("u1");
      const token = await service.scopedToken("u1", { ttl_seconds: 30 });
      now += 29_000;
      expect((await service.ask(executePath(id), { token, json: list })).status).toBe(200);
      now += 10_000;
      const { status, body } = await service.ask(executePath(id), { token, json: list });
      expect([status, body.code, body.message]).toEqual([401, "invalid_token", "The token has expired."]);
    });
  });

  describe("tenants", () => {
    test("an id of another tenant gets the same response as an unknown id, on every route", async () => {
      const id = await service.create("owner");
      const token = await service.scopedToken("stranger");
      const unknown = "01900000-0000-7000-8000-000000000000";
      const routes: [string, string, unknown?][] = [
        ["POST", "/api/v1/connectors/sources/{id}/execute", list],
        ["POST", "/api/v1/integrations/connectors/{id}/execute", list],
        ["GET", "/api/v1/integrations/connectors/{id}"],
        ["PUT", "/api/v1/integrations/connectors/{id}", { name: "mine" }],
        ["PUT", "/api/v1/integrations/connectors/{id}/credentials", { credentials: { api_token: "xoxb-1" } }],
        ["DELETE", "/api/v1/integrations/connectors/{id}"],
        ["POST", "/v1/integrations/connectors/{id}/check"],
      ];
      for (const [method, path, json] of routes) {
        const [theirs, nobodys] = await Promise.all(
          [id, unknown].map((one) =>
            service.ask(path.replace("{id}", one), {
              method,
              token,
              ...(json ? { json } : {}),
              headers: { "x-request-id": "same" },
            }),
          ),
        );
        expect(theirs!.status).toBe(404);
        expect(theirs!.text).toBe(nobodys!.text);
        expect([...theirs!.headers]).toEqual([...nobodys!.headers]);
      }
      expect(
        (
          await service.ask(`/v1/integrations/connectors/${id}`, {
            token: await service.scopedToken("owner"),
          })
        ).body.name,
      ).toBe("Slack");
    });

    test("a list contains only the user's own connectors, even if the query names another user", async () => {
      await service.create("rich");
      const token = await service.scopedToken("poor");
      for (const query of ["", "?external_user_id=rich", "?workspace_name=rich"]) {
        const { status, body } = await service.ask(`/api/v1/integrations/connectors${query}`, { token });
        expect([status, body]).toEqual([200, { data: [], next_cursor: null }]);
      }
      const { body } = await service.ask("/api/v1/connectors/connectors_for_user?external_user_id=rich", {
        token,
      });
      expect(body).toEqual({ connectors: [] });
    });

    test("creating for another user is refused", async () => {
      const { status, body } = await service.ask("/v1/integrations/connectors", {
        token: await service.scopedToken("stranger"),
        json: { external_user_id: "owner", connector_type: "slack", credentials: { api_token: "xoxb-1" } },
      });
      expect([status, body.code]).toEqual([403, "workspace_mismatch"]);
    });

    test("an application token works for all users of its organization", async () => {
      const token = await service.applicationToken();
      const id = await service.create("anyone");
      expect((await service.ask(executePath(id), { token, json: list })).status).toBe(200);
      const query = "external_user_id=anyone&definition_id=c2281cee-86f9-4a86-bb48-d23286b4c7bd";
      const found = await service.ask(`/api/v1/connectors/connectors_for_user?${query}`, { token });
      expect(found.body.connectors).toEqual([{ id, name: "Slack" }]);
    });
  });
});
