import { findApplication } from "../../../src/store/queries/applications.ts";
import { acceptRows } from "../../support/keys.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LogLine } from "../../../src/operations/log.ts";
import {
  allowReturnUrl,
  createSession,
  goToPlatform,
  openBrowser,
  paramsOf,
  returnUrl,
  type Browser,
} from "../../support/connect.ts";
import { testService, type TestService } from "../../support/service.ts";

const directory = mkdtempSync(join(tmpdir(), "acs-"));
const location = { dataDir: directory, databaseUrl: undefined };
const log: LogLine[] = [];
let now = Date.parse("2020-01-01T12:00:00Z");
const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) };
let service: TestService;
let browser: Browser;
let user = 0;
beforeAll(async () => {
  service = await testService(location, { clock, log: (line) => void log.push(line) });
  await allowReturnUrl(service);
});
beforeEach(() => {
  browser = openBrowser(service);
  user++;
});
afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

const newSession = (more: object = {}) =>
  createSession(service, { external_user_id: `user${user}`, ...more });
const atCallback = async (more: object = {}) => {
  const session = await newSession(more);
  return { session, callback: await goToPlatform(browser, session, service.sandbox.fetch) };
};
const statusOf = async (id: string) =>
  (await service.ask(`/v1/connect/sessions/${id}`, { token: await service.applicationToken() })).body.status;
const rowOf = (id: string) =>
  service.store.db.selectFrom("connect_sessions").selectAll().where("id", "=", id).executeTakeFirst();
const minutes = (count: number) => count * 60_000;

test("every page loads nothing, is in no cache and no frame, and sends no address to others", async () => {
  const { session, callback } = await atCallback({ return_url: undefined });
  const open = await newSession();
  for (const answer of [
    await browser.get(open.url),
    await browser.get(session.url),
    await browser.get(callback),
    await browser.get("https://service.test/connect/unknown"),
  ]) {
    const { headers, text } = answer;
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-frame-options")).toBe("DENY");
    const policy = headers.get("content-security-policy")!;
    for (const rule of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "style-src 'sha256-",
    ])
      expect(policy).toContain(rule);
    expect(text).not.toMatch(/<script|src=|href=|style="/);
    expect(text).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
    expect(text.match(/<h1>/g)).toHaveLength(1);
  }
});

test("the start sets a cookie for this session, and leads to the platform with 303", async () => {
  const session = await newSession();
  const { status, headers } = await browser.post(session.url);
  expect([status, headers.get("referrer-policy")]).toEqual([303, "no-referrer"]);
  expect(headers.get("set-cookie")).toMatch(
    new RegExp(
      `^__Host-connect-${session.id}=[\\w-]{43}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$`,
    ),
  );
  const url = new URL(headers.get("location")!);
  expect(url.origin + url.pathname).toBe("https://slack.com/oauth/v2/authorize");
  expect(url.searchParams.get("redirect_uri")).toBe("https://service.test/connect/callback/slack");
  expect(url.searchParams.get("state")).toMatch(/^[\w-]{43}$/);
});

test("over http on loopback, the cookie has another name and is not Secure", async () => {
  const local = await testService(
    { dataDir: join(directory, "local"), databaseUrl: undefined },
    { publicUrl: "http://127.0.0.1:8080" },
  );
  const { url } = await createSession(local, { return_url: undefined });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/connect\/[\w-]{43}$/);
  const { headers } = await openBrowser(local).post(url);
  expect(headers.get("set-cookie")).toMatch(/^connect-[^;]*; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  await local.close();
});

test("without a public address, there are no sessions", async () => {
  const none = await testService(
    { dataDir: join(directory, "none"), databaseUrl: undefined },
    { publicUrl: undefined },
  );
  const { body } = await none.ask("/v1/connect/sessions", {
    token: await none.applicationToken(),
    json: { external_user_id: "ana", connector_type: "slack" },
  });
  expect([body.code, body.hint]).toEqual(["config_error", expect.stringContaining("--public-url")]);
  await none.close();
});

test("a host that the client names changes no address", async () => {
  const answer = await service.ask("/v1/connect/sessions", {
    token: await service.applicationToken(),
    json: { external_user_id: `user${user}`, connector_type: "slack" },
    headers: { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
  });
  expect(answer.text).not.toContain("evil");
  const { headers } = await browser.post(answer.body.url, { host: "evil.example" });
  expect(decodeURIComponent(headers.get("location")!)).not.toContain("evil");
});

test("browsers use only https for the service, if its public address does", async () => {
  const { headers } = await service.ask("/healthz");
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  const local = await testService(
    { dataDir: mkdtempSync(join(directory, "local-")), databaseUrl: undefined },
    { publicUrl: "http://127.0.0.1:8080" },
  );
  expect((await local.ask("/healthz")).headers.get("strict-transport-security")).toBeNull();
  await local.close();
});

test("a name cannot change the direction of the text on a page", async () => {
  for (const json of [{ external_user_id: "ana\u202Etxe" }, { external_user_id: "ana", name: "\u2066x" }]) {
    const token = await service.applicationToken();
    const refused = await service.ask("/v1/connect/sessions", {
      token,
      json: { connector_type: "slack", return_url: returnUrl, ...json },
    });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      422,
      "validation_error",
      expect.stringContaining("must not contain characters that change the direction of the text"),
    ]);
  }
  // The operator chooses the name of an application, and the platform the names of accounts.
  const { db } = service.store;
  const { organization_id } = (await findApplication(db, service.clientId))!;
  const rename = async (name: string) => {
    await db.updateTable("applications").set({ name }).execute();
    await acceptRows(service.store, organization_id);
  };
  await rename("Shop\u202Eelpmaxe");
  const page = await browser.get((await newSession()).url);
  await rename("first");
  expect(page.text).toContain("<b>Shop[U+202E]elpmaxe</b>");
  expect(page.text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
});

describe("the start refuses", () => {
  test.each([
    ["a form of another site", { "sec-fetch-site": "cross-site" }],
    ["a form of another subdomain", { "sec-fetch-site": "same-site" }],
    ["a form of another site in an old browser", { origin: "https://evil.example" }],
    ["a form without an origin in an old browser", { origin: "null" }],
    ["a request that comes from no page", {}],
  ])("%s", async (_name, headers) => {
    const session = await newSession();
    const answer = await browser.post(session.url, headers);
    expect([answer.status, answer.headers.get("set-cookie"), await statusOf(session.id)]).toEqual([
      400,
      null,
      "pending",
    ]);
  });

  test("a link that was used", async () => {
    const session = await newSession();
    const [first, second] = await Promise.all([browser.post(session.url), browser.post(session.url)]);
    expect([first.status, second.status].sort()).toEqual([303, 400]);
    const page = await browser.get(session.url);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("already used")]);
  });

  test("a link that has expired", async () => {
    const session = await newSession();
    now += minutes(10);
    for (const answer of [await browser.get(session.url), await browser.post(session.url)])
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("expired")]);
    expect(await statusOf(session.id)).toBe("expired");
  });

  test("a link that is not complete", async () => {
    const { url } = await newSession();
    for (const wrong of [url.slice(0, -1), `${url}x`]) expect((await browser.post(wrong)).status).toBe(404);
  });
});

describe("the callback refuses, and the right callback works afterwards", () => {
  const replace = (name: string, value: string) => (address: string) => {
    const url = new URL(address);
    url.searchParams.set(name, value);
    return url.href;
  };
  test.each<[string, (address: string) => string]>([
    ["another state", replace("state", "x".repeat(43))],
    ["no state", replace("state", "")],
    ["two states", (address) => `${address}&state=x`],
    ["another platform's path", (address) => address.replace("callback/slack", "callback/amazon-ads")],
    ["an unknown platform's path", (address) => address.replace("callback/slack", "callback/fax")],
  ])("%s", async (_name, change) => {
    const { session, callback } = await atCallback();
    const answer = await browser.get(change(callback));
    expect([answer.status, await statusOf(session.id)]).toEqual([400, "started"]);
    expect(Object.keys(paramsOf(await browser.get(callback)))).toContain("result");
  });

  test("another browser, and a browser with two cookies", async () => {
    const { session, callback } = await atCallback();
    const other = openBrowser(service);
    expect((await other.get(callback)).status).toBe(400);
    const [[name, value]] = [...browser.cookies] as [[string, string]];
    const cookie = `${name}=${value}; ${name}=x`;
    const { pathname, search } = new URL(callback);
    expect((await service.ask(pathname + search, { headers: { cookie } })).status).toBe(400);
    expect(await statusOf(session.id)).toBe("started");
    expect(Object.keys(paramsOf(await browser.get(callback)))).toContain("result");
  });
});

test("a wrong code, an answer of another platform and a refusal end the session", async () => {
  const cases: [(callback: string) => string, string][] = [
    [(callback) => callback.replace(/code=[^&]*/, "code=wrong"), "connect_invalid"],
    [(callback) => callback.replace(/code=[^&]*/, "error=access_denied"), "connect_denied"],
    [(callback) => callback.replace(/code=[^&]*/, "error=%3Cb%3Eevil%3C/b%3E"), "connect_invalid"],
    [(callback) => `${callback}&code=another`, "connect_invalid"],
    [(callback) => `${callback}&iss=https://evil.example`, "connect_invalid"],
  ];
  for (const [change, code] of cases) {
    user++;
    const { session, callback } = await atCallback();
    const first = paramsOf(await browser.get(change(callback)));
    // The state is used up, so the right callback shows the same outcome.
    const second = paramsOf(await browser.get(callback));
    expect([first, second]).toEqual(
      Array.from({ length: 2 }, () => ({ session_id: session.id, error: code })),
    );
  }
});

test("a code that may have reached the platform is not sent again", async () => {
  service.sandbox.fail({ kind: "reset_after", operation: "oauth.v2.access" });
  const { session, callback } = await atCallback({ return_url: undefined });
  const answer = await browser.get(callback);
  expect([answer.status, answer.text]).toEqual([502, expect.stringContaining("Start the connection again")]);
  await browser.get(callback);
  expect(service.sandbox.calls().filter(({ fault }) => fault === "reset_after")).toHaveLength(1);
  expect(await statusOf(session.id)).toBe("failed");
});

test("a callback and a confirmation that come too late", async () => {
  const late = await atCallback();
  now += minutes(10);
  const answer = await browser.get(late.callback);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("expired")]);

  const { session, callback } = await atCallback();
  const { result } = paramsOf(await browser.get(callback));
  now += minutes(10);
  const confirmed = await service.ask(`/v1/connect/sessions/${session.id}/confirm`, {
    token: await service.applicationToken(),
    json: { result, external_user_id: `user${user}` },
  });
  expect([confirmed.status, confirmed.body.message]).toEqual([400, "This session has expired."]);
});

test("a callback waits for the outcome of an earlier callback, but not forever", async () => {
  const { session, callback } = await atCallback();
  await service.store.db
    .updateTable("connect_sessions")
    .set({ status: "exchanging" })
    .where("id", "=", session.id)
    .execute();
  await acceptRows(service.store, (await rowOf(session.id))!.organization_id);
  const answer = await browser.get(callback);
  expect([answer.status, answer.text]).toEqual([202, expect.stringContaining("Reload this page")]);
  expect(await statusOf(session.id)).toBe("started");
});

test("secrets of expired sessions are erased, and the sessions are deleted an hour later", async () => {
  const { session, callback } = await atCallback();
  await browser.get(callback);
  expect((await rowOf(session.id))!.sealed).toMatch(/^v1\./);
  now += minutes(10);
  await service.service.sweep();
  expect((await rowOf(session.id))!.sealed).toBe("");
  now += minutes(60);
  await service.service.sweep();
  expect(await rowOf(session.id)).toBeUndefined();
});

test("codes, tokens, links and cookies are in no log, audit row, page or column of the store", async () => {
  log.length = 0;
  const session = await newSession();
  const texts: string[] = [(await browser.get(session.url)).text];
  const callback = await goToPlatform(browser, session, service.sandbox.fetch);
  const back = await browser.get(callback);
  const query = new URL(callback).searchParams;
  const secrets = [
    new URL(session.url).pathname.split("/").at(-1)!,
    query.get("state")!,
    query.get("code")!,
    ...browser.cookies.values(),
    paramsOf(back).result!,
    service.sandbox.app.client_secret,
  ];
  const location = back.headers.get("location")!;
  expect(location.replace(secrets[4]!, "")).toBe(`${returnUrl}?session_id=${session.id}&result=`);
  const again = openBrowser(service);
  texts.push((await again.get(callback)).text, (await browser.get(session.url)).text);
  const { db } = service.store;
  const rows = await db.selectFrom("connect_sessions").selectAll().execute();
  const audit = await db.selectFrom("audit").selectAll().execute();
  const all = JSON.stringify([log, rows, audit, texts]);
  for (const secret of [...secrets, "xoxb-"]) expect(all).not.toContain(secret);
  expect(log.map(({ route }) => route)).toContain("/connect/callback/{connector_type}");
  expect(audit.filter(({ detail }) => detail.includes(session.id)).map(({ event }) => event)).toEqual([
    "connect.create",
    "connect.start",
    "connect.return",
  ]);
});
