import { toStrictJsonSchema } from "openai/lib/transform";
import { agentTools, type AgentTool } from "agent-connectors";
import { toolDefinition } from "agent-connectors/adapter";
import type { JsonSchema } from "agent-connectors/toolkit";
import { describe, expect, test } from "vitest";
import { openInProcess } from "../../../suites/adapter/bench.ts";

// Checks the limits of all providers for tool schemas: names, root types and keywords.

const { connector } = await openInProcess();
const effects = ["read", "write", "spend", "destructive"] as const;
const { entities } = await connector.describe();
const include = Object.entries(entities).flatMap(([entity, actions]) =>
  Object.keys(actions).map((action) => `${entity}.${action}`),
);
const shapes = {
  dispatcher: await agentTools(connector, { effects }),
  split: await agentTools(connector, { effects, split: "read-write" }),
  "per-action": await agentTools(connector, { effects, include, shape: "per-action" }),
  strict: await agentTools(connector, { effects, include, shape: "per-action", strict: true }),
};
const each = Object.entries(shapes).flatMap(([shape, tools]) =>
  tools.map((tool) => [`${shape}: ${tool.name}`, tool] as const),
);

const forbidden = new Set([
  ..."oneOf allOf not if then else $ref $defs definitions $schema $id const propertyNames".split(" "),
  ..."patternProperties dependentRequired dependentSchemas prefixItems unevaluatedProperties".split(" "),
]);

/** Returns all subschemas with their paths. */
function* schemasIn(schema: JsonSchema, path = "#"): Generator<[string, JsonSchema]> {
  yield [path, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* schemasIn(property, `${path}/${name}`);
  if (schema.items) yield* schemasIn(schema.items, `${path}/items`);
  for (const branch of (schema.anyOf as JsonSchema[] | undefined) ?? [])
    yield* schemasIn(branch, `${path}/anyOf`);
}

describe("definitions", () => {
  test.each(each)("%s is in the subset that every provider accepts", (_name, tool: AgentTool) => {
    expect(tool.name).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
    expect(tool.description.length).toBeLessThanOrEqual(4500);
    for (const schema of [tool.inputSchema, tool.strictSchema ?? tool.inputSchema]) {
      expect(schema).toMatchObject({ type: "object", additionalProperties: false });
      expect(schema).not.toHaveProperty("anyOf");
      for (const [path, one] of schemasIn(schema)) {
        expect(
          Object.keys(one).filter((keyword) => forbidden.has(keyword)),
          path,
        ).toEqual([]);
        for (const name of Object.keys(one.properties ?? {})) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
        if (one.enum) expect(one.enum.length).toBeLessThanOrEqual(250);
        if (typeof one.pattern === "string") expect(one.pattern, path).not.toMatch(/\(\?[=!<]/);
      }
    }
  });

  /** Block Kit blocks, cells of lists and results of functions can have any fields, so they have no strict schema. */
  const open = [
    "slack_blocks_validate",
    "slack_functions_complete_success",
    "slack_list_items_create",
    "slack_list_items_update",
    "slack_lists_create",
    "slack_messages_unfurl",
    "slack_views_open",
    "slack_views_publish",
    "slack_views_push",
    "slack_views_update",
  ];
  test("only tools with open params have no strict schema", () => {
    const loose = shapes.strict.filter(({ strictSchema }) => strictSchema === undefined);
    expect(loose.map(({ name }) => name).sort()).toEqual(open);
  });

  test.each(
    shapes.strict.filter(({ name }) => !open.includes(name)).map((tool) => [tool.name, tool] as const),
  )("%s is strict by OpenAI's own rules", (_name, tool) => {
    const { function: chat } = toolDefinition(tool, "openai");
    const responses = toolDefinition(tool, "openai-responses");
    expect(chat.strict).toBe(true);
    expect(responses.strict).toBe(true);
    expect(toStrictJsonSchema(chat.parameters as never)).toEqual(chat.parameters);
    expect(responses.parameters).toEqual(chat.parameters);
    for (const [path, one] of schemasIn(chat.parameters))
      if (one.type === "object" || one.properties)
        expect(one.required, path).toEqual(Object.keys(one.properties!));
  });

  test("a rare param that is open is left out, so that the schema can be strict", () => {
    const tool = shapes.strict.find(({ name }) => name === "slack_messages_create")!;
    expect(Object.keys(tool.inputSchema.properties!)).toContain("blocks");
    const strict = Object.keys(tool.strictSchema!.properties!);
    expect(strict).not.toContain("blocks");
    expect(strict).toEqual(expect.arrayContaining(["channel", "text", "mentions"]));
  });

  test("a schema that is not strict is never marked strict, and the Responses API receives strict: false", () => {
    for (const tool of [...shapes.dispatcher, ...shapes.split, ...shapes["per-action"]]) {
      expect(toolDefinition(tool, "openai").function.strict).toBe(false);
      expect(toolDefinition(tool, "openai-responses").strict).toBe(false);
    }
  });

  test("a tool with open params has no strict schema, even on request", async () => {
    const { toStrictSchema } = await import("../../../../src/core/schema/openai-strict.ts");
    const open = { type: "object", properties: { any: { type: "object" } }, additionalProperties: false };
    expect(toStrictSchema(open)).toBeUndefined();
    expect(toStrictSchema({ ...open, additionalProperties: true })).toBeUndefined();
  });

  test("a definition is a copy, so changes by a client have no effect elsewhere", () => {
    const [tool] = shapes.dispatcher as [AgentTool];
    const one = toolDefinition(tool, "anthropic");
    delete one.input_schema.properties;
    expect(toolDefinition(tool, "gemini").parametersJsonSchema).toHaveProperty("properties.entity");
  });

  test("of two split tools, one has the reads and the other has all other actions", () => {
    const [read, write] = shapes.split as [AgentTool, AgentTool];
    expect([read.name, write.name]).toEqual(["slack_read", "slack_write"]);
    expect(read.effects).toEqual(["read"]);
    expect(write.effects).toEqual(["write", "destructive"]);
    expect(read.description).not.toContain("create(");
    expect(write.description).not.toContain("list(");
  });

  test("the error for an unknown dialect lists the existing dialects", () => {
    expect(() => toolDefinition(shapes.dispatcher[0]!, "cohere" as never)).toThrow(/no dialect "cohere"/);
    expect(() => toolDefinition(shapes.dispatcher[0]!, "toString" as never)).toThrow(/no dialect/);
  });
});
