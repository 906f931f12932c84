import { afterAll, beforeAll, expect, test } from "vitest";
import { operatedService, type OperatedService } from "../../support/operated-service.ts";
import { signIn } from "../../support/operator.ts";

const path = "/operate/users";
let operated: OperatedService;
let { service, admin } = {} as OperatedService;
beforeAll(async () => {
  operated = await operatedService();
  ({ service, admin } = operated);
});
afterAll(() => operated?.close());

const idOf = async (name: string) =>
  (
    await service.store.db
      .selectFrom("workspaces")
      .select("id")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).id;

test("the list shows the users with their connectors, and finds a part of an id", async () => {
  const connector = await service.create("zoe <i>", { name: "Work <b>" });
  await service.create("bob");
  const { text } = await admin.get(`${path}?name_contains=ZOE`);
  expect([text.includes("zoe &lt;i&gt;"), text.includes("bob"), text.includes("<i>")]).toEqual([
    true,
    false,
    false,
  ]);
  const one = await admin.get(`${path}/${await idOf("zoe <i>")}`);
  expect(one.text).toContain(`href="/operate/connectors/${connector}"`);
  expect(one.text).toContain("Work &lt;b&gt;");
  const other = await signIn(service, ["connect"]);
  const seen = (await other.get(`${path}/${await idOf("zoe <i>")}`)).text;
  expect([seen.includes("Delete"), seen.includes("/operate/audit")]).toEqual([false, false]);
});

test("an admin ends the tokens of a user, and deletes a user with all connectors", async () => {
  await service.create("eve");
  const id = await idOf("eve");
  const token = await service.applicationToken();
  const json = { external_user_id: "eve", name: "program" };
  const tokens = [
    await service.scopedToken("eve"),
    (await service.ask("/v1/tokens", { token, json })).body.token,
  ];
  const works = async () => {
    const answers = await Promise.all(
      tokens.map((one) => service.ask("/v1/integrations/connectors", { token: one })),
    );
    return answers.map(({ status }) => status === 200);
  };
  expect(await works()).toEqual([true, true]);
  expect((await admin.submit(`${path}/${id}/revoke`)).headers.get("location")).toBe(`${path}/${id}`);
  expect(await works()).toEqual([false, false]);
  expect((await admin.submit(`${path}/${id}/delete`)).headers.get("location")).toBe(path);
  const { db } = service.store;
  expect(await db.selectFrom("connectors").select("id").where("workspace_id", "=", id).execute()).toEqual([]);
  expect((await admin.get(`${path}/${id}`)).status).toBe(404);
  const rows = await db
    .selectFrom("audit")
    .selectAll()
    .where("event", "in", ["user.revoke", "user.delete"])
    .execute();
  expect(rows.map(({ operator }) => operator)).toEqual(["Ana", "Ana"]);
});

test("an operator sees and deletes no user of another organization", async () => {
  await service.create("mine");
  const id = await idOf("mine");
  const { db } = service.store;
  await db.updateTable("workspaces").set({ organization_id: "other" }).where("id", "=", id).execute();
  expect((await admin.get(path)).text).not.toContain("mine");
  for (const answer of [
    await admin.get(`${path}/${id}`),
    await admin.submit(`${path}/${id}/delete`),
    await admin.submit(`${path}/${id}/revoke`),
  ])
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining("There is no such user.")]);
  expect(await db.selectFrom("workspaces").select("id").where("id", "=", id).execute()).toHaveLength(1);
});
