import { addClient } from "../../src/access/client-secrets.ts";
import { findApplication } from "../../src/store/queries/applications.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goToPlatform, openBrowser } from "../support/connect.ts";
import { operatedService, type OperatedService } from "../support/operated-service.ts";
import { newLink, signIn, type SignedIn, unescaped } from "../support/operator.ts";

let operated: OperatedService;
let { service, admin } = {} as OperatedService;
beforeAll(async () => {
  operated = await operatedService();
  ({ service, admin } = operated);
});
afterAll(() => operated?.close());

const rowsOf = (event: string) =>
  service.store.db
    .selectFrom("audit")
    .selectAll()
    .where("event", "=", event as never)
    .execute();

describe("connectors", () => {
  const path = "/operate/connectors";

  test("the list has pages and a filter, and shows what applications see", async () => {
    const id = await service.create("zoe", { name: "<i>Zoe's</i>" });
    const { text } = await admin.get(`${path}?external_user_id=zoe`);
    expect(text).toContain(`href="${path}/${id}"`);
    expect(text).not.toContain("<i>");
    expect(unescaped(text)).toContain("<i>Zoe's</i>");
    expect((await admin.get(`${path}?external_user_id=nobody`)).text).toContain(
      "There are no connectors of this user.",
    );
    for (let more = 0; more < 51; more++) await service.create("crowd");
    const first = await admin.get(`${path}?external_user_id=crowd`);
    const next = unescaped(/href="([^"]+)">\s*Next page/.exec(first.text)![1]!);
    expect(first.text.match(/href="\/operate\/connectors\/[^"]/g)).toHaveLength(50);
    const second = await admin.get(next);
    expect([
      second.text.match(/href="\/operate\/connectors\/[^"]/g)?.length,
      second.text.includes("Next page"),
    ]).toEqual([1, false]);
  });

  test("a link of the page connects an account, and its audit rows name the operator", async () => {
    const { status, text } = await admin.submit("/operate/connect", {
      external_user_id: "bob",
      connector_type: "Slack",
      name: "",
    });
    expect(status).toBe(200);
    const [url] = /https:\/\/service\.test\/connect\/[\w-]{43}/.exec(text)!;
    const browser = openBrowser(service);
    const callback = await goToPlatform(browser, { url }, service.sandbox.fetch);
    expect((await browser.get(callback)).text).toContain("is linked to");
    const [row] = await service.store.db.selectFrom("connectors").selectAll().orderBy("id", "desc").execute();
    const shown = await admin.get(`${path}/${row!.id}`);
    expect(shown.text).toContain("bob");
    const again = await admin.submit("/operate/connect", { external_user_id: "bob", connector_id: row!.id });
    expect([again.status, again.text]).toEqual([200, expect.stringContaining("/connect/")]);
    expect((await rowsOf("connect.create")).map(({ operator, token_id }) => [operator, token_id])).toEqual(
      Array.from({ length: 2 }, () => ["Ana", admin.id]),
    );
    const removed = await admin.submit(`${path}/${row!.id}/delete`);
    expect([removed.status, removed.headers.get("location")]).toEqual([303, path]);
    expect((await admin.get(`${path}/${row!.id}`)).status).toBe(404);
    expect((await rowsOf("connector.delete")).map(({ operator }) => operator)).toEqual(["Ana"]);
  });

  test("an operator sees and changes no connector of another organization", async () => {
    const id = await service.create("mine");
    const { db } = service.store;
    await db.updateTable("connectors").set({ organization_id: "other" }).where("id", "=", id).execute();
    expect((await admin.get(path)).text).not.toContain(id);
    for (const answer of [
      await admin.get(`${path}/${id}`),
      await admin.submit(`${path}/${id}/delete`),
      await admin.submit("/operate/connect", { external_user_id: "mine", connector_id: id }),
    ])
      expect([answer.status, answer.text]).toEqual([
        404,
        expect.stringContaining("There is no such connector."),
      ]);
    expect(await db.selectFrom("connectors").select("id").where("id", "=", id).execute()).toHaveLength(1);
  });
});

describe("OAuth applications", () => {
  const path = "/operate/oauth-applications";

  test("the page stores, replaces and deletes an application, and never shows its secret", async () => {
    for (const client_secret of ["the-first-secret", "the-second-secret"]) {
      const saved = await admin.submit(path, { connector_type: "Slack", client_id: "the-id", client_secret });
      expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
      const { text } = await admin.get(path);
      expect([text.includes("the-id"), text.includes(client_secret)]).toEqual([true, false]);
    }
    expect((await rowsOf("oauth_application.set")).map(({ operator }) => operator)).toEqual(["Ana", "Ana"]);
    expect((await admin.submit(`${path}/delete`, { connector_type: "Slack" })).status).toBe(303);
    expect((await admin.get(path)).text).not.toContain("the-id");
    expect((await admin.submit(`${path}/delete`, { connector_type: "Slack" })).status).toBe(404);
  });
});

describe("webhooks", () => {
  const path = "/operate/webhooks";

  test("the page adds, tests, disables and enables an address, and shows its secret once", async () => {
    const url = "https://hooks.example.com/a?b=1&c=<d>";
    const added = await admin.submit(path, { url, event_type: "connector.deleted", description: "" });
    const [secret] = /whsec_[\w+/=]+/.exec(unescaped(added.text))!;
    const list = await admin.get(path);
    expect([list.text.includes(secret), list.text.includes("<d>")]).toEqual([false, false]);
    const one = new RegExp(`href="(${path}/[^"]+)">`).exec(list.text)![1]!;
    expect(unescaped((await admin.get(one)).text)).toContain(url);
    expect((await admin.submit(`${one}/test`)).headers.get("location")).toBe(one);
    expect((await admin.get(one)).text).toContain("webhook.test");
    expect((await admin.submit(`${one}/status`, { status: "disabled" })).status).toBe(303);
    expect((await admin.get(one)).text).not.toContain("Send a test event");
    expect((await admin.submit(`${one}/test`)).status).toBe(422);
    await admin.submit(`${one}/status`, { status: "enabled" });
    expect((await admin.get(one)).text).toContain("Send a test event");
    for (const event of ["webhook.create", "webhook.test", "webhook.change"])
      expect(new Set((await rowsOf(event)).map(({ operator }) => operator))).toEqual(new Set(["Ana"]));
    const { db } = service.store;
    await db.updateTable("webhook_endpoints").set({ organization_id: "other" }).execute();
    for (const answer of [
      await admin.get(one),
      await admin.submit(`${one}/test`),
      await admin.submit(`${one}/status`, { status: "disabled" }),
    ])
      expect(answer.status).toBe(404);
    expect((await admin.get(path)).text).not.toContain("hooks.example.com");
  });
});

describe("tokens", () => {
  const path = "/operate/tokens";

  test("the page creates, lists and revokes a token, and shows it once", async () => {
    const fields = { external_user_id: "ana<b>", name: "n8n <i>", effects: "read", days: "" };
    const added = await admin.submit(path, fields);
    const [token] = /act_[\w-]+/.exec(added.text)!;
    const works = async () =>
      (await service.ask("/v1/applications/scoped-token/info", { token })).body.external_user_id === "ana<b>";
    expect(await works()).toBe(true);
    const list = await admin.get(path);
    expect([
      unescaped(list.text).includes("n8n <i>"),
      list.text.includes(token),
      list.text.includes("<i>"),
    ]).toEqual([true, false, false]);
    const [, id] = new RegExp(`action="${path}/([^"]+)/revoke"`).exec(list.text)!;
    const { db } = service.store;
    await db.updateTable("long_lived_tokens").set({ organization_id: "other" }).execute();
    expect((await admin.get(path)).text).not.toContain("n8n");
    expect((await admin.submit(`${path}/${id}/revoke`)).status).toBe(404);
    const { organization_id } = (await findApplication(db, service.clientId))!;
    await db.updateTable("long_lived_tokens").set({ organization_id }).execute();
    expect((await admin.submit(`${path}/${id}/revoke`)).status).toBe(303);
    expect(await works()).toBe(false);
    for (const event of ["token.long_lived", "token.revoke"])
      expect((await rowsOf(event)).map(({ operator }) => operator)).toContain("Ana");
    const other = await signIn(service, ["connect", "audit:read"], { name: "Bo" });
    expect((await other.submit(path, fields)).status).toBe(403);
    expect((await other.get(path)).status).toBe(403);
  });

  test("a token with days expires", async () => {
    const fields = { external_user_id: "ana", name: "n8n", effects: "read,write", days: "30" };
    expect((await admin.submit(path, fields)).status).toBe(200);
    const { db } = service.store;
    const [row] = await db.selectFrom("long_lived_tokens").selectAll().where("name", "=", "n8n").execute();
    expect(Math.round((row!.expires_at! - row!.created_at) / 86_400_000)).toBe(30);
  });
});

describe("the audit", () => {
  const path = "/operate/audit";

  test("filters by event, user, operator and day, and has pages", async () => {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const count = async (query: Record<string, string>) =>
      (await admin.get(`${path}?${new URLSearchParams(query)}`)).text.match(/<tr role="row">/g)?.length ?? 0;
    const heading = 1;
    expect(await count({ event: "operator.sign_in", operator: "Ana" })).toBe(heading + 1);
    expect(await count({ event: "operator.sign_in", operator: "Bob" })).toBe(0);
    expect(await count({ event: "connector.create", external_user_id: "zoe", since: "", until: "" })).toBe(
      heading + 1,
    );
    expect(await count({ since: day(Date.now() + 86_400_000 * 2) })).toBe(0);
    expect(await count({ until: day(Date.now() - 86_400_000) })).toBe(0);
    const first = await admin.get(`${path}?event=connector.create&since=${day(Date.now() - 86_400_000)}`);
    const next = unescaped(/href="([^"]+)">\s*Older rows/.exec(first.text)![1]!);
    expect(next).toContain("event=connector.create&since=");
    expect((await admin.get(next)).text).toContain("connector.create");
  });
});

describe("sessions", () => {
  const path = "/operate/sessions";
  const works = async (one: SignedIn) => (await one.get(path)).status === 200;

  test("an admin sees the links and sessions of the organization, and ends them", async () => {
    const bob = await signIn(service, ["connect", "audit:read"], { name: "Bob <b>" });
    const link = await newLink(service, ["connect"], { name: "Cleo" });
    const { text } = await admin.get(path);
    for (const shown of ["Bob &lt;b&gt;", "connect, audit:read", "Cleo", "link not used", "this session"])
      expect(text).toContain(shown);
    expect(text).not.toContain(`${path}/${admin.id}/end`);
    expect(await works(bob)).toBe(true);
    for (const { id } of [bob, link]) {
      const { status, headers } = await admin.submit(`${path}/${id}/end`);
      expect([status, headers.get("location")]).toEqual([303, path]);
      expect((await admin.submit(`${path}/${id}/end`)).status).toBe(404);
    }
    expect([await works(bob), (await openBrowser(service).get(link.url)).status]).toEqual([false, 404]);
    expect((await admin.get(path)).text).not.toMatch(/Bob|Cleo/);
    const rows = (await rowsOf("operator.end")).map(({ operator, detail }) => [operator, JSON.parse(detail)]);
    expect(rows).toEqual([
      ["Ana", { session: bob.id, operator: "Bob <b>" }],
      ["Ana", { session: link.id, operator: "Cleo" }],
    ]);
  });

  test("an operator without the role admin sees and ends only the sessions with the same name", async () => {
    const here = await signIn(service, ["connect"], { name: "Dana" });
    const elsewhere = await signIn(service, ["connect"], { name: "Dana" });
    const { text } = await here.get(path);
    expect([text.includes(`${path}/${elsewhere.id}/end`), text.includes("Ana")]).toEqual([true, false]);
    expect((await here.submit(`${path}/${admin.id}/end`)).status).toBe(404);
    expect((await here.submit(`${path}/${elsewhere.id}/end`)).status).toBe(303);
    expect([await works(admin), await works(here), await works(elsewhere)]).toEqual([true, true, false]);
    expect((await here.submit(`${path}/${here.id}/end`)).status).toBe(303);
    expect(await works(here)).toBe(false);
  });

  test("nobody sees or ends the sessions of another organization", async () => {
    const application_id = "foreign-client";
    const client = { id: application_id, organization_id: "other", name: "foreign", epoch: 0, secret: "s" };
    await addClient(service.store.db, client, 1);
    const foreign = await signIn(service, ["admin"], { name: "Foreign", application_id });
    expect((await admin.get(path)).text).not.toContain("Foreign");
    expect((await admin.submit(`${path}/${foreign.id}/end`)).status).toBe(404);
    expect(await works(foreign)).toBe(true);
  });
});

test.each<[string, Record<string, string> | string, number]>([
  ["/operate/connect", {}, 422],
  ["/operate/connect", { external_user_id: "u" }, 422],
  ["/operate/connect", { external_user_id: "u", connector_type: "fax" }, 422],
  ["/operate/connect", { external_user_id: "", connector_type: "Slack" }, 422],
  ["/operate/connect", { external_user_id: "x".repeat(251), connector_type: "Slack" }, 422],
  ["/operate/connect", { external_user_id: "u", connector_type: "Slack", name: "a\u0000b" }, 422],
  ["/operate/connect", { external_user_id: "u", connector_type: "Slack", more: "x" }, 422],
  ["/operate/connect", { external_user_id: "u", connector_type: "Slack", __proto__x: "x" }, 422],
  ["/operate/connect", { external_user_id: "u", connector_id: "../x" }, 422],
  [
    "/operate/connect",
    { external_user_id: "u", connector_type: "Slack", return_url: "https://evil.example" },
    422,
  ],
  ["/operate/connectors?cursor=%00", "", 422],
  ["/operate/connectors?external_user_id=a&external_user_id=b", "", 422],
  ["/operate/connectors/%00", "", 404],
  ["/operate/connectors/x/delete", {}, 404],
  ["/operate/connectors/x/delete", { more: "x" }, 422],
  ["/operate/oauth-applications", { connector_type: "Slack" }, 422],
  ["/operate/oauth-applications", { connector_type: "fax", client_id: "a", client_secret: "b" }, 422],
  ["/operate/oauth-applications", { connector_type: "Slack", client_id: "a b", client_secret: "b" }, 422],
  ["/operate/oauth-applications/delete", { connector_type: "fax" }, 422],
  ["/operate/tokens", {}, 422],
  ["/operate/tokens", { external_user_id: "u", name: "n" }, 422],
  ["/operate/tokens", { external_user_id: "u", name: "n", effects: "all" }, 422],
  ["/operate/tokens", { external_user_id: "u", name: "n", effects: "read", days: "1" }, 422],
  ["/operate/tokens", { external_user_id: "", name: "n", effects: "read" }, 422],
  ["/operate/tokens", { external_user_id: "u", name: "a\u0000b", effects: "read" }, 422],
  ["/operate/tokens?cursor=%00", "", 422],
  ["/operate/tokens/%00/revoke", {}, 404],
  ["/operate/tokens/x/revoke", { more: "x" }, 422],
  ["/operate/webhooks", {}, 422],
  ["/operate/webhooks", { url: "http://hooks.example.com" }, 422],
  ["/operate/webhooks", { url: "https://127.0.0.1/x" }, 422],
  ["/operate/webhooks", { url: "https://hooks.example.com", event_type: "nothing" }, 422],
  ["/operate/webhooks", { url: "https://hooks.example.com", description: "x".repeat(201) }, 422],
  ["/operate/webhooks/%00", "", 404],
  ["/operate/webhooks/x/test", {}, 404],
  ["/operate/webhooks/x/status", { status: "gone" }, 422],
  ["/operate/audit?event=nothing", "", 422],
  ["/operate/audit?since=yesterday", "", 422],
  ["/operate/audit?since=2030-02-31", "", 422],
  ["/operate/audit?since=2030-01-02&until=2030-01-01", "", 422],
  ["/operate/audit?unknown=x", "", 422],
  ["/operate/audit?outcome=lost", "", 422],
  ["/operate/audit/export?format=xls", "", 422],
  ["/operate/audit/export", "", 422],
  ["/operate/connectors?status=gone", "", 422],
  ["/operate/connectors?consent=x", "", 422],
  ["/operate/connectors/x/check", {}, 404],
  ["/operate/users?cursor=%00", "", 422],
  ["/operate/users/%00", "", 404],
  ["/operate/users/x/delete", {}, 404],
  ["/operate/users/x/delete", { more: "x" }, 422],
  ["/operate/applications/%00", "", 404],
  ["/operate/applications/x/name", { name: "n" }, 404],
  ["/operate/applications/x/disable", {}, 404],
  ["/operate/policies?cursor=%00", "", 422],
  ["/operate/policies/one", "", 422],
  ["/operate/policies/one?connector_type=fax", "", 422],
  ["/operate/policies/one?connector_type=Slack&external_user_id=nobody", "", 404],
  ["/operate/policies/check", { connector_type: "Slack", change: "set", policy: "" }, 422],
  ["/operate/policies/check", { connector_type: "fax", change: "set", policy: "{}" }, 422],
  ["/operate/policies/store", { connector_type: "Slack", policy: "{}" }, 422],
  ["/operate/policies/trial", { connector_id: "x", entity: "a", action: "b" }, 404],
  ["/operate/policies/trial", { connector_id: "x", entity: "a" }, 422],
  ["/operate/sessions/%00/end", {}, 404],
  ["/operate/sessions/x/end", {}, 404],
  ["/operate/sessions/x/end", { more: "x" }, 422],
  ["/operate/nothing", "", 404],
])("%s with %j is refused with a page", async (path, fields, expected) => {
  const before = await service.store.db.selectFrom("audit").select("id").execute();
  const { status, text } = await (typeof fields === "string" ? admin.get(path) : admin.submit(path, fields));
  expect(status).toBe(expected);
  expect(text).not.toContain("evil");
  if (path !== "/operate/nothing") expect(text).toMatch(/role="alert">[A-Z]/);
  expect(await service.store.db.selectFrom("audit").select("id").execute()).toEqual(before);
});
