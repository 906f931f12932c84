import { importConnector } from "agent-connectors/import";
import { expect, test } from "vitest";
import { methodDocument } from "./discovery/documents.ts";

const schema = `# Notes
type Query {
  note(id: ID!): Note
}

type Note {
  id: ID!
  text: String
}
`;

test("the text of a GraphQL schema is imported with the address and the selections of the overlay", async () => {
  const overlay = { server: "https://api.acme.example/graphql", selections: { Note: "text" } };
  const { file } = await importConnector(schema, { name: "acme", overlay });
  expect(file.endpoint).toBe("https://api.acme.example");
  expect(file.operations["notes.get"]).toMatchObject({
    path: "/graphql",
    body: { document: "query note($id:ID!){note(id:$id){text}}" },
  });
});

test.each(["query note", "notes.get"])("the overlay selects by the name %s", async (name) => {
  const overlay = { actions: { [name]: { selection: "{ id }" } } };
  const { file } = await importConnector(schema, {
    name: "acme",
    server: "https://api.acme.example/graphql",
    overlay,
  });
  expect(file.operations["notes.get"]!.body!.document).toContain("{id}");
});

test("a GraphQL schema without an address is refused with the reason", async () => {
  await expect(importConnector(schema, { name: "acme" })).rejects.toMatchObject({
    code: "config_error",
    hint: expect.stringContaining("does not contain its address") as unknown,
  });
});

test("a Google Discovery document is imported, also with another address", async () => {
  const source = JSON.stringify(methodDocument("get", { httpMethod: "GET", path: "note" }));
  const { file, report } = await importConnector(source, { name: "notes" });
  expect(file).toMatchObject({
    endpoint: "https://notes.googleapis.com/v1",
    source: { kind: "Google Discovery notes v1" },
  });
  expect(report.origins).toEqual(expect.arrayContaining(["https://oauth2.googleapis.com"]));
  const other = await importConnector(source, { name: "notes", server: "https://notes.example.com" });
  expect(other.file.endpoint).toBe("https://notes.example.com");
});
