import { defineConnector } from "agent-connectors";
import { expect, test } from "vitest";
import { discoveryDraft } from "../../../src/import/discovery/discovery-draft.ts";
import { compile, documentOf, methodDocument } from "./documents.ts";
import { inTime } from "../in-time.ts";

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const post = (schema: object, schemas: object = {}) =>
  methodDocument("insert", { httpMethod: "POST", path: "notes", request: { $ref: "Note" }, response: { $ref: "Note" } }, { Note: schema, ...schemas }); // prettier-ignore

test.each([undefined, null, 1, "text", [], {}, { kind: "discovery#restDescription" }])(
  "what is no document is refused with a sentence: %s",
  (value) => {
    expect(() => discoveryDraft(value)).toThrowError(/is not a Google Discovery document/);
  },
);

test("records that contain each other, in every way, are cut", () => {
  const fields = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`f${index}`, { $ref: `S${index}` }]),
  );
  const schemas = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`S${index}`, { type: "object", properties: fields }])); // prettier-ignore
  const { file } = inTime(() => compile(post({ type: "object", properties: fields }, schemas)));
  expect(() => defineConnector(file)).not.toThrow();
  expect(JSON.stringify(file).length).toBeLessThan(1_000_000);
});

test("a reference to itself, to nothing and to no text", () => {
  for (const $ref of ["Note", "Nothing", 7, "__proto__"])
    expect(() => defineConnector(compile(documentOf({ schemas: { Note: { $ref } }, resources: { notes: { methods: { insert: { httpMethod: "POST", path: "notes", request: { $ref } } } } } })).file)).not.toThrow(); // prettier-ignore
});

test("a record of 100,000 fields, and a document of 100,000 methods that use it", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`f${index}`, { type: "string" }]),
  );
  const methods = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, { httpMethod: "GET", path: `m${index}`, response: { $ref: "Empty" } }])); // prettier-ignore
  const { file } = inTime(() => compile(post({ type: "object", properties })));
  expect(Object.keys(file.actions.notes!.create!.params.properties!).length).toBeLessThan(10_000);
  const many = inTime(() => compile(documentOf({ resources: { notes: { methods } }, schemas: { Empty: { type: "object" } } }))); // prettier-ignore
  expect(many.report).toMatchObject({
    actions: 5000,
    skipped: [{ source: "further methods", reason: "A connector has at most 5000 actions." }],
  });
});

test("resources that are nested 5,000 deep", () => {
  const depth = 5000;
  const text = `${'{"methods":{"get":{"httpMethod":"GET","path":"x"}},"resources":{"r":'.repeat(depth)}{}${"}}".repeat(depth)}`;
  const { report } = inTime(() => compile(documentOf(json(text))));
  expect(report.actions).toBeLessThan(20);
});

test("names that every object has", () => {
  const bad = json('{"__proto__":{"type":"string"},"constructor":{"type":"string"},"prototype":{"type":"string"},"title":{"type":"string"}}'); // prettier-ignore
  const method = json('{"httpMethod":"POST","path":"notes/{constructor}","request":{"$ref":"Note"}}');
  method.parameters = bad;
  const methods = json("{}");
  for (const name of ["__proto__", "constructor", "toString"])
    Object.defineProperty(methods, name, { value: method, enumerable: true });
  const resources = { ["__proto__x"]: { methods }, constructor: { methods } };
  const { file } = inTime(() =>
    compile(documentOf({ resources, schemas: { Note: { type: "object", properties: bad } } })),
  );
  expect(() => defineConnector(file)).not.toThrow();
  expect(({} as { type?: unknown }).type).toBeUndefined();
  for (const actions of Object.values(file.actions))
    for (const { params } of Object.values(actions))
      expect(Object.keys(params.properties!)).toContain("title");
});

test("descriptions with invisible characters, and one of 50 MB", () => {
  const evil = "Get \u202e\u0000a\u2066note\u200b.";
  const get = (description: string) => methodDocument("get", { httpMethod: "GET", path: "x", description, parameters: { q: { location: "query", type: "string", description } } }); // prettier-ignore
  expect(compile(get(evil)).file.actions.notes!.get).toMatchObject({ description: "Get anote.", params: { properties: { q: { description: "Get anote." } } } }); // prettier-ignore
  const { file } = inTime(() => compile(get("deprecated-looking word ".repeat(2_200_000))));
  expect(JSON.stringify(file).length).toBeLessThan(5000);
});

test.each([
  ["http://notes.googleapis.com/", "not an https address"],
  ["https://127.0.0.1/", "an address of this computer"],
  ["https://10.0.0.8/", "a numeric address"],
  ["https://metadata.google.internal/", "a private network"],
  ["https://user:pass@notes.googleapis.com/", "a user or a password"],
  ["notes", "not an address"],
])("the address %s is refused", (rootUrl, reason) => {
  const document = { ...methodDocument("get", { httpMethod: "GET", path: "x" }), rootUrl, servicePath: "" };
  expect(() => compile(document)).toThrowError(reason);
});

test.each([
  "//evil.example/x",
  "../x",
  "a/%2e%2e/b",
  "x?y=1",
  "x#y",
  "{a}{/b}",
  "{a*}",
  "{a",
  "\\\\evil.example",
  "x%2fy",
  "x y",
])("the path %s is skipped with a reason", (path) => {
  const { actions, skipped } = discoveryDraft(methodDocument("get", { httpMethod: "GET", path }));
  expect(actions).toEqual([]);
  expect(skipped[0]!.reason).toMatch(/^Its path .*\.$/);
});

test("the default of a path is only used if it cannot lead elsewhere", () => {
  for (const usual of ["../x", "a/b", "", "a?b", "."]) {
    const parameters = { id: { location: "path", type: "string", default: usual } };
    const { file } = compile(methodDocument("get", { httpMethod: "GET", path: "notes/{id}", parameters }));
    expect(file.operations["notes.get"]!.path).toBe("/notes/{id}");
  }
});
