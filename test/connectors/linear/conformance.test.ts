import { testConnector } from "agent-connectors/testing";
import { expect, test } from "vitest";
import type { ConnectorFile } from "../../../src/core/contract/connector-file.ts";
import { LinearConnector } from "../../../src/connectors/linear/index.ts";
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

const effectOf = (effect: string) =>
  Object.entries(file.actions).flatMap(([entity, all]) =>
    Object.entries<{ effect: string }>(all).flatMap(([action, one]) =>
      one.effect === effect ? [`${entity}.${action}`] : [],
    ),
  );

test("what cannot be undone is destructive, and nothing else is", () => {
  expect(effectOf("destructive").toSorted()).toEqual(["attachments.delete", "comments.delete", "issues.delete", "labels.delete"]); // prettier-ignore
  expect([effectOf("read").length, effectOf("write").length, effectOf("spend").length]).toEqual([18, 21, 0]);
});

test.each([
  [{ api_key: "lin_api_0123456789" }, "lin_api_0123456789"],
  [{ access_token: "lin_oauth_0123456789" }, "Bearer lin_oauth_0123456789"],
])("a personal key is sent without a scheme, and an access token with one: %j", async (auth, expected) => {
  const sent: (string | null)[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    sent.push(new Headers(init!.headers).get("authorization"));
    return Response.json({ data: { viewer: { id: "u1" } } });
  };
  await new LinearConnector({ auth }, { fetch: fetch as never }).check();
  expect(sent).toEqual([expected]);
});

test("a document belongs to a project or to an issue", async () => {
  const linear = new LinearConnector({ auth: { api_key: "lin_api_0123456789" } });
  for (const places of [{}, { project: "P", issue: "ENG-1" }]) {
    const create = linear.execute("documents" as never, "create" as never, { title: "T", ...places } as never); // prettier-ignore
    await expect(create).rejects.toMatchObject({ code: "invalid_params", outcome: "not_started" });
  }
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
