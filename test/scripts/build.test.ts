import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { compiledModule, entitiesModule, schemasModule } from "../../scripts/bundle/compiled-module.ts";
import { pruneDeclarations } from "../../scripts/bundle/prune-declarations.ts";
import type { SchemasOf } from "../../src/core/schema/compile-action.ts";
import { stripSchemas } from "../../scripts/bundle/strip-schemas.ts";

const source = `import { action } from "core";
export const get = action({
  description: "Get a thing, params: {}.",
  params: (z) => ({ id: z.string(), size: z.number({ message: "result: ," }) }), // comment
  effect: "read",
  result: Thing,
  undo: (params) => ({ entity: "things", action: "get", params: { id: params.id } }),
  run: ({ id }) => ({ data: id, result: true }),
});
const things = resource({ entity: "things", record: Thing });
export const partsOf = ({ record }) => ({ result: (z) => z.array(record(z)), calls: "list" });
export const same = { params: (params) => params, result: (a, z) => z };
`;

test("the build removes the schemas of actions, and leaves all other code in its position", () => {
  const stripped = stripSchemas(source, "things.ts");
  expect(stripped.split("\n").map((line) => line.trimEnd())).toEqual([
    'import { action } from "core";',
    "export const get = action({",
    '  description: "Get a thing, params: {}.",',
    "",
    '  effect: "read",',
    "",
    '  undo: (params) => ({ entity: "things", action: "get", params: { id: params.id } }),',
    "  run: ({ id }) => ({ data: id, result: true }),",
    "});",
    `const things = resource({ entity: "things",${" ".repeat(14)} });`,
    `export const partsOf = ({ record }) => ({ ${" ".repeat(35)}calls: "list" });`,
    "export const same = { params: (params) => params, result: (a, z) => z };",
    "",
  ]);
  expect(stripped).toHaveLength(source.length);
});

test("the build refuses a module that it cannot parse", () => {
  expect(() => stripSchemas("export const = 1;", "broken.ts")).toThrow();
});

test("the module of a compiled connector has the schemas, and repeated parts once", async () => {
  const id = { type: "string", pattern: "^[\\d']{1,20}$", description: "an id, such as `1` or \u2028" };
  const params = { type: "object", properties: { id, other: id }, required: ["id"] };
  const get = { description: "Get.", effect: "read", example: {}, calls: ["get"], params, signature: "get(id)" } as const; // prettier-ignore
  const list = { ...get, result: { type: "array", items: { properties: { id } } }, signature: "list(id)" };
  const file = { format: 1, name: "things", title: "Things", origins: [], tool: { effects: ["read"], description: "" }, actions: { things: { get, list } } } as const; // prettier-ignore

  const text = schemasModule(file);
  expect(text.match(/an id, such as/g)).toHaveLength(1);
  const local = new URL("../../src/core/schema/packed-schemas.ts", import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), "compiled-"));
  writeFileSync(join(folder, "things-schemas.js"), text);
  writeFileSync(join(folder, "compiled.js"), compiledModule(local.href, "./things-schemas.js"));
  const { schemas } = (await import(join(folder, "compiled.js"))) as { schemas: SchemasOf };

  const found = await schemas({} as never, "things", "get");
  rmSync(folder, { recursive: true });
  expect([found.params.source, found.result(), found.isArray, found.signature]).toEqual([params, undefined, false, "get(id)"]); // prettier-ignore
  const other = await schemas({} as never, "things", "list");
  expect([other.params.source, other.result(), other.isArray, other.signature]).toEqual([params, list.result, true, "list(id)"]); // prettier-ignore
  expect(found.params.validate({})).toEqual({
    issues: [{ path: "id", message: `required (${id.description})` }],
  });
});

test("the module of all entities has plain objects with sorted actions", () => {
  expect(entitiesModule({ actions: { files: { list: {}, delete: {} } } } as never).split("\n")).toEqual([
    'import { delete as files_delete, list as files_list } from "./files.ts";',
    'const files = { "delete": files_delete, "list": files_list };',
    "export const entities = { files };",
    "",
  ]);
});

test("the build keeps the declarations that published declarations import", () => {
  const folder = mkdtempSync(join(tmpdir(), "declarations-"));
  const files = {
    "index.d.ts":
      'export type { A } from "./inner/a.js";\nimport type { z } from "zod";\nexport declare const b: typeof import("./b.ts");',
    "inner/a.d.ts": 'import { C } from "../c.js";\nexport type A = C;',
    "b.d.ts": "export {};",
    "c.d.ts": 'import "./index.js";',
    "inner/unused.d.ts": 'import "./a.js";',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  pruneDeclarations(folder, ["index.d.ts"]);
  const left = globSync("**/*.d.ts", { cwd: folder }).map((name) => name.replaceAll("\\", "/"));
  expect(left.toSorted()).toEqual(["b.d.ts", "c.d.ts", "index.d.ts", "inner/a.d.ts"]);
  rmSync(folder, { recursive: true });
});
