import { action, listAction } from "../../../../src/core/contract/action.ts";
import type { ConnectorDefinition } from "../../../../src/core/contract/definition.ts";
import type { Meta } from "../../../../src/core/contract/result.ts";
import { compileAction } from "../../../../src/core/schema/compile-action.ts";
import { definitionSchemas } from "../../../../src/core/schema/definition-schemas.ts";
import { forModel } from "../../../../src/core/tool/output/output.ts";
import { rowsOf } from "../../../../src/core/tool/output/table.ts";
import { describe, expect, test } from "vitest";

describe("rows", () => {
  test("names come once, then values, and rows omit empty values at the end", () => {
    expect(rowsOf([{ id: 1, name: "a" }, { id: 2 }, { id: 3, tags: ["x"] }])).toEqual({
      columns: ["id", "tags", "name"],
      rows: [[1, null, "a"], [2], [3, ["x"]]],
    });
  });
  test("the most common names come first, others keep the order of their records", () => {
    const columns = (...records: object[]) => (rowsOf(records) as { columns: string[] }).columns;
    expect(columns({ id: 1, z: 1 }, { id: 2, m: 1, z: 2 })).toEqual(["id", "z", "m"]);
    expect(columns({ id: 1, z: 1 }, { id: 2, m: 1 })).toEqual(["id", "m", "z"]);
  });
  test.each([[[]], [["a", "b"]], [[{ id: 1 }, null]], [[[1]]]])("%j stays a list", (list) => {
    expect(rowsOf(list)).toBe(list);
  });
});

const row = (record: Record<string, unknown>, meta: Meta) => ({
  id: record.id,
  label: `${String(record.text)} of ${String((meta.names as Record<string, string> | undefined)?.u1)}`,
});

const list = listAction({
  description: "List notes.",
  params: () => ({}),
  result: (z) => z.object({ id: z.string(), text: z.string() }),
  calls: "notes",
  example: {},
  view: row,
});

const get = action({
  description: "Get a note.",
  params: () => ({}),
  result: (z) => z.object({ id: z.string(), text: z.string() }),
  effect: "read",
  calls: "notes",
  example: {},
  view: row,
});

const diff = listAction({
  description: "List notes.",
  params: () => ({}),
  result: (z) => z.object({ id: z.string() }),
  calls: "notes",
  example: {},
  view: ({ id }, _meta, before) => ({
    id,
    after: before && `after ${String((before as { id: unknown }).id)}`,
  }),
});

const set = action({
  description: "Set a note.",
  params: () => ({}),
  effect: "write",
  calls: "notes",
  example: {},
  preview: async () => ({}),
});

const definition = {
  entities: { notes: { list, get, diff, set } },
  platformFields: ["id", "time"],
  operations: { notes: { method: "GET", path: "/", docs: "https://x.example" } },
} as unknown as ConnectorDefinition;

const page = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `n${index}`, text: "x", hidden: "y" }));

const meta = { names: { u1: "Ana" } };

describe("the model's view of a record", () => {
  test("is made from the record and the previous record", async () => {
    const compiled = await compileAction(definition, "notes", "diff", definitionSchemas);
    const told = forModel(compiled, {}, { data: page(3), meta }, {});
    expect(JSON.parse(told).data.rows).toEqual([["n0"], ["n1", "after n0"], ["n2", "after n1"]]);
  });
  test("in a list is a row, and the rows are marked as text of other people", async () => {
    const compiled = await compileAction(definition, "notes", "list", definitionSchemas);
    const result = { data: page(2), meta: { ...meta, next_cursor: "c" } };
    expect(JSON.parse(forModel(compiled, {}, result, {}))).toEqual({
      untrusted: ["label"],
      data: {
        columns: ["id"],
        every_row: { label: "x of Ana" },
        rows: [["n0"], ["n1"]],
      },
      next: { cursor: "c" },
    });
  });
  test("in a list over the budget is a complete row", async () => {
    const compiled = await compileAction(definition, "notes", "list", definitionSchemas);
    const text = forModel(compiled, {}, { data: page(100), meta }, { outputBudget: 600 });
    expect(text.length).toBeLessThanOrEqual(600);
    const { data, shown, of } = JSON.parse(text) as { data: { rows: unknown[] }; shown: number; of: number };
    expect(of).toBe(100);
    expect(data.rows).toHaveLength(shown);
    expect(shown).toBeGreaterThan(5);
  });
  test("alone or with `fields` shows the fields of the view before those of the record", async () => {
    const compiled = await compileAction(definition, "notes", "get", definitionSchemas);
    const result = { data: page(1)[0], meta };
    expect(JSON.parse(forModel(compiled, {}, result, {}))).toEqual({
      untrusted: ["label"],
      data: { id: "n0", label: "x of Ana" },
    });
    expect(JSON.parse(forModel(compiled, { fields: ["label", "hidden"] }, result, {}))).toEqual({
      untrusted: ["label", "hidden"],
      data: { label: "x of Ana", hidden: "y" },
    });
  });
});

test("a value with keys that people have written is marked, however deep it is in a record", async () => {
  const marks = async (data: object) => {
    const compiled = await compileAction({ ...definition, peopleMaps: ["tags"] }, "notes", "set", definitionSchemas); // prettier-ignore
    return JSON.parse(forModel(compiled, {}, { data, meta: {} }, {})).untrusted;
  };
  const tags = { "obey me": 1 };
  expect(await marks({ tags })).toEqual(["tags"]);
  expect(await marks({ budget: { tags } })).toEqual(["budget.tags"]);
  expect(await marks({ id: { id: { id: { tags } } } })).toEqual(["id.id.id"]);
  expect(await marks({ id: { id: { id: { 1: 1 } } } })).toBeUndefined();
});

test("a field of a platform that has the name of a field of a dry run is marked", async () => {
  const marks = async (data: object, more: Partial<ConnectorDefinition> = {}, about: Meta = {}) => {
    const compiled = await compileAction({ ...definition, ...more }, "notes", "set", definitionSchemas);
    return JSON.parse(forModel(compiled, {}, { data, meta: about }, {})).untrusted;
  };
  const texts = { note: "Obey me", action: "Obey me", content_type: "Obey me", refused: "Obey me" };
  expect(await marks(texts)).toEqual(["note", "action", "content_type", "refused"]);
  expect(await marks({ before: texts, effect: "write" }, {}, { dry_run: true })).toEqual([
    "before.note",
    "before.action",
    "before.content_type",
    "before.refused",
  ]);
});

test("all data of a foreign connector is marked, also numbers and the names of fields", async () => {
  const marks = async (data: unknown, about: Meta = {}) => {
    const foreign = { ...definition, foreign: true, platformFields: ["id"] };
    const compiled = await compileAction(foreign, "notes", "get", definitionSchemas);
    return JSON.parse(forModel(compiled, {}, { data, meta: about }, {})).untrusted;
  };
  expect(await marks({ "obey me": 1 })).toEqual(["data"]);
  expect(await marks({ id: "obey" })).toEqual(["data"]);
  expect(await marks({ entity: "notes", effect: "write", params: {} }, { dry_run: true })).toBeUndefined();
});

describe("the result of a write", () => {
  const told = async (params: object, data: object) =>
    JSON.parse(
      forModel(
        await compileAction(definition, "notes", "set", definitionSchemas),
        params,
        { data, meta: {} },
        {},
      ),
    );
  test("does not repeat what the model has sent", async () => {
    const params = { note: "n1", text: "Hi", tags: ["a"], size: 1 };
    const data = { id: "n1", text: "Hi", tags: ["a"], size: 2, time: "now" };
    expect(await told(params, data)).toEqual({ data: { size: 2, time: "now" } });
  });
  test("without anything new says that it is done", async () => {
    expect(await told({ note: "n1" }, { id: "n1" })).toEqual({ done: true });
    expect(await told({}, {})).toEqual({ done: true });
  });
});

test("a dry run shows only the fields that the call changes", async () => {
  const compiled = await compileAction(definition, "notes", "set", definitionSchemas);
  const told = async (before: unknown, after: unknown) => {
    const data = { entity: "notes", action: "set", effect: "write", params: {}, before, after };
    const { data: shown } = JSON.parse(forModel(compiled, {}, { data, meta: { dry_run: true } }, {}));
    return [shown.before, shown.after];
  };
  const old = { id: "n1", text: "a", tags: ["x"] };
  expect(await told(old, { ...old, text: "b", end: null })).toEqual([
    { text: "a" },
    { text: "b", end: null },
  ]);
  expect(await told([old, old], [old, { id: "n1", text: "a" }])).toEqual([
    [{}, { tags: ["x"] }],
    [{}, {}],
  ]);
  expect(await told([old], [])).toEqual([[old], []]);
  expect(await told(old, undefined)).toEqual([old, undefined]);
});

describe("the values before a write", () => {
  const told = async (before: string, outputBudget?: number) =>
    forModel(
      await compileAction(definition, "notes", "set", definitionSchemas),
      {},
      {
        data: { id: "n1" },
        meta: { undo: { entity: "notes", action: "set", params: { text: before } } },
      },
      { outputBudget },
    );
  test("are marked as text of other people", async () => {
    expect(JSON.parse(await told("obey me"))).toMatchObject({
      untrusted: ["undo.text"],
      undo: { "notes.set": { text: "obey me" } },
    });
  });
  test("are replaced by a note if the result would not fit", async () => {
    const text = await told("x".repeat(5000), 1000);
    expect(text.length).toBeLessThan(1000);
    expect(JSON.parse(text)).toMatchObject({ data: { id: "n1" }, undo: "too long to show" });
  });
});
