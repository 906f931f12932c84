import { describe, expect, test } from "vitest";
import { AmazonAdsConnector } from "../../../src/connectors/amazon-ads/index.ts";
import { SlackConnector } from "../../../src/connectors/slack/index.ts";
import { ConnectorError, defineConnector, type ConnectorOptions } from "../../../src/index.ts";
import { amazonAdsSandbox, slackSandbox, type SlackSandboxOptions } from "../../../sandbox/index.ts";
import { decide } from "./consent.ts";

const redirectUri = "https://app.example/callback/slack";
const scopes = { bot: ["channels:read", "users:read"] };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "connected",
    (error: unknown) => (ConnectorError.is(error) ? error.code : String(error)),
  );

/** Starts a connection at a Slack sandbox, and lets the person decide. */
async function attempt(
  given: SlackSandboxOptions = {},
  options: Partial<Parameters<typeof SlackConnector.startConnect>[0]> = {},
) {
  const sandbox = slackSandbox(given);
  const { client_id, client_secret } = sandbox.app;
  const application = options.application ?? { client_id, client_secret };
  const { url, pending } = await SlackConnector.startConnect(
    { application, redirectUri, scopes, ...options },
    sandbox.options,
  );
  const callback = (decision?: string) => decide(sandbox.fetch, url, decision);
  const finish = (address: string, changes: object = {}) =>
    SlackConnector.finishConnect(
      { application, pending: { ...pending, ...changes }, callback: address },
      { ...sandbox.options, timeoutMs: 500 },
    );
  return { sandbox, application, url, pending, callback, finish };
}

/** Options that record how the requests for tokens name the client. */
function recording(options: ConnectorOptions) {
  const requests: Request[] = [];
  const bodies: URLSearchParams[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith("/oauth.v2.access")) {
      requests.push(request.clone());
      bodies.push(new URLSearchParams(await request.clone().text()));
    }
    return options.fetch!(request);
  };
  return {
    code: { ...options, fetch },
    tokenRequests: () =>
      requests.map(({ headers }, index) => ({
        grant_type: bodies[index]!.get("grant_type"),
        client_id: bodies[index]!.get("client_id"),
        client_secret: bodies[index]!.get("client_secret"),
        authorization: headers.get("authorization"),
      })),
  };
}

describe("Slack", () => {
  test("a bot token works from the consent page to the first call", async () => {
    const { sandbox, callback, finish } = await attempt();
    const grants = await finish(await callback());
    expect(grants).toMatchObject([
      {
        token: "bot",
        auth: { api_token: expect.stringMatching(/^xoxb-/) },
        scopes: ["channels:read", "users:read"],
        account: { id: expect.stringMatching(/^T/), name: expect.any(String) },
        accounts: [{ check: { status: "healthy", scopes: ["channels:read", "users:read"] } }],
      },
    ]);
    const slack = new SlackConnector({ auth: grants[0]!.auth as never }, sandbox.options);
    expect((await slack.channels.list({ limit: 1 })).data).toHaveLength(1);
  });

  test("one consent can give a bot token and a user token", async () => {
    const { callback, finish } = await attempt(
      {},
      { scopes: { bot: ["chat:write"], user: ["search:read"] } },
    );
    const grants = await finish(await callback());
    expect(grants.map(({ token, scopes: granted, user }) => [token, granted, user !== undefined])).toEqual([
      ["bot", ["chat:write"], true],
      ["user", ["search:read"], true],
    ]);
    expect(grants[0]!.user).not.toBe(grants[1]!.user);
  });

  test("one consent can give only a user token", async () => {
    const { callback, finish } = await attempt({}, { scopes: { user: ["search:read"] } });
    expect(await finish(await callback())).toMatchObject([
      { token: "user", auth: { api_token: expect.stringMatching(/^xoxp-/) } },
    ]);
  });

  test("with token rotation, the grant has the pair and the time at which the access token expires", async () => {
    const { sandbox, application, callback, finish } = await attempt({ tokenRotation: true });
    const [grant] = await finish(await callback());
    expect(grant!.auth).toEqual({
      ...application,
      access_token: expect.stringMatching(/^xoxe\.xoxb-/),
      refresh_token: expect.stringMatching(/^xoxe-/),
    });
    expect(grant!.expires_at).toBe(sandbox.clock.now() + 43_200_000);
  });

  test("an app without a secret uses PKCE, and refreshes without a secret", async () => {
    const sandbox = slackSandbox();
    const application = { client_id: sandbox.app.public_client_id };
    const local = "http://localhost:3000/callback";
    const { url, pending } = await SlackConnector.startConnect(
      {
        application,
        redirectUri: local,
        scopes: { user: ["channels:read", "groups:read", "im:read", "mpim:read"] },
      },
      sandbox.options,
    );
    expect(new URL(url).searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    const callback = await decide(sandbox.fetch, url);
    const [grant] = await SlackConnector.finishConnect({ application, pending, callback }, sandbox.options);
    expect(Object.keys(grant!.auth)).toEqual(["client_id", "access_token", "refresh_token"]);
    const slack = new SlackConnector({ auth: grant!.auth as never }, sandbox.options);
    await sandbox.clock.sleep(13 * 3_600_000);
    expect((await slack.channels.list({ limit: 1 })).data).toHaveLength(1);
  });

  test("an app without a secret never sends one: neither to exchange the code nor to refresh the tokens", async () => {
    const sandbox = slackSandbox();
    const application = { client_id: sandbox.app.public_client_id };
    const options = recording(sandbox.options);
    const { url, pending } = await SlackConnector.startConnect(
      { application, redirectUri: "http://localhost:3000/callback", scopes: { user: ["channels:read"] } },
      options.code,
    );
    const callback = await decide(sandbox.fetch, url);
    const [grant] = await SlackConnector.finishConnect({ application, pending, callback }, options.code);
    const slack = new SlackConnector({ auth: grant!.auth as never }, options.code);
    await sandbox.clock.sleep(13 * 3_600_000);
    await slack.check();
    expect(options.tokenRequests()).toEqual(
      ["authorization_code", "refresh_token"].map((grant_type) => ({
        grant_type,
        client_id: application.client_id,
        client_secret: null,
        authorization: null,
      })),
    );
  });

  test("id and secret are form-encoded in the header, to exchange the code and to refresh the tokens", async () => {
    const application = { client_id: "1.2-3", client_secret: "a+b%20:x" };
    const sandbox = slackSandbox({ tokenRotation: true });
    const answer = { ok: false, error: "invalid_client_id" };
    const refuse: typeof fetch = async (request, init) =>
      (request as Request).url.endsWith("/oauth.v2.access")
        ? Response.json(answer)
        : sandbox.fetch(request, init);
    const options = recording({ ...sandbox.options, fetch: refuse });
    const { url, pending } = await SlackConnector.startConnect(
      { application, redirectUri, scopes },
      options.code,
    );
    const callback = `${redirectUri}?${new URLSearchParams({ code: "c", state: new URL(url).searchParams.get("state")! })}`;
    const finished = SlackConnector.finishConnect({ application, pending, callback }, options.code);
    expect(await codeOf(finished)).not.toBe("connected");
    const auth = { ...application, access_token: "xoxe.xoxb-expired", refresh_token: "xoxe-1-x" };
    expect(await codeOf(new SlackConnector({ auth }, options.code).channels.list())).toBe(
      "credential_rejected",
    );
    const authorization = `Basic ${btoa("1.2-3:a%2Bb%2520%3Ax")}`;
    expect(options.tokenRequests()).toMatchObject([{ authorization }, { authorization }]);
  });

  test("the grant has the scopes that the person granted, not those that were asked for", async () => {
    const { callback, finish } = await attempt({ declinedScopes: ["users:read"] });
    expect((await finish(await callback()))[0]!.scopes).toEqual(["channels:read"]);
  });

  test("an app with a secret sends no code challenge, and its link names the workspace to connect again", async () => {
    const { url } = await attempt({}, { account: "T0123" });
    const query = new URL(url).searchParams;
    expect(query.has("code_challenge")).toBe(false);
    expect(query.get("team")).toBe("T0123");
  });

  test.each(["T0123/U0456", "T0123&scope=admin", "t0123"])(
    "the link names no workspace for %j, which is the id of no workspace",
    async (account) => {
      const { url } = await attempt({}, { account });
      expect(new URL(url).searchParams.has("team")).toBe(false);
    },
  );
});

describe("Slack, an app that is installed for a whole organization", () => {
  const read = { bot: ["channels:read", "chat:write", "users:read"] };

  test("the account is the organization, and calls use the workspace of the settings", async () => {
    const team_id = "T07K2M9QX4B";
    const given = { scopes: read, config: { team_id } };
    const { sandbox, callback, finish } = await attempt({ enterprise: true }, given);
    const [grant] = await finish(await callback());
    expect(grant).toMatchObject({
      account: { id: "E07FH4G2R9K", name: "Fernhill Group" },
      accounts: [
        { config: { team_id }, check: { status: "healthy", identity: { enterprise_id: "E07FH4G2R9K" } } },
      ],
    });
    const slack = new SlackConnector({ auth: grant!.auth as never, config: { team_id } }, sandbox.options);
    await slack.messages.create({ channel: "#general", text: "for everyone" });
    const sent = sandbox.calls().map(({ method, args }) => [method, args["team_id"]]);
    expect(sent).toContainEqual(["conversations.list", team_id]);
    expect(sent).toContainEqual(["chat.postMessage", undefined]);
    await expect(slack.channels.list({ team_id: "T0123" })).rejects.toMatchObject({
      hint: expect.stringContaining("auth.teams_list"),
    });
  });

  test("without a workspace, the error says how to choose one", async () => {
    const { sandbox, callback, finish } = await attempt({ enterprise: true }, { scopes: read });
    const [grant] = await finish(await callback());
    const slack = new SlackConnector({ auth: grant!.auth as never }, sandbox.options);
    const { data } = await slack.auth.teams_list();
    await expect(slack.channels.list()).rejects.toMatchObject({
      message: expect.stringContaining("needs team_id"),
      hint: expect.stringContaining("config.team_id"),
      outcome: "not_started",
    });
    expect((await slack.channels.list({ team_id: data[0]!.id, limit: 1 })).data).toHaveLength(1);
  });

  test("the link names no organization to connect again, because the consent page accepts only workspaces", async () => {
    const { url } = await attempt({ enterprise: true }, { account: "E07FH4G2R9K" });
    expect(new URL(url).searchParams.has("team")).toBe(false);
  });

  test.each(["E07FH4G2R9K", "", 5])("the workspace %j is refused before anything is sent", (team_id) => {
    const config = { team_id: team_id as string };
    expect(() => new SlackConnector({ auth: { api_token: "xoxb-1" }, config })).toThrow("config.team_id");
  });
});

describe("a callback that does not answer the attempt is refused, and no code is exchanged", () => {
  const replace = (name: string, value: string) => (address: string) => {
    const url = new URL(address);
    url.searchParams.set(name, value);
    return url.href;
  };
  test.each<[string, (address: string) => string, object]>([
    ["another state", replace("state", "x".repeat(43)), {}],
    ["no state", (address) => address.replace(/&state=[^&]*/, ""), {}],
    ["an empty state for an empty state", replace("state", ""), { state: "another" }],
    ["the beginning of the state", (address) => address.replace(/(state=.{20})[^&]*/, "$1"), {}],
    ["no code", (address) => address.replace(/code=[^&]*&/, ""), {}],
    ["two codes", (address) => `${address}&code=another`, {}],
    ["two states", (address) => `${address}&state=another`, {}],
    ["another issuer", (address) => `${address}&iss=https://other.example`, {}],
    ["two errors", (address) => `${address}&error=access_denied&error=access_denied`, {}],
    ["two issuers", (address) => `${address}&iss=https://slack.com&iss=https://slack.com`, {}],
    ["another path", (address) => address.replace("/callback/slack", "/callback/other"), {}],
    ["another host", (address) => address.replace("app.example", "other.example"), {}],
    ["a fragment", (address) => `${address}#x`, {}],
    ["no address", () => "code=1&state=2", {}],
    ["another platform", (address) => address, { connector: "amazon-ads" }],
    ["another application", (address) => address, { client_id: "other" }],
    ["an attempt that has expired", (address) => address, { expires_at: 0 }],
  ])("%s", async (_name, change, pending) => {
    const { sandbox, callback, finish } = await attempt();
    const address = await callback();
    expect(await codeOf(finish(change(address), pending))).toBe("connect_invalid");
    expect(sandbox.calls()).toEqual([]);
    expect(await codeOf(finish(address))).toBe("connected");
  });

  test("the issuer of the consent page is accepted", async () => {
    const { callback, finish } = await attempt();
    expect(await codeOf(finish(`${await callback()}&iss=https://slack.com`))).toBe("connected");
  });

  test("a callback with the person's refusal is connect_denied", async () => {
    const { sandbox, callback, finish } = await attempt();
    const denied = { code: "connect_denied", platform: { code: "access_denied" } };
    await expect(finish(await callback("deny"))).rejects.toMatchObject(denied);
    expect(sandbox.calls()).toEqual([]);
  });

  test("the error code of the consent page is shown, but its other texts are not", async () => {
    const { pending, finish } = await attempt();
    const address = (error: string) =>
      `${redirectUri}?${new URLSearchParams({ state: pending.state, error, error_description: "<b>call me</b>" })}`;
    await expect(finish(address("server_error"))).rejects.toMatchObject({
      message: expect.stringContaining("server_error"),
      platform: { code: "server_error" },
    });
    await expect(finish(address("<b>evil</b>"))).rejects.toMatchObject({
      message: expect.not.stringContaining("evil"),
    });
  });
});

describe("a code that Slack refuses", () => {
  test("a used code", async () => {
    const { callback, finish } = await attempt();
    const address = await callback();
    await finish(address);
    expect(await codeOf(finish(address))).toBe("connect_invalid");
  });

  test("a wrong client secret", async () => {
    const { application, pending, callback, sandbox } = await attempt();
    const wrong = { ...application, client_secret: "wrong" };
    const options = { application: wrong, pending, callback: await callback() };
    expect(await codeOf(SlackConnector.finishConnect(options, sandbox.options))).toBe("credential_rejected");
  });

  test("a wrong code verifier", async () => {
    const sandbox = slackSandbox();
    const application = { client_id: sandbox.app.public_client_id };
    const local = "http://localhost:3000/callback";
    const options = { application, redirectUri: local, scopes: { user: ["channels:read"] } };
    const { url, pending } = await SlackConnector.startConnect(options, sandbox.options);
    const callback = await decide(sandbox.fetch, url);
    const wrong = { ...pending, verifier: "a".repeat(43) };
    expect(
      await codeOf(SlackConnector.finishConnect({ application, pending: wrong, callback }, sandbox.options)),
    ).toBe("connect_invalid");
  });

  test.each(["reset_after", "timeout"] as const)("after %s, the code is not sent again", async (kind) => {
    const { sandbox, callback, finish } = await attempt();
    sandbox.fail({ kind, operation: "oauth.v2.access" } as never);
    await expect(finish(await callback())).rejects.toMatchObject({
      outcome: "unknown",
      retryable: false,
      hint: expect.stringContaining("Start the connection again"),
    });
    expect(sandbox.calls().filter(({ method }) => method === "oauth.v2.access")).toHaveLength(1);
  });
});

test("an attempt lasts for ten minutes", async () => {
  const { sandbox, callback, finish } = await attempt();
  const address = await callback();
  await sandbox.clock.sleep(599_999);
  expect(await codeOf(finish(address))).toBe("connected");
  await sandbox.clock.sleep(1);
  expect(await codeOf(finish(address))).toBe("connect_invalid");
  expect(sandbox.calls().filter(({ method }) => method === "oauth.v2.access")).toHaveLength(1);
});

test("a caller who aborts sends no code", async () => {
  const { sandbox, application, pending, callback } = await attempt();
  const options = { application, pending, callback: await callback(), signal: AbortSignal.abort() };
  expect(await codeOf(SlackConnector.finishConnect(options, sandbox.options))).toBe("aborted");
  expect(sandbox.calls()).toEqual([]);
});

test("the error of a code that may have been used has the platform's status", async () => {
  const { sandbox, callback, finish } = await attempt();
  sandbox.fail({ kind: "http_500", operation: "oauth.v2.access" } as never);
  const failed = { outcome: "unknown", retryable: false, platform: { status: 500 } };
  await expect(finish(await callback())).rejects.toMatchObject(failed);
});

describe("Amazon Ads", () => {
  const redirect = "https://app.example/callback/amazon-ads";
  const start = async (
    sandbox = amazonAdsSandbox(),
    client: { client_id: string; client_secret: string } = sandbox.credentials,
  ) => {
    const { client_id, client_secret } = client;
    const application = { client_id, client_secret };
    const { url, pending } = await AmazonAdsConnector.startConnect(
      { application, redirectUri: redirect },
      sandbox.options,
    );
    const callback = await decide(sandbox.fetch, url);
    const finish = (changes: object = {}) =>
      AmazonAdsConnector.finishConnect(
        { application, pending: { ...pending, ...changes }, callback },
        sandbox.options,
      );
    return { sandbox, url, finish };
  };

  test("one login finds the profiles of all three regions", async () => {
    const { url, finish } = await start();
    expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
    const [grant] = await finish();
    expect(grant!.auth.refresh_token).toMatch(/^Atzr\|/);
    const found = grant!.accounts.map(({ config, check }) => [
      config!.region,
      check.status,
      (check.identity!.profiles as unknown[]).length,
    ]);
    expect(found).toEqual([
      ["https://advertising-api.amazon.com", "healthy", expect.any(Number)],
      ["https://advertising-api-eu.amazon.com", "healthy", expect.any(Number)],
      ["https://advertising-api-fe.amazon.com", "healthy", expect.any(Number)],
    ]);
    expect(found.map(([, , count]) => (count as number) > 0)).toEqual([true, true, false]);
  });

  test("the scope that every call needs is asked for with others, and the caller's time limit counts", async () => {
    const { options, credentials } = amazonAdsSandbox();
    const { client_id, client_secret } = credentials;
    const application = { client_id, client_secret };
    const scopes = { user: ["profile"] };
    const { url, pending } = await AmazonAdsConnector.startConnect(
      { application, redirectUri: redirect, scopes },
      options,
    );
    expect(new URL(url).searchParams.get("scope")).toBe("advertising::campaign_management profile");
    const callback = `${redirect}?${new URLSearchParams({ code: "c", state: pending.state })}`;
    const silent = { ...options, fetch: () => new Promise<Response>(() => {}), timeoutMs: 5 };
    const finished = AmazonAdsConnector.finishConnect({ application, pending, callback }, silent);
    await expect(finished).rejects.toMatchObject({ code: "upstream_timeout", outcome: "unknown" });
  });

  test("a region that fails hides no other region", async () => {
    const { sandbox, finish } = await start();
    for (let time = 0; time < 4; time++)
      sandbox.fail({ kind: "http_500", operation: "GET /v2/profiles" } as never);
    const [grant] = await finish();
    expect(grant!.accounts.map(({ check }) => check.status).toSorted()).toContain("healthy");
    expect(grant!.accounts).toHaveLength(3);
  });

  test("the error says that Amazon has not approved the application", async () => {
    const sandbox = amazonAdsSandbox();
    const { finish } = await start(sandbox, sandbox.otherCredentials.notPermitted);
    await expect(finish()).rejects.toMatchObject({
      code: "credential_rejected",
      hint: expect.stringContaining("approval"),
    });
  });

  test("a wrong code verifier is refused", async () => {
    const { finish } = await start();
    expect(await codeOf(finish({ verifier: "a".repeat(43) }))).toBe("connect_invalid");
  });
});

describe("wrong options are errors of the caller, and nothing is sent", () => {
  const sandbox = slackSandbox();
  const { client_id, client_secret } = sandbox.app;
  const application = { client_id, client_secret };
  test.each<[string, object, string]>([
    ["no application", { redirectUri, scopes }, "application"],
    [
      "a secret of the wrong type",
      { application: { client_id, client_secret: 1 }, redirectUri, scopes },
      "application.client_secret",
    ],
    [
      "a redirect address without https",
      { application, redirectUri: "http://app.example/", scopes },
      "redirectUri",
    ],
    [
      "a redirect address with a fragment",
      { application, redirectUri: `${redirectUri}#`, scopes },
      "redirectUri",
    ],
    [
      "a redirect address with a password",
      { application, redirectUri: "https://a:b@app.example/", scopes },
      "redirectUri",
    ],
    [
      "a redirect address with a password and no user",
      { application, redirectUri: "https://:b@app.example/", scopes },
      "redirectUri",
    ],
    ["no scopes", { application, redirectUri }, "scopes"],
    ["an unknown kind of token", { application, redirectUri, scopes: { app: ["x"] } }, "scopes"],
    ["a scope that adds a param", { application, redirectUri, scopes: { bot: ["a&state=b"] } }, "scopes"],
    ["an unknown option", { application, redirectUri, scopes, state: "mine" }, "state"],
  ])("%s", async (_name, options, path) => {
    await expect(SlackConnector.startConnect(options as never, sandbox.options)).rejects.toMatchObject({
      code: "config_error",
      path,
    });
  });

  test.each<[object, string]>([
    [{ application: { client_id } }, "application.client_secret"],
    [{ account: "A1" }, "account"],
  ])("of Amazon Ads: %j", async (more, path) => {
    const options = { application, redirectUri, ...more };
    const started = AmazonAdsConnector.startConnect(options as never, amazonAdsSandbox().options);
    await expect(started).rejects.toMatchObject({ code: "config_error", path });
  });

  test.each(["connector", "client_id", "redirect_uri", "issuer", "state", "config", "expires_at"])(
    "pending with another %s",
    async (name) => {
      const { callback, finish } = await attempt();
      const address = await callback();
      for (const value of ["", undefined, true])
        await expect(finish(address, { [name]: value })).rejects.toMatchObject({
          code: "config_error",
          path: "pending",
        });
    },
  );

  test("a connector that cannot connect accounts", async () => {
    const Plain = defineConnector({
      name: "plain",
      title: "Plain",
      endpoint: "https://plain.example",
      auth: {},
      entities: {},
      operations: {},
    } as never);
    await expect(Plain.startConnect({} as never)).rejects.toMatchObject({ code: "config_error" });
  });
});
