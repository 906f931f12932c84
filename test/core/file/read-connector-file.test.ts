import { expect, expectTypeOf, test } from "vitest";
import { readConnectorFile } from "../../../src/core/file/read-connector-file.ts";
import { ConnectorError, type ConnectorFile, defineConnector } from "../../../src/index.ts";
import { testClock } from "../../fixtures/clock.ts";

const file = {
  format: 1,
  name: "crm",
  title: "Crm",
  endpoint: "https://{subdomain}.crm.example",
  config: { subdomain: { description: "your subdomain" } },
  auth: {
    key: { api_key: { description: "API key", accepts: { pattern: "^ck-", says: "a key (ck-...)" } } },
    user: {
      email: { description: "e-mail address" },
      password: { description: "password", text: true },
      tenant: { description: "tenant", optional: true },
    },
  },
  schemes: {
    key: { kind: "header", name: "x-api-key", value: "{api_key}" },
    user: [
      { kind: "basic", user: "{email}", password: "{password}" },
      { kind: "header", name: "x-tenant", value: "{tenant}" },
    ],
  },
  wire: { headers: { "x-version": "2" } },
  identify: { calls: "me.get", pick: "user" },
  operations: {
    "contacts.list": { method: "GET", path: "/contacts", paging: { kind: "link", limit: "per_page", default: 2, max: 9 }, response: { pick: "contacts" }, docs: "https://crm.example/docs" }, // prettier-ignore
    "contacts.update": { method: "PATCH", path: "/contacts/{id}", arguments: { name: "properties.name" }, docs: "https://crm.example/docs" }, // prettier-ignore
    "me.get": { method: "GET", path: "/me", docs: "https://crm.example/docs" },
  },
  actions: {
    contacts: {
      list: {
        description: "List contacts.",
        effect: "read",
        paginated: true,
        params: {
          type: "object",
          properties: { status: { type: "string", enum: ["open", "done"], default: "open" } },
        },
        result: { type: "object", properties: { id: { type: "string" } } },
        example: { status: "open" },
        calls: "contacts.list",
      },
      update: {
        description: "Change a contact.",
        effect: "write",
        params: {
          type: "object",
          properties: {
            id: { type: "string" },
            name: { type: "string" },
            private: { type: "boolean", default: false },
          },
          required: ["id"],
        },
        example: { id: "c1", name: "Ada" },
        calls: "contacts.update",
        echo: ["id"],
      },
    },
  },
} as const satisfies ConnectorFile;

function open(
  options: object = { auth: { api_key: "ck-1" }, config: { subdomain: "acme" } },
  Crm = defineConnector(file),
) {
  const sent: { method: string; url: string; headers: Headers; body: string }[] = [];
  const fetch = async (url: string | URL | Request, { method = "GET", headers, body }: RequestInit = {}) => {
    sent.push({ method, url: String(url), headers: new Headers(headers), body: String(body ?? "") });
    const next =
      sent.length < 3 ? `<https://acme.crm.example/contacts?page=${sent.length + 1}>; rel="next"` : "";
    return Response.json(
      { contacts: [{ id: `c${sent.length}` }], user: { id: "u1" } },
      { headers: { link: next } },
    );
  };
  return { crm: new Crm(options as never, { fetch, clock: testClock() }), sent };
}

test("a file is a whole connector", async () => {
  const { crm, sent } = open();
  const ids: unknown[] = [];
  for await (const { id } of crm.contacts.list.all({})) ids.push(id);
  expect(ids).toEqual(["c1", "c2", "c3"]);
  expect(sent.map(({ url }) => url)).toEqual([
    "https://acme.crm.example/contacts?per_page=2",
    "https://acme.crm.example/contacts?per_page=2&page=2",
    "https://acme.crm.example/contacts?per_page=2&page=3",
  ]);
  expect(Object.fromEntries(sent[0]!.headers)).toEqual({ accept: "application/json", "x-api-key": "ck-1", "x-version": "2" }); // prettier-ignore
  const { data } = await crm.contacts.update({ id: "c1", name: "Ada" });
  expect(data).toMatchObject({ id: "c1" });
  // The default of `private` is only documentation, so the request does not contain it.
  expect(sent[3]).toMatchObject({ method: "PATCH", body: '{"properties":{"name":"Ada"}}' });
  expect(await crm.check()).toEqual({ status: "healthy", identity: { id: "u1" } });
  expectTypeOf(crm.contacts.list.all).toBeFunction();
});

test("a tool of a file only reads, unless its options say more", async () => {
  const { crm } = open();
  expect((await crm.tool()).effects).toEqual(["read"]);
  expect((await crm.tool({ effects: ["read", "write"] })).effects).toEqual(["read", "write"]);
});

test("credentials can lack optional fields, and a password can have any characters except control characters", async () => {
  const auth = { email: "a@b.c", password: "pass wörd" };
  const { crm, sent } = open({ auth, config: { subdomain: "acme" } });
  await crm.contacts.list();
  expect(sent[0]!.headers.get("authorization")).toBe(
    `Basic ${Buffer.from("a@b.c:pass wörd").toString("base64")}`,
  );
  expect(sent[0]!.headers.has("x-tenant")).toBe(false);
  const { crm: whole, sent: other } = open({
    auth: { ...auth, tenant: "t1" },
    config: { subdomain: "acme" },
  });
  await whole.contacts.list();
  expect(other[0]!.headers.get("x-tenant")).toBe("t1");
  for (const password of ["", "a\nb", "a\u0000b"])
    expect(() => open({ auth: { email: "a", password }, config: { subdomain: "acme" } })).toThrow(/password/);
  expect(() => open({ auth: { api_key: "x" }, config: { subdomain: "acme" } })).toThrow(
    /not a token that Crm accepts/,
  );
});

test("code can add to the actions of a file", async () => {
  const Crm = defineConnector(file, {
    contacts: {
      list: { item: ({ id }) => ({ id: `crm:${String(id)}` }) },
      update: {
        run: async (_params: never, { send }) => ({
          data: (await send("contacts.update", { id: "c9" })).body,
        }),
        undo: () => ({ entity: "contacts", action: "update", params: { id: "c9" } }),
      },
    },
  });
  const { crm, sent } = open(undefined, Crm as never);
  expect((await crm.contacts.list()).data).toEqual([{ id: "crm:c1" }]);
  expect((await crm.contacts.update({ id: "c1" })).meta.undo).toMatchObject({ action: "update" });
  expect(sent[1]!.url).toBe("https://acme.crm.example/contacts/c9");
});

test("code can replace names with ids in all actions of a file, and show the names in dry runs", async () => {
  const names = { resolver: () => async (params: object) => ({ ...params, id: "c7" }), preview: async () => ({ params: { id: "Ada" } }) }; // prettier-ignore
  const { crm, sent } = open(undefined, defineConnector(file, {}, names) as never);
  expect((await crm.contacts.update({ id: "Ada", dry_run: true })).data).toMatchObject({ params: { id: "Ada" } }); // prettier-ignore
  await crm.contacts.update({ id: "Ada" });
  expect(sent.map(({ url }) => url)).toEqual(["https://acme.crm.example/contacts/c7"]);
});

test("later changes of the file have no effect", async () => {
  const copy = structuredClone(file) as { operations: { "contacts.list": { path: string } } };
  const Crm = defineConnector(copy as unknown as ConnectorFile);
  copy.operations["contacts.list"].path = "/admin";
  const { crm, sent } = open(undefined, Crm as never);
  await crm.contacts.list();
  expect(sent[0]!.url).toContain("/contacts?");
});

type Change = (copy: Record<string, never>) => void;
const set =
  (path: string, value: unknown): Change =>
  (copy) => {
    const keys = path.split("/");
    const last = keys.pop()!;
    let here: Record<string, unknown> = copy;
    for (const key of keys) here = here[key] as Record<string, unknown>;
    here[last] = value;
  };
const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const deep = (levels: number): unknown =>
  levels === 0 ? {} : { type: "object", properties: { a: deep(levels - 1) } };

test.for<[change: Change, path: string, says: RegExp]>([
  [set("format", 2), "format", /must be 1/],
  [set("name", "Crm App"), "name", /lower-case/],
  [set("title", "a\u001b[31m"), "title", /control characters/],
  [set("titel", "x"), "titel", /not a known field; did you mean title/],
  [set("endpoint", undefined), "endpoint", /missing/],
  [set("operations", []), "operations", /must be an object/],
  [set("actions/contacts", 1), "actions.contacts", /must be an object of actions/],
  [set("actions/contacts/list/effect", "reads"), "actions.contacts.list.effect", /must be one of read/],
  [
    set("actions/contacts/list/description", "x".repeat(3000)),
    "actions.contacts.list.description",
    /at most 2000/,
  ],
  [set("actions/contacts/list/calls", "contacts.lst"), "actions.contacts.list.calls", /not an operation/],
  [set("actions/contacts/list/run", "code"), "actions.contacts.list.run", /not a known field/],
  [set("actions/contacts/update/paginated", true), "actions.contacts.update.paginated", /only for reads/],
  [set("actions/contacts/update/params/required", []), "actions.contacts.update.params", /required param id/],
  [
    set("actions/contacts/update/params", { type: "string" }),
    "actions.contacts.update.params",
    /of an object/,
  ],
  [
    set("actions/contacts/update/params/properties/name", { type: "text" }),
    "actions.contacts.update.params",
    /type/,
  ],
  [set("actions/contacts/update/params/properties/name", { $ref: "https://evil.example/s" }), "actions.contacts.update.params", /\$ref/], // prettier-ignore
  [set("actions/contacts/update/params/properties/name", { type: "string", pattern: "(" }), "actions.contacts.update.params", /regular expression/], // prettier-ignore
  [set("actions/contacts/update/params/properties/name", { type: "string", pattern: "(a+)\\1+(?<=b+)$" }), "actions.contacts.update.params", /very long/], // prettier-ignore
  [set("actions/contacts/update/params/properties/name", deep(70)), "actions.contacts", /deep/],
  [set("actions/contacts/update/example", cycle), "actions.contacts.update.example.self", /contains it/],
  [set("actions/contacts/update/example", () => 1), "actions.contacts.update.example", /function/],
  [set("actions/contacts/update/params/properties", JSON.parse('{"__proto__":{"type":"string"}}')), "actions.contacts.update.params.properties.__proto__", /not an allowed name/], // prettier-ignore
  [
    set("auth/key/api_key/accepts", { pattern: "(", says: "x" }),
    "auth.key.api_key.accepts.pattern",
    /regular expression/,
  ],
  [set("auth/key/api_key/secret", true), "auth.key.api_key.secret", /not a known field/],
  [set("config/subdomain", "acme"), "config.subdomain", /description/],
  [set("toolEffects", ["all"]), "toolEffects", /list of effects/],
  [set("identify", { calls: "me" }), "identify.calls", /not an operation/],
  [set("operations/contacts.list/path", "//evil.example"), "operations.contacts.list.path", /characters/],
  [set("schemes/key/kind", "magic"), "schemes.key.kind", /must be one of bearer/],
  [set("actions/Contacts", {}), "entities", /cannot be the name/],
])("%o is refused with its path", ([change, path, says]) => {
  const copy = structuredClone(file) as unknown as Record<string, never>;
  change(copy);
  let error: unknown;
  try {
    defineConnector(copy as unknown as ConnectorFile);
  } catch (one) {
    error = one;
  }
  expect(error).toBeInstanceOf(ConnectorError);
  const { code, path: found, message } = error as ConnectorError;
  expect([code, found?.startsWith(path), message]).toEqual([
    "config_error",
    true,
    expect.stringMatching(says),
  ]);
});

test("all faults of a file are listed at once", () => {
  const copy = { ...structuredClone(file), title: "", endpoint: 1, toolEffects: ["all"] };
  expect(() => defineConnector(copy as unknown as ConnectorFile)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^The connector file is invalid: title .* There are 2 more faults\.$/),
      issues: [{ path: "title" }, { path: "endpoint" }, { path: "toolEffects" }].map((one) =>
        expect.objectContaining(one),
      ),
    }),
  );
});

test("the message is a correct sentence for two faults, and for a file that is not an object", () => {
  const two = { ...structuredClone(file), title: "", endpoint: 1 };
  expect(() => defineConnector(two as unknown as ConnectorFile)).toThrow(/\. There is 1 more fault\.$/);
  expect(() => readConnectorFile([])).toThrow(/^The connector file is invalid: must be an object\.$/);
});

test.for([
  [{ contact: { list: {} } }, "code.contact", /did you mean contacts|Did you mean contacts/],
  [{ contacts: { lst: {} } }, "code.contacts.lst", /not in the file/],
  [{ contacts: { list: { gaurd: () => 1 } } }, "code.contacts.list.gaurd", /is not one of/],
  [7, "code", /object/],
] as const)("code for what the file does not have is refused: %j", ([code, path, says]) =>
  expect(() => defineConnector(file, code as never)).toThrow(
    expect.objectContaining({ code: "config_error", path, message: expect.stringMatching(says) }),
  ),
);

test("a large file is read in time: 10,000 values of an enum, 1,000 actions", () => {
  const { list } = file.actions.contacts;
  const params = {
    type: "object",
    properties: { a: { enum: Array.from({ length: 10_000 }, (_, index) => `v${index}`) } },
  };
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`list_${index}`, list]));
  const Crm = defineConnector({
    ...file,
    actions: { contacts: { ...many, big: { ...list, params } } },
  } as ConnectorFile);
  expect(Crm.connectorName).toBe("crm");
});
