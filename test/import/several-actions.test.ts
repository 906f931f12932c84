import { defineConnector } from "agent-connectors";
import { expect, test } from "vitest";
import { importConnector } from "../../src/import/index.ts";

// One operation of a platform often does several things, for which people have several names.

const source = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  servers: [{ url: "https://api.notes.example" }],
  paths: {
    "/notes/{id}": {
      patch: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        requestBody: { content: { "application/json": { schema: { type: "object", properties: { title: { type: "string" }, state: { type: "string" }, state_reason: { type: "string" } } } } } }, // prettier-ignore
        responses: { 200: { content: { "application/json": { schema: { type: "object", properties: { id: {}, title: {} } } } } } }, // prettier-ignore
      },
    },
  },
});
const make = async (changes: unknown) =>
  (await importConnector(source, { name: "notes", overlay: { actions: { "PATCH /notes/{id}": changes } } }))
    .file;

const update = {
  name: "notes.update",
  without: ["state*"],
  params: { labels: { type: "array", items: { type: "string" } } },
  required: ["id", "title"],
};
const close = { name: "notes.close", without: ["title", "state*"], operation: { fields: { state: "closed" } }, result: { type: "object", properties: { state: { type: "string" } } } }; // prettier-ignore
const copy = { name: "notes.copy", calls: ["notes.update", "notes.close"] };

test("an operation becomes several actions, with params of their own", async () => {
  const file = await make([update, close, copy]);
  const { update: one, close: other, copy: third } = file.actions.notes!;
  expect(Object.keys(one!.params.properties!)).toEqual(["id", "title", "labels"]);
  expect(one!.params.required).toEqual(["id", "title"]);
  expect(Object.keys(other!.params.properties!)).toEqual(["id"]);
  expect(other!.result).toEqual(close.result);
  expect(Object.keys(one!.result!.properties!)).toEqual(["id", "title"]);
  // An action that sends the operations of others has none of its own.
  expect(third!.calls).toEqual(copy.calls);
  expect(Object.keys(file.operations)).toEqual(["notes.update", "notes.close"]);
});

test("each action sends its own request", async () => {
  const Notes = defineConnector(await make([update, close]), {});
  const sent: unknown[] = [];
  const fetch = (async (url: string, { method, body }: RequestInit) => {
    sent.push([method, new URL(url).pathname, JSON.parse(String(body))]);
    return Response.json({ id: "n1" });
  }) as typeof globalThis.fetch;
  const policy = { effects: ["read", "write", "destructive"] };
  const notes = new Notes({ auth: {} } as never, { fetch, policy } as never);
  await notes.execute("notes", "update", { id: "n1", title: "Plan", labels: ["a"] });
  await notes.execute("notes", "close", { id: "n1" });
  expect(sent).toEqual([
    ["PATCH", "/notes/n1", { title: "Plan", labels: ["a"] }],
    ["PATCH", "/notes/n1", { state: "closed" }],
  ]);
});

test.each([
  [[update, { ...close, effct: "write" }], /actions\.PATCH \/notes\/\{id\}\.1: Unrecognized key: "effct"/],
  [{ ...update, effect: "strong" }, /actions\.PATCH \/notes\/\{id\}\.effect: /],
  [[{ ...update, required: ["id", "state"] }], /the param state of notes.update, which does not exist/],
  [[{ ...update, name: "notes.close" }, close], /the name notes.close to two actions/],
])("a fault is named: %j", async (changes, says) => {
  await expect(make(changes)).rejects.toThrow(says);
});
