import { type ConnectorFile, defineConnector } from "agent-connectors";
import { expect, test } from "vitest";

// Each action accepts one of several scopes. A person is asked for as few as possible, and for the narrowest ones.

const docs = "https://mail.example/docs";
const operation = (method: "GET" | "POST", path: string, ...scopes: string[]) => ({
  method,
  path,
  docs,
  scopes: { user: scopes },
});
const action = (effect: "read" | "write", calls: string | string[], more: object = {}) => ({ description: "Do it.", effect, params: { type: "object" as const, properties: {} }, example: {}, calls, ...more }); // prettier-ignore
const file = {
  format: 1,
  name: "mail",
  title: "Mail",
  endpoint: "https://mail.example",
  auth: { token: { access_token: { description: "a token" } } },
  schemes: { token: { kind: "bearer", token: "{access_token}" } },
  connectFlow: { authorizeUrl: "https://mail.example/consent", tokenUrl: "https://mail.example/token", scopeParam: "scope", needs: [] }, // prettier-ignore
  operations: {
    "mails.get": operation("GET", "/mails", "read", "change"),
    "mails.send": operation("POST", "/mails", "send", "compose", "change"),
    "mails.sort": operation("POST", "/labels", "change"),
    "me.get": operation("GET", "/me", "profile"),
  },
  actions: {
    mails: {
      get: action("read", "mails.get"),
      send: action("write", "mails.send"),
      reply: action("write", ["mails.send", "mails.get", "me.get"], { needs: ["mails.get"] }),
      sort: action("write", "mails.sort", { reads: ["me.get"] }),
    },
    me: { get: action("read", "me.get") },
  },
} as const satisfies ConnectorFile;

const Mail = defineConnector(file);

test.each([
  [["mails.get"], ["read"]],
  [["mails.send"], ["send"]],
  [
    ["mails.send", "mails.get"],
    ["read", "send"],
  ],
  [["mails.reply"], ["read", "send"]],
  // The scope for changes also lets the token read and send.
  [["mails.get", "mails.send", "mails.sort"], ["change"]],
])("%j: a person is asked for %j", async (include, scopes) => {
  expect(await Mail.scopes({ include })).toEqual({ user: scopes });
});

test("an action says which scopes it needs, and which it can use", async () => {
  const { actions } = await Mail.compiled();
  expect(actions.mails!.reply!.scopes).toEqual({
    required: {
      user: [
        ["send", "compose", "change"],
        ["read", "change"],
      ],
    },
    used: { user: [["profile"]] },
  });
  // The code of this action reads before it writes.
  expect(actions.mails!.sort!.scopes).toMatchObject({ used: { user: [["profile"]] } });
});

test.each([
  [{ needs: ["mails.sort"] }, /needs names mails.sort, which is not in calls/],
  [{ reads: ["mails.find"] }, /reads names "mails.find", which is not an action/],
])("a fault is named: %j", (change, says) => {
  const reply = { ...file.actions.mails.reply, ...change };
  const changed = { ...file, actions: { ...file.actions, mails: { ...file.actions.mails, reply } } };
  expect(() => defineConnector(changed as ConnectorFile)).toThrow(says);
});

test("code can say who reads a write", async () => {
  const reader = async () => ({ readers: "eve@evil.example", hasNames: true, external: ["eve@evil.example"], warnings: [] }); // prettier-ignore
  const Audited = defineConnector(file as ConnectorFile, {}, { audience: () => Object.assign(reader, { learn: () => {} }) }); // prettier-ignore
  const mail = new Audited({ auth: { access_token: "t-0123456789" } } as never, { policy: { external: false } } as never); // prettier-ignore
  await expect(mail.execute("mails", "send", {})).rejects.toMatchObject({
    code: "policy_denied",
    outcome: "not_started",
  });
});
