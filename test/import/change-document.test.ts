import { expect, test } from "vitest";
import { changeDocument } from "../../src/import/change-document.ts";
import { importConnector } from "../../src/import/index.ts";

// OpenAPI Overlays of others change a document as their specification says. https://spec.openapis.org/overlay/v1.0.0.html

const document = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  servers: [{ url: "https://staging.notes.example" }, { url: "https://api.notes.example" }],
  paths: {
    "/notes": {
      get: { summary: "List notes", tags: ["a"], responses: { 200: {} } },
      delete: { summary: "Delete all notes", deprecated: true, responses: { 204: {} } },
    },
    "/internal/notes": { get: { summary: "Count notes", responses: { 200: {} } } },
  },
};
const change = async (...actions: Parameters<typeof changeDocument>[1]) =>
  (await changeDocument(document, actions)).document as unknown as typeof document;

test("an update merges objects, adds to lists and replaces other values", async () => {
  const { info, paths } = await change(
    { target: "$.info", update: { title: "Acme Notes", contact: { name: "Ada" } } },
    { target: "$.paths['/notes'].get", update: { tags: ["b"] } },
    { target: "$.paths['/notes'].get.tags", update: "c" },
    { target: "$.paths.*.get.summary", update: "Read" },
  );
  expect(info).toEqual({ title: "Acme Notes", version: "1", contact: { name: "Ada" } });
  expect(paths["/notes"].get).toMatchObject({ summary: "Read", tags: ["a", "b", "c"] });
  expect(document.info.title).toBe("Notes");
});

test("a removal takes every match out of its object or list, also if it has an update", async () => {
  const { servers, paths } = await change(
    { target: "$.servers[?search(@.url, 'staging')]", remove: true, update: { url: "x" } },
    { target: "$.paths.*[?@.deprecated == true]", remove: true },
    { target: "$.paths['/notes'].get.tags[*]", remove: true },
  );
  expect(servers).toEqual([{ url: "https://api.notes.example" }]);
  expect(paths["/notes"]).toEqual({ get: { summary: "List notes", tags: [], responses: { 200: {} } } });
});

test("the names of prototypes are names like others", async () => {
  const update = JSON.parse('{ "__proto__": { "polluted": true }, "constructor": { "x": 1 } }') as object;
  const { info } = await change({ target: "$.info", update });
  expect(Object.hasOwn(info, "__proto__")).toBe(true);
  expect((info as { polluted?: boolean }).polluted).toBeUndefined();
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("importConnector takes an OpenAPI Overlay, and says which targets do not exist", async () => {
  const overlay = `
overlay: 1.0.0
info: { title: Public API, version: 1.0.0 }
actions:
  - target: $.servers[0]
    remove: true
  - target: $.paths[?match(@.get.summary, 'Count.*')]
    description: For the staff only.
    remove: true
  - target: $.paths['/folders']
    remove: true
`;
  const { file, report } = await importConnector(JSON.stringify(document), { name: "notes", overlay });
  expect(file.endpoint).toBe("https://api.notes.example");
  expect(Object.values(file.operations).map(({ path }) => path)).toEqual(["/notes", "/notes"]);
  expect(report.guesses).toContainEqual({
    says: "The overlay changes $.paths['/folders'], which the document does not have.",
  });
});

test("an overlay of this package can contain such changes", async () => {
  const overlay = { document: [{ target: "$.servers[0]", remove: true }], actions: { "notes.list": { description: "List." } } }; // prettier-ignore
  const { file } = await importConnector(JSON.stringify(document), { name: "notes", overlay });
  expect([file.endpoint, file.actions.notes!.list!.description]).toEqual([
    "https://api.notes.example",
    "List.",
  ]);
});

test.each([
  [[{ target: "$.[", remove: true }], /\$\.\[ is not a JSONPath/],
  [[{ target: "$", remove: true }], /removes the whole document/],
  [[{ target: "paths" }], /must be a JSONPath, which begins with \$/],
])("a wrong change is refused: %j", async (actions, says) => {
  const overlay = { overlay: "1.0.0", info: {}, actions };
  await expect(importConnector(JSON.stringify(document), { name: "notes", overlay })).rejects.toThrow(says);
});
