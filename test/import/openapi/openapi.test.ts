import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importConnector } from "../../../src/import/index.ts";
import type { AnyConnector } from "../../../src/core/contract/connector.ts";
import type { Dict } from "../../../src/core/ground/json.ts";
import { defineConnector } from "../../../src/define/define.ts";
import { testConnector } from "../../../src/testing/index.ts";
import { serve } from "../../fixtures/server.ts";

// A document becomes a connector whose requests are those that the document describes, and nothing else.

const source = readFileSync(new URL("../../fixtures/import/notes.yaml", import.meta.url), "utf8");
const { file, report } = await importConnector(source, { name: "notes" });
const effects = ["read", "write", "spend", "destructive"] as const;
const policy = { effects, include: ["orders.create", "notes", "attachment", "comments", "me"] };

/** Calls an action of the imported connector, and returns the requests that arrived. */
async function call(entity: string, action: string, params: Dict, reply: unknown = {}, from = file) {
  await using server = await serve((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(reply));
  });
  const Connector = defineConnector(from);
  const options = { auth: { key: "secret" }, config: { tenant: "acme" } };
  const connector = new Connector(options as never, {
    endpoint: server.url,
    policy: { effects },
  } as never) as unknown as AnyConnector & { execute(e: string, a: string, p: Dict): Promise<{ data: unknown; meta: { next_cursor?: string } }> }; // prettier-ignore
  const result = await connector.execute(entity, action, params);
  return { result, requests: server.requests };
}

test("each operation is an action with our verbs, and the report says what is left out", () => {
  const names = Object.entries(file.actions).map(([entity, actions]) => `${entity}: ${Object.keys(actions).join(" ")}`); // prettier-ignore
  expect(names).toEqual([
    "me: get",
    "notes: list create search get update delete archive",
    "comments: list",
    "attachment: get update",
    "orders: create",
  ]);
  expect(report.skipped).toEqual([
    {
      source: "GET /elsewhere",
      reason: "It refers to https://evil.example/p.json, which is outside of the document.",
    },
    { source: "OPTIONS /elsewhere", reason: "No action can send OPTIONS." },
  ]);
  expect(file.evidence).toBe("imported");
  expect(file.identify?.calls).toBe("me.get");
});

test("effects come from the method and from words, and tools only read", async () => {
  const effectOf = (name: string) => {
    const [entity, action] = name.split(".") as [string, string];
    return file.actions[entity]![action]!.effect;
  };
  expect(effectOf("notes.list")).toBe("read");
  expect(effectOf("notes.search")).toBe("read");
  expect(effectOf("notes.create")).toBe("write");
  expect(effectOf("notes.delete")).toBe("destructive");
  expect(effectOf("notes.archive")).toBe("destructive");
  expect(effectOf("orders.create")).toBe("spend");
  expect(report.guesses.some(({ action, says }) => action === "notes.search" && says.includes("counts as a read"))).toBe(true); // prettier-ignore
  const { tool } = await defineConnector(file).compiled();
  expect(tool.effects).toEqual(["read"]);
  expect(tool.description).toContain("come from the API description of Acme Notes");
});

test("pages are read by the document's own params, which callers do not see", async () => {
  const { params } = file.actions.notes!.list!;
  expect(Object.keys(params.properties!)).toEqual(["filter_color", "tag", "x_trace"]);
  const page = { data: [{ id: "1", text: "a" }], meta: { next_cursor: "c2" } };
  const { requests, result } = await call("notes", "list", { filter_color: "red", tag: ["a", "b"], x_trace: "t", limit: 5 }, page); // prettier-ignore
  expect(requests[0]).toMatchObject({ method: "GET", path: "/notes?filter%5Bcolor%5D=red&tag=a,b&limit=5" });
  expect(requests[0]!.headers).toMatchObject({ "x-key": "secret", "x-trace": "t" });
  expect(requests[0]!.headers.authorization).toBeUndefined();
  expect(result.data).toEqual([{ id: "1", text: "a" }]);
  expect(result.meta.next_cursor).toBe("c2");
});

test("a list whose pages are not sure is one page, and the report says so", () => {
  expect(file.actions.comments!.list).not.toHaveProperty("paginated");
  expect(report.guesses).toContainEqual({
    action: "comments.list",
    says: "How its pages are read is not known, so a call returns what one request returns.",
  });
});

test("a body is sent without defaults and without fields that only the platform writes", async () => {
  const { params } = file.actions.notes!.create!;
  expect(Object.keys(params.properties!)).toEqual(["title", "text", "color", "tags", "parent"]);
  expect(params.required).toEqual(["text"]);
  expect(params.properties!.title!.description).toBe("The title, see help");
  const { requests } = await call("notes", "create", { text: "hi" });
  expect(requests[0]).toMatchObject({ method: "POST", path: "/notes", body: '{"text":"hi"}' });
  // The platform does a write with the same key once, so the package makes the key.
  expect(requests[0]!.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
  expect(file.operations["notes.create"]!.scopes).toEqual({ user: ["notes:write"] });
});

test("forms, path params with other names, and empty answers", async () => {
  const { requests } = await call("attachment", "update", { note_id: "n 1", name: "a", labels: { x: 1 } });
  expect(requests[0]).toMatchObject({ method: "PUT", path: "/notes/n%201/attachment", body: "name=a&labels%5Bx%5D=1" }); // prettier-ignore
  await expect(call("notes", "get", { note_id: "../me" })).rejects.toMatchObject({ code: "invalid_params" });
});

test("credentials and addresses come from the document", () => {
  expect(file.endpoint).toBe("https://{tenant}.acme.example/api/v2");
  expect(file.auth).toEqual({
    key: { key: { description: "API key" } },
    token: { access_token: { description: "Access token" } },
    oauth: {
      client_id: { description: "Client id" },
      client_secret: { description: "Client secret" },
      refresh_token: { description: "Refresh token" },
    },
  });
  expect(report.origins).toEqual(["https://{tenant}.acme.example", "https://login.acme.example"]);
});

test("a person can connect an account, with the consent page and the scopes of the document", async () => {
  const Connector = defineConnector(file);
  const application = { client_id: "c1", client_secret: "s1" };
  const scopes = await Connector.scopes({ effects: ["read", "write"] });
  const { url } = await Connector.startConnect({
    application,
    redirectUri: "https://app.example/back",
    scopes,
    config: { tenant: "acme" },
  });
  expect(url).toMatch(/^https:\/\/login\.acme\.example\/authorize\?/);
  expect(new URL(url).searchParams.get("scope")).toBe("notes:write");
  expect(await Connector.connectFlow!.scopeWords()).toEqual({ "notes:write": "Write notes" });
});

test("testConnector passes", async () => {
  const { actions } = await testConnector(file, { config: { tenant: "acme" }, policy: policy as never });
  expect(actions).toBe(12);
});

test("an overlay renames, hides, sets effects and pages, and is the only thing that weakens an effect", async () => {
  const { file: changed, report: after } = await importConnector(source, {
    name: "notes",
    overlay: `
name: acme
title: Acme
server: https://acme.example/v3
hide: ["GET /me", "attachment.*"]
everyday: [comments.list]
synonyms: { memo: [note] }
actions:
  POST /notes/{note-id}/archive: { name: notes.put_away, effect: write }
  comments.list: { paging: { kind: page, cursor: page, default: 20, max: 20 }, without: [note_idd] }
`,
  });
  expect(changed).toMatchObject({
    name: "acme",
    title: "Acme",
    endpoint: "https://acme.example/v3",
    everyday: ["comments.list"],
  });
  expect(changed).not.toHaveProperty("config");
  expect(changed).not.toHaveProperty("identify");
  expect(changed.actions.notes!.put_away!.effect).toBe("write");
  expect(changed.actions.comments!.list!.paginated).toBe(true);
  expect(Object.keys(changed.actions)).not.toContain("attachment");
  expect(after.guesses.some(({ action }) => action === "comments.list")).toBe(false);
  const faulty = importConnector(source, { name: "x", overlay: { actions: { a: { effekt: "read" } } } });
  await expect(faulty).rejects.toMatchObject({ code: "config_error", path: "overlay.actions.a" });
});

test("Swagger 2.0 is read too", async () => {
  const old = {
    swagger: "2.0",
    info: { title: "Old" },
    host: "old.acme.example",
    basePath: "/v1",
    schemes: ["https"],
    paths: {
      "/things/{id}": {
        put: {
          parameters: [
            { name: "id", in: "path", required: true, type: "integer" },
            { name: "thing", in: "body", schema: { $ref: "#/definitions/Thing" } },
          ],
          responses: { 200: { description: "ok" } },
        },
      },
    },
    definitions: { Thing: { type: "object", properties: { name: { type: "string" } } } },
  };
  const { file: made } = await importConnector(JSON.stringify(old), { name: "old" });
  expect(made.endpoint).toBe("https://old.acme.example/v1");
  expect(made.actions.things!.update!.params).toMatchObject({
    properties: { id: { type: "integer" }, name: { type: "string" } },
    required: ["id"],
  });
});
