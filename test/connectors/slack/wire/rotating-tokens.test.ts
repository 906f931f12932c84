import type { ConnectorError, Policy } from "agent-connectors";
import type { StoredTokens } from "agent-connectors/toolkit";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

const halfADay = 12 * 3600 * 1000 + 1000;

/** A store in memory that passes new tokens to `onWrite` first. */
function storeWith(onWrite: (tokens: StoredTokens) => void | Promise<void>): StoreDriver {
  const store = memoryStore();
  return {
    ...store,
    async write(key, value, ...rest) {
      if (key.startsWith("tokens/")) await onWrite((JSON.parse(value) as { value: StoredTokens }).value);
      return store.write(key, value, ...rest);
    },
  };
}

function open(onWrite: (tokens: StoredTokens) => void | Promise<void> = () => {}) {
  const sandbox = slackSandbox();
  const auth = sandbox.rotating();
  const store = storeWith(onWrite);
  const slack = new SlackConnector({ auth }, { ...sandbox.options, store });
  const channel = sandbox.state().channels.find(({ name }) => name === "general")!.id;
  const sent = (wanted: string) => sandbox.calls().filter(({ method }) => method === wanted);
  return { sandbox, auth, slack, channel, sent, store };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );

describe("tokens that rotate", () => {
  test("the first access token is used until Slack says that it has expired", async () => {
    const { slack, sent } = open();
    await slack.channels.list();
    expect(sent("oauth.v2.access")).toEqual([]);
  });

  test("if a token expires during many calls, there is one refresh, and the new pair is stored before it is used", async () => {
    const order: string[] = [];
    const { sandbox, slack, channel, sent, auth } = open(async (tokens) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(`kept after ${sandbox.calls().filter(({ ok }) => ok).length} good calls`);
      expect(tokens.refresh_token).not.toBe(auth.refresh_token);
      expect(tokens.access_token).not.toBe(auth.access_token);
      expect(tokens.expires_at).toBe(sandbox.clock.now() + 43_200_000);
    });
    sandbox.clock.advance(halfADay);
    const calls = Array.from({ length: 5 }, () => slack.channels.get({ channel }));
    await Promise.all([...calls, slack.messages.create({ channel, text: "once" })]);
    expect(sent("oauth.v2.access")).toHaveLength(1);
    expect(order).toEqual(["kept after 1 good calls"]);
    expect(sent("chat.postMessage").filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("the next access token is refreshed before it expires, with the new refresh token", async () => {
    const kept: StoredTokens[] = [];
    const { sandbox, slack, sent } = open((tokens) => void kept.push(tokens));
    for (let day = 0; day < 3; day++) {
      sandbox.clock.advance(halfADay);
      await slack.channels.list();
    }
    expect(sent("oauth.v2.access")).toHaveLength(3);
    expect(new Set(kept.map(({ refresh_token }) => refresh_token)).size).toBe(3);
    // Slack refuses only the first access token, once. The later tokens are never refused.
    expect(sent("conversations.list").filter(({ ok }) => !ok)).toHaveLength(1);
  });

  test("if the store fails while the new pair is written, the pair is written again, and not fetched again", async () => {
    let left = 2;
    const kept: StoredTokens[] = [];
    const { sandbox, slack, sent } = open((tokens) => {
      if (left-- > 0) throw new Error("disk full");
      kept.push(tokens);
    });
    sandbox.clock.advance(halfADay);
    await slack.channels.list();
    expect(kept).toHaveLength(1);
    expect(sent("oauth.v2.access")).toHaveLength(1);
  });

  test("if the store cannot be written at all, the call fails before the pair is exchanged", async () => {
    const { sandbox, auth, sent } = open();
    const store = { ...memoryStore(), write: () => Promise.reject(new Error("xoxe-1-secret")) };
    const slack = new SlackConnector({ auth }, { ...sandbox.options, store });
    sandbox.clock.advance(halfADay);
    const error = await caught(slack.channels.list());
    expect(error).toMatchObject({ code: "storage_unavailable", outcome: "not_started" });
    expect(JSON.stringify(error)).not.toContain("xoxe");
    expect(sent("oauth.v2.access")).toEqual([]);
  });

  test.each([
    ["refresh_token", "xoxe-1-used-up", "reauth_required", "invalid_refresh_token"],
    ["client_secret", "mistyped", "credential_rejected", "bad_client_secret"],
    ["client_id", "mistyped", "credential_rejected", "invalid_client_id"],
  ])("a wrong %s makes the call fail", async (field, value, code, platform) => {
    const { sandbox, auth } = open();
    const slack = new SlackConnector({ auth: { ...auth, [field]: value } }, sandbox.options);
    sandbox.clock.advance(halfADay);
    const error = await caught(slack.channels.list());
    expect(error).toMatchObject({ code, platform: { code: platform } });
    expect(JSON.stringify(error)).not.toContain(value);
    expect((await slack.check()).status).toBe("unhealthy");
  });

  test("without a refresh token, the caller must replace an expired token", async () => {
    const { sandbox, auth } = open();
    const { refresh_token: _refresh, ...rest } = auth;
    const slack = new SlackConnector({ auth: rest }, sandbox.options);
    sandbox.clock.advance(halfADay);
    expect(await caught(slack.channels.list())).toMatchObject({ code: "reauth_required" });
  });
});

describe("several connectors over one store", () => {
  test("refresh once, and a new connector with the old credentials continues with the newest pair", async () => {
    const { sandbox, auth, sent, store } = open();
    const connect = () => new SlackConnector({ auth }, { ...sandbox.options, store });
    const connectors = [connect(), connect(), connect()];
    for (let day = 1; day <= 3; day++) {
      sandbox.clock.advance(halfADay);
      await Promise.all(connectors.map((slack) => slack.channels.list()));
      expect(sent("oauth.v2.access").filter(({ ok }) => ok)).toHaveLength(day);
    }
    const later = connect();
    await later.channels.list();
    expect((await later.check()).status).toBe("healthy");
    expect(sent("oauth.v2.access")).toHaveLength(3);
  });

  test("a revoked access token: the stored pair is read again before the call fails", async () => {
    const { sandbox, auth, sent, store } = open();
    const idle = new SlackConnector({ auth }, { ...sandbox.options, store });
    const busy = new SlackConnector({ auth }, { ...sandbox.options, store });
    await idle.channels.list();
    // Slack keeps only two access tokens valid, so the third refresh revokes the access token of `idle`.
    for (let day = 0; day < 3; day++) {
      sandbox.clock.advance(halfADay);
      await busy.channels.list();
    }
    await idle.channels.list();
    expect(sent("oauth.v2.access")).toHaveLength(3);
  });

  test("other credentials in the same store have tokens of their own", async () => {
    const { sandbox, slack, store } = open();
    const user = new SlackConnector({ auth: sandbox.rotating("user") }, { ...sandbox.options, store });
    sandbox.clock.advance(halfADay);
    const [asBot, asUser] = await Promise.all([slack.check(), user.check()]);
    expect([asBot.identity?.token, asUser.identity?.token]).toEqual(["bot", "user"]);
  });

  test("an aborted call does not stop the refresh", async () => {
    const { sandbox, slack, sent } = open(() => new Promise((resolve) => setTimeout(resolve, 20)));
    sandbox.clock.advance(halfADay);
    const stop = new AbortController();
    const aborted = caught(slack.execute("channels", "list", {}, { signal: stop.signal }));
    while (sent("oauth.v2.access").length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    stop.abort();
    expect(await aborted).toMatchObject({ code: "aborted", outcome: "not_started" });
    await slack.channels.list();
    expect(sent("oauth.v2.access")).toHaveLength(1);
  });
});

describe("check", () => {
  test("returns the identity, the scopes, and the actions that the token cannot run", async () => {
    const sandbox = slackSandbox();
    const limited = new SlackConnector({ auth: { api_token: sandbox.tokens.limited } }, sandbox.options);
    const { status, identity, scopes, unavailable } = await limited.check();
    expect(status).toBe("healthy");
    expect(identity).toMatchObject({ token: "bot", user: expect.any(String) });
    expect(scopes).toContain("channels:read");
    expect(unavailable).toMatchObject({ "messages.create": "needs the scope chat:write" });
    expect(unavailable).not.toHaveProperty("channels.list");
  });
  test("lists at once what the token lacks for the actions that the policy allows", async () => {
    const sandbox = slackSandbox();
    const check = async (policy: Policy) =>
      new SlackConnector({ auth: { api_token: sandbox.tokens.limited } }, { ...sandbox.options, policy }).check(); // prettier-ignore
    const { token_kind, missing_scopes } = await check({
      include: ["reactions", "users.get", "search.files"],
    });
    expect(token_kind).toBe("bot");
    expect(missing_scopes).toEqual([
      { scopes: ["reactions:write"], required: true, actions: ["reactions.create", "reactions.delete"] },
      { scopes: ["users:read.email"], required: false, actions: expect.arrayContaining(["users.get"]) },
      { scopes: ["usergroups:read"], required: false, actions: expect.arrayContaining(["reactions.list"]) },
      { scopes: ["team:read"], required: false, actions: expect.arrayContaining(["reactions.create"]) },
    ]);
    const limited = await check({ include: ["reactions", "users.get"], effects: ["read"], only: { channel: ["C012AB3CD"] } }); // prettier-ignore
    expect(limited.missing_scopes!.flatMap(({ actions }) => actions)).not.toContain("reactions.list");
    expect(limited.missing_scopes!.some(({ required }) => required)).toBe(false);
  });
});
