import { expect, test } from "vitest";
import { z } from "zod";
import type { ConnectorDefinition } from "../../../src/toolkit.ts";
import { action, defineConnector, listAction } from "../../../src/index.ts";

const operation = { method: "GET", path: "/notes", docs: "https://example.com", args: [] };
const notes = {
  list: listAction({
    description: "List notes.",
    params: (z) => ({
      sort: z.enum(["new", "old"]).optional(),
      mine: z.boolean().optional().meta({ rare: true }),
    }),
    result: (z) => z.object({ id: z.string(), title: z.string().nullish() }),
    calls: "notes.list",
    example: { sort: "new" },
  }),
  create: action({
    description: "Create a note.",
    params: (z) => ({ title: z.string().min(1).describe("title of the note") }),
    effect: { weakest: "write", strongest: "destructive", of: () => "write" },
    calls: ["notes.create", "notes.list"],
    example: { title: "Milk" },
  }),
};

const definition = {
  name: "notes",
  title: "Notes",
  endpoint: "https://notes.example",
  requestIdHeader: "x-request-id",
  auth: {},
  toolEffects: ["read", "write"],
  entities: { notes },
  operations: {
    "notes.list": {
      ...operation,
      paging: { kind: "cursor", limit: "count", max: 50, default: 20, cursor: "after", next: "next" },
    },
    "notes.create": operation,
  },
  connect: () => ({ send: async () => ({ body: {}, headers: new Headers() }), identify: async () => ({}) }),
} as unknown as ConnectorDefinition;

test("a result that JSON Schema cannot express is reported, and nothing is sent", async () => {
  type Tree = { children: Tree[] };
  const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: z.array(tree) }));
  const create = { ...notes.create, result: () => z.object({ tree }) };
  const sent: unknown[] = [];
  const Notes = defineConnector({
    ...definition,
    entities: { notes: { create } },
    connect: () => ({
      send: async (request: unknown) => void sent.push(request),
      identify: async () => ({}),
    }),
  } as unknown as ConnectorDefinition);
  const fault = { code: "config_error", path: "entities.notes.create" };
  await expect(Notes.compiled()).rejects.toMatchObject(fault);
  const connector = new Notes({} as never);
  await expect(connector.execute("notes", "create", { title: "Milk" })).rejects.toMatchObject(fault);
  expect(sent).toEqual([]);
});

test("the compiled form of a connector is plain JSON", async () => {
  const compiled = await defineConnector(definition).compiled();
  expect(compiled).toEqual({
    format: 1,
    name: "notes",
    title: "Notes",
    origins: ["https://notes.example"],
    tool: {
      effects: ["read", "write"],
      description: (await new (defineConnector(definition))({} as never).tool()).description,
    },
    actions: {
      notes: {
        list: {
          description: "List notes.",
          effect: "read",
          params: {
            type: "object",
            properties: {
              sort: { type: "string", enum: ["new", "old"] },
              mine: { type: "boolean", rare: true },
            },
            additionalProperties: false,
          },
          result: {
            type: "object",
            properties: {
              id: { type: "string" },
              title: { type: ["string", "null"] },
            },
            required: ["id"],
          },
          signature: "list(sort?: new|old, …)",
          example: { sort: "new" },
          paginated: true,
          calls: ["notes.list"],
        },
        create: {
          description: "Create a note.",
          effect: { weakest: "write", strongest: "destructive" },
          params: {
            type: "object",
            properties: { title: { type: "string", minLength: 1, description: "title of the note" } },
            required: ["title"],
            additionalProperties: false,
          },
          signature: "create(title)",
          example: { title: "Milk" },
          calls: ["notes.create", "notes.list"],
        },
      },
    },
  });
  expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled);
});

test("with its compiled form and without its own schemas, a connector describes and checks actions in the same way", async () => {
  const source = defineConnector(definition);
  const file = JSON.parse(JSON.stringify(await source.compiled()));
  const without = Object.fromEntries(
    Object.entries(notes).map(([name, { result: _result, ...one }]) => [name, { ...one, params: {} }]),
  );
  const compiled = defineConnector({
    ...definition,
    entities: { notes: without },
    compiled: () => file,
  } as unknown as ConnectorDefinition);
  expect(await compiled.describe()).toEqual(await source.describe());
  expect(await compiled.compiled()).toEqual(file);
  const [one, other] = [new source({} as never), new compiled({} as never)] as const;
  expect(JSON.stringify(await other.tool())).toBe(JSON.stringify(await one.tool()));
  const wrong = { title: "", colour: 1 };
  const [told, tells] = await Promise.all(
    [one, other].map((connector) =>
      connector.execute("notes", "create", wrong).catch((error: unknown) => error),
    ),
  );
  expect(tells).toEqual(told);
  expect(told).toMatchObject({ code: "invalid_params", issues: [{ path: "colour" }, { path: "title" }] });
});

test("an action that the compiled form lacks keeps its own schemas", async () => {
  const { entities: described } = await defineConnector({
    ...definition,
    compiled: () => ({ format: 1, actions: {} }),
  }).describe();
  expect(described.notes!.create!.signature).toBe("create(title)");
});

test("a compiled form of another format is refused", async () => {
  const { describe } = defineConnector({ ...definition, compiled: () => ({ format: 2, actions: {} }) });
  await expect(describe()).rejects.toMatchObject({
    code: "config_error",
    path: "compiled.format",
    message: "The compiled form of notes has the format 2.",
  });
});

test("params that JSON Schema cannot express are not compiled", async () => {
  const trimmed = action({
    description: "Create a note.",
    params: (z) => ({ title: z.string().refine((title) => title.trim() === title) }),
    effect: "write",
    calls: "notes.create",
    example: { title: "Milk" },
  });
  const { compiled } = defineConnector({ ...definition, entities: { notes: { trimmed } } } as never);
  await expect(compiled()).rejects.toMatchObject({
    code: "config_error",
    path: "entities.notes.trimmed.params",
    message: "The compiled form cannot express title: refine.",
  });
});

test("an invalid schema in the compiled form fails when the action is used", async () => {
  const list = { params: { type: "object", properties: { id: { pattern: "(" } } }, signature: "list(id?)" };
  const broken = defineConnector({
    ...definition,
    compiled: () => ({ format: 1, actions: { notes: { list } } }),
  });
  await expect(broken.describe("notes", "list")).rejects.toMatchObject({ code: "config_error" });
});
