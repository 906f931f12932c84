import { afterAll, beforeAll, expect, test } from "vitest";
import { operatedService, type OperatedService } from "../../support/operated-service.ts";
import { signIn } from "../../support/operator.ts";
import { executePath } from "../../support/service.ts";

let operated: OperatedService;
let { service, admin, sent } = {} as OperatedService;
let id: string;
let token: string;
beforeAll(async () => {
  operated = await operatedService();
  ({ service, admin, sent } = operated);
  id = await service.create("zoe");
  token = await service.applicationToken();
});
afterAll(() => operated?.close());

const path = () => `/operate/connectors/${id}`;
const auditOf = async (event: string) =>
  (await service.store.db.selectFrom("audit").selectAll().where("event", "=", event).execute()).map(
    ({ operator, connector_id }) => [operator, connector_id],
  );
const write = { entity: "messages", action: "create", params: { channel: "#general", text: "Hi" } };

test("the check asks the platform, shows its answer, and is audited", async () => {
  const before = sent();
  const { status, text } = await admin.submit(`${path()}/check`);
  expect([status, sent() > before]).toEqual([200, true]);
  expect(text).toContain("The platform accepts the credentials.");
  expect(await auditOf("connector.check")).toEqual([["Ana", id]]);
  const bad = await service.create("bad", { credentials: { api_token: "xoxb-wrong" } });
  expect((await admin.submit(`/operate/connectors/${bad}/check`)).text).toContain(
    "The platform does not accept the credentials.",
  );
  expect((await admin.get(`/operate/connectors/${bad}`)).text).toContain("must be connected again");
});

test("the page shows the last calls only to operators who may read the audit", async () => {
  await service.ask(executePath(id), {
    token,
    json: { entity: "channels", action: "list", params: { limit: 1 } },
  });
  await service.ask(executePath(id), { token, json: { entity: "channels", action: "<b>" } });
  const { text } = await admin.get(path());
  expect(text).toContain("channels.list");
  expect(text).toContain("channels.&lt;b&gt;");
  const other = await signIn(service, ["connect"]);
  const seen = (await other.get(path())).text;
  expect(seen).not.toContain("Last calls");
  expect(seen).not.toContain("Try a call");
  expect(seen).toContain("The agent can read with");
});

test("an admin stops the writes of one connector, and lets agents write again", async () => {
  const stopped = await admin.submit("/operate/journal/stop", {
    of: "writes",
    connector_id: id,
    reason: "A <test>",
  });
  expect(stopped.status).toBe(200);
  const page = (await admin.get(path())).text;
  expect(page).toContain("A &lt;test&gt;");
  expect(page).toContain("Ana has stopped the writes of this connector");
  expect((await service.ask(executePath(id), { token, json: write })).body.code).toBe("stopped");
  const other = await service.create("other");
  expect((await service.ask(executePath(other), { token, json: write })).status).toBe(200);
  expect((await admin.get(`/operate/connectors/${other}`)).text).toContain("Agents can write");
  await admin.submit("/operate/journal/resume", { of: "writes", connector_id: id });
  expect((await service.ask(executePath(id), { token, json: write })).status).toBe(200);
});

test("the list shows the type only beside another name", async () => {
  const named = await service.create("list", { name: "Team <chat>" });
  const { text } = await admin.get("/operate/connectors?external_user_id=list");
  expect([text.includes(named), text.match(/class="detail">Slack/g)?.length]).toEqual([true, 1]);
  await service.create("plain");
  expect((await admin.get("/operate/connectors?external_user_id=plain")).text).not.toContain(
    'class="detail"',
  );
});

test("an operator of another organization can neither check nor stop a connector", async () => {
  const mine = await service.create("mine");
  const { db } = service.store;
  await db.updateTable("connectors").set({ organization_id: "other" }).where("id", "=", mine).execute();
  for (const answer of [
    await admin.submit(`/operate/connectors/${mine}/check`),
    await admin.submit("/operate/journal/stop", { of: "writes", connector_id: mine }),
    await admin.submit("/operate/policies/trial", { connector_id: mine, entity: "channels", action: "list" }),
    await admin.get(`/operate/policies/one?connector_id=${mine}`),
  ])
    expect(answer.status).toBe(404);
});
