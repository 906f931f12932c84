import { testConnector } from "agent-connectors/testing";
import { expect, test } from "vitest";
import type { ConnectorFile } from "../../../src/core/contract/connector-file.ts";
import { hasCorpus, readCorpus, titled } from "../../import/corpus-file.ts";
import file from "../../../src/connectors/linear/connector.json" with { type: "json" };

test.each([
  ["a personal key", { api_key: "lin_api_0123456789" }],
  ["an access token", { access_token: "lin_oauth_0123456789" }],
  ["an OAuth application", { client_id: "c1", client_secret: "s3cret", refresh_token: "r1" }],
])("the connector keeps the rules for connectors, with %s", async (_says, auth) => {
  const { actions, skipped, forbidden, text } = await testConnector(file as unknown as ConnectorFile, { auth }); // prettier-ignore
  expect(text).toContain("0 faults");
  expect({ actions, skipped, forbidden }).toEqual({ actions: 43, skipped: [], forbidden: [] });
});

const schema = "linear.graphql";
test.skipIf(!hasCorpus(schema))(titled("no sentence of the schema is in the connector", schema), () => {
  const source = readCorpus(schema).replaceAll(/\s+/g, " ");
  const texts = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(texts);
  const sentences = texts(file.actions).filter((text) => text.includes(" ") && text.length > 15);
  expect(sentences.length).toBeGreaterThan(40);
  expect(sentences.filter((text) => source.includes(text))).toEqual([]);
});
