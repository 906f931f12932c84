import { existsSync, readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { importConnector } from "../../../src/import/index.ts";
import { type ConnectorFile, defineConnector } from "../../../src/index.ts";
import laterIntents from "../../fixtures/github-intents-2.json" with { type: "json" };
import modelQueries from "../../fixtures/github-intents-3.json" with { type: "json" };
import intents from "../../fixtures/github-intents.json" with { type: "json" };

// The corpus of documents is not part of this repository. Without the corpus, these tests are skipped.
const file = new URL("../../../../shared/corpus/openapi/github.json", import.meta.url);
const absent = !existsSync(file);
if (absent) console.log(`Skipped: there is no ${file.pathname}.`);

const { github, nameOf } = absent ? ({} as Awaited<ReturnType<typeof load>>) : await load();
const connector = absent ? (undefined as never) : new (defineConnector(github))({ auth: {} });

describe.skipIf(absent)("GitHub's document as a connector", () => {
  test.each([
    [900, 300],
    [4500, 1500],
    [15_000, 5000],
  ])("a description of %d characters has at most %d tokens", async (descriptionBudget, most) => {
    const { description, inputSchema } = await connector.tool({ descriptionBudget });
    expect(description.length).toBeLessThanOrEqual(descriptionBudget);
    expect(description.length).toBeGreaterThan(descriptionBudget - 50);
    expect(countTokens(description)).toBeLessThanOrEqual(most);
    expect(countTokens(JSON.stringify(inputSchema))).toBeLessThan(100);
    expect(description).toContain("repos");
  });

  test("describe keeps to the output budget, and a search costs at most 650 tokens", async () => {
    const tool = await connector.tool();
    for (const entity of ["connector", "repos", "issues", "actions"]) {
      const { text } = await tool.call({ entity, action: "describe" });
      expect(text.length).toBeLessThanOrEqual(12_000);
    }
    for (const { intent } of intents) {
      const { text } = await tool.call({ entity: "connector", action: "search", params: { query: intent } });
      expect(countTokens(text)).toBeLessThanOrEqual(650);
    }
  });

  test("every action has a tool of its own with a name of at most 64 characters", async () => {
    const names = (await connector.tools({ shape: "per-action" })).map(({ name }) => name);
    // Actions that spend money need an include with their name.
    const actions = Object.values(github.actions).flatMap((entity) => Object.values(entity));
    expect(names).toHaveLength(actions.filter(({ effect }) => effect !== "spend").length);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(64);
  });

  // The authors of the intents did not know the search. The first version of the search found 25 of 40.
  test("search finds the right action among eight for at least 80 % of the intents", async () => {
    const missed: string[] = [];
    for (const { intent, operations } of intents) {
      const found = await connector.searchActions(intent);
      const names = new Set(found.map(({ entity, action }) => `${entity}.${action}`));
      if (!operations.some((operation) => names.has(nameOf(operation)))) missed.push(intent);
    }
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(intents.length * 0.2);
  });

  // A model that saw only the tool and the intents wrote these queries, before the search ran with any of them. The
  // first run found 40 of 40 actions. With the intents as queries, it found 31.
  test("search finds the right action among eight for at least 80 % of the queries that a model writes", async () => {
    const missed: string[] = [];
    for (const { query, operations } of modelQueries) {
      const found = await connector.searchActions(query);
      const names = new Set(found.map(({ entity, action }) => `${entity}.${action}`));
      if (!operations.some((operation) => names.has(nameOf(operation)))) missed.push(query);
    }
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(modelQueries.length * 0.2);
  });

  // The synonyms of the search were written before anybody had searched for these intents.
  test("search still finds the actions for at least 19 of the later intents", async () => {
    let hits = 0;
    for (const { intent, operations } of laterIntents) {
      const found = await connector.searchActions(intent);
      const names = new Set(found.map(({ entity, action }) => `${entity}.${action}`));
      if (operations.some((operation) => names.has(nameOf(operation)))) hits++;
    }
    expect(hits).toBeGreaterThanOrEqual(19);
  });
});

/** Imports the document. `nameOf` returns the action of an operation, by the operation's id. */
async function load() {
  const text = readFileSync(file, "utf8");
  const overlay = { toolEffects: ["read", "write", "spend", "destructive"] };
  const { file: github } = await importConnector(text, { name: "github", overlay });
  const requests = new Map(
    Object.entries(github.operations).map(([name, { method, path }]) => [
      `${method} ${withoutNames(path)}`,
      name,
    ]),
  );
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { operationId?: string }>> };
  const names = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId = "" }]) => [operationId, requests.get(`${method.toUpperCase()} ${withoutNames(path)}`)] as const, // prettier-ignore
    ),
  );
  const byId = new Map(names);
  return { github: github as ConnectorFile, nameOf: (id: string) => byId.get(id) ?? "" };
}

function withoutNames(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}
