import { afterEach, beforeEach, expect, test } from "vitest";
import { addClient } from "../../../src/access/client-secrets.ts";
import { testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const path = "/v1/organization/applications";
const tokenPath = "/v1/applications/token";

onBothStores((newLocation) => {
  let service: TestService;
  let token: string;
  let organization: string;
  const second = { client_id: "second", client_secret: "second-secret-of-more-than-32-characters" };
  beforeEach(async () => {
    service = await testService(await newLocation());
    token = await service.applicationToken();
    organization = (
      await service.store.db.selectFrom("applications").select("organization_id").executeTakeFirstOrThrow()
    ).organization_id;
    const add = (id: string, secret: string, organization_id: string) =>
      addClient(service.store.db, { id, organization_id, name: `name of ${id}`, epoch: 0, secret }, 5);
    await add(second.client_id, second.client_secret, organization);
    await add("foreign", "foreign-secret-of-more-than-32-characters", "another organization");
  });
  afterEach(() => service.close());

  const secondToken = async () =>
    (await service.ask(tokenPath, { json: second })).body.access_token as string;
  const post = (rest: string, own = token) => service.ask(`${path}/${rest}`, { method: "POST", token: own });
  const remove = (id: string) => service.ask(`${path}/${id}`, { method: "DELETE", token });
  const ids = async () => {
    const { body } = await service.ask(path, { token });
    return body.data.map(({ client_id }: { client_id: string }) => client_id);
  };
  const audited = async () =>
    (await service.store.db.selectFrom("audit").select(["event", "detail"]).orderBy("id").execute())
      .filter(({ event }) => event.startsWith("application."))
      .map(({ event, detail }) => [event, JSON.parse(detail)]);

  test("the applications of the organization are listed, without secrets", async () => {
    const { status, body, text } = await service.ask(path, { token });
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        client_id: second.client_id,
        name: "name of second",
        status: "active",
        secrets: 1,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        disabled_at: null,
        return_urls: [],
        confirm_sessions: false,
      },
      expect.objectContaining({ client_id: service.clientId, status: "active" }),
    ]);
    expect(text).not.toMatch(/secret-of|foreign/);
  });

  test("a disabled application gets no token, and its tokens are revoked", async () => {
    const before = await secondToken();
    const scoped = (
      await service.ask("/api/v1/account/applications/scoped-token", {
        token: before,
        json: { external_user_id: "ana" },
      })
    ).body.token as string;
    const disabled = await post("second/disable");
    expect([disabled.status, disabled.body.status, typeof disabled.body.disabled_at]).toEqual([
      200,
      "disabled",
      "string",
    ]);
    for (const one of [before, scoped])
      expect((await service.ask("/v1/integrations/connectors", { token: one })).status).toBe(401);
    const refused = await service.ask(tokenPath, { json: second });
    expect([refused.status, refused.body.code]).toEqual([401, "invalid_client"]);
    expect(refused.body.message).toBe("The application is disabled.");
    const guessed = await service.ask(tokenPath, { json: { ...second, client_secret: "wrong" } });
    expect(guessed.body.message).toBe("No application has this client id and secret.");

    const enabled = await post("second/enable");
    expect([enabled.status, enabled.body.status, enabled.body.disabled_at]).toEqual([200, "active", null]);
    expect((await service.ask("/v1/integrations/connectors", { token: await secondToken() })).status).toBe(
      200,
    );
    expect((await service.ask("/v1/integrations/connectors", { token: before })).status).toBe(401);
    expect(await audited()).toEqual([
      ["application.disable", { client_id: "second" }],
      ["application.enable", { client_id: "second" }],
    ]);
  });

  test("all tokens of an application are revoked at once, and new tokens are valid", async () => {
    const tokens = [await secondToken(), await secondToken()];
    const { status, body } = await post("second/tokens/revoke");
    expect([status, body]).toEqual([200, { client_id: "second", revoked: true }]);
    for (const one of tokens)
      expect((await service.ask("/v1/integrations/connectors", { token: one })).status).toBe(401);
    expect((await service.ask("/v1/integrations/connectors", { token: await secondToken() })).status).toBe(
      200,
    );
    expect((await service.ask("/v1/integrations/connectors", { token })).status).toBe(200);
    expect(await audited()).toEqual([["application.revoke", { client_id: "second" }]]);
  });

  test("a deleted application is gone with its secrets and tokens", async () => {
    const before = await secondToken();
    const { status, body } = await remove("second");
    expect([status, body]).toEqual([200, { client_id: "second", deleted: true }]);
    expect((await service.ask("/v1/integrations/connectors", { token: before })).status).toBe(401);
    expect((await service.ask(tokenPath, { json: second })).body.code).toBe("invalid_client");
    expect(await ids()).toEqual([service.clientId]);
    expect((await remove("second")).status).toBe(404);
    const secrets = await service.store.db.selectFrom("application_secrets").selectAll().execute();
    expect(secrets.map(({ application_id }) => application_id).sort()).toEqual(["foreign", service.clientId]);
    expect(await audited()).toEqual([["application.delete", { client_id: "second" }]]);
  });

  test("the last application of an organization with users is not deleted", async () => {
    await remove("second");
    await service.create("ana");
    const refused = await remove(service.clientId);
    expect([refused.status, refused.body.code, refused.body.path]).toEqual([
      422,
      "validation_error",
      "client_id",
    ]);
    expect(refused.body.message).toBe(
      "This is the last application of its organization, which has 1 user. Without this application, the users' connectors cannot be used.",
    );
    expect(refused.body.hint).toContain("DELETE /v1/users/");
    await service.ask("/v1/users/ana", { method: "DELETE", token });
    expect((await remove(service.clientId)).status).toBe(200);
  });

  test("bad input gets a clear error and changes nothing", async () => {
    const before = await service.store.db.selectFrom("applications").selectAll().orderBy("id").execute();
    for (const id of ["nobody", "foreign", "%00", "x".repeat(300)]) {
      for (const answer of [
        await post(`${id}/disable`),
        await post(`${id}/enable`),
        await post(`${id}/tokens/revoke`),
        await remove(id),
      ]) {
        expect([id, answer.status, answer.body.code, answer.body.path]).toEqual([
          id,
          404,
          "not_found",
          "client_id",
        ]);
        expect(answer.body.hint).toContain(`GET ${path}`);
      }
    }
    const scoped = await service.scopedToken("ana");
    expect((await post("second/disable", scoped)).body.code).toBe("insufficient_scope");
    expect((await service.ask(path, { token: scoped })).body.code).toBe("insufficient_scope");
    expect(await service.store.db.selectFrom("applications").selectAll().orderBy("id").execute()).toEqual(
      before,
    );
    expect(await audited()).toEqual([]);
  });
});
