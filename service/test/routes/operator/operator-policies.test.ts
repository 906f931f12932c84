import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operatedService, type OperatedService } from "../../support/operated-service.ts";
import { signIn, unescaped } from "../../support/operator.ts";
import { executePath } from "../../support/service.ts";

const path = "/operate/policies";
let operated: OperatedService;
let { service, admin, sent } = {} as OperatedService;
let id: string;
beforeAll(async () => {
  operated = await operatedService();
  ({ service, admin, sent } = operated);
  id = await service.create("zoe <b>");
});
afterAll(() => operated?.close());

const setPolicy = async (policy: object, target: object = { connector_type: "Slack" }) =>
  service.ask("/v1/policies", {
    method: "PUT",
    token: await service.applicationToken(),
    json: { ...target, policy },
  });
const policies = () => service.store.db.selectFrom("policies").select(["target", "policy"]).execute();
const hiddenIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      unescaped(value!),
    ]),
  );

test("the list says in sentences what the policies of all users, a user and a connector allow", async () => {
  await setPolicy({ effects: ["read", "write"] });
  await setPolicy({ effects: ["read"] }, { connector_type: "Slack", external_user_id: "zoe <b>" });
  await setPolicy({ exclude: ["messages.delete"] }, { connector_id: id });
  const { text } = await admin.get(path);
  for (const shown of [
    "all users",
    "the user zoe &lt;b&gt;",
    "the connector Slack of zoe &lt;b&gt;",
    "Forbidden by name: messages.delete.",
    "The agent cannot write",
  ])
    // prettier-ignore
    expect(text).toContain(shown);
  expect(text).not.toContain("<b>zoe");
  const reader = await signIn(service, ["audit:read"]);
  const seen = (await reader.get(`${path}/one?connector_type=Slack`)).text;
  expect([seen.includes("The agent can read with"), seen.includes("Show what changes")]).toEqual([
    true,
    false,
  ]);
});

describe("a trial", () => {
  const tryCall = async ([entity, action, params]: readonly [string, string, object?]) => {
    const before = sent();
    const fields = {
      connector_id: id,
      entity,
      action,
      params: params === undefined ? "" : JSON.stringify(params),
    };
    const answer = await admin.submit(`${path}/trial`, fields);
    expect([answer.status, sent()]).toEqual([200, before]);
    const [, said] = /role="status">(.*?)<\/div>/s.exec(answer.text)!;
    return unescaped(said!.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).trim();
  };

  test.each([
    [
      "a forbidden action",
      {},
      ["messages", "delete", { channel: "C07A1QW2ER3", ts: "1712161829.000300" }],
      /^Refused messages\.delete is not allowed here/,
    ],
    ["an unknown action", {}, ["messages", "destroy", {}], /^Refused .*Did you mean|^Refused/],
    ["wrong params", {}, ["messages", "create", { text: 1 }], /^Refused .*channel/],
    ["an action that only reads", {}, ["channels", "list", { limit: 1 }], /^Allowed The call only reads/],
    [
      "a channel that is not allowed",
      { only: { channel: ["C012AB3CD"] } },
      ["messages", "create", { channel: "C07A1QW2ER3", text: "Hi" }],
      /^Refused .*C012AB3CD/,
    ],
    [
      "a read of a name, with a channel that is allowed",
      { only: { channel: ["C012AB3CD"] } },
      ["channel_messages", "list", { channel: "#general" }],
      /^Allowed, as far as it can be said without asking the platform/,
    ],
    [
      "a name that the platform must find",
      {},
      ["messages", "create", { channel: "#general", text: "Hi" }],
      /^Allowed, as far as it can be said without asking the platform The call first reads from Slack/,
    ],
  ] as const)("of %s says what would happen, and sends nothing", async (_, policy, call, expected) => {
    await setPolicy({ effects: ["read", "write"], ...policy });
    await setPolicy({}, { connector_type: "Slack", external_user_id: "zoe <b>" });
    expect(await tryCall(call)).toMatch(expected);
  });

  test("stores nothing, neither in the journal nor in the audit", async () => {
    const counts = async () => [
      (await service.store.db.selectFrom("records").select("key").execute()).length,
      (await service.store.db.selectFrom("audit").select("id").execute()).length,
    ];
    const before = await counts();
    await tryCall(["reminders", "create", { text: "Tea", time: "1893456000" }]);
    expect(await counts()).toEqual(before);
  });

  test("says that a person is asked, like the call itself", async () => {
    await setPolicy({ approval: [{ effects: ["write"] }] });
    const params = { channel: "C07A1QW2ER3", text: "Hi" };
    const token = await service.applicationToken();
    const call = { entity: "messages", action: "create", params };
    expect((await service.ask(executePath(id), { token, json: call })).body.code).toBe("approval_pending");
    expect(await tryCall(["messages", "create", params])).toBe(
      "Allowed after a person has agreed A person is asked because it changes something.",
    );
    expect(await tryCall(["channels", "list", {}])).toBe("Allowed The call only reads.");
  });
});

describe("a change", () => {
  const target = { connector_type: "Slack" };

  test("is explained first, and stored only with the next button", async () => {
    await setPolicy({ effects: ["read", "write"] });
    const before = await policies();
    const asked = await admin.submit(`${path}/check`, {
      ...target,
      change: "set",
      policy: '{"effects": ["read"]}',
    });
    expect(asked.text).toContain("The agent cannot write what can be corrected afterwards in Slack.");
    expect(await policies()).toEqual(before);
    const { csrf: _, ...fields } = hiddenIn(asked.text);
    const stored = await admin.submit(`${path}/store`, fields as Record<string, string>);
    expect([stored.status, stored.headers.get("location")]).toEqual([
      303,
      `${path}/one?connector_type=Slack`,
    ]);
    expect(await policies()).toContainEqual(expect.objectContaining({ policy: '{"effects":["read"]}' }));
    const row = await service.store.db.selectFrom("audit").selectAll().where("operator", "=", "Ana").where("event", "=", "policy.set").execute(); // prettier-ignore
    expect(row).toHaveLength(1);
  });

  test("of a policy that somebody has changed meanwhile is refused", async () => {
    const asked = await admin.submit(`${path}/check`, {
      ...target,
      change: "set",
      policy: '{"effects": ["read"]}',
    });
    const { csrf: _, ...fields } = hiddenIn(asked.text);
    await setPolicy({ effects: ["read", "write", "destructive"] });
    const before = await policies();
    const stored = await admin.submit(`${path}/store`, fields as Record<string, string>);
    expect([stored.status, stored.text]).toEqual([
      422,
      expect.stringContaining("Somebody has changed this policy"),
    ]);
    expect(await policies()).toEqual(before);
  });

  test("can delete a policy", async () => {
    await setPolicy({ effects: ["read"] });
    const asked = await admin.submit(`${path}/check`, { ...target, change: "delete", policy: "" });
    expect(asked.text).toContain("Delete this policy?");
    const { csrf: _, ...fields } = hiddenIn(asked.text);
    expect((await admin.submit(`${path}/store`, fields as Record<string, string>)).status).toBe(303);
    expect((await admin.get(`${path}/one?connector_type=Slack`)).text).toContain("There is no policy");
  });

  test.each([
    ["no JSON", "effects: read", "This is not a JSON object."],
    ["a list", "[]", "This is not a JSON object."],
    ["an unknown effect", '{"effects": ["fly"]}', "fly"],
    ["an unknown action", '{"exclude": ["messages.fly"]}', "messages.fly"],
  ])("with %s is refused before it is explained", async (_, policy, expected) => {
    const { status, text } = await admin.submit(`${path}/check`, { ...target, change: "set", policy });
    expect([status, unescaped(text)]).toEqual([422, expect.stringContaining(expected)]);
  });

  test("of an unknown user is refused", async () => {
    const fields = { ...target, external_user_id: "nobody", change: "set", policy: "{}" };
    expect((await admin.submit(`${path}/check`, fields)).status).toBe(404);
  });
});
