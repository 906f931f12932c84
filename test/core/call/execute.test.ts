import { describe, expect, test } from "vitest";
import { action, defineConnector, type CallEvent, type ConnectorError } from "../../../src/index.ts";
import { connectAcmeTo } from "../../fixtures/acme/made.ts";

type Call = (entity: unknown, action: unknown, params?: unknown, options?: unknown) => Promise<never>;
/** Returns an `execute` that accepts any arguments, so that tests can pass arguments that the types forbid. */
const loose = (connector: { execute: unknown }) => connector.execute as Call;

describe("names", () => {
  test.for<[string, string, string, string[]]>([
    ["notes", "get", "notes.get", []],
    ["Notes", "GET", "notes.get", ["Notes.GET read as notes.get"]],
    ["notes", "fetch", "notes.get", ["notes.fetch read as notes.get"]],
    ["NOTES", "Fetch", "notes.get", ["NOTES.Fetch read as notes.get"]],
  ])("%s.%s is %s", async ([entity, action, , normalized]) => {
    const { connector, sent } = connectAcmeTo();
    const { meta } = (await loose(connector)(entity, action, { id: "n1" })) as { meta: object };
    expect(meta).toEqual(normalized.length > 0 ? { normalized } : {});
    expect(sent).toEqual([{ method: "GET", path: "/notes/n1", body: undefined }]);
  });
  test("the name of an operation finds an action if no other action sends this operation first", async () => {
    const { connector, sent } = connectAcmeTo();
    await loose(connector)("tags", "import", { palette: "basic" });
    await loose(connector)("budget", "set", { daily: 5, at_most: 9 });
    await expect(loose(connector)("budget", "get")).rejects.toMatchObject({ code: "unknown_entity" });
    expect(sent.map(({ path }) => path)).toEqual(["/tags/import", "/budget", "/budget"]);
  });
  test.for<[unknown, unknown, string, string, RegExp]>([
    ["note", "list", "unknown_entity", "entity", /, did you mean notes\? Entities: notes, tags, budgets/],
    ["notes", "lst", "unknown_action", "action", /, did you mean list\? Actions/],
    ["notes", "constructor", "unknown_action", "action", /Actions of notes: list/],
    ["__proto__", "toString", "unknown_entity", "entity", /Entities/],
    ["notes", "__proto__", "unknown_action", "action", /Actions/],
    ["", "", "unknown_entity", "entity", /Entities/],
    ["x".repeat(1e6), "list", "unknown_entity", "entity", /Entities/],
    ["notes", "\ud800", "unknown_action", "action", /Actions/],
    [undefined, "list", "unknown_entity", "entity", /Entities/],
    ["notes", undefined, "unknown_action", "action", /Actions of notes: /],
    [Object.create(null), "list", "unknown_entity", "entity", /Entities/],
    [Symbol("notes"), "list", "unknown_entity", "entity", /Entities/],
    [{ toString: () => "notes" }, "list", "unknown_entity", "entity", /Entities/],
    [["notes"], ["list"], "unknown_entity", "entity", /Entities/],
  ])("the error for call %# lists the existing names", async ([entity, action, code, path, hint]) => {
    const { connector, sent } = connectAcmeTo();
    const error: ConnectorError = await loose(connector)(entity, action).catch((thrown) => thrown as never);
    expect(error).toMatchObject({ code, path, outcome: "not_started" });
    expect(`${error.message} ${error.hint}`).toMatch(hint);
    expect(error.message.length).toBeLessThan(200);
    expect(error.message.isWellFormed()).toBe(true);
    expect(sent).toEqual([]);
  });
});

describe("params", () => {
  test.for<[string, string, unknown, string, RegExp]>([
    ["notes", "get", {}, "params.id", /id: required/],
    ["notes", "get", { id: "" }, "params.id", /non-empty/],
    ["notes", "get", { id: "n1", titel: 1 }, "params.titel", /unknown parameter/],
    ["notes", "create", { titel: "x" }, "params.titel", /did you mean title\?/],
    ["notes", "list", { limit: 51 }, "params.limit", /limit: expected integer 1-50, got 51/],
    ["notes", "list", { limit: 0 }, "params.limit", /integer 1-50/],
    ["notes", "list", { limit: "many" }, "params.limit", /integer 1-50/],
    ["notes", "list", { cursor: 5.5 }, "params.cursor", /non-empty string/],
    ["notes", "list", { fields: ["titel"] }, "params.fields[0]", /no "titel"; did you mean title\?/],
    ["notes", "list", { fields: ["xyzzy"] }, "params.fields[0]", /the record has no "xyzzy"\.$/],
    ["notes", "get", { id: "n1", dry_run: true }, "params.dry_run", /unknown parameter/],
    ["notes", "create", { title: "x", fields: ["id"] }, "params.fields", /unknown parameter/],
    ["notes", "update", { id: "n1", colour: "red" }, "params.colour", /unknown parameter/],
    ["tags", "set", { id: "n1", tags: [] }, "params.tags", /at least 1/],
    ["tags", "rename", { from: "a", to: "" }, "params.to", /non-empty/],
    ["notes", "create", { title: "a", tags: ["x", 1.5] }, "params.tags[1]", /loses digits/],
  ])("%s.%s %j is refused before anything is sent", async ([entity, action, params, path, message]) => {
    const { connector, sent } = connectAcmeTo();
    await expect(loose(connector)(entity, action, params)).rejects.toMatchObject({
      code: "invalid_params",
      path,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(
        path.startsWith("params.fields[")
          ? /^Expected \w+\(.*\)\. Valid fields: id, title, folder, tags[\w, ]*\. Example params: \{/
          : /^Expected \w+\(.*\)\. Example params: \{/,
      ),
    });
    expect(sent).toEqual([]);
  });
  test("one list contains all corrections", async () => {
    const { connector } = connectAcmeTo();
    const { meta } = await loose(connector)(
      "Notes",
      "list",
      '{"maxResults": "2", "State": "OPEN", "cursor": ""}',
    );
    expect((meta as { normalized: unknown }).normalized).toEqual([
      "Notes.list read as notes.list",
      "params: parsed from JSON text",
      '"maxResults" read as limit',
      'limit: "2" read as 2',
      '"State" read as state',
      'state: "OPEN" read as "open"',
      "cursor: empty text left out",
    ]);
  });
  test("`fields` removes all other fields of a record or of each item", async () => {
    const { connector } = connectAcmeTo();
    expect((await connector.notes.get({ id: "n1", fields: ["title"] })).data).toEqual({ title: "Milk" });
    expect((await connector.notes.list({ fields: ["id"] })).data).toEqual([{ id: "n1" }, { id: "n2" }]);
  });
});

describe("dry_run", () => {
  test("returns the call that would be sent, and sends nothing", async () => {
    const { connector, sent } = connectAcmeTo();
    expect(await connector.notes.create({ title: "x", dry_run: true })).toEqual({
      data: { entity: "notes", action: "create", effect: "write", params: { title: "x", folder: "inbox" } },
      meta: { dry_run: true },
    });
    expect(sent).toEqual([]);
  });
  test("cannot bypass the policy", async () => {
    const { connector } = connectAcmeTo({ policy: { effects: ["read"] } });
    await expect(connector.notes.create({ title: "x", dry_run: true })).rejects.toMatchObject({ code: "policy_denied" }); // prettier-ignore
  });
});

describe("policy", () => {
  test("a call is judged by its actual effect, or by the strongest one if the rule cannot decide", async () => {
    const { connector, sent } = connectAcmeTo({ policy: { effects: ["read", "write"] } });
    await expect(connector.budgets.update({ daily: 20 })).rejects.toMatchObject({ code: "policy_denied" });
    await expect(connector.budgets.update({ daily: 20, at_most: 10 })).rejects.toMatchObject({
      code: "policy_denied",
    });
    expect(sent).toEqual([]);
    await connector.budgets.update({ daily: 5, at_most: 10 });
    expect(sent.length).toBe(2);
  });
  test("an excluded action is refused by any of its names", async () => {
    const { connector, sent } = connectAcmeTo({ policy: { exclude: ["notes.delete"] } });
    for (const [entity, action] of [
      ["notes", "delete"],
      ["Notes", "DELETE"],
    ] as const)
      // prettier-ignore
      await expect(loose(connector)(entity, action, { id: "n1" })).rejects.toMatchObject({ code: "policy_denied" });
    expect(sent).toEqual([]);
  });
});

describe("undo", () => {
  test("is the call that reverses a write", async () => {
    const { connector } = connectAcmeTo();
    const made = await connector.notes.create({ title: "x" });
    const { id } = made.data;
    expect(made.meta.undo).toEqual({ entity: "notes", action: "delete", params: { id } });
    await connector.undo(made);
    await expect(connector.notes.get({ id })).rejects.toMatchObject({ code: "not_found" });
  });
  test("fails for a write without undo, and for a value that is not a result", async () => {
    const { connector, sent } = connectAcmeTo();
    const read = await connector.notes.get({ id: "n1" });
    const before = sent.length;
    for (const one of [read, {}, undefined, null, { meta: { undo: "delete" } }, "x"])
      await expect(connector.undo(one as never)).rejects.toMatchObject({
        code: "invalid_params",
        path: "meta.undo",
      });
    expect(sent).toHaveLength(before);
  });
  test("is subject to the connector's policy", async () => {
    const { connector } = connectAcmeTo({ policy: { exclude: ["notes.delete"] } });
    const made = await connector.notes.create({ title: "x" });
    await expect(connector.undo(made)).rejects.toMatchObject({ code: "policy_denied" });
  });
});

describe("the listener", () => {
  test("gets one event for each call, with names and without values", async () => {
    const events: CallEvent[] = [];
    const { connector, clock } = connectAcmeTo({ onCall: (event) => events.push(event) });
    await connector.notes.create({ title: "secret title" }, { context: { user: 7 }, callId: "c1" });
    await loose(connector)("nowhere", "x".repeat(100), { a: "secret" }).catch(() => {});
    await clock.sleep(1);
    await connector.notes.create({ title: "x", dry_run: true });
    expect(events.splice(2)).toMatchObject([{ action: "create", outcome: "ok", dryRun: true }]);
    expect(events).toEqual([
      { connector: "acme", entity: "notes", action: "create", effect: "write", dryRun: false, params: ["title"], outcome: "ok", ms: 0, waitedMs: 0, retries: 0, requestId: "r1", context: { user: 7 }, callId: "c1" }, // prettier-ignore
      { connector: "acme", entity: "nowhere", action: `${"x".repeat(60)}…`, effect: undefined, dryRun: false, params: [], outcome: "unknown_entity", ms: 0, waitedMs: 0, retries: 0, requestId: undefined, context: undefined, callId: undefined }, // prettier-ignore
    ]);
  });
  test("gets the action's own names after they are resolved", async () => {
    const events: CallEvent[] = [];
    const { connector } = connectAcmeTo({ onCall: (event) => events.push(event) });
    await loose(connector)("Notes", "FETCH", { id: "n1", fields: ["id"] });
    await loose(connector)("NOTES", "get", { it: "n1" }).catch(() => {});
    expect(events).toMatchObject([
      { entity: "notes", action: "get", effect: "read", params: ["id", "fields"], outcome: "ok" },
      { entity: "notes", action: "get", effect: undefined, params: ["it"], outcome: "invalid_params" },
    ]);
  });
  test("gets the duration of the call", async () => {
    const events: CallEvent[] = [];
    let now = 0;
    const clock = { now: () => (now += 40), sleep: async () => {} };
    const { connector } = connectAcmeTo({ onCall: (event) => events.push(event), clock });
    await loose(connector)("notes", "nothing").catch(() => {});
    expect(events[0]!.ms).toBe(40);
  });
  test.for<[string, () => void]>([
    ["throws", () => { throw new Error("listener"); }], // prettier-ignore
    ["rejects", async () => { throw new Error("listener"); }], // prettier-ignore
  ])("does not affect the call if it %s", async ([, onCall]) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const { connector } = connectAcmeTo({ onCall });
    await connector.notes.get({ id: "n1" });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

test("values that only code can pass are converted before anything reads them", async () => {
  const prepared: unknown[] = [];
  const sent: unknown[] = [];
  const Shelf = defineConnector({
    name: "shelf",
    title: "Shelf",
    endpoint: "https://shelf.example",
    auth: { token: { token: { description: "token" } } },
    requestIdHeader: "x-id",
    toolEffects: ["read"],
    operations: { put: { method: "PUT", path: "/", docs: "https://shelf.example" } },
    entities: {
      files: {
        put: action({
          description: "Put a file.",
          params: (z) => ({ text: z.string() }),
          effect: "write",
          calls: "put",
          example: { text: "x" },
          prepare: async (params) => {
            prepared.push(params);
            return { text: String(params["text"]) };
          },
        }),
      },
    },
    connect: () => ({
      async send(_operation, args) {
        sent.push(args);
        return { body: {}, headers: new Headers() };
      },
      identify: async () => ({ identity: {} }),
    }),
  });
  const call = loose(new Shelf({ auth: { token: "t" } }));
  await call("files", "put", { text: new URL("https://shelf.example/a") });
  expect(sent).toEqual([{ text: "https://shelf.example/a" }]);
  for (const params of [undefined, "{}", ["text"], null])
    await expect(call("files", "put", params)).rejects.toMatchObject({ code: "invalid_params" });
  expect(prepared).toHaveLength(1);
  // If the conversion itself fails, nothing was sent.
  const broken = call("files", "put", { text: Object.create(null) as object });
  await expect(broken).rejects.toMatchObject({ code: "internal", outcome: "not_started" });
  expect(sent).toHaveLength(1);
});

test("after a fault before a write, the outcome is not_started", async () => {
  const { connector } = connectAcmeTo({ policy: { effects: ["write", "spend", "read"] } });
  const params = {
    get id() {
      throw new TypeError("x");
    },
  };
  await expect(loose(connector)("notes", "update", params)).rejects.toMatchObject({ outcome: "not_started" });
});

describe("abort", () => {
  test("invalid params still fail, and nothing is sent", async () => {
    const { connector, sent } = connectAcmeTo();
    const signal = AbortSignal.abort();
    await expect(connector.notes.get({ id: "n1" }, { signal })).rejects.toMatchObject({ code: "aborted", outcome: "not_started" }); // prettier-ignore
    await expect(connector.notes.get({ id: "" }, { signal })).rejects.toMatchObject({
      code: "invalid_params",
    });
    expect(sent).toEqual([]);
  });
});

describe("a call of a tool", () => {
  test("runs, returns whole records, and emits the same event as a call of code", async () => {
    const events: CallEvent[] = [];
    const { connector, sent } = connectAcmeTo({ onCall: (event) => events.push(event) });
    const params = { id: "n1", fields: ["id"] };
    const byCode = await connector.notes.get(params);
    const tool = await connector.tool();
    const { data } = (await tool.call({ entity: "notes", action: "get", params })) as { data: object };
    expect(data).toMatchObject(byCode.data);
    expect(sent).toHaveLength(2);
    const [first, second] = events.map(({ ms: _ms, callId: _id, ...event }) => event);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ entity: "notes", action: "get", params: ["id", "fields"], outcome: "ok" });
  });
});
