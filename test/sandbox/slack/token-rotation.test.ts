import { WebClient } from "@slack/web-api";
import { expect, test } from "vitest";
import { connect, failure } from "./clients.ts";
import { drive, type Driver } from "./helpers.ts";

const HOUR = 3_600_000;

type Pair = ReturnType<Driver["sandbox"]["rotating"]>;

const refresh = async ({ call }: Driver, { client_id, client_secret, refresh_token }: Pair, more = {}) =>
  call(
    "oauth.v2.access",
    { grant_type: "refresh_token", client_id, client_secret, refresh_token, ...more },
    "",
  );

test("Slack's own client refreshes a token that expired after 12 hours", async () => {
  const { sandbox, client } = await connect();
  const { access_token, ...credentials } = sandbox.rotating();
  expect(access_token).toMatch(/^xoxe\.xoxb-/);
  expect(credentials.refresh_token).toMatch(/^xoxe-1-/);
  expect(await client(access_token).auth.test()).toMatchObject({ user: "assistant", ok: true });
  sandbox.clock.advance(12 * HOUR);
  expect(await failure(client(access_token).auth.test())).toBe("token_expired");
  const renewed = await client().oauth.v2.access({ grant_type: "refresh_token", ...credentials });
  expect(renewed).toMatchObject({ token_type: "bot", expires_in: 43_200 });
  expect(await client(renewed.access_token).auth.test()).toMatchObject({ user: "assistant" });
  const shown = JSON.stringify(sandbox.calls());
  expect(shown).not.toContain(credentials.refresh_token);
  expect(shown).not.toContain(credentials.client_secret);
});

test("a refresh token works once, and again for a short time", async () => {
  const driver = drive();
  const pair = driver.sandbox.rotating("user");
  expect(pair.access_token).toMatch(/^xoxe\.xoxp-/);
  expect((await refresh(driver, pair)).ok).toBe(true);
  driver.sandbox.clock.advance(30_000);
  expect((await refresh(driver, pair)).ok).toBe(true);
  driver.sandbox.clock.advance(31_000);
  expect((await refresh(driver, pair)).error).toBe("invalid_refresh_token");
});

test("after two refreshes, the oldest of the three access tokens is revoked", async () => {
  const driver = drive();
  const pair = driver.sandbox.rotating();
  const second = await refresh(driver, pair);
  expect((await driver.call("auth.test", {}, pair.access_token)).ok).toBe(true);
  const third = await refresh(driver, { ...pair, refresh_token: String(second["refresh_token"]) });
  expect((await driver.call("auth.test", {}, pair.access_token)).error).toBe("token_revoked");
  expect((await driver.call("auth.test", {}, String(second["access_token"]))).ok).toBe(true);
  expect((await driver.call("auth.test", {}, String(third["access_token"]))).ok).toBe(true);
});

test("wrong client credentials are refused; valid ones can be in the form or in Basic authentication", async () => {
  const driver = drive();
  const pair = driver.sandbox.rotating();
  expect((await refresh(driver, pair, { client_id: "1.2" })).error).toBe("invalid_client_id");
  expect((await refresh(driver, pair, { client_secret: "?" })).error).toBe("bad_client_secret");
  expect((await refresh(driver, pair, { grant_type: "password" })).error).toBe("invalid_grant_type");
  expect((await refresh(driver, pair, { grant_type: "authorization_code" })).error).toBe("invalid_code");
  expect((await refresh(driver, pair, { refresh_token: "xoxe-1-no" })).error).toBe("invalid_refresh_token");
  const response = await driver.sandbox.fetch("https://slack.com/api/oauth.v2.access", {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${pair.client_id}:${pair.client_secret}`)}` },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: pair.refresh_token }),
  });
  expect(await response.json()).toMatchObject({ ok: true, token_type: "bot" });
});

test("a token that does not expire is exchanged once", async () => {
  const { sandbox, url } = await connect();
  const { client_id, client_secret } = sandbox.rotating();
  const exchange = (token: string): Promise<unknown> =>
    new WebClient(undefined, { slackApiUrl: url, retryConfig: { retries: 0 } }).oauth.v2.exchange({
      client_id,
      client_secret,
      token,
    } as never);
  expect(await exchange(sandbox.tokens.bot)).toMatchObject({ token_type: "bot", expires_in: 43_200 });
  expect(await failure(exchange(sandbox.tokens.bot))).toBe("token_already_exchanged");
  expect(await failure(exchange(sandbox.tokens.revoked))).toBe("authorization_not_found");
  expect(await failure(exchange("xoxb-unknown"))).toBe("invalid_token");
});

test("a restricted app reads 15 messages a minute", async () => {
  const { call, request, id, sandbox } = drive({ appClass: "restricted" });
  const args = { channel: id("deploys"), limit: "100" };
  const page = await call("conversations.history", args);
  expect(page["messages"]).toHaveLength(15);
  expect(page["has_more"]).toBe(true);
  const refused = await request("conversations.history", args);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  const [first] = page["messages"] as { ts: string }[];
  expect((await call("conversations.replies", { ...args, ts: first?.ts ?? "" })).ok).toBe(true);
  expect((await request("conversations.replies", args)).status).toBe(429);
  expect((await call("users.list")).ok).toBe(true);
  sandbox.clock.advance(60_000);
  expect((await call("conversations.history", args)).ok).toBe(true);
});
