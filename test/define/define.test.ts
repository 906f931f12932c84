import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { action, defineConnector, type ConnectorError } from "../../src/index.ts";
import type { ConnectorDefinition } from "../../src/toolkit.ts";
import { AcmeConnector } from "../fixtures/acme/index.ts";
import { connectAcmeTo } from "../fixtures/acme/made.ts";

const ok = action({ description: "d", params: () => ({}), effect: "read", calls: "read", example: {} });
const define = (more: object) => () =>
  defineConnector({
    name: "odd",
    title: "Odd",
    endpoint: "https://odd.example",
    requestIdHeader: "x-id",
    auth: { key: { key: { description: "key" } } },
    entities: { things: { get: ok } },
    operations: { read: { method: "GET", path: "/", docs: "" } },
    connect: () => expect.fail(),
    toolEffects: ["read"],
    ...more,
  } as unknown as ConnectorDefinition);

describe("a definition that could not work is refused", () => {
  test.for<[string, object, string]>([
    ...[
      "execute",
      "describe",
      "check",
      "undo",
      "tool",
      "then",
      "constructor",
      "__proto__",
      "toString",
      "Things",
      "a-b",
      "",
    ].map((name): [string, object, string] => [
      `an entity ${name}`,
      { entities: Object.fromEntries([[name, { get: ok }]]) },
      "entities",
    ]),
    ...["describe", "then", "hasOwnProperty", "valueOf", "get channel"].map(
      (name): [string, object, string] => [
        `an action ${name}`,
        { entities: { things: Object.fromEntries([[name, ok]]) } },
        "entities.things",
      ],
    ),
    ["a function as an action", { entities: { things: { get: () => 1 } } }, "entities.things.get"],
    ["undefined as an action", { entities: { things: { get: undefined } } }, "entities.things.get"],
    [
      "an operation that does not exist",
      { entities: { things: { get: { ...ok, calls: "write" } } } },
      "entities.things.get",
    ],
    ["no operation", { entities: { things: { get: { ...ok, calls: [] } } } }, "entities.things.get"],
    [
      "an unknown effect",
      { entities: { things: { get: { ...ok, effect: "raed" } } } },
      "entities.things.get",
    ],
    ["a rule whose weakest effect is stronger than its strongest effect", { entities: { things: { get: { ...ok, effect: { weakest: "spend", strongest: "read", of: () => "read" } } } } }, "entities.things.get"], // prettier-ignore
    [
      "an alias of an action that does not exist",
      { actionAliases: { "a.b": "things.list" } },
      "actionAliases",
    ],
    [
      "an alias with the name of an action",
      { actionAliases: { "things.get": "things.get" } },
      "actionAliases",
    ],
  ])("%s", ([, more, path]) => {
    expect(define(more)).toThrow(expect.objectContaining({ code: "config_error", path }));
  });
  test("each definition has a different hint", () => {
    const hintOf = (more: object): unknown => {
      try {
        return define(more)();
      } catch (error) {
        return (error as ConnectorError).hint;
      }
    };
    const things = (get: unknown) => hintOf({ entities: { things: { get } } });
    const hints = [
      hintOf({ entities: { Things: { get: ok } } }),
      hintOf({ entities: { execute: { get: ok } } }),
      things(undefined),
      things({ ...ok, calls: [] }),
      things({ ...ok, calls: "raed" }),
      things({ ...ok, effect: "raed" }),
      things({ ...ok, effect: { weakest: "spend", strongest: "read", of: () => "read" } }),
      hintOf({ actionAliases: { "things.get": "things.get" } }),
      hintOf({ actionAliases: { "a.b": "things.gte" } }),
    ];
    expect(hints).toEqual([
      "Names are snake_case: a letter, then lower-case letters, digits or _.",
      expect.stringMatching(/^These names are reserved: name, execute, /),
      expect.stringMatching(/^Make it with action\(\) or listAction\(\)/),
      expect.stringMatching(/^Set calls to the operation/),
      "Did you mean read? Add it to operations, or correct calls.",
      "Effects: read, write, spend, destructive.",
      expect.stringMatching(/^A rule is \{ weakest, strongest, of \}/),
      "Remove the alias.",
      "Did you mean things.get? Give the action as entity.action.",
    ]);
  });
  test("the same definition without the fault is accepted", () =>
    expect(define({})().connectorName).toBe("odd"));
});

describe("invalid params definitions fail at the first call", () => {
  test.for<[string, object]>([
    ["a shape that throws", { params: () => { throw new Error("author's words"); } }], // prettier-ignore
    ["a param that the core adds itself", { params: (z: { string(): unknown }) => ({ fields: z.string() }) }],
    ["a keyword that cannot be checked", { params: { type: "object", unevaluatedProperties: false } }],
  ])("%s", async ([, more]) => {
    const Odd = define({ entities: { things: { get: { ...ok, ...more } } }, connect: () => ({}) })();
    await expect(Odd.describe()).rejects.toMatchObject({ code: "config_error", path: "entities.things.get" });
  });
});

describe("a connector", () => {
  test("cannot be changed", async () => {
    const { connector } = connectAcmeTo();
    expect(Object.isFrozen(connector) && Object.isFrozen(connector.notes)).toBe(true);
    const catalogue = await connector.describe();
    catalogue.entities.notes!.get!.params = {};
    (catalogue.entities.notes!.list!.params.properties as Record<string, unknown>).evil = {};
    (catalogue.entities.notes!.list!.example as Record<string, unknown>).evil = 1;
    expect((await connector.describe("notes")).entities.notes!.list!.params.properties).not.toHaveProperty(
      "evil",
    );
    await expect(connector.notes.list({ evil: 1 } as never)).rejects.toMatchObject({
      code: "invalid_params",
    });
  });
  test("is not a promise, and its methods work on their own", async () => {
    const { connector } = connectAcmeTo();
    expect(await Promise.resolve(connector)).toBe(connector);
    const { get } = connector.notes;
    const { execute } = connector;
    expect((await get({ id: "n1" })).data).toEqual((await execute("notes", "get", { id: "n1" })).data);
  });
  test("shows nothing of its internals", () => {
    const { connector } = connectAcmeTo();
    expect(inspect(connector, { depth: Infinity, showHidden: true })).not.toContain("ak-1");
    expect(JSON.stringify(connector)).toBe('{"name":"acme"}');
  });
});

describe("a platform without credentials", () => {
  const connect = (credentials: unknown) => ({
    send: async () => ({ body: { credentials }, headers: new Headers() }),
    identify: async () => ({ identity: {} }),
  });
  const Open = defineConnector({
    name: "open_data",
    title: "Open Data",
    endpoint: "https://data.example",
    requestIdHeader: "x-id",
    auth: {},
    entities: { things: { get: ok } },
    operations: { read: { method: "GET", path: "/", docs: "" } },
    connect,
    toolEffects: ["read"],
  });
  test("needs no options", async () => {
    for (const open of [new Open(), new Open({}), new Open({ auth: {} }), new Open(undefined, {})]) {
      expect((await open.things.get()).data).toEqual({ credentials: {} });
      expect(await open.check()).toEqual({ status: "healthy", identity: {} });
    }
  });
  test.for<[string, unknown, string, string]>([
    ["credentials", { auth: { key: "k" } }, "credentials_mismatch", "Leave auth out."],
    ["auth that is no object", { auth: null }, "credentials_mismatch", "Leave auth out."],
    ["options that are no object", null, "config_error", "Leave them out, or pass {}."],
  ])("refuses %s", ([, options, code, hint]) => {
    expect(() => new Open(options as never)).toThrow(expect.objectContaining({ code, hint }));
  });
});

describe("describe", () => {
  test("returns all entities, one entity or one action, with any spelling", async () => {
    const { connector } = connectAcmeTo();
    expect(Object.keys((await connector.describe()).entities)).toEqual(["notes", "tags", "budgets"]);
    expect(Object.keys((await connector.describe("Notes")).entities)).toEqual(["notes"]);
    expect((await connector.describe("notes", "GET")).entities).toEqual({
      notes: {
        get: {
          description: "Get one note.",
          effect: "read",
          signature: "get(id)",
          params: expect.objectContaining({ required: ["id"], additionalProperties: false }),
          paginated: false,
          example: { id: "n1" },
          fields: ["id", "title", "folder", "tags"],
          docs: ["https://acme.example/docs/notes-get"],
        },
      },
    });
    expect(JSON.parse(JSON.stringify(await connector.describe()))).toEqual(await AcmeConnector.describe());
  });
  test.for<[unknown, unknown, string]>([
    ["note", undefined, "unknown_entity"],
    ["notes", "lst", "unknown_action"],
    [5, undefined, "unknown_entity"],
    [null, undefined, "unknown_entity"],
    [Symbol("x"), undefined, "unknown_entity"],
    [undefined, "get", "unknown_entity"],
    ["notes", {}, "unknown_action"],
    ["__proto__", undefined, "unknown_entity"],
    ["x".repeat(1e6), undefined, "unknown_entity"],
  ])("%# is refused", async ([entity, name, code]) => {
    const { connector } = connectAcmeTo();
    await expect(connector.describe(entity as string, name as string)).rejects.toMatchObject({ code });
  });
});

describe("check", () => {
  test("returns the identity of the credentials", async () => {
    expect(await connectAcmeTo().connector.check()).toEqual({
      status: "healthy",
      identity: { id: "u1", plan: "free" },
    });
  });
  test("returns the reason if the credentials are refused", async () => {
    const fetch = async () => Response.json({ error: { code: "bad_key" } }, { status: 401 });
    const { connector } = connectAcmeTo({ fetch });
    expect(await connector.check()).toMatchObject({
      status: "unhealthy",
      error: { code: "credential_rejected" },
    });
  });
  test("throws on abort and for invalid options", async () => {
    const { connector } = connectAcmeTo();
    await expect(connector.check({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    await expect(connector.check(null as never)).rejects.toMatchObject({ code: "config_error" });
  });
});

describe("all", () => {
  const ids = async (items: AsyncIterable<{ id: string }>) => {
    const found: string[] = [];
    for await (const { id } of items) found.push(id);
    return found;
  };
  test("returns every item, and requests each page when it is needed", async () => {
    const { connector, sent } = connectAcmeTo();
    for await (const note of connector.notes.list.all({ limit: 2 })) {
      expect(sent.length).toBe(1);
      if (note.id === "n2") break;
    }
    expect(await ids(connector.notes.list.all({ limit: 2 }))).toEqual(["n1", "n2", "n3", "n4", "n5"]);
    expect(sent.length).toBe(4);
  });
  test.for<[string, unknown]>([
    ["JSON text", '{"limit": 2, "cursor": "1"}'],
    ["the cursor by another name", { limit: 2, pageToken: "1" }],
    ["an odd spelling", { maxResults: "2", Cursor: "1" }],
  ])("accepts params as %s", async ([, params]) => {
    expect(await ids(connectAcmeTo().connector.notes.list.all(params as never))).toEqual([
      "n2",
      "n3",
      "n4",
      "n5",
    ]);
  });
  test("null counts as absent params", async () => {
    expect((await ids(connectAcmeTo().connector.notes.list.all(null as never))).length).toBe(5);
  });
  test("a repeated cursor is an error, not a loop", async () => {
    const fetch = async () => Response.json({ items: [{ id: "n1" }], next: "again" });
    const items = ids(connectAcmeTo({ fetch }).connector.notes.list.all());
    await expect(items).rejects.toMatchObject({ code: "upstream_invalid_response" });
  });
  test("an abort between pages ends it", async () => {
    const abort = new AbortController();
    const { connector, sent } = connectAcmeTo();
    const items = connector.notes.list.all({ limit: 1 }, { signal: abort.signal });
    await items.next();
    abort.abort();
    await expect(items.next()).rejects.toMatchObject({ code: "aborted" });
    expect(sent.length).toBe(1);
  });
});
