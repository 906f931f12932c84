import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { defaultLimits } from "../../src/limits/limit-values.ts";
import type { LogLine } from "../../src/operations/log.ts";
import { readRoleRules } from "../../src/operators/role-rules.ts";
import { openBrowser, type Browser } from "../support/connect.ts";
import { client, startOpenidProvider, type OpenidProvider } from "../support/openid-provider.ts";
import { origin } from "../support/operator.ts";
import { testService, type TestService } from "../support/service.ts";

const directory = mkdtempSync(join(tmpdir(), "acs-"));
const log: LogLine[] = [];
let ahead = 0;
const clock = { now: () => Date.now() + ahead, sleep: async (ms: number) => void (ahead += ms) };
let provider: OpenidProvider;
let service: TestService;
const rules = readRoleRules(
  JSON.stringify([
    { claim: "groups", value: "ops", roles: ["admin"] },
    { email_domain: "example.com", roles: ["audit:read", "connect"] },
  ]),
  "rules",
);
const callback = `${origin}/operate/openid/callback`;
const settings = () => ({
  issuer: provider.issuer,
  ...client,
  scope: "openid email groups",
  rules,
  application: undefined,
});

beforeAll(async () => {
  provider = await startOpenidProvider(callback, {
    ana: { email: "ana@example.com", email_verified: true },
    ops: { email: "ops@elsewhere.example", email_verified: true, groups: ["staff", "ops"] },
    liar: { email: "liar@example.com", email_verified: false },
    stranger: { email: "eve@example.com.evil.example", email_verified: true, groups: "opsx" },
  });
  service = await testService(
    { dataDir: directory, databaseUrl: undefined },
    { clock, identityProvider: settings(), log: (line) => void log.push(line) },
  );
});
afterAll(async () => {
  await service.close();
  await provider.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a sign-in, and visits the provider as this account. Returns the browser and the address to go back to. */
async function atCallback(account: string | undefined) {
  provider.next.account = account;
  const browser = openBrowser(service);
  const { status, headers } = await browser.submit(`${origin}/operate/openid`, {});
  expect(status).toBe(303);
  return { browser, start: headers.get("location")!, back: await provider.visit(headers.get("location")!) };
}
const countSessions = async () =>
  (await service.store.db.selectFrom("operator_sessions").selectAll().execute()).length;

test("the sign-in page offers the provider, and a person with a matching rule gets its roles and a session", async () => {
  const browser = openBrowser(service);
  const { text, headers } = await browser.get(`${origin}/operate`);
  expect(text).toContain(`Sign in at ${new URL(provider.issuer).host}`);
  expect(headers.get("content-security-policy")).toContain(`form-action 'self' https: ${provider.issuer};`);
  const one = await atCallback("ana");
  const asked = new URL(one.start).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    redirect_uri: callback,
    response_type: "code",
    code_challenge_method: "S256",
    scope: "openid email groups",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const answer = await one.browser.get(one.back);
  expect([answer.status, answer.headers.get("location"), answer.headers.getSetCookie().length]).toEqual([
    303,
    "/operate",
    2,
  ]);
  const home = await one.browser.get(`${origin}/operate`);
  expect(home.text).toContain("<b>ana@example.com</b>");
  expect(home.text).toContain('href="/operate/audit"');
  expect(home.text).not.toContain('href="/operate/oauth-applications"');
  expect([...one.browser.cookies.keys()]).toEqual(["__Host-operator"]);
  const audit = await service.store.db
    .selectFrom("audit")
    .selectAll()
    .where("event", "=", "operator.sign_in")
    .execute();
  expect(audit.map(({ operator }) => operator)).toEqual(["ana@example.com"]);
  const ops = await atCallback("ops");
  await ops.browser.get(ops.back);
  expect((await ops.browser.get(`${origin}/operate`)).text).toContain('href="/operate/oauth-applications"');
});

test("the person returns to the page that he or she asked for", async () => {
  provider.next.account = "ops";
  const browser = openBrowser(service);
  await browser.get(`${origin}/operate/audit?event=execute`);
  const { headers } = await browser.submit(`${origin}/operate/openid`, {});
  const answer = await browser.get(await provider.visit(headers.get("location")!));
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/operate/audit?event=execute"]);
  expect([...browser.cookies.keys()]).toEqual(["__Host-operator"]);
});

test.each(["liar", "stranger"])(
  "%s has no matching rule, and gets neither a role nor a session",
  async (account) => {
    const before = await countSessions();
    const { browser, back } = await atCallback(account);
    const { status, text } = await browser.get(back);
    expect([status, text]).toEqual([403, expect.stringContaining("Your account has no role")]);
    expect([await countSessions(), browser.cookies.has("__Host-operator")]).toEqual([before, false]);
  },
);

test("refused sign-ins are in the audit, with the person whom the provider named", async () => {
  ahead += 3_600_000;
  const stranger = await atCallback("stranger");
  await stranger.browser.get(stranger.back);
  for (let count = 2; count <= 12; count++) await openBrowser(service).get(stranger.back);
  await vi.waitFor(async () => {
    const rows = await service.store.db
      .selectFrom("audit")
      .select(["operator", "detail"])
      .where("event", "=", "operator.refused")
      .where("at", ">", clock.now() - 600_000)
      .orderBy("id")
      .execute();
    expect(rows.map(({ operator, detail }) => [operator, JSON.parse(detail)])).toEqual([
      ["eve@example.com.evil.example", { reason: "insufficient_scope", refused: 1 }],
      [null, { reason: "connect_invalid", refused: 10 }],
    ]);
  });
});

describe("the callback refuses, and gives no session", () => {
  const replace = (name: string, value: string) => (address: string) => {
    const url = new URL(address);
    url.searchParams.set(name, value);
    return url.href;
  };
  test.each<[string, (address: string) => string]>([
    ["another state", replace("state", "x".repeat(43))],
    ["no state", replace("state", "")],
    ["two states", (address) => `${address}&state=x`],
    ["another code", replace("code", "x".repeat(43))],
    ["no code", (address) => address.replace(/code=[^&]*&?/, "")],
    ["another issuer", replace("iss", "https://evil.example")],
    ["an error with HTML", () => `${callback}?error=%3Cb%3Eevil`],
  ])("%s", async (_name, change) => {
    const before = await countSessions();
    const { browser, back } = await atCallback("ops");
    const { status, text } = await browser.get(change(back));
    expect([status, text]).toEqual([400, expect.stringContaining("did not work")]);
    expect(text).not.toContain("evil");
    expect(await countSessions()).toBe(before);
  });

  test("another browser, the answer to another sign-in, an old sign-in, and a code that was used", async () => {
    const one = await atCallback("ops");
    const two = await atCallback("ops");
    expect((await openBrowser(service).get(one.back)).status).toBe(400);
    expect((await two.browser.get(one.back)).status).toBe(400);
    const cookies = new Map(two.browser.cookies);
    expect((await two.browser.get(two.back)).status).toBe(303);
    for (const [name, value] of cookies) two.browser.cookies.set(name, value);
    expect((await two.browser.get(two.back)).status).toBe(400);
    const late = await atCallback("ops");
    ahead += 600_000;
    const { status, text } = await late.browser.get(late.back);
    ahead -= 600_000;
    expect([status, text]).toEqual([400, expect.stringContaining("has expired")]);
    const changed = await atCallback("ops");
    changed.browser.cookies.set("__Host-operator-openid", "v1.x.y.z");
    expect((await changed.browser.get(changed.back)).status).toBe(400);
  });

  test("a person who cancels", async () => {
    const { browser, back } = await atCallback(undefined);
    const { status, text } = await browser.get(back);
    expect([status, text]).toEqual([403, expect.stringContaining("The sign-in was cancelled.")]);
  });

  test("a start from another site", async () => {
    const { status } = await openBrowser(service).submit(
      `${origin}/operate/openid`,
      {},
      { origin: "https://evil.example" },
    );
    expect(status).toBe(403);
  });
});

test("codes and secrets are in no log, and the store has only hashes", async () => {
  log.length = 0;
  const { browser, back } = await atCallback("ops");
  const pending = browser.cookies.get("__Host-operator-openid")!;
  await browser.get(back);
  const rows = await service.store.db.selectFrom("operator_sessions").selectAll().execute();
  const all = JSON.stringify([log, rows]);
  const secrets = [new URL(back).searchParams.get("code")!, pending, browser.cookies.get("__Host-operator")!];
  for (const secret of [...secrets, client.client_secret]) expect(all).not.toContain(secret);
});

test("one address can start and finish only some sign-ins in a minute, and another address still can", async () => {
  const perMinute = { ...defaultLimits.perMinute, openid: 4 };
  const limited = await testService(
    { dataDir: join(directory, "limited"), databaseUrl: undefined },
    {
      identityProvider: settings(),
      limits: { perMinute },
      clock: { ...clock, now: () => 1_900_000_000_000 },
    },
  );
  const from = (address: string) =>
    openBrowser({ ask: (path, ask) => limited.ask(path, { ...ask, address }) });
  const start = (browser: Browser) => browser.submit(`${origin}/operate/openid`, {});
  const one = from("192.0.2.1");
  const before = provider.requests;
  let back = "";
  for (let nth = 0; nth < 2; nth++) {
    const { status, headers } = await start(one);
    expect(status).toBe(303);
    const state = new URL(headers.get("location")!).searchParams.get("state")!;
    back = `${callback}?${new URLSearchParams({ code: "x", state, iss: provider.issuer })}`;
  }
  for (let nth = 0; nth < 2; nth++) expect((await one.get(back)).status).toBe(400);
  for (const refused of [await start(one), await one.get(back)])
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining("4 requests in a minute")]);
  // The provider gets one discovery, and one token request with each code.
  expect(provider.requests - before).toBe(3);
  expect((await start(from("192.0.2.2"))).status).toBe(303);
  await limited.close();
});

test("without a provider there is no such sign-in, and if the provider does not respond, the page says so", async () => {
  const none = await testService({ dataDir: join(directory, "none"), databaseUrl: undefined });
  expect((await openBrowser(none).submit(`${origin}/operate/openid`, {})).status).toBe(404);
  expect((await openBrowser(none).get(callback)).status).toBe(404);
  expect((await openBrowser(none).get(`${origin}/operate`)).text).not.toContain("Sign in at");
  await none.close();
  const gone = await testService(
    { dataDir: join(directory, "gone"), databaseUrl: undefined },
    { identityProvider: { ...settings(), issuer: "http://127.0.0.1:9" } },
  );
  const { status, text } = await openBrowser(gone).submit(`${origin}/operate/openid`, {});
  expect([status, text]).toEqual([502, expect.stringContaining("The OpenID provider cannot be used.")]);
  await gone.close();
});
