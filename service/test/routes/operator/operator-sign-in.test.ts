import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LogLine } from "../../../src/operations/log.ts";
import { roles, type Role } from "../../../src/operators/roles.ts";
import { routes } from "../../../src/routes/index.ts";
import { openBrowser } from "../../support/connect.ts";
import { newLink, origin, signIn } from "../../support/operator.ts";
import { testService, type TestService } from "../../support/service.ts";

const directory = mkdtempSync(join(tmpdir(), "acs-"));
const log: LogLine[] = [];
let now = Date.parse("2020-01-01T12:00:00Z");
const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) };
let service: TestService;
let connector: string;
beforeAll(async () => {
  service = await testService(
    { dataDir: directory, databaseUrl: undefined },
    { clock, log: (line) => void log.push(line) },
  );
  connector = await service.create("ana");
});
afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

const home = `${origin}/operate`;
const minutes = (count: number) => count * 60_000;
const admin = () => signIn(service, ["admin"], { now });
const sessions = () => service.store.db.selectFrom("operator_sessions").selectAll().execute();
const auditOf = async (token: string) =>
  (await service.store.db.selectFrom("audit").selectAll().where("token_id", "=", token).execute()).map(
    ({ event, operator }) => [event, operator],
  );

test("opening a link changes nothing, its button signs in once, and the audit names the operator", async () => {
  const { id, url } = await newLink(service, ["connect", "audit:read"], { now, name: "Ana <b>" });
  const browser = openBrowser(service);
  for (const _time of [1, 2]) {
    const { status, headers, text } = await browser.get(url);
    expect([status, headers.get("set-cookie")]).toEqual([200, null]);
    expect(text).toContain("Sign in as Ana &lt;b&gt;");
    expect(text).toContain("<code>audit:read</code>");
    expect(text).not.toContain("<code>admin</code>");
  }
  const { status, headers } = await browser.submit(url, {});
  expect([status, headers.get("location")]).toEqual([303, "/operate"]);
  expect(headers.get("set-cookie")).toMatch(
    /^__Host-operator=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect((await browser.get(home)).status).toBe(200);
  expect(await auditOf(id)).toEqual([["operator.sign_in", "Ana <b>"]]);
  for (const answer of [await browser.get(url), await openBrowser(service).submit(url, {})])
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining("This link was used")]);
});

test("of two browsers that use a link at the same time, one is signed in", async () => {
  const { url } = await newLink(service, ["admin"], { now });
  const answers = await Promise.all([1, 2].map(() => openBrowser(service).submit(url, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
});

test("a link works for ten minutes, and only if it is complete", async () => {
  const { url } = await newLink(service, ["admin"], { now });
  for (const wrong of [url.slice(0, -1), `${url}x`, `${home}/sign-in/x`, `${home}/sign-in/%00`])
    expect((await openBrowser(service).submit(wrong, {})).status).toBe(404);
  now += minutes(10) - 1;
  expect((await openBrowser(service).get(url)).status).toBe(200);
  now += 1;
  expect((await openBrowser(service).submit(url, {})).status).toBe(404);
});

test("a session ends an hour after its last request, and after twelve hours in any case", async () => {
  const idle = await admin();
  const busy = await admin();
  const start = now;
  now += minutes(59);
  expect((await idle.get("/operate")).status).toBe(200);
  now += minutes(60);
  expect((await idle.get("/operate")).status).toBe(401);
  now = start;
  while (now < start + minutes(12 * 60)) {
    expect([now - start, (await busy.get("/operate")).status]).toEqual([now - start, 200]);
    now += minutes(30);
  }
  expect((await busy.get("/operate")).status).toBe(401);
  await service.service.sweep();
  expect(await sessions()).toEqual([]);
});

test("after sign-out, a stolen cookie is worthless, and the browser's cookie is deleted", async () => {
  const one = await admin();
  const stolen = new Map(one.browser.cookies);
  const { status, text, headers } = await one.submit("/operate/sign-out");
  expect([status, text]).toEqual([200, expect.stringContaining("You are signed out.")]);
  expect(headers.get("set-cookie")).toMatch(/^__Host-operator=; Path=\/; Max-Age=0; HttpOnly; /);
  expect(one.browser.cookies.size).toBe(0);
  for (const [name, value] of stolen) one.browser.cookies.set(name, value);
  expect((await one.get("/operate/connectors")).status).toBe(401);
  expect(await auditOf(one.id)).toEqual([
    ["operator.sign_in", "Ana"],
    ["operator.sign_out", "Ana"],
  ]);
});

test("a sign-in gives a new cookie and ends the browser's earlier session, so nobody can plant a session", async () => {
  const planted = await admin();
  const [[name, value]] = [...planted.browser.cookies] as [[string, string]];
  const victim = openBrowser(service);
  victim.cookies.set(name, value);
  await victim.submit((await newLink(service, ["admin"], { now, name: "Victim" })).url, {});
  expect(victim.cookies.get(name)).not.toBe(value);
  expect((await victim.get(home)).text).toContain("Victim");
  expect((await planted.get("/operate")).status).toBe(401);
  const twice = { cookie: `${name}=${victim.cookies.get(name)}; ${name}=x` };
  expect((await service.ask("/operate", { headers: twice })).status).toBe(401);
});

test("the sessions of operators do not work while their application is disabled", async () => {
  const one = await admin();
  const disable = (value: number | null) =>
    service.store.db.updateTable("applications").set({ disabled_at: value }).execute();
  await disable(1);
  expect((await one.get("/operate")).status).toBe(401);
  await disable(null);
  expect((await one.get("/operate")).status).toBe(200);
});

const anyRole = [...roles];
/** The roles that can use each page. */
const allowed: Record<string, readonly Role[]> = {
  showOperatorHome: anyRole,
  signOut: anyRole,
  showConnectors: ["connect", "admin"],
  showConnector: ["connect", "admin"],
  createConnectLink: ["connect", "admin"],
  checkConnectorOnPage: ["connect", "admin"],
  deleteConnectorOnPage: ["admin"],
  showUsers: ["connect", "admin"],
  showUser: ["connect", "admin"],
  revokeUserOnPage: ["admin"],
  deleteUserOnPage: ["admin"],
  showPolicies: ["audit:read", "admin"],
  showPolicy: ["audit:read", "admin"],
  tryCallOnPage: ["audit:read", "admin"],
  checkPolicyOnPage: ["admin"],
  storePolicyOnPage: ["admin"],
  showApplications: ["admin"],
  showApplication: ["admin"],
  renameApplicationOnPage: ["admin"],
  setLogoOnPage: ["admin"],
  deleteLogoOnPage: ["admin"],
  disableApplicationOnPage: ["admin"],
  enableApplicationOnPage: ["admin"],
  deleteApplicationOnPage: ["admin"],
  showApprovalsPage: ["approvals:decide", "admin"],
  showOneApprovalPage: ["approvals:decide", "admin"],
  decideApprovalOnPage: ["approvals:decide", "admin"],
  showPermissionsPage: ["approvals:decide", "admin"],
  endPermissionOnPage: ["approvals:decide", "admin"],
  showJournal: ["audit:read", "admin"],
  stopOnPage: ["admin"],
  resumeOnPage: ["admin"],
  showTokens: ["admin"],
  addTokenOnPage: ["admin"],
  revokeTokenOnPage: ["admin"],
  showOauthApplications: ["admin"],
  setOauthApplicationOnPage: ["admin"],
  deleteOauthApplicationOnPage: ["admin"],
  showPeople: ["admin"],
  setSignInOnPage: ["admin"],
  deleteSignInOnPage: ["admin"],
  endAgreementOnPage: ["admin"],
  showWebhooks: ["admin"],
  addWebhookOnPage: ["admin"],
  showWebhook: ["admin"],
  changeWebhookOnPage: ["admin"],
  testWebhookOnPage: ["admin"],
  showAudit: ["audit:read", "admin"],
  exportAudit: ["audit:read", "admin"],
  showSessions: anyRole,
  endSessionOnPage: anyRole,
};
const pages = routes.filter(({ access }) => access === "operator");
const addressOf = ([path]: readonly string[]) =>
  path!.replace(/\{\w+_id\}/, "00000000-0000-7000-8000-000000000000");

test("every page refuses people who are not signed in, and operators without its role", async () => {
  expect(pages.map(({ id }) => id).sort()).toEqual(Object.keys(allowed).sort());
  for (const role of [undefined, ...roles])
    for (const { id, method, paths } of pages) {
      const one = role && (await signIn(service, [role], { now }));
      const visit = async () => {
        const path = addressOf(paths);
        if (!one) return service.ask(path, { method: method.toUpperCase(), headers: sameOrigin });
        return method === "get" ? one.get(path) : one.submit(path);
      };
      const { status, text } = await visit();
      const expected = role === undefined ? 401 : allowed[id]!.includes(role) ? "allowed" : 403;
      const seen = status === 401 || status === 403 ? status : "allowed";
      expect([role, id, seen]).toEqual([role, id, expected]);
      if (status === 403) expect(text).toContain("This page needs the role");
    }
});
const sameOrigin = { "sec-fetch-site": "same-origin" };

test("a page shows only the links and forms that the role allows", async () => {
  const texts = new Map<Role, string>();
  for (const role of roles)
    texts.set(role, (await (await signIn(service, [role], { now })).get("/operate")).text);
  const links = (role: Role) => {
    const [nav] = /<nav.*?<\/nav>/s.exec(texts.get(role)!)!;
    return [...new Set(nav.match(/href="[^"]+"/g))].slice(1);
  };
  expect(links("admin").length).toBeGreaterThan(links("connect").length);
  const own = 'href="/operate/sessions"';
  expect(links("connect")).toEqual(['href="/operate/connectors"', 'href="/operate/users"', own]);
  expect(links("audit:read")).toEqual([
    'href="/operate/journal"',
    'href="/operate/policies"',
    'href="/operate/audit"',
    own,
  ]);
  expect(links("approvals:decide")).toEqual([
    'href="/operate/approvals"',
    'href="/operate/permissions"',
    own,
  ]);
  for (const [role, can] of [
    ["connect", false],
    ["admin", true],
  ] as const) {
    const { text } = await (await signIn(service, [role], { now })).get(`/operate/connectors/${connector}`);
    expect([role, text.includes("Delete this connector")]).toEqual([role, can]);
  }
});

test("every form refuses a request that its page did not send, and then still accepts its own", async () => {
  const forms = pages.filter(({ method, id }) => method === "post" && id !== "signOut");
  expect(forms.length).toBeGreaterThan(3);
  const one = await admin();
  const other = await admin();
  const before = await service.store.db.selectFrom("audit").select("id").execute();
  for (const { paths, id } of forms) {
    const url = origin + addressOf(paths);
    const { csrf } = one;
    const wrong: [string, Record<string, string>, Record<string, string>?][] = [
      ["no token", {}],
      ["an empty token", { csrf: "" }],
      ["a shorter token", { csrf: csrf.slice(1) }],
      ["the token of another session", { csrf: other.csrf }],
      ["another site", { csrf }, { "sec-fetch-site": "cross-site" }],
      ["another subdomain", { csrf }, { "sec-fetch-site": "same-site", origin }],
      ["the address bar", { csrf }, { "sec-fetch-site": "none" }],
      ["another site, older browser", { csrf }, { origin: "https://evil.example" }],
      ["a hidden origin", { csrf }, { origin: "null" }],
      ["no headers of a browser", { csrf }, {}],
    ];
    for (const [name, fields, headers] of wrong) {
      const { status } = await one.browser.submit(url, fields, headers);
      expect([id, name, status]).toEqual([id, name, 403]);
    }
    const json = await one.browser.submit(url, { csrf }, { ...sameOrigin, "content-type": "text/plain" });
    expect([id, json.status]).toEqual([id, 415]);
    const own = await one.browser.submit(url, { csrf }, { origin });
    expect([id, [401, 403].includes(own.status)]).toEqual([id, false]);
  }
  expect(await service.store.db.selectFrom("audit").select("id").execute()).toEqual(before);
});

describe("after the sign-in", () => {
  /** Asks for a page while signed out, then signs in with a link. Returns the address to which the browser is sent. */
  const signInAfter = async (path: string, browser = openBrowser(service)) => {
    expect((await browser.get(origin + path)).status).toBe(401);
    const { headers } = await browser.submit((await newLink(service, ["admin"], { now })).url, {});
    return headers.get("location");
  };

  test.each([
    "/operate",
    "/operate/audit?event=execute&since=2030-01-01",
    "/operate/connectors/%3Cb%3E%0d%0a;x=,y",
  ])("the operator returns to %s", async (path) => {
    const browser = openBrowser(service);
    expect(await signInAfter(path, browser)).toBe(path);
    expect([...browser.cookies.keys()]).toEqual(["__Host-operator"]);
    expect((await browser.get(home)).status).toBe(200);
  });

  test("a page that is too long, a form and the last page of a signed-out operator lead to the start page", async () => {
    expect(await signInAfter(`/operate/audit?event=${"x".repeat(2000)}`)).toBe("/operate");
    const browser = openBrowser(service);
    expect((await browser.submit(`${origin}/operate/oauth-applications/delete`, {})).status).toBe(401);
    expect(browser.cookies.size).toBe(0);
  });

  test.each([
    "https://evil.example",
    "https://evil.example/operate/audit",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/operate/..//evil.example",
    "/operate/../../evil.example",
    "/operate/%2e%2e//evil.example",
    "/operate@evil.example",
    "/operatex",
    "/operate\\..\\..\\evil",
    "@evil.example",
    ".evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/connect/x",
    "/v1/audit",
    "/\t/evil.example",
    " //evil.example",
    "https:evil.example",
    "https://service.test@evil.example/operate",
    "https://service.test.evil.example/operate",
    "",
    "%00//evil.example",
    "%",
  ])("a cookie with %j leads to the start page", async (address) => {
    for (const value of [encodeURIComponent(address), address.replace(/[;,\s]/g, "")]) {
      const browser = openBrowser(service);
      browser.cookies.set("__Host-operator-page", value);
      const { status, headers } = await browser.submit((await newLink(service, ["admin"], { now })).url, {});
      expect([status, headers.get("location")]).toEqual([303, "/operate"]);
    }
  });
});

test("the sign-in refuses a form of another site", async () => {
  const { id, url } = await newLink(service, ["admin"], { now });
  for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}]) {
    const answer = await openBrowser(service).submit(url, {}, headers);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  }
  expect((await sessions()).find((row) => row.id === id)!.link_hash).not.toBeNull();
});

test("pages load nothing, and links, cookies and tokens are in no log and no column of the store", async () => {
  log.length = 0;
  const { url } = await newLink(service, ["admin"], { now });
  const browser = openBrowser(service);
  const answers = [await browser.get(url), await browser.submit(url, {})];
  for (const { paths } of pages.filter(
    ({ id, method }) =>
      method === "get" &&
      ![
        "showWebhook",
        "showOneApprovalPage",
        "showUser",
        "showApplication",
        "showPolicy",
        "exportAudit",
      ].includes(id),
  ))
    answers.push(await browser.get(origin + addressOf(paths).replace(/0000.*/, connector)));
  for (const { status, headers, text } of answers.filter((answer) => answer.status !== 303)) {
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([
      "no-store",
      "same-origin",
    ]);
    expect(text).not.toMatch(/<script|src=|style="|(href|action)="(?!\/operate|#main")/);
  }
  const secrets = [url.split("/").at(-1)!, browser.cookies.get("__Host-operator")!];
  const rows = [await sessions(), await service.store.db.selectFrom("audit").selectAll().execute()];
  for (const secret of secrets) expect(JSON.stringify([log, rows])).not.toContain(secret);
  expect(log.map(({ route }) => route)).toContain("/operate/sign-in/{link}");
});

test("over http on loopback, the cookie has another name; without a public address nobody can sign in", async () => {
  const local = await testService(
    { dataDir: join(directory, "local"), databaseUrl: undefined },
    { publicUrl: "http://127.0.0.1:8080" },
  );
  const { url } = await newLink(local);
  const answer = await openBrowser(local).submit(url, {});
  expect(answer.headers.get("set-cookie")).toMatch(
    /^operator=[^;]*; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
  );
  await local.close();
  const none = await testService(
    { dataDir: join(directory, "none"), databaseUrl: undefined },
    { publicUrl: undefined },
  );
  const refused = await openBrowser(none).submit((await newLink(none)).url, {});
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("public address")]);
  await none.close();
});
