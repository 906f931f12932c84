import { NotionConnector } from "agent-connectors/notion";
import { notionSandbox } from "agent-connectors/sandbox";
import { memoryStore } from "agent-connectors/store";
import { describe, expect, test } from "vitest";
import { decide } from "../../core/connect/consent.ts";
import { bench, text } from "./helpers.ts";

// https://developers.notion.com/reference/status-codes
// https://developers.notion.com/reference/capabilities

const raw = (sandbox = notionSandbox(), headers: Record<string, string> = {}, init: RequestInit = {}) =>
  sandbox.fetch("https://api.notion.com/v1/users/me", {
    ...init,
    headers: {
      authorization: `Bearer ${sandbox.tokens.internal}`,
      "notion-version": "2025-09-03",
      ...headers,
    },
  });
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code]; // prettier-ignore

test("a request needs a valid token, the version, a known address and JSON", async () => {
  const sandbox = notionSandbox();
  const { revoked, internal } = sandbox.tokens;
  const version = { "notion-version": "2025-09-03" };
  const authorization = `Bearer ${internal}`;
  const get = async (path: string, init: RequestInit) => codeOf(await sandbox.fetch(`https://api.notion.com${path}`, init)); // prettier-ignore
  expect(await get("/v1/users/me", { headers: version })).toEqual([401, "unauthorized"]);
  expect(await get("/v1/users/me", { headers: { ...version, authorization: `Bearer ${revoked}` } })).toEqual([401, "unauthorized"]); // prettier-ignore
  expect(await get("/v1/users/me", { headers: { authorization } })).toEqual([400, "missing_version"]);
  expect(await get("/v1/users/me", { headers: { authorization, "notion-version": "2022-06-28" } })).toEqual([400, "validation_error"]); // prettier-ignore
  const headers = { ...version, authorization };
  expect(await get("/v1/nothing", { headers })).toEqual([400, "invalid_request_url"]);
  expect(await get("/v1/search", { method: "POST", headers, body: "{" })).toEqual([400, "invalid_json"]);
  expect(await get("/v1/search", { method: "POST", headers, body: "[]" })).toEqual([400, "invalid_json"]);
  expect(await get("/v1/users/me", { headers })).toEqual([200, undefined]);
  expect(sandbox.calls().map(({ token, status, error }) => [token, status, error])).toEqual([
    ["none", 401, "unauthorized"],
    ["unknown", 401, "unauthorized"],
    ["valid", 400, "missing_version"],
    ["valid", 400, "validation_error"],
    ["valid", 400, "invalid_request_url"],
    ["valid", 400, "invalid_json"],
    ["valid", 400, "invalid_json"],
    ["valid", 200, undefined],
  ]);
});

test("a token without a capability is refused", async () => {
  const { ask, sandbox, idOf } = bench();
  const { limited } = sandbox.tokens;
  const home = idOf("Fernhill Home");
  const refused = { status: 403, code: "restricted_resource" };
  expect(await ask(`GET pages/${home}`, undefined, limited)).toMatchObject({ object: "page" });
  expect(await ask("GET users", undefined, limited)).toMatchObject(refused);
  expect(await ask(`GET comments?block_id=${home}`, undefined, limited)).toMatchObject(refused);
  expect(await ask(`PATCH pages/${home}`, { archived: true }, limited)).toMatchObject(refused);
  expect(await ask("POST pages", { parent: { page_id: home } }, limited)).toMatchObject(refused);
  expect(await ask("POST comments", { parent: { page_id: home }, rich_text: text("x") }, limited)).toMatchObject(refused); // prettier-ignore
});

test("pages that are not shared do not exist for the connection, with everything in them", async () => {
  const { ask, idOf } = bench({
    pages: [
      {
        title: "Secret",
        shared: false,
        markdown: "x",
        pages: [{ title: "Inside" }],
        data_sources: [{ title: "Pay", entries: [{ values: { Name: "Ana" } }] }],
      },
    ],
  });
  const missing = { status: 404, code: "object_not_found", additional_data: { integration_id: (await ask("GET users/me")).id } }; // prettier-ignore
  for (const title of ["Secret", "Inside", "Ana"]) {
    expect(await ask(`GET pages/${idOf(title)}`)).toMatchObject(missing);
    expect(await ask(`GET blocks/${idOf(title)}/children`)).toMatchObject(missing);
    expect(await ask(`DELETE blocks/${idOf(title)}`)).toMatchObject(missing);
  }
  expect(await ask(`POST data_sources/${idOf("Pay")}/query`, {})).toMatchObject(missing);
  expect((await ask("POST search", {})).results).toEqual([]);
});

test("more than three requests per second are refused for a while", async () => {
  const sandbox = notionSandbox();
  const statuses: number[] = [];
  for (let count = 0; count < 31; count++) statuses.push((await raw(sandbox)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  const refused = await raw(sandbox);
  expect([refused.headers.get("retry-after"), (await codeOf(refused))[1]]).toEqual(["1", "rate_limited"]);
  sandbox.clock.advance(1000);
  expect((await raw(sandbox)).status).toBe(200);
  expect((await raw(notionSandbox({ rateLimits: false }))).status).toBe(200);
});

describe("faults", () => {
  test("an error in Notion's form, a limit, and a lost answer", async () => {
    const sandbox = notionSandbox();
    const fail = (fault: Parameters<typeof sandbox.fail>[0]) => sandbox.fail(fault);
    fail({ kind: "refused", status: 409, code: "conflict_error", operation: "GET /v1/users/me" });
    expect(await codeOf(await raw(sandbox))).toEqual([409, "conflict_error"]);
    fail({ kind: "rate_limit", retryAfter: 7 });
    const limited = await raw(sandbox);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    fail({ kind: "http_502" });
    expect((await raw(sandbox)).status).toBe(502);
    fail({ kind: "reset_after", operation: "POST /v1/pages" });
    const notion = new NotionConnector({ auth: { api_token: sandbox.tokens.internal } }, sandbox.options);
    const { data } = await notion.search.titles({ query: "Fernhill Home" });
    const pages = () => sandbox.state().pages.length;
    const before = pages();
    await expect(notion.pages.create({ parent_page_id: data[0]!.id, title: "New" })).rejects.toMatchObject({ outcome: "unknown" }); // prettier-ignore
    expect(pages()).toBe(before + 1);
    expect(sandbox.calls().at(-1)).toMatchObject({ operation: "POST /v1/pages", fault: "reset_after" });
  });
  test("a misspelled fault is an error", () => {
    const { fail } = notionSandbox();
    expect(() => fail({ kind: "ok_false" } as never)).toThrow(expect.objectContaining({ code: "config_error", path: "fault.kind" })); // prettier-ignore
    expect(() => fail({ kind: "reset", operation: "POST /v1/page" })).toThrow(expect.objectContaining({ hint: expect.stringContaining("POST /v1/pages") })); // prettier-ignore
  });
});

// https://developers.notion.com/docs/authorization

const redirectUri = "https://app.example/callback";

describe("a public connection", () => {
  const start = async () => {
    const sandbox = notionSandbox();
    const { client_id, client_secret } = sandbox.credentials;
    const application = { client_id, client_secret };
    const started = await NotionConnector.startConnect({ application, redirectUri }, sandbox.options);
    return { sandbox, application, ...started };
  };

  test("gets tokens for a code, once, and its check does not use up the refresh token", async () => {
    const { sandbox, application, url, pending } = await start();
    const callback = await decide(sandbox.fetch, url);
    const finish = () => NotionConnector.finishConnect({ application, pending, callback }, sandbox.options);
    const [granted] = await finish();
    expect(granted).toMatchObject({ account: { name: "Fernhill" }, auth: { ...application } });
    expect(granted).toMatchObject({ accounts: [{ check: { status: "healthy" } }] });
    expect(granted).not.toHaveProperty("issued");
    const notion = new NotionConnector(
      { auth: granted!.auth as never },
      { ...sandbox.options, store: memoryStore() },
    );
    expect((await notion.users.me({})).data).toMatchObject({ type: "bot" });
    await expect(finish()).rejects.toMatchObject({ code: "connect_invalid" });
  });

  test("uses the tokens of the code first, if it gets the same store", async () => {
    const { sandbox, application, url, pending } = await start();
    const callback = await decide(sandbox.fetch, url);
    const code = { ...sandbox.options, store: memoryStore() };
    const [granted] = await NotionConnector.finishConnect({ application, pending, callback }, code);
    await new NotionConnector({ auth: granted!.auth as never }, code).users.me({});
    const requests = sandbox.calls().filter(({ operation }) => operation === "POST /v1/oauth/token");
    expect(requests).toHaveLength(1);
  });

  test("gets none if the person denies it", async () => {
    const { sandbox, application, url, pending } = await start();
    const callback = await decide(sandbox.fetch, url, "deny");
    await expect(NotionConnector.finishConnect({ application, pending, callback }, sandbox.options)).rejects.toMatchObject({ code: "connect_denied" }); // prettier-ignore
  });

  test("refreshes its token, and each refresh token works once", async () => {
    const sandbox = notionSandbox();
    const auth = sandbox.credentials;
    const store = memoryStore();
    const open = (code: object) => new NotionConnector({ auth }, { ...sandbox.options, ...code });
    const tokenCalls = () => sandbox.calls().filter(({ operation }) => operation === "POST /v1/oauth/token").map(({ status }) => status); // prettier-ignore
    await open({ store }).users.me({});
    // Another process with the same store uses the new token.
    await open({ store }).users.me({});
    expect(tokenCalls()).toEqual([200]);
    await expect(open({}).users.me({})).rejects.toMatchObject({ code: "reauth_required" });
    expect(tokenCalls()).toEqual([200, 400]);
    expect(JSON.stringify(sandbox.calls())).not.toContain(auth.refresh_token);
  });

  test("reads JSON, as documented, and authenticates the client", async () => {
    const sandbox = notionSandbox();
    const { client_id, client_secret, refresh_token } = sandbox.credentials;
    const exchange = (secret: string) =>
      sandbox.fetch("https://api.notion.com/v1/oauth/token", {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${client_id}:${secret}`)}`, "content-type": "application/json" }, // prettier-ignore
        body: JSON.stringify({ grant_type: "refresh_token", refresh_token }),
      });
    expect(await (await exchange("wrong")).json()).toMatchObject({ error: "invalid_client" });
    const issued = (await (await exchange(client_secret)).json()) as Record<string, string>;
    expect(issued).toMatchObject({
      token_type: "bearer",
      workspace_name: "Fernhill",
      owner: { type: "user" },
    });
    expect((await raw(sandbox, { authorization: `Bearer ${issued.access_token}` })).status).toBe(200);
    expect(await (await exchange(client_secret)).json()).toMatchObject({ error: "invalid_grant" });
  });

  test.each([
    ["client_id", "other"],
    ["redirect_uri", "http://evil.example"],
    ["response_type", "token"],
    ["owner", "workspace"],
  ])("a wrong %s is refused on Notion's own page", async (name, value) => {
    const { sandbox, url } = await start();
    const wrong = new URL(url);
    wrong.searchParams.set(name, value);
    expect((await sandbox.fetch(wrong)).status).toBe(400);
  });
});
