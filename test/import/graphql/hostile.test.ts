import { defineConnector } from "agent-connectors";
import { expect, test } from "vitest";
import { graphqlDraft } from "../../../src/import/graphql/graphql-draft.ts";
import { makeFile } from "../../../src/import/make-file.ts";
import { inTime } from "../in-time.ts";

const times = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, index) => line(index)).join("\n"); // prettier-ignore

const compile = (source: unknown, endpoint = "https://api.acme.example/graphql") =>
  makeFile(graphqlDraft(source, { endpoint }), { name: "acme", sha256: "0".repeat(64) });

test.each([
  [undefined, "is no GraphQL schema"],
  [null, "is no GraphQL schema"],
  [{}, "is no GraphQL schema"],
  [{ __schema: {} }, "is no GraphQL schema"],
  [{ __schema: { types: [] } }, "is invalid"],
  [{ data: { __schema: { types: [{ kind: "OBJECT", name: "Query", fields: [{ name: "a" }] }], queryType: { name: "Query" } } } }, "cannot be read"], // prettier-ignore
  ["", "cannot be read"],
  ["type Query {", "cannot be read"],
  ["type Query { a: Nothing }", "cannot be read"],
  ["type Query { __a: Int }", "is invalid"],
  ["type A { a: Int }", "is invalid"],
  ["query { a }", "is invalid"],
])("%j is refused with a sentence", (source, reason) => {
  expect(() => compile(source)).toThrowError(new RegExp(`^The .*${reason}.*\\.$`));
});

test.each([
  ["a text of 50 MB", () => "type Query { a: Int }".padEnd(50_000_000, "# text\n")],
  ["100,000 root fields", () => `type Query { ${times(100_000, (index) => `f${index}: String`)} }`],
  ["a type with 100,000 fields", () => `type Query { a: A } type A { ${times(100_000, (index) => `f${index}: String`)} }`], // prettier-ignore
  ["nested brackets", () => `type Query { a: ${"[".repeat(100_000)}Int${"]".repeat(100_000)} }`],
  ["nested values", () => `type Query { a(b: Int = ${"[".repeat(100_000)}): Int }`],
])("%s: a sentence says why it is too much", (_title, text) => {
  const source = text();
  const fault = inTime(() => {
    try {
      return String(compile(source).report.actions);
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(fault).toMatch(/^The GraphQL schema .*\.$/);
});

test("more root fields than a connector can have", () => {
  const { report } = inTime(() => compile(`type Query { ${times(6000, (index) => `f${index}: Int`)} }`));
  expect(report.actions).toBe(5000);
  expect(report.skipped).toEqual([
    { source: "further fields", reason: "A connector has at most 5000 actions." },
  ]);
});

test("types that contain each other, in every way, are cut", () => {
  const names = Array.from({ length: 40 }, (_, index) => index);
  const fields = names.map((index) => `f${index}: T${index}`).join(" ");
  const inputs = names.map((index) => `f${index}: I${index}`).join(" ");
  const types = names.map(
    (index) => `type T${index} { id: ID! ${fields} } input I${index} { a: Int ${inputs} }`,
  );
  const roots = names.map((index) => `a${index}(filter: I${index}): T${index} b${index}: [T${index}]`);
  const { file } = inTime(() => compile(`type Query { ${roots.join(" ")} } ${types.join("\n")}`));
  expect(() => defineConnector(file)).not.toThrow();
  expect(JSON.stringify(file).length).toBeLessThan(1_000_000);
});

test("a union of many types, and an interface of many types", () => {
  const names = Array.from({ length: 500 }, (_, index) => `T${index}`);
  const types = names.map((name, index) => `type ${name} implements Node { id: ID! ${times(20, (field) => `v${index}_${field}: String`)} }`); // prettier-ignore
  const text = `type Query { one: Any node: Node } union Any = ${names.join(" | ")} interface Node { id: ID! } ${types.join("\n")}`;
  const { file } = inTime(() => compile(text));
  for (const { body } of Object.values(file.operations)) expect(body!.document!.length).toBeLessThan(5000);
});

test("names that every object has", () => {
  const { file, report } = compile(`
    type Query { constructor: Int toString(constructor: Int, prototype: Int, a: Int): A valueOf(constructor: Int!): A hasOwnProperty: [constructor] }
    type Mutation { create(input: I!): Int }
    type A { constructor: Int prototype: A toString: String hasOwnProperty: A }
    type constructor { a: Int }
    input I { constructor: Int toString: Int }`);
  expect(() => defineConnector(file)).not.toThrow();
  expect(report.skipped.map(({ source }) => source)).toEqual(["query constructor", "query valueOf"]);
  expect(({} as { type?: unknown }).type).toBeUndefined();
});

test("descriptions with invisible characters, and a long one", () => {
  const { file } = inTime(() => compile(`type Query { "Get \u202ea\u2066note\u200b." a("${"long ".repeat(1_000_000)}" b: Int): Int }`)); // prettier-ignore
  expect(Object.values(file.actions)[0]).toMatchObject({ get: { description: "Get anote." } });
  expect(JSON.stringify(file).length).toBeLessThan(5000);
});

test.each([
  ["http://api.acme.example/graphql", "not an https address"],
  ["https://127.0.0.1/graphql", "an address of this computer"],
  ["https://10.0.0.8/graphql", "a numeric address"],
  ["https://metadata.google.internal/graphql", "a private network"],
  ["https://user:pass@api.acme.example/graphql", "a user or a password"],
])("the address %s is refused", (address, reason) => {
  expect(() => compile("type Query { a: Int }", address)).toThrowError(reason);
});
