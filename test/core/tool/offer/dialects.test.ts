import { toStrictJsonSchema } from "openai/lib/transform";
import { agentTools, type AgentTool, type Effect } from "agent-connectors";
import { toolDefinition } from "agent-connectors/adapter";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
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
  split: await agentTools(connector, { effects, split: true }),
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

  test("split tools read, write, or do what cannot be undone; each action is in one of them", async () => {
    const [read, write, destructive] = shapes.split as [AgentTool, AgentTool, AgentTool];
    expect(shapes.split.map(({ name }) => name)).toEqual(["slack_read", "slack_write", "slack_destructive"]);
    expect(read.effects).toEqual(["read"]);
    expect(write.effects).toEqual(["write"]);
    expect(destructive.effects).toEqual(["write", "destructive"]);
    expect(read.description).not.toContain("create(");
    expect(write.description).not.toContain("list(");
    const params = { channel: "C0123ABCD", ts: "1700000000.000100" };
    const remove = { entity: "messages", action: "delete", params };
    expect(read.plan(remove).resolved).toBeUndefined();
    expect(write.plan(remove).resolved).toBeUndefined();
    expect(destructive.plan(remove).resolved?.effect).toBe("destructive");
  });

  test("an action is in the tool of the strongest effect that the options allow", async () => {
    const tools = async (effects: readonly Effect[]) => {
      const auth = { client_id: "c", client_secret: "s", refresh_token: "r" };
      const ads = new AmazonAdsConnector({ auth });
      const made = await agentTools(ads, { effects, split: true, descriptionBudget: 50_000 });
      return Object.fromEntries(made.map((tool) => [tool.name, tool]));
    };
    const campaigns = "sponsored_product_campaigns";
    const limited = await tools(["read", "write"]);
    expect(Object.keys(limited)).toEqual(["amazon_ads_read", "amazon_ads_write"]);
    expect(limited["amazon_ads_write"]!.description).toContain(campaigns);
    expect(toolDefinition(limited["amazon_ads_write"]!, "mcp").annotations.destructiveHint).toBe(false);
    const all = await tools(["read", "write", "spend"]);
    expect(all["amazon_ads_destructive"]!.effects).toEqual(["write", "spend"]);
    expect(toolDefinition(all["amazon_ads_destructive"]!, "mcp").annotations.destructiveHint).toBe(true);
  });

  test("the error for an unknown dialect lists the existing dialects", () => {
    expect(() => toolDefinition(shapes.dispatcher[0]!, "cohere" as never)).toThrow(/no dialect "cohere"/);
    expect(() => toolDefinition(shapes.dispatcher[0]!, "toString" as never)).toThrow(/no dialect/);
  });
});
