import { afterEach, beforeEach, expect, test } from "vitest";
import { addClient } from "../../../src/access/client-secrets.ts";
import { testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const path = "/v1/oauth/credentials";
const configuration = { client_id: "4711.0815", client_secret: "s3cret-of-the-platform" };

onBothStores((newLocation) => {
  let service: TestService;
  let token: string;
  beforeEach(async () => {
    service = await testService(await newLocation());
    token = await service.applicationToken();
  });
  afterEach(() => service.close());

  const put = (body: object, own = token, at = path) =>
    service.ask(at, { method: "PUT", token: own, json: body });
  const rows = () => service.store.db.selectFrom("oauth_applications").selectAll().execute();
  const events = async () =>
    (await service.store.db.selectFrom("audit").select(["event", "detail"]).orderBy("id").execute())
      .filter(({ event }) => event.startsWith("oauth_application."))
      .map(({ event, detail }) => [event, JSON.parse(detail)]);

  test("an application is stored encrypted, replaced, listed without its secret, and deleted", async () => {
    const first = await put({ connector_type: "slack", configuration });
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(String),
        scope_type: "organization",
        scope_id: expect.any(String),
        connector_type: "Slack",
        connector_definition_id: "c2281cee-86f9-4a86-bb48-d23286b4c7bd",
        client_id: configuration.client_id,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    const newer = { client_id: "1.2", client_secret: "another-secret" };
    const second = await put({ connector_type: "Slack", configuration: newer }, token, `/api${path}`);
    expect(second.body).toMatchObject({ id: first.body.id, client_id: "1.2" });
    const stored = await rows();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/another-secret|1\.2"/);

    const listed = await service.ask(path, { token });
    expect(listed.body.data).toEqual([second.body]);
    expect(listed.text).not.toContain("secret");
    const removed = await service.ask(`${path}/connector_type/slack`, { method: "DELETE", token });
    expect([removed.status, removed.body]).toEqual([200, { connector_type: "Slack", deleted: true }]);
    expect(await rows()).toEqual([]);
    expect((await service.ask(`${path}/connector_type/slack`, { method: "DELETE", token })).status).toBe(404);
    expect(await events()).toEqual([
      ["oauth_application.set", { type: "slack" }],
      ["oauth_application.set", { type: "slack" }],
      ["oauth_application.delete", { type: "slack" }],
    ]);
  });

  test("another organization sees nothing, and has its own application", async () => {
    await put({ connector_type: "slack", configuration });
    const client = { client_id: "foreign", client_secret: "foreign-secret-of-more-than-32-characters" };
    const { client_id: id, client_secret: secret } = client;
    const { db } = service.store;
    await addClient(db, { id, organization_id: "another", name: id, epoch: 0, secret }, 5);
    const { body } = await service.ask("/v1/applications/token", { json: client });
    expect((await service.ask(path, { token: body.access_token })).body.data).toEqual([]);
    const removed = await service.ask(`${path}/connector_type/slack`, {
      method: "DELETE",
      token: body.access_token,
    });
    expect(removed.status).toBe(404);
    await put({ connector_type: "slack", configuration }, body.access_token);
    expect(await rows()).toHaveLength(2);
    await service.ask("/v1/organization/applications/foreign", {
      method: "DELETE",
      token: body.access_token,
    });
    expect((await rows()).map(({ organization_id }) => organization_id)).not.toContain("another");
  });

  test("the route returns the fields and the requirements of a platform", async () => {
    const { body } = await service.ask(`${path}/spec?connector_type=slack`, { token });
    expect(Object.keys(body.configuration.properties)).toEqual(["client_id", "client_secret"]);
    expect(body.needs.join(" ")).toContain("api.slack.com/apps");
  });

  test("bad input gets a clear error, and nothing is stored", async () => {
    const scoped = await service.scopedToken("ana");
    const refusals: [object, string | undefined, number, string][] = [
      [{ connector_type: "slack", configuration }, scoped, 403, "insufficient_scope"],
      [{ connector_type: "fax", configuration }, token, 422, "unknown_connector_type"],
      [{ connector_type: "slack" }, token, 422, "validation_error"],
      [{ connector_type: "slack", configuration: { client_id: "a" } }, token, 422, "validation_error"],
      [
        { connector_type: "slack", configuration: { ...configuration, client_secret: "a b" } },
        token,
        422,
        "validation_error",
      ],
      [
        { connector_type: "slack", configuration: { ...configuration, token: "x" } },
        token,
        422,
        "validation_error",
      ],
      [{ connector_type: "slack", configuration, workspace_name: "ana" }, token, 422, "validation_error"],
    ];
    for (const [body, own, status, code] of refusals) {
      const answer = await put(body, own);
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code]);
      expect(answer.text).not.toContain(configuration.client_secret);
    }
    expect((await service.ask(path, { token: scoped })).body.code).toBe("insufficient_scope");
    expect((await service.ask(`${path}/spec?connector_type=fax`, { token })).body.code).toBe(
      "unknown_connector_type",
    );
    expect(await rows()).toEqual([]);
    expect(await events()).toEqual([]);
  });
});
