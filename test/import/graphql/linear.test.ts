import { readFileSync } from "node:fs";
import { defineConnector } from "agent-connectors";
import { importConnector } from "agent-connectors/import";
import { testConnector } from "agent-connectors/testing";
import { createEmulator, type Emulator } from "emulate";
import { buildSchema, getIntrospectionQuery, parse, validate } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConnectorFile } from "../../../src/core/contract/connector-file.ts";
import { exampleOf } from "../../../src/import/example.ts";
import { graphqlDraft, type GraphqlOptions } from "../../../src/import/graphql/graphql-draft.ts";
import { makeFile } from "../../../src/import/make-file.ts";
import { hasCorpus, readCorpus, titled } from "../corpus-file.ts";
import { graphqlServer } from "./graphql-server.ts";

const name = "linear.graphql";
const endpoint = "https://api.linear.app/graphql";

const allOf = ({ actions }: ConnectorFile) => ({
  include: Object.entries(actions).flatMap(([entity, all]) =>
    Object.keys(all).map((action) => `${entity}.${action}`),
  ),
});
const compile = (source: unknown, options: Partial<GraphqlOptions> = {}) =>
  makeFile(graphqlDraft(source, { endpoint, title: "Linear", ...options }), {
    name: "linear",
    sha256: "0".repeat(64),
  });
const open = (file: ConnectorFile, address: string, token = "token") => {
  const Connector = defineConnector(file);
  return new Connector(
    { auth: { access_token: token } } as never,
    { endpoint: address, policy: allOf(file) } as never,
  );
};

describe.skipIf(!hasCorpus(name))(titled("the schema of Linear", name), () => {
  let file: ConnectorFile;
  let skipped: readonly { source: string; reason: string }[];
  beforeAll(() => {
    const made = compile(readCorpus(name));
    ({ file } = made);
    ({ skipped } = made.report);
  });

  test("every field that is not deprecated is an action, and the others are named", () => {
    const reasons = skipped.map(({ reason }) => reason);
    expect(Object.keys(file.operations)).toHaveLength(517);
    expect(skipped).toHaveLength(18);
    expect(reasons.filter((reason) => reason.startsWith("The platform has deprecated it"))).toHaveLength(17);
    expect(skipped).toContainEqual({ source: "query _dummy", reason: "Its name says that it is internal." });
  });

  test("every document is valid", () => {
    const schema = buildSchema(readCorpus(name));
    for (const { body } of Object.values(file.operations))
      expect(validate(schema, parse(body!.document!))).toEqual([]);
  });

  test("all checks of a connector pass", async () => {
    const report = await testConnector(file, { policy: allOf(file) });
    expect(report).toMatchObject({ actions: 517, skipped: [], forbidden: [] });
  });

  test("people's actions have the names that people look for", () => {
    for (const wanted of [
      "issues.list",
      "issues.get",
      "issues.create",
      "issues.update",
      "issues.delete",
      "issues.search",
      "issues.add_label",
      "users.me",
      "users.list",
      "teams.list",
      "comments.create",
      "projects.list",
      "cycles.list",
      "workflow_states.list",
      "issue_labels.list",
      "organization.get",
      "project_updates.create",
    ])
      // prettier-ignore
      expect(file.operations).toHaveProperty([wanted]);
  });

  test(
    "every call over a socket brings records that the result describes",
    { timeout: 120_000 },
    async () => {
      const server = await graphqlServer(buildSchema(readCorpus(name)));
      const linear = open(file, server.endpoint);
      try {
        for (const [entity, actions] of Object.entries(file.actions))
          for (const [action, { params, result, paginated }] of Object.entries(actions)) {
            const everything = exampleOf({ ...params, required: Object.keys(params.properties ?? {}) });
            const { data } = await linear.execute(entity, action, everything);
            const where = `${entity}.${action}`;
            const isList = paginated === true || result?.type === "array";
            expect(Array.isArray(data), where).toBe(isList);
            const record: unknown = isList ? (data as unknown as unknown[])[0] : data;
            const fields = Object.keys((result?.type === "array" ? result.items : result)?.properties ?? {});
            if (fields.length > 0)
              expect(fields, where).toEqual(expect.arrayContaining(Object.keys(record as object)));
            if (fields.length > 0) expect(Object.keys(record as object).length, where).toBeGreaterThan(0);
          }
        expect(server.requests).toHaveLength(517);
      } finally {
        await server.close();
      }
    },
  );
});

describe.skipIf(!hasCorpus(name))(titled("Linear's schema with an overlay", name), () => {
  const folder = new URL("../../../src/connectors/linear/", import.meta.url);
  const overlay = readFileSync(new URL("overlay.yaml", folder), "utf8");
  let file: ConnectorFile;
  let guesses: readonly string[];
  beforeAll(async () => {
    const made = await importConnector(readCorpus(name), { name: "linear", overlay });
    ({ file } = made);
    guesses = made.report.guesses.map(({ says }) => says);
  });

  test("credentials that the overlay gives are no guess", () => {
    expect(guesses.length).toBeGreaterThan(0);
    expect(guesses.join(" ")).not.toContain("credentials");
  });

  test("the connector of this package is what the overlay makes", () => {
    expect(file).toEqual(JSON.parse(readFileSync(new URL("connector.json", folder), "utf8")));
  });

  test("only the wanted actions are left, with the overlay's names, effects and credentials", () => {
    expect(Object.keys(file.operations)).toHaveLength(43);
    expect(file.actions.issues).toMatchObject({
      search: { effect: "read", paginated: true },
      archive: { effect: "write" },
      delete: { effect: "destructive" },
    });
    expect(Object.keys(file.auth)).toEqual(["key", "token", "oauth"]);
  });

  test("a record has what the overlay selects, and a personal key is sent without a scheme", async () => {
    const server = await graphqlServer(buildSchema(readCorpus(name)));
    const Connector = defineConnector(file);
    let sent: string | null = null;
    const watched: typeof fetch = (input, init) => {
      sent = new Headers(init?.headers).get("authorization");
      return fetch(input, init);
    };
    const linear = new Connector({ auth: { api_key: "lin_api_1" } } as never, { endpoint: server.endpoint, fetch: watched } as never); // prettier-ignore
    try {
      const { data } = await linear.execute("issues", "get", { id: "ENG-1" });
      expect(Object.keys(data as object)).toEqual(Object.keys(file.actions.issues!.get!.result!.properties!));
      expect(data).toMatchObject({ team: { id: "id of the mock", key: "key of the mock" } });
      expect(sent).toBe("lin_api_1");
    } finally {
      await server.close();
    }
  });
});

// The emulator has a part of Linear's schema: 74 of its 1,100 types.
describe("an emulator of Linear, with the schema that it tells", () => {
  let server: Emulator;
  let linear: ReturnType<typeof open>;
  beforeAll(async () => {
    const states = [
      { name: "Todo", type: "unstarted" },
      { name: "Done", type: "completed" },
    ];
    const seed = {
      organization: { name: "Acme", url_key: "acme" },
      users: [{ email: "ana@acme.test", name: "Ana", admin: true }],
      teams: [{ key: "ENG", name: "Engineering", states }],
      issues: Array.from({ length: 5 }, (_, index) => ({
        team: "ENG",
        title: `Issue ${index + 1}`,
        state: "Todo",
      })),
      tokens: [{ token: "ana-token", user: "ana@acme.test", scopes: ["read", "write"] }],
    };
    server = await createEmulator({ service: "linear", port: 0, seed: { linear: seed } });
    const address = server.url.replace("localhost", "127.0.0.1");
    const headers = { authorization: "Bearer ana-token", "content-type": "application/json" };
    const body = JSON.stringify({ query: getIntrospectionQuery() });
    const response = await fetch(`${address}/graphql`, { method: "POST", headers, body });
    linear = open(compile(await response.json()).file, address, "ana-token");
  });
  afterAll(() => server.close());

  test("lists all issues page by page", async () => {
    const titles: unknown[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { data, meta } = await linear.execute("issues", "list", {
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      titles.push(...(data as unknown as { title: string }[]).map(({ title }) => title));
      cursor = meta.next_cursor;
      pages++;
    } while (cursor !== undefined);
    expect(pages).toBe(3);
    // The emulator has an issue of its own.
    expect(titles.toSorted()).toEqual([
      "Issue 1",
      "Issue 2",
      "Issue 3",
      "Issue 4",
      "Issue 5",
      "Ship Linear emulator",
    ]);
  });

  test("creates, gets, updates and deletes an issue", async () => {
    const { data: teams } = await linear.execute("teams", "list");
    const teamId = (teams as unknown as { id: string }[])[0]!.id;
    const { data: created } = await linear.execute("issues", "create", {
      teamId,
      title: "Login fails",
      priority: 1,
    });
    const { id } = created as { id: string };
    expect(created).toMatchObject({ title: "Login fails", priority: 1, team: { key: "ENG" } });
    await linear.execute("comments", "create", { issueId: id, body: "I look at it." });
    await linear.execute("issues", "update", { id, title: "Login fails on Safari" });
    const { data } = await linear.execute("issues", "get", { id });
    expect(data).toMatchObject({ title: "Login fails on Safari", state: { name: "Todo" } });
    await linear.execute("issues", "delete", { id });
    const { data: left } = await linear.execute("issues", "list", { limit: 50 });
    expect((left as unknown as unknown[]).length).toBe(6);
  });

  test("says who the token belongs to, and an error is an error", async () => {
    const { data } = await linear.execute("users", "me");
    expect(data).toMatchObject({ name: "Ana" });
    expect(await linear.check()).toMatchObject({ status: "healthy" });
    await expect(linear.execute("issues", "get", { id: "nothing" })).rejects.toMatchObject({
      name: "ConnectorError",
    });
  });
});
