import * as fc from "fast-check";
import { normalizeParams, readParams } from "../../../../src/core/call/params/correct-params.ts";
import type { JsonSchema } from "../../../../src/core/contract/json-schema.ts";
import { ConnectorError } from "../../../../src/core/ground/errors.ts";
import { describe, expect, test } from "vitest";

const schema: JsonSchema = {
  type: "object",
  properties: {
    channel: { type: "string" },
    thread_ts: { type: "string" },
    days: { type: "integer" },
    ratio: { type: "number" },
    pinned: { type: "boolean" },
    kind: { type: "string", enum: ["public_channel", "im"] },
    kinds: { type: "array", items: { type: "string", enum: ["public_channel", "im"] } },
    users: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { type: "integer" } },
    blocks: { type: "array", items: { type: "object" } },
    meta: { type: "object" },
    maybe: { type: ["integer", "null"] },
    either: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    note: { anyOf: [{ type: "integer" }, { type: "null" }] },
    counts: { anyOf: [{ type: "array", items: { type: "integer" } }, { type: "null" }] },
    rows: { type: "array", items: { type: "object", properties: { days: { type: "integer" } } } },
    listOrText: { type: ["array", "string"], items: { type: "integer" } },
    rowOrText: { type: ["object", "string"], properties: { days: { type: "integer" } } },
    inner: { type: "object", properties: { days: { type: "integer" } } },
    grid: { type: "array", items: { type: "array", items: { type: "string" } } },
    bare: { type: "array" },
    several: { anyOf: [{ type: "integer" }, { type: "string" }, { type: "null" }] },
    code: { enum: [1, "a"] },
    limit: { type: "integer" },
    cursor: { type: "string", minLength: 1 },
    fields: { type: "array", items: { type: "string" } },
  },
  required: ["channel"],
};

function normalize(
  params: Record<string, unknown>,
  aliases: Record<string, string | string[]> = { channelid: "channel" },
  reads = false,
) {
  const notes: string[] = [];
  return { params: normalizeParams(params, schema, { paramAliases: aliases }, notes, reads), notes };
}

function refused(params: unknown): ConnectorError {
  try {
    readParams(params, []);
  } catch (error) {
    if (ConnectorError.is(error)) return error;
    throw error;
  }
  throw new Error("was taken");
}

describe("params in any format", () => {
  test.for<[unknown, object, string[]]>([
    [undefined, {}, []],
    [null, {}, ["params: null read as {}"]],
    ["", {}, ["params: empty text read as {}"]],
    ['{"a": 1}', { a: 1 }, ["params: parsed from JSON text"]],
    [{ a: 1 }, { a: 1 }, []],
  ])("%j", ([params, expected, told]) => {
    const notes: string[] = [];
    expect(readParams(params, notes)).toEqual(expected);
    expect(notes).toEqual(told);
  });

  test.for<[string, unknown, string]>([
    ["text that is no JSON", "limit=10", "params"],
    ["JSON of an array", "[1]", "params"],
    ["JSON of null", "null", "params"],
    ["an array", [1], "params"],
    ["a number", 5, "params"],
    ["a Date", new Date(0), "params"],
    ["a Map", new Map([["a", 1]]), "params"],
    ["a function", () => 1, "params"],
    ["a symbol", Symbol("x"), "params"],
    ["BigInt inside", { a: { b: 1n } }, "params.a.b"],
    ["__proto__ by JSON text", '{"__proto__": {"polluted": true}}', "params.__proto__"],
    ["JSON text 200,000 deep", `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, "params.a"],
    ["a million items", { users: Array.from({ length: 1e6 }, () => "U1") }, "params.users"],
    ["a million names", Object.fromEntries(Array.from({ length: 1e6 }, (_, i) => [`k${i}`, 1])), "params"],
    ["a megabyte of text", "x".repeat(1e6), "params"],
  ])("%s is refused with a path and a short message", ([, params, path]) => {
    const error = refused(params);
    expect(error.code).toBe("invalid_params");
    expect(error.path).toMatch(path);
    expect(error.message.length).toBeLessThan(300);
    expect(error.outcome).toBe("not_started");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.for<[unknown, RegExp, string]>([
    ["limit=10", /^params .*"limit=10" is not JSON/, "params"],
    [[1], /^params must be an object, got an array of 1\./, "params"],
    ["[1]", /^params must be an object, got the JSON text of an array of 1\./, "params"],
    [5, /^params must be an object, got 5\./, "params"],
    [() => 1, /^params: a function/, "params"],
    [{ a: 1n }, /^a: a bigint cannot be sent\.$/, "params.a"],
    [{ a: 1n, b: 1n }, /^a: a bigint cannot be sent \(and 1 more\)\.$/, "params.a"],
    [{ a: 1n, b: 1n, c: 1n }, /\(and 2 more\)/, "params.a"],
    [{ ["x".repeat(80)]: 1n }, /^x{80}: /, `params.${"x".repeat(73)}…`],
    [{ ["x".repeat(81)]: 1n }, /^x{80}…: /, `params.${"x".repeat(73)}…`],
    [{ ["x".repeat(73)]: 1n }, /^x{73}: /, `params.${"x".repeat(73)}`],
  ])("the error for params %# says what is wrong, where, and what is allowed", ([params, message, path]) => {
    const error = refused(params);
    expect(error.message).toMatch(message);
    expect(error.path).toBe(path);
    expect(error.hint).toMatch(/plain object .*\{"limit": 10\}/);
  });

  test("the params are copied, so a later change has no effect", () => {
    const params = { users: ["U1"] };
    const read = readParams(params, []);
    params.users.push("U2");
    expect(read).toEqual({ users: ["U1"] });
  });
});

describe("names", () => {
  test.for<[string, string]>([
    ["threadTs", "thread_ts"],
    ["Thread-TS", "thread_ts"],
    ["channelId", "channel"],
    ["maxResults", "limit"],
    ["pageToken", "cursor"],
    ["select_fields", "fields"],
  ])("%s is read as %s", ([name, expected]) => {
    const { params, notes } = normalize({ [name]: "x" });
    expect(Object.keys(params)).toEqual([expected]);
    expect(notes).toContain(`"${name}" read as ${expected}`);
  });
  test("a name is not replaced if the param is also given, because the caller must choose", () => {
    expect(normalize({ channelId: "C1", channel: "C2" }).params).toEqual({ channelId: "C1", channel: "C2" });
    expect(normalize({ threadTs: "1", "thread-ts": "2" }).params).toEqual({
      thread_ts: "1",
      "thread-ts": "2",
    });
  });
  test("an alias with several meanings becomes the first param that exists", () => {
    const aliases = { parent: ["reply_to", "thread_ts"] };
    expect(normalize({ parent: "1" }, aliases, true).params).toEqual({ thread_ts: "1" });
    // For a write, the second meaning of an alias is not used, because the write could change the wrong thing.
    expect(normalize({ parent: "1" }, aliases).params).toEqual({ parent: "1" });
  });
  test.for<[string, unknown, object]>([
    ["user", "U1, the first", { users: ["U1, the first"] }],
    ["user", ["U1"], { users: ["U1"] }],
    ["user", '["U1","U2"]', { users: ["U1", "U2"] }],
    ["block", { a: 1 }, { blocks: [{ a: 1 }] }],
    ["channels", ["C1"], { channel: "C1" }],
    ["channels", "C1", { channel: "C1" }],
    ["channels", ["C1", "C2"], { channels: ["C1", "C2"] }],
    ["channels", [], { channels: [] }],
  ])("a single value becomes a list, and a list becomes a single value: %s %j", ([name, value, expected]) => {
    expect(normalize({ [name]: value }).params).toEqual(expected);
  });
  test.for(["valueOf", "hasOwnProperty", "toString", "constructor"])("%s is no alias", (name) => {
    expect(normalize({ [name]: 1 })).toEqual({ params: { [name]: 1 }, notes: [] });
    expect(normalize({ [name]: null })).toEqual({ params: { [name]: null }, notes: [] });
  });
});

describe("values", () => {
  test.for<[string, unknown, unknown]>([
    ["days", "10", 10],
    ["days", " -3 ", -3],
    ["ratio", "0.25", 0.25],
    ["maybe", "7", 7],
    ["note", "7", 7],
    ["pinned", "True", true],
    ["kind", "Public-Channel", "public_channel"],
    ["kinds", "IM, public_channel", ["im", "public_channel"]],
    ["users", "U1,U2", ["U1", "U2"]],
    ["users", '["U1"]', ["U1"]],
    ["users", [1, 2], ["1", "2"]],
    ["sizes", "1,2", [1, 2]],
    ["blocks", '[{"a": 1}]', [{ a: 1 }]],
    ["meta", '{"a": 1}', { a: 1 }],
    ["channel", 12345, "12345"],
  ])("%s: %j is read as %j, with a note", ([name, value, expected]) => {
    const { params, notes } = normalize({ [name]: value });
    expect(params).toEqual({ [name]: expected });
    expect(notes.length).toBeGreaterThan(0);
  });

  test.for<[string, unknown]>([
    ["channel", 1712161829.0003],
    ["channel", 2 ** 53],
    ["channel", NaN],
    ["days", "9007199254740993"],
    ["days", "1e3"],
    ["days", "0x10"],
    ["days", ""],
    ["days", "9".repeat(41)],
    ["ratio", "0.1000000000000000055"],
    ["pinned", "yes"],
    ["pinned", 1],
    ["kind", "private"],
    ["users", ""],
    ["users", "[U1"],
    ["users", { a: 1 }],
    ["blocks", '{"a": 1}'],
    ["blocks", "a, b"],
    ["meta", '{"__proto__": {}}'],
    ["meta", "{not json"],
    ["either", "a,b"],
    ["maybe", null],
  ])("%s: %j is not changed, because a change could lose something", ([name, value]) => {
    expect(normalize({ [name]: value })).toEqual({ params: { [name]: value }, notes: [] });
  });

  test.for<[string, unknown, string[]]>([
    ["days", " 10 ", ['days: " 10 " read as 10']],
    ["pinned", "FALSE", ['pinned: "FALSE" read as false']],
    ["kind", "IM", ['kind: "IM" read as "im"']],
    ["channel", 12345, ['channel: 12345 read as "12345"']],
    ["users", "U1, ,U2,", ['users: "U1, ,U2," read as ["U1","U2"]']],
    ["kinds", "IM", ['kinds: "IM" read as ["IM"]', 'kinds[0]: "IM" read as "im"']],
    ["kinds", { include: ["im"] }, ['kinds: an object read as ["im"]']],
    ["blocks", { a: 1 }, ['blocks: an object read as [{"a":1}]']],
    ["users", [1, 2, 3], ['users[0]: 1 read as "1"', 'users[1]: 2 read as "2"', 'users[2]: 3 read as "3"']],
    ["users", [1, 2, 3, 4], ['users[0]: 1 read as "1"', 'users[1]: 2 read as "2"', 'users[2]: 3 read as "3"', "users: 1 more items changed the same way"]], // prettier-ignore
    ["meta", '{"a": 1}', ['meta: "{\\"a\\": 1}" read as {"a":1}']],
    ["inner", { days: "10", more: "10" }, ['inner.days: "10" read as 10']],
    ["users", "x".repeat(76), [`users: ${JSON.stringify("x".repeat(60)).slice(0, -1)}…" (76 characters) read as ["${"x".repeat(76)}"]`]], // prettier-ignore
    ["users", "x".repeat(77), [`users: ${JSON.stringify("x".repeat(60)).slice(0, -1)}…" (77 characters) read as ["${"x".repeat(77)}"…`]], // prettier-ignore
  ])("%s: %j is noted", ([name, value, notes]) => expect(normalize({ [name]: value }).notes).toEqual(notes));

  test.for<[string, unknown, unknown]>([
    ["days", "9".repeat(15), Number("9".repeat(15))],
    ["days", "9007199254740991", 2 ** 53 - 1],
    ["ratio", "0.12345678901234", 0.12345678901234],
    ["ratio", "0.123456789012345", "0.123456789012345"],
    ["ratio", "-1.5", -1.5],
    ["ratio", "1.", "1."],
    ["ratio", "x1.5", "x1.5"],
    ["ratio", "1.5x", "1.5x"],
    ["days", `${"0".repeat(39)}7`, 7],
    ["days", `${"0".repeat(40)}7`, `${"0".repeat(40)}7`],
    ["pinned", " true ", true],
    ["pinned", "xtrue", "xtrue"],
    ["pinned", "trues", "trues"],
    ["pinned", "xfalse", "xfalse"],
    ["kind", "im", "im"],
    ["kind", 5, 5],
    ["kinds", [" IM"], ["im"]],
    ["users", "a,".repeat(5000), Array.from({ length: 5000 }, () => "a")],
    ["users", `${"a,".repeat(5000)}a`, `${"a,".repeat(5000)}a`],
    ["days", `${" ".repeat(9998)}10`, 10],
    ["days", `${" ".repeat(9999)}10`, `${" ".repeat(9999)}10`],
    ["grid", "a,b", "a,b"],
    ["grid", '[["a"],[1]]', [["a"], ["1"]]],
    ["bare", "a,b", ["a", "b"]],
    ["bare", { a: 1 }, { a: 1 }],
    ["bare", [1], [1]],
    ["blocks", "a", "a"],
    ["users", { include: undefined }, { include: undefined }],
    ["users", { include: "U1", more: 1 }, { include: "U1", more: 1 }],
    ["users", { exclude: "U1" }, { exclude: "U1" }],
    ["meta", '  {"a": 1}', { a: 1 }],
    ["meta", "[1]", "[1]"],
    ["meta", { days: "10" }, { days: "10" }],
    ["meta", { include: ["a"] }, { include: ["a"] }],
    ["meta", `${" ".repeat(9998)}{}`, {}],
    ["meta", `${" ".repeat(9999)}{}`, `${" ".repeat(9999)}{}`],
    ["inner", [1], [1]],
    ["inner", 5, 5],
    ["rowOrText", { days: "10" }, { days: "10" }],
    ["listOrText", ["1"], ["1"]],
    ["rows", { days: "10" }, [{ days: 10 }]],
    ["counts", "1,2", [1, 2]],
    ["inner", { toString: "10" }, { toString: "10" }],
    ["inner", '{"days": 10}', { days: 10 }],
    ["inner", '{"days": "10", "more": "10"}', { days: 10, more: "10" }],
    ["several", "10", "10"],
    ["several", 10, 10],
    ["note", null, null],
    ["code", "A", "a"],
    ["code", 1, 1],
  ])("%s: %j becomes %j", ([name, value, expected]) =>
    expect(normalize({ [name]: value }).params).toEqual({ [name]: expected }),
  );

  test("a note shortens a long text", () => {
    const long: JsonSchema = { properties: { kind: { type: "string", enum: ["x".repeat(70)] } } };
    const notes: string[] = [];
    expect(normalizeParams({ kind: "X".repeat(70) }, long, {}, notes)).toEqual({ kind: "x".repeat(70) });
    expect(notes).toEqual([expect.stringMatching(/ read as "x{60}…" \(70 characters\)$/)]);
  });
  test("null is removed from an optional param, but stays in a required param and is refused", () => {
    expect(normalize({ channel: null, days: null })).toEqual({
      params: { channel: null },
      notes: ["days: null left out"],
    });
  });
  test("an empty cursor is the first page", () => {
    expect(normalize({ cursor: "" })).toEqual({ params: {}, notes: ["cursor: empty text left out"] });
    expect(normalize({ thread_ts: "" })).toEqual({ params: { thread_ts: "" }, notes: [] });
    expect(normalize({ channel: "" })).toEqual({ params: { channel: "" }, notes: [] });
    expect(normalize({ other: null })).toEqual({ params: { other: null }, notes: [] });
  });
  test("corrections of many items are summarized", () => {
    const { notes } = normalize({ users: Array.from({ length: 1000 }, (_, index) => index) });
    expect(notes).toEqual([
      'users[0]: 0 read as "0"',
      'users[1]: 1 read as "1"',
      'users[2]: 2 read as "2"',
      "users: 997 more items changed the same way",
    ]);
  });
});

test("every change has a note, and a corrected call does not change again", () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.integer().map(String),
    fc.constantFrom("true", "IM", "a,b", "[1]"),
  );
  const names = fc.constantFrom(...Object.keys(schema.properties!), "maxResults", "other");
  fc.assert(
    fc.property(fc.dictionary(names, value, { noNullPrototype: true }), (given) => {
      fc.pre(given.limit !== null);
      const { params, notes } = normalize(given);
      if (notes.length === 0) expect(params).toEqual(given);
      expect(normalize(params)).toEqual({ params, notes: [] });
    }),
  );
});

test("{include: [...]} becomes its list, and one record becomes a list of one record", () => {
  expect(normalize({ channel: "C1", kinds: { include: "im" } }).params).toMatchObject({ kinds: ["im"] });
  expect(normalize({ channel: "C1", blocks: { type: "divider" } }).params).toMatchObject({
    blocks: [{ type: "divider" }],
  });
  // This object is not replaced by its `include` list, because its other fields would be lost.
  const both = { include: ["im"], exclude: ["public_channel"] };
  expect(normalize({ channel: "C1", kinds: both }).params).toMatchObject({ kinds: both });
});

describe("other spellings, and params derived from other params", () => {
  const pattern = "^(?:#[a-z]+|@[a-z]+)$";
  const spelt: JsonSchema = {
    type: "object",
    properties: {
      channel: { type: "string", pattern: "^#[a-z]+$" },
      either: { type: "string", pattern },
      users: { type: "array", items: { type: "string", pattern: "^@[a-z]+$" } },
      profile: { type: "object", properties: { emoji: { type: "string", pattern: "^:[a-z]+:$" } } },
      text: { type: "string" },
    },
    required: ["channel"],
  };
  const meanings = {
    respellings: (text: string) => [`#${text}`, `@${text}`, `:${text}:`],
    implied: {
      channel: ({ text }: Record<string, unknown>) => (text === "hi" ? "#general" : undefined),
      either: () => "#never",
    },
  };
  const read = (params: Record<string, unknown>) => {
    const notes: string[] = [];
    return { params: normalizeParams(params, spelt, meanings, notes), notes };
  };

  test.for<[string, unknown, unknown]>([
    ["channel", "general", "#general"],
    ["users", ["ana", "@ben"], ["@ana", "@ben"]],
    ["profile", { emoji: "tada", more: 1 }, { emoji: ":tada:", more: 1 }],
  ])("%s: %j is read as %j, with a note", ([name, value, expected]) => {
    const { params, notes } = read({ channel: "#x", [name]: value });
    expect(params[name]).toEqual(expected);
    expect(notes).toHaveLength(1);
  });
  test.for<[string, unknown]>([
    ["channel", "#general"],
    ["channel", "Not a name"],
    ["channel", "x".repeat(1000)],
    ["either", "ana"],
    ["text", "general"],
  ])("%s: %j stays", ([name, value]) => {
    expect(read({ channel: "#x", [name]: value })).toEqual({
      params: { channel: "#x", [name]: value },
      notes: [],
    });
  });

  test("a missing required param is derived from the other params", () => {
    expect(read({ text: "hi" })).toEqual({
      params: { text: "hi", channel: "#general" },
      notes: ['channel: "#general" taken from the other params'],
    });
    expect(read({ text: "x" })).toEqual({ params: { text: "x" }, notes: [] });
    expect(read({ text: "hi", channel: "#mine" }).params.channel).toBe("#mine");
  });
  test("without rules and without a schema, params stay as they are", () => {
    const notes: string[] = [];
    expect(normalizeParams({ a: "1", b: null }, {}, {}, notes)).toEqual({ a: "1", b: null });
    expect(normalizeParams({}, { required: ["a"] }, {}, notes)).toEqual({});
    expect(normalizeParams({ channel: "general" }, spelt, {}, notes)).toEqual({ channel: "general" });
    expect(notes).toEqual([]);
  });
  test("a read uses the likeliest of several spellings", () => {
    const notes: string[] = [];
    const params = normalizeParams({ either: "ana" }, spelt, meanings, notes, true);
    expect(params["either"]).toBe("#ana");
    expect(normalizeParams({ other: "ana", text: "x" }, spelt, meanings, [], true)).toMatchObject({ other: "ana", text: "x" }); // prettier-ignore
  });
});
