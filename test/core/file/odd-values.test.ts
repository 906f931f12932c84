import { expect, test } from "vitest";
import { ConnectorError, type ConnectorFile, defineConnector } from "../../../src/index.ts";

import { testClock } from "../../fixtures/clock.ts";

const docs = "https://crm.example/docs";
const id = { type: "string" };

/** A file with every field that a connector file can have, except those of an MCP server. */
const whole = {
  format: 1,
  name: "crm",
  title: "Crm",
  endpoint: "https://{subdomain}.crm.example",
  origins: ["https://files.crm.example"],
  fileHosts: [".crm.example"],
  config: {
    subdomain: { description: "your subdomain", default: "acme", optional: true, pattern: "[a-z]+" },
    region: { description: "the region", default: "eu", values: ["eu", "us"], aliases: { europe: "eu" }, code: "config_error" },
  },
  auth: { key: { api_key: { description: "API key", optional: true, text: false, accepts: { pattern: "^ck-", says: "a key (ck-...)" } } }, app: { client_id: { description: "id" }, client_secret: { description: "secret" }, refresh_token: { description: "token" } } },
  unavailable: { webhooks: "Crm has no webhooks." },
  schemes: {
    key: [{ kind: "header", name: "x-api-key", value: "{api_key}" }, { kind: "query", name: "key", value: "{api_key}" }],
    app: { kind: "oauth2-refresh", tokenUrl: "https://login.crm.example/token", clientId: "{client_id}", clientSecret: "{client_secret}", refreshToken: "{refresh_token}", clientAuth: "body", fields: { audience: "crm" }, errorCodes: { gone: "invalid_grant" }, expiresIn: 60 },
  },
  wire: {
    headers: { "x-version": "2" },
    query: { v: "2" },
    style: "repeat",
    body: { kind: "json", contentType: "application/json" },
    errors: { code: ["error.code"], message: ["error.message"], faults: { path: "errors", fields: ["field"] }, codes: { gone: "not_found" }, hints: { gone: "Look again." }, flag: { path: "ok", equals: false } },
    rate: { lane: "all", perMinute: 6000, burst: 100, headers: { remaining: "x-remaining", reset: "x-reset", unit: "seconds" }, refusal: { text: "too many", waitSeconds: 1 } },
    idempotencyHeader: "x-once",
    auth: ["key"],
  },
  identify: { calls: "me.get", params: { id: "me" }, pick: "user" },
  connectFlow: {
    authorizeUrl: "https://login.crm.example/authorize",
    tokenUrl: "https://login.crm.example/token",
    token: "user",
    scopeParam: "scope",
    scopeSeparator: " ",
    scopes: ["contacts"],
    scopeWords: { contacts: "Read and change contacts" },
    clientAuth: "body",
    pkce: "public",
    credentials: { client_id: "client_id", client_secret: "client_secret", refresh_token: "refresh_token" },
    account: { id: "team.id", name: "team.name" },
    user: "user.id",
    needs: ["an app"],
  },
  operations: {
    "contacts.list": { method: "GET", path: "/contacts", paging: { kind: "page", cursor: "page", first: 1, pages: "pages", limit: "per_page", default: 2, max: 9, more: "more" }, response: { kind: "json", pick: "contacts" }, scopes: { user: ["contacts"] }, moreScopes: { user: ["private"] }, tokens: ["user"], docs },
    "contacts.update": { method: "PATCH", path: "/contacts/{id}", origin: "https://files.crm.example", arguments: { id: { in: "path", slashes: "keep" }, name: "properties.name", tags: { in: "query", name: "tag", style: "comma" } }, fields: { source: "agent" }, repeatable: { reason: "it sets a value", source: docs, done: ["same"], single: "tags" }, docs },
    "contacts.export": { method: "POST", path: "/exports", polling: { at: { header: "location" }, state: { path: "state", done: ["done"], failed: ["failed"] }, everySeconds: 1 }, docs },
    "me.get": { method: "GET", path: "/users/{id}", docs },
  },
  actions: {
    contacts: {
      list: { description: "List contacts.", effect: "read", paginated: true, params: { type: "object", properties: { status: id, tag: id } }, result: { type: "object", properties: { id } }, example: { status: "open" }, calls: "contacts.list", pick: "contacts", peopleFields: ["owner"], platformFields: ["id"], signature: "list()", anyOf: ["status", "tag"] },
      update: { description: "Change a contact.", effect: "write", params: { type: "object", properties: { id, name: id, tags: { type: "array", items: id } }, required: ["id"] }, example: { id: "c1", name: "Ada" }, calls: ["contacts.update", "me.get"], echo: ["id"], needs: ["me.get"], reads: ["contacts.list"], oneOf: [["name"], ["tags"]], repeats: ["tags"] },
      export: { description: "Export the contacts.", effect: "write", params: { type: "object", properties: {} }, example: {}, calls: "contacts.export" },
    },
  },
  order: ["contacts"],
  requestIdHeader: "x-request-id",
  timeoutMs: 1000,
  toolEffects: ["read", "write"],
  toolNotes: "Contacts have ids.",
  entityNotes: { contacts: "People." },
  caps: ["calls"],
  moneyCaps: ["spend"],
  dayCaps: ["spend"],
  legend: ["C: contact"],
  platformFields: ["id"],
  peopleMaps: ["owners"],
  platformMessages: ["ok"],
  everyday: ["contacts.list"],
  onlyByName: ["contacts.export"],
  actionAliases: { "people.list": "contacts.list" },
  paramAliases: { status: ["state"] },
  synonyms: { contacts: ["people"] },
  evidence: "imported",
  source: { kind: "openapi", sha256: "0".repeat(64) },
} as const satisfies Required<ConnectorFile>; // prettier-ignore

const oddValues: readonly unknown[] = [null, true, 1e9, "x y", [], [{}], {}, { a: [{}] }];

/** Every place of the file, as a list of keys. */
function* placesIn(value: unknown, place: readonly string[] = []): Generator<readonly string[]> {
  if (place.length > 0) yield place;
  if (typeof value === "object" && value !== null)
    for (const [key, one] of Object.entries(value)) yield* placesIn(one, [...place, key]);
}

function changed(place: readonly string[], value: unknown): unknown {
  const copy = structuredClone(whole) as unknown as Record<string, unknown>;
  let inner = copy;
  for (const key of place.slice(0, -1)) inner = inner[key] as Record<string, unknown>;
  inner[place.at(-1)!] = value;
  return copy;
}

const answers = [
  () => Response.json({ contacts: [{ id: "c1" }], user: { id: "u1" }, pages: 1, state: "done" }),
  () => Response.json({ error: { code: "gone" }, errors: [{ field: "name" }] }, { status: 404 }),
  () => Response.json({ access_token: "a", state: "done" }, { status: 202, headers: { location: "https://acme.crm.example/e/1", "x-remaining": "0", "x-reset": "1" } }), // prettier-ignore
  () => new Response("too many", { status: 403 }),
];

type Crm = InstanceType<ReturnType<typeof defineConnector<typeof whole>>>;

/** What a caller does with a connector. The platform answers only the calls. */
const calls: readonly ((crm: Crm) => unknown)[] = [
  (crm) => crm.contacts.list({ status: "open" }),
  (crm) => crm.contacts.update({ id: "c1", name: "Ada" }),
  (crm) => crm.contacts.export({}),
  (crm) => crm.check(),
];
const texts: readonly ((crm: Crm) => unknown)[] = [
  (crm) => crm.describe(),
  (crm) => crm.describe("contacts.update"),
  (crm) => crm.tool(),
  (crm) => crm.typescript(),
];

/** Returns the errors of everything that a caller does with a file. */
async function errorsOf(file: unknown): Promise<unknown[]> {
  const errors: unknown[] = [];
  const attempt = async <T>(run: () => T) => {
    try {
      return await run();
    } catch (error) {
      errors.push(error);
      return undefined;
    }
  };
  const Crm = await attempt(() => defineConnector(file as typeof whole));
  for (const [index, answer] of Crm ? answers.entries() : []) {
    const options = { fetch: async () => answer(), clock: testClock() };
    const crm = await attempt(() => new Crm!({ auth: { api_key: "ck-1" } }, options));
    const uses = index === 0 ? [...calls, ...texts] : calls;
    for (const use of crm ? uses : []) await attempt(() => use(crm!));
  }
  return errors;
}

test("an odd value anywhere in a file is refused with a sentence, or does no harm", async () => {
  const unexpected = new Set<string>();
  for (const place of placesIn(whole))
    for (const value of oddValues)
      for (const error of await errorsOf(changed(place, value)))
        if (!ConnectorError.is(error) || error.code === "internal")
          unexpected.add(`${place.join(".")}: ${JSON.stringify(value)}: ${String(error)}`);
  expect([...unexpected]).toEqual([]);
});

/** The objects that can have any names. */
const free =
  /^(config|auth(\.\w+)?|unavailable|schemes|(wire|operations\.[\w.]+)\.(headers|query|arguments|fields|scopes|moreScopes)|wire\.errors\.(codes|hints)|config\.\w+\.aliases|schemes\.app\.(fields|errorCodes)|identify\.params|connectFlow\.(scopeWords|credentials)|operations|actions(\.\w+)?|actions\..*\.(params|result|example).*|entityNotes|actionAliases|paramAliases|synonyms)$/;

test("a field that does not exist is refused with its path, everywhere in a file", async () => {
  const checked: string[] = [];
  for (const place of placesIn(whole)) {
    const value = place.reduce<unknown>((one, key) => (one as Record<string, unknown>)[key], whole);
    const path = place.join(".");
    if (typeof value !== "object" || Array.isArray(value) || free.test(path)) continue;
    checked.push(path);
    const [error] = await errorsOf(changed(place, { ...value, zzz: 1 }));
    expect(error, path).toMatchObject({
      code: "config_error",
      path: expect.stringMatching(`^${path.replaceAll(".", "\\.")}(\\.zzz)?$`),
    });
  }
  expect(checked).toContain("operations.contacts.export.polling.state");
});
