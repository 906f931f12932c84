import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonLog } from "agent-connectors-service";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";

const canaries = {
  api_token: "xoxb-canary-token-4f1d9a",
  client_id: "canary-client-id-77aa01",
  client_secret: "canary-client-secret-c0ffee",
  access_token: "xoxb-canary-access-9b2e61",
};
/** A token that Slack sends to the application with a click. */
const triggerId = "4711471147.9876598765.ab2358fdeaca";

onBothStores((newLocation, kind) => {
  let location: EmptyLocation;
  let service: TestService;
  let log = "";
  const seen: string[] = [];
  beforeAll(async () => {
    location = await newLocation();
    service = await testService(location, {
      log: jsonLog((text) => (log += text)),
      // The platform returns errors that contain the access token and the trigger id.
      code: {
        fetch: async (_input, init) => {
          const token = new Headers(init?.headers).get("authorization") ?? "";
          const trigger = new URLSearchParams(String(init?.body)).get("trigger_id") ?? "";
          const messages = [`[ERROR] ${token}`, `[ERROR] ${trigger}`];
          return Response.json(
            { ok: false, error: `invalid ${token}`, response_metadata: { messages } },
            { headers: { "x-slack-req-id": token } },
          );
        },
      },
    });
  });
  afterAll(() => service.close());

  test("no credential is in a response, a log line, a metric, a file of the store or an inspected object", async () => {
    const token = await service.scopedToken("u1");
    const ask = async (...parameters: Parameters<TestService["ask"]>) => {
      const answer = await service.ask(...parameters);
      seen.push(answer.text, JSON.stringify([...answer.headers]));
      return answer;
    };
    const { api_token, ...oauth } = canaries;
    for (const credentials of [{ api_token }, oauth]) {
      const create = { external_user_id: "u1", connector_type: "Slack", credentials };
      const made = await ask("/v1/integrations/connectors", {
        token,
        json: create,
        headers: { "idempotency-key": JSON.stringify(Object.keys(credentials)).replace(/\s/g, "") },
      });
      expect(made.status).toBe(200);
      const id = made.body.id as string;
      await ask(executePath(id), { token, json: { entity: "users", action: "list" } });
      await ask(executePath(id), {
        token,
        json: { entity: "messages", action: "create", params: { channel: "C012AB3CD", text: "x" } },
        headers: { "idempotency-key": "k" },
      });
      const view = { type: "modal", title: { type: "plain_text", text: "x" }, blocks: [] };
      for (const headers of [{}, { "idempotency-key": "k2" }]) {
        const context = { slack: { trigger_id: triggerId } };
        const opened = await ask(executePath(id), {
          token,
          json: { entity: "views", action: "open", params: { view }, context },
          headers,
        });
        expect(opened.text).toContain("views.open");
      }
      await ask(`/v1/integrations/connectors/${id}/check`, { method: "POST", token });
      await ask(`/v1/integrations/connectors/${id}`, { token });
      await ask(`/v1/integrations/connectors/${id}/credentials`, {
        method: "PUT",
        token,
        json: { credentials },
      });
      await ask("/v1/integrations/connectors", { token, json: { ...create, validate: true } });
      await ask("/v1/integrations/connectors", { token, json: { ...create, extra: canaries } });
      for (const field of Object.keys(credentials))
        await ask("/v1/integrations/connectors", {
          token,
          json: { ...create, credentials: { ...credentials, [field]: `${canaries.api_token} ` } },
        });
    }
    await ask("/v1/integrations/connectors", { token, json: { credentials: canaries } });
    await ask("/v1/integrations/connectors", { token });
    // The store is still open, so these are the files that a copy of the disk would contain.
    const files =
      kind === "sqlite"
        ? readdirSync(location.dataDir).map((name) =>
            readFileSync(join(location.dataDir, name)).toString("latin1"),
          )
        : [await everyRow()];
    const secrets = [...Object.values(canaries), "canary", triggerId, "ab2358fdeaca"];
    const places = {
      answers: seen.join(),
      log,
      metrics: service.service.metrics(),
      files: files.join(),
      object: inspect(service, { depth: 20, showHidden: true }),
    };
    for (const [where, text] of Object.entries(places))
      for (const secret of secrets)
        expect([where, secret, text.includes(secret)]).toEqual([where, secret, false]);
    // The same search finds texts that are not secret, so the search itself works.
    expect(files.join()).toContain("u1");
    expect(log).toContain('"action":"list"');
    expect(log).toContain('"action":"open"');
    expect(seen.join()).toContain("fingerprint");
  });

  const everyRow = async () => {
    const tables = [
      "connectors",
      "records",
      "audit",
      "workspaces",
      "settings",
      "application_secrets",
    ] as const;
    const rows = await Promise.all(
      tables.map((table) => sql`select * from ${sql.table(table)}`.execute(service.store.db)),
    );
    return JSON.stringify(rows.map((result) => result.rows));
  };

  test("deleted credentials are gone from the store", async () => {
    const id = await service.create("u2");
    const { credentials } = await service.store.db
      .selectFrom("connectors")
      .select("credentials")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const token = await service.scopedToken("u2");
    const gone = await service.ask(`/v1/integrations/connectors/${id}`, { method: "DELETE", token });
    expect([gone.status, gone.body.id]).toEqual([202, id]);
    expect((await service.ask(`/v1/integrations/connectors/${id}`, { token })).status).toBe(404);
    const [, , , sealed = ""] = credentials.split(".");
    expect(await everyRow()).not.toContain(sealed);
    if (kind === "sqlite") {
      await sql`pragma wal_checkpoint(truncate)`.execute(service.store.db);
      const file = readFileSync(join(location.dataDir, "service.sqlite")).toString("latin1");
      expect(file.includes(sealed)).toBe(false);
    }
  });
});
