import { expect, test } from "vitest";
import { importConnector } from "../../src/import/index.ts";

// A connector of this package contains no sentence of the platform's documents, and its records are short.

const text = (says: string) => ({ type: "string", description: says });
const person = { type: "object", description: "SOURCE", properties: { id: { type: "integer" }, description: text("SOURCE"), login: text("SOURCE") } }; // prettier-ignore
const note = { type: "object", properties: { id: text("SOURCE"), title: text("SOURCE"), author: { anyOf: [person, { type: "null" }] }, readers: { type: "array", items: person }, hidden: {} } }; // prettier-ignore
const json = (schema: object) => ({ description: "SOURCE", content: { "application/json": { schema } } });
const source = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  servers: [{ url: "https://api.notes.example" }],
  paths: {
    "/notes": {
      get: {
        summary: "SOURCE",
        parameters: [{ name: "folder", in: "query", description: "SOURCE", schema: { type: "string" } }],
        responses: { 200: json({ type: "array", items: note }) },
      },
      post: {
        summary: "SOURCE",
        requestBody: { content: { "application/json": { schema: { type: "object", properties: { title: text("SOURCE"), tags: { oneOf: [{ type: "string", description: "SOURCE" }, { type: "array", items: text("SOURCE") }] } } } } } }, // prettier-ignore
        responses: { 201: json(note) },
      },
    },
  },
});
const list = { description: "List notes.", selection: "id author { login } readers { description }" };
const create = {
  description: "Write a note.",
  params: { tags: { type: "array", items: { type: "string" } } },
};
const make = async (overlay: object) => (await importConnector(source, { name: "notes", overlay })).file;
const own = { ownTexts: true, params: { title: "the first line" }, actions: { "notes.list": list, "notes.create": create } }; // prettier-ignore

test("with ownTexts, no text of the source is left, and a field with the name description stays", async () => {
  const file = await make(own);
  expect(JSON.stringify(file)).not.toContain("SOURCE");
  expect(file.actions.notes!.create!.params.properties).toEqual({
    title: { type: "string", description: "the first line" },
    tags: { type: "array", items: { type: "string" } },
  });
});

test("with ownTexts, only the operations that the overlay names become actions", async () => {
  const file = await make({ ownTexts: true, actions: { "notes.list": list } });
  expect(Object.keys(file.operations)).toEqual(["notes.list"]);
});

test("the examples, scopes and params of an overlay are for all actions that have none of their own", async () => {
  const notes = {
    "notes.list": { ...list, required: ["folder"] },
    "notes.create": { ...create, required: ["title", "tags"], example: { tags: ["b"] }, scopes: ["write"] },
  };
  const examples = { folder: "home", title: "Milk", tags: ["a"] };
  const params = { folder: { type: "string", enum: ["home"] }, tags: "words", title: "the first line" };
  const file = await make({ ...own, examples, scopes: ["read"], params, actions: notes });
  const { list: read, create: write } = file.actions.notes!;
  expect(read!.example).toEqual({ folder: "home" });
  expect(write!.example).toEqual({ title: "Milk", tags: ["b"] });
  expect(read!.params.properties).toEqual({ folder: { type: "string", enum: ["home"] } });
  expect(file.operations["notes.list"]!.scopes).toEqual({ user: ["read"] });
  expect(file.operations["notes.create"]!.scopes).toEqual({ user: ["write"] });
  const open = await make({ ...own, scopes: ["read"], actions: { "notes.list": { ...list, scopes: [] } } });
  expect(open.operations["notes.list"]).not.toHaveProperty("scopes");
});

test("params are left out, added and required, and are sent where the overlay says", async () => {
  const params = { folder: { type: "string" }, tags: "the topics" };
  const operation = { arguments: { folder: { in: "query", name: "in" } } };
  const changed = (more: object) => make({ ...own, actions: { ...own.actions, "notes.create": { ...create, ...more } } }); // prettier-ignore
  const kept = await changed({ keep: [], params: { folder: params.folder }, required: ["folder"], operation }); // prettier-ignore
  expect(kept.actions.notes!.create!.params).toEqual({ type: "object", properties: { folder: { type: "string" } }, required: ["folder"] }); // prettier-ignore
  expect(kept.operations["notes.create"]!.arguments).toEqual(operation.arguments);
  const all = await changed({ params });
  expect(Object.keys(all.actions.notes!.create!.params.properties!)).toEqual(["title", "tags", "folder"]);
  await expect(changed({ keep: ["names"] })).rejects.toThrow("the param names of notes.create, which does not exist"); // prettier-ignore
});

test("a selection keeps the chosen fields, also of records in the record", async () => {
  const { result } = (await make(own)).actions.notes!.list!;
  expect(result?.items).toEqual({
    type: "object",
    properties: {
      id: { type: "string" },
      author: { type: "object", properties: { login: { type: "string" } } },
      readers: { type: "array", items: { type: "object", properties: { description: { type: "string" } } } },
    },
  });
});

test.each([
  [{ "notes.list": list, "notes.create": {} }, /no description of notes.create/],
  [
    { "notes.list": list, "notes.create": { ...create, params: { tag: "a word" } } },
    /the param tag of notes.create/,
  ],
  [{ "notes.list": { ...list, selection: "id author { name }" }, "notes.create": create }, /names author.name, which does not exist/], // prettier-ignore
  [{ "notes.list": { ...list, selection: "id { x }" }, "notes.create": create }, /reads fields of id, whose fields are not known/], // prettier-ignore
  [
    { "notes.list": { ...list, selection: "author { login" }, "notes.create": create },
    /has a \{ without a \}/,
  ],
  [{ "notes.list": { ...list, selection: "id }" }, "notes.create": create }, /has a } too much/],
  [{ "notes.list": { ...list, selection: "{ id }" }, "notes.create": create }, /has a \{ without a name/],
])("an overlay with a fault is refused: %j", async (actions, says) => {
  await expect(make({ ...own, actions })).rejects.toThrow(says);
});

test("an overlay sets fields of the connector file, and follows its rules", async () => {
  const file = await make({ ...own, everyday: ["notes.list"], evidence: "verified", wire: { rate: { lane: "api", perMinute: 60 } } }); // prettier-ignore
  expect(file).toMatchObject({
    everyday: ["notes.list"],
    evidence: "verified",
    wire: { rate: { perMinute: 60 } },
  });
  await expect(make({ ...own, evidence: "certain" })).rejects.toThrow(
    "evidence: must be one of imported, verified, live",
  );
  await expect(
    make({ ...own, actions: { ...own.actions, "notes.list": { ...list, echo: "id" } } }),
  ).rejects.toThrow("echo: must be a list of texts");
});
