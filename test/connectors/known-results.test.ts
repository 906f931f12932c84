import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { NotionConnector } from "agent-connectors/notion";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/core/contract/json-schema.ts";

/** The fields in results that can have any value, and why. `*` stands for all names. */
const anyValue: Readonly<Record<string, string>> = {
  "*.params.*": "The params of a call depend on its action",
  "exports.rows.*":
    "Amazon's exports have the fields of campaigns, ad groups, ads or targets, which can be objects",

  "*.properties.*": "The value of a property in Notion depends on the type of the property",
  "blocks.*": "The content of a block in Notion has the name of the block's type",
  "pages.*": "The value of one property in Notion has the name of the property's type",
  "pages.results.*": "The items of a property in Notion depend on its type",

  "*.metadata.event_payload.*": "Slack keeps any JSON that an app has attached to a message",
  "list_items.*.value": "The value of a cell depends on the type of its column",
  "list_items.*fields.*": "Slack repeats the value in a field that has the name of the column's type",
  "views.blocks.*":
    "Each type of block has its own fields: https://docs.slack.dev/reference/block-kit/blocks",
};

/** Returns the paths at which a schema allows any value. */
function unknownIn(schema: JsonSchema | boolean | undefined, path: string): string[] {
  if (schema === undefined || typeof schema === "boolean") return [path];
  const { properties, items, additionalProperties, typescript } = schema;
  if (typescript !== undefined) return [];
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((name) => (schema[name] ?? []) as JsonSchema[]);
  const inner = [
    ...parts.flatMap((part) => unknownIn(part, path)),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => unknownIn(one, `${path}.${name}`)),
    ...(schema.type === "array" ? unknownIn(items as JsonSchema | undefined, path) : []),
    ...(schema.type === "object" && (properties === undefined || typeof additionalProperties === "object")
      ? unknownIn(additionalProperties as JsonSchema | undefined, `${path}.*`)
      : []),
  ];
  const isKnown = "type" in schema || "enum" in schema || "const" in schema || parts.length > 0;
  return isKnown ? inner : [path];
}

test("every field of every result has a type, unless the platform allows any value", async () => {
  const found = new Set<string>();
  for (const Connector of [SlackConnector, AmazonAdsConnector, NotionConnector])
    for (const [entity, actions] of Object.entries((await Connector.compiled()).actions))
      for (const { result } of Object.values(actions))
        for (const path of unknownIn(result, entity)) found.add(path);
  const matches = (pattern: string, path: string) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(path);
  const patterns = Object.keys(anyValue);
  expect([...found].filter((path) => !patterns.some((pattern) => matches(pattern, path)))).toEqual([]);
  expect(patterns.filter((pattern) => ![...found].some((path) => matches(pattern, path)))).toEqual([]);
});
