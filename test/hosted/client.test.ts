import { inspect } from "node:util";
import { ConnectorError, type ConnectorOptions } from "agent-connectors";
import { slackSandbox, virtualClock } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSlackService, type HostedService } from "./open-service.ts";

const sandbox = slackSandbox({ rateLimits: false });
const auth = { api_token: sandbox.tokens.bot };
let service: HostedService;
let users = 0;

beforeAll(async () => {
  service = await openSlackService(sandbox.options);
});
afterAll(() => service.close());

const hosted = (external_user_id: string, extra: { connector_id?: string } = {}) => ({
  external_user_id,
  ...service.application,
  base_url: service.url,
  ...extra,
});
const newUser = () => `user-${++users}`;

/** Returns a `fetch` that records `METHOD /path` of each request. It can also lose responses. */
function recorder(lose: (path: string, count: number) => boolean = () => false) {
  const sent: { path: string; key: string | null; authorization: string | null }[] = [];
  const code: ConnectorOptions = {
    clock: virtualClock(Date.now()),
    fetch: async (input, init) => {
      const path = `${init?.method} ${new URL(String(input)).pathname}`;
      const headers = new Headers(init?.headers);
      sent.push({ path, key: headers.get("idempotency-key"), authorization: headers.get("authorization") });
      const response = await fetch(input, init);
      if (!lose(path, sent.length)) return response;
      await response.arrayBuffer();
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("lost"), { code: "ECONNRESET" }),
      });
    },
  };
  return { sent, code, paths: () => sent.map(({ path }) => path) };
}

const failure = async (promise: Promise<unknown>): Promise<ConnectorError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  return error as ConnectorError;
};

const tokenPaths = [
  "POST /api/v1/account/applications/token",
  "POST /api/v1/account/applications/scoped-token",
];
const lookupPath = "GET /api/v1/integrations/connectors";

test("fifty concurrent calls fetch one token and find the connector once", async () => {
  const user = newUser();
  await SlackConnector.create({ ...hosted(user), auth });
  const { code, paths } = recorder();
  const slack = new SlackConnector(hosted(user), code);
  const results = await Promise.all(
    Array.from({ length: 50 }, () => slack.users.get({ user: "U07A9F2KQ1R" })),
  );
  expect(new Set(results.map(({ data }) => data.id))).toEqual(new Set(["U07A9F2KQ1R"]));
  expect(paths().filter((path) => !path.endsWith("/execute"))).toEqual([...tokenPaths, lookupPath]);
  expect(paths()).toHaveLength(53);
  await slack.users.get({ user: "U07A9F2KQ1R" });
  expect(paths()).toHaveLength(54);
});

test("a new token is fetched shortly before the old one expires", async () => {
  const user = newUser();
  await SlackConnector.create({ ...hosted(user), auth });
  const { code, paths } = recorder();
  const slack = new SlackConnector(hosted(user), code);
  const tokens = () => paths().filter((path) => tokenPaths.includes(path)).length;
  await slack.users.list({ limit: 1 });
  const { clock } = code as { clock: ReturnType<typeof virtualClock> };
  clock.advance(10 * 60_000);
  await slack.users.list({ limit: 1 });
  expect(tokens()).toBe(2);
  clock.advance(9.5 * 60_000);
  await slack.users.list({ limit: 1 });
  expect(tokens()).toBe(4);
});

test("a write whose response is lost is sent again with its key and runs once", async () => {
  const user = newUser();
  await SlackConnector.create({ ...hosted(user), auth });
  let lost = 0;
  const { sent, code } = recorder((path) => path.endsWith("/execute") && lost++ < 2);
  const slack = new SlackConnector(hosted(user), code);
  const text = `once-${user}`;
  const { data } = await slack.messages.create({ channel: "C07A1QW2ER3", text });
  const executes = sent.filter(({ path }) => path.endsWith("/execute"));
  expect(executes).toHaveLength(3);
  expect(new Set(executes.map(({ key }) => key)).size).toBe(1);
  const posted = sandbox
    .state()
    .channels.flatMap(({ messages }) => messages)
    .filter((message) => message.text === text);
  expect(posted.map(({ ts }) => ts)).toEqual([data.ts]);
});

test("a write whose every response is lost has an unknown outcome", async () => {
  const user = newUser();
  await SlackConnector.create({ ...hosted(user), auth });
  const { code } = recorder((path) => path.endsWith("/execute"));
  const slack = new SlackConnector(hosted(user), code);
  const error = await failure(slack.messages.create({ channel: "C07A1QW2ER3", text: "Hello?" }));
  expect(error).toMatchObject({ code: "upstream_unreachable", outcome: "unknown", retryable: false });
});

test("two calls with the same idempotencyKey run once", async () => {
  const user = newUser();
  const slack = await SlackConnector.create({ ...hosted(user), auth });
  const params = { channel: "C07A1QW2ER3", text: `keyed-${user}` };
  const first = await slack.messages.create(params, { idempotencyKey: "order-77" });
  const second = await slack.messages.create(params, { idempotencyKey: "order-77" });
  expect(second).toEqual(first);
  const other = slack.messages.create({ ...params, text: "other" }, { idempotencyKey: "order-77" });
  expect((await failure(other)).code).toBe("idempotency_key_reused");
});

test("the error for no connector says how to create one, and the error for several connectors lists their ids", async () => {
  const user = newUser();
  const none = await failure(new SlackConnector(hosted(user)).users.list());
  expect(none).toMatchObject({ code: "connector_not_found", path: "connector_id" });
  expect(none.hint).toContain("SlackConnector.create");
  await SlackConnector.create({ ...hosted(user), auth, name: "First" });
  await SlackConnector.create({ ...hosted(user), auth, name: "Second" });
  const several = await failure(new SlackConnector(hosted(user)).users.list());
  expect(several).toMatchObject({ code: "config_error", path: "connector_id" });
  const ids = several.message.match(/[0-9a-f-]{36}/g)!;
  expect(ids).toHaveLength(2);
  expect(several.message).toContain("(First)");
  const chosen = new SlackConnector(hosted(user, { connector_id: ids[1]! }));
  expect((await chosen.users.list({ limit: 1 })).data).toHaveLength(1);
});

test("another user's connector_id gives the same error as an unknown one", async () => {
  const owner = newUser();
  await SlackConnector.create({ ...hosted(owner), auth, name: "Mine" });
  await SlackConnector.create({ ...hosted(owner), auth, name: "Mine too" });
  const { message } = await failure(new SlackConnector(hosted(owner)).users.list());
  const [id] = message.match(/[0-9a-f-]{36}/g)!;
  const theirs = await failure(new SlackConnector(hosted(newUser(), { connector_id: id! })).users.list());
  const nobodys = new SlackConnector(
    hosted(newUser(), { connector_id: "01a1fe62-008b-7b21-aedd-9a356e1ac57a" }),
  );
  const unknown = await failure(nobodys.users.list());
  expect({ ...theirs.toJSON() }).toEqual({ ...unknown.toJSON() });
  expect(theirs.code).toBe("connector_not_found");
});

const scopedToken = (external_user_id: string): Promise<string> =>
  issuedToken("/v1/applications/scoped-token", { external_user_id });
const longLivedToken = (external_user_id: string): Promise<string> =>
  issuedToken("/v1/tokens", { external_user_id, name: "test" });

async function issuedToken(path: string, body: object): Promise<string> {
  const { airbyte_client_id: client_id, airbyte_client_secret: client_secret } = service.application;
  const post = async (path: string, body: object, bearer?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    };
    const response = await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as { access_token: string; token: string };
  };
  const app = await post("/api/v1/account/applications/token", { client_id, client_secret });
  return (await post(path, body, app.access_token)).token;
}

test("a result of the service is shown like a result of open source mode", async () => {
  const slack = await SlackConnector.create({ ...hosted(newUser()), auth });
  const open = new SlackConnector({ auth }, sandbox.options);
  expect(inspect(await slack.channels.list({ limit: 2 }))).toBe(
    inspect(await open.channels.list({ limit: 2 })),
  );
  expect(inspect(slack)).toBe(inspect(open));
});

test.each<[string, (user: string) => Promise<string>]>([
  ["scoped", (user) => scopedToken(user)],
  ["long-lived", (user) => longLivedToken(user)],
])(
  "a %s token as external_user_id is used unchanged, and the service returns its user",
  async (_, tokenOf) => {
    const user = newUser();
    const token = await tokenOf(user);
    const { code, paths, sent } = recorder();
    const slack = await SlackConnector.create({ ...hosted(token), auth }, code);
    expect((await slack.users.list({ limit: 1 })).data).toHaveLength(1);
    expect(paths()).not.toContain(tokenPaths[0]);
    expect(new Set(sent.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${token}`]));
    expect((await new SlackConnector(hosted(user)).users.list({ limit: 1 })).data).toHaveLength(1);
  },
);

test("a scoped token from the options is never renewed", async () => {
  const token = await scopedToken(newUser());
  const [header, claims] = token.split(".");
  const { code, paths } = recorder();
  const slack = new SlackConnector(
    hosted(`${header}.${claims}.${"A".repeat(43)}`, { connector_id: "c" }),
    code,
  );
  expect((await failure(slack.users.list())).code).toBe("invalid_token");
  expect((await failure(slack.users.list())).code).toBe("invalid_token");
  expect(paths()).toEqual(Array(2).fill("POST /api/v1/connectors/sources/c/execute"));
});

test("the error for a wrong client secret does not show it", async () => {
  const wrong = { ...hosted(newUser()), airbyte_client_secret: "acs_canary-0123456789012345678901234567890" };
  const error = await failure(new SlackConnector(wrong).users.list());
  expect(error.code).toBe("invalid_client");
  expect(inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error)).not.toContain(
    "canary",
  );
});

test("if base_url is not the address of a service, the error says so", async () => {
  const page = async () => new Response("<html>Hello</html>", { headers: { "content-type": "text/html" } });
  const slack = new SlackConnector(hosted(newUser()), { fetch: page, totalWaitMs: 0 });
  const error = await failure(slack.users.list());
  expect(error).toMatchObject({ code: "upstream_invalid_response", outcome: "not_started" });
  expect(error.hint).toContain("base_url");
});

test("an abort during the token request ends only this call", async () => {
  const user = newUser();
  await SlackConnector.create({ ...hosted(user), auth });
  const slack = new SlackConnector(hosted(user));
  const controller = new AbortController();
  const aborted = failure(slack.users.list({ limit: 1 }, { signal: controller.signal }));
  const other = slack.users.list({ limit: 1 });
  controller.abort();
  expect((await aborted).code).toBe("aborted");
  expect((await other).data).toHaveLength(1);
});

test("an abort during the search for the connector ends only this call", async () => {
  const user = newUser();
  await SlackConnector.create({ ...hosted(user), auth });
  const stop = new AbortController();
  const slack = new SlackConnector(hosted(user), {
    fetch: async (input, init) => {
      if (String(input).includes("/connectors?")) stop.abort();
      return fetch(input, init);
    },
  });
  const aborted = failure(slack.users.list({ limit: 1 }, { signal: stop.signal }));
  const other = slack.users.list({ limit: 1 });
  expect((await aborted).code).toBe("aborted");
  expect((await other).data).toHaveLength(1);
});

test("a call with an aborted signal rejects, and leaves no unhandled rejection", async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => void unheard.push(reason);
  process.on("unhandledRejection", hear);
  const refuse: typeof fetch = async () => Response.json({ code: "x" }, { status: 403 });
  for (const extra of [{}, { connector_id: "c1" }]) {
    const slack = new SlackConnector(hosted("somebody", extra), { fetch: refuse });
    expect((await failure(slack.check({ signal: AbortSignal.abort() }))).code).toBe("aborted");
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", hear);
  expect(unheard).toEqual([]);
});

test("the client does not repeat a request that failed at the platform", async () => {
  let executed = 0;
  const said = { code: "upstream_timeout", message: "Slack did not answer.", retryable: false };
  const slack = new SlackConnector(hosted(newUser(), { connector_id: "c1" }), {
    clock: virtualClock(0),
    fetch: async (input, init) => {
      if (!String(input).endsWith("/execute")) return fetch(input, init);
      executed++;
      return Response.json(said, { status: 504 });
    },
  });
  await SlackConnector.create({ ...hosted(`user-${users}`), auth });
  expect(await failure(slack.users.list())).toMatchObject({ code: "upstream_timeout" });
  expect(executed).toBe(1);
});

test("a write and the reads before it share the waiting time", async () => {
  const user = newUser();
  await SlackConnector.create({ ...hosted(user), auth });
  const clock = virtualClock(0);
  let executed = 0;
  const limited = { code: "rate_limited", message: "Too many requests.", retry_after: 20 };
  const slack = new SlackConnector(hosted(user), {
    clock,
    // Because of this policy, the client itself looks up the ids of names.
    policy: { only: { channel: ["C07A1QW2ER3"] } },
    fetch: async (input, init) =>
      String(input).endsWith("/execute") && ++executed % 2 === 1
        ? Response.json(limited, { status: 429 })
        : fetch(input, init),
  });
  const channel = `#${sandbox.state().channels.find(({ id }) => id === "C07A1QW2ER3")!.name}`;
  const post = slack.messages.create({ channel, text: "x" });
  expect(await failure(post)).toMatchObject({ code: "rate_limited", retry_after: 20 });
  expect([clock.now(), executed]).toEqual([20_000, 3]);
});

test("a call that is repeated with its key sends the same request, even if the client resolves names", async () => {
  const user = newUser();
  await SlackConnector.create({ ...hosted(user), auth });
  const clock = virtualClock(sandbox.clock.now());
  const bodies: { params: object }[] = [];
  const slack = new SlackConnector(hosted(user), {
    clock,
    policy: { only: { channel: ["C07A1QW2ER3"] } },
    fetch: async (input, init) => {
      const body = JSON.parse(String(init?.body ?? "{}")) as { action?: string; params: object };
      if (body.action === "create") bodies.push({ params: body.params });
      return fetch(input, init);
    },
  });
  const { name } = sandbox.state().channels.find(({ id }) => id === "C07A1QW2ER3")!;
  const schedule = () =>
    slack.scheduled_messages.create(
      { channel: `#${name}`, text: "later", post_at: "2h" },
      { idempotencyKey: `k-${user}` },
    );
  const first = await schedule();
  clock.advance(5000);
  expect((await schedule()).data).toEqual(first.data);
  // The service gets the id that the policy has checked, but the time exactly as the caller wrote it.
  for (const { params } of bodies) expect(params).toMatchObject({ channel: "C07A1QW2ER3", post_at: "2h" });
  expect(bodies).toHaveLength(2);
});

test("check returns the account of the credentials, or says that they are refused", async () => {
  const good = await SlackConnector.create({ ...hosted(newUser()), auth });
  const local = new SlackConnector({ auth }, sandbox.options);
  const { connector_id: _id, ...check } = await good.check();
  expect(check).toEqual(await local.check());
  const revoked = { api_token: sandbox.tokens.revoked };
  const bad = await SlackConnector.create({ ...hosted(newUser()), auth: revoked });
  expect(await bad.check()).toMatchObject({ status: "unhealthy", error: { code: "credential_rejected" } });
});

test("check returns the connector's id", async () => {
  const user = newUser();
  const first = await SlackConnector.create({ ...hosted(user), auth });
  const id = (await first.check()).connector_id!;
  expect(await new SlackConnector(hosted(user)).check()).toMatchObject({ connector_id: id });
  const second = await SlackConnector.create({
    ...hosted(user),
    auth: { api_token: sandbox.tokens.revoked },
  });
  const { status, connector_id: other } = await second.check();
  expect([status, typeof other]).toEqual(["unhealthy", "string"]);
  expect(other).not.toBe(id);
  const again = new SlackConnector(hosted(user, { connector_id: id }));
  expect(await again.check()).toMatchObject({ status: "healthy", connector_id: id });
  // There is no connector id if the user has two connectors, or if the connector runs in process.
  expect(await new SlackConnector(hosted(user)).check()).not.toHaveProperty("connector_id");
  const { check } = new SlackConnector({ auth }, sandbox.options);
  expect(await check()).not.toHaveProperty("connector_id");
});

test("with validate, credentials that the platform refuses are not stored", async () => {
  const user = newUser();
  const create = SlackConnector.create({
    ...hosted(user),
    auth: { api_token: sandbox.tokens.revoked },
    validate: true,
  });
  expect((await failure(create)).code).toBe("credential_rejected");
  expect((await failure(new SlackConnector(hosted(user)).users.list())).code).toBe("connector_not_found");
});

test("bad credentials and settings are refused before they leave the process", async () => {
  const { code, paths } = recorder();
  const create = (options: object) =>
    SlackConnector.create({ ...hosted(newUser()), ...options } as never, code);
  expect((await failure(create({ auth: { api_token: "nonsense" } }))).code).toBe("credentials_mismatch");
  expect((await failure(create({ auth: { ...auth, client_id: "x" } }))).code).toBe("credentials_mismatch");
  expect((await failure(create({ auth, config: { region: "x" } }))).code).toBe("config_error");
  expect(paths()).toEqual([]);
});

test("options that the connector refuses are refused before it is created", async () => {
  const user = newUser();
  const { code, paths } = recorder();
  const create = (options: object, more: ConnectorOptions = {}) =>
    failure(SlackConnector.create({ ...hosted(user), auth, ...options } as never, { ...code, ...more }));
  expect(await create({ nmae: "x" })).toMatchObject({ code: "config_error", path: "nmae" });
  expect(await create({ external_user_id: undefined })).toMatchObject({ path: "external_user_id" });
  expect((await create({}, { endpoint: "http://127.0.0.1:1" })).path).toBe("endpoint");
  expect((await create({}, { policy: { effects: ["raed" as never] } })).code).toBe("config_error");
  expect(paths()).toEqual([]);
});

test("update replaces the credentials of the only connector, or of the chosen one", async () => {
  const user = newUser();
  const revoked = { api_token: sandbox.tokens.revoked };
  const old = await SlackConnector.create({ ...hosted(user), auth: revoked });
  const { connector_id } = await old.check();
  const renewed = await SlackConnector.update({ ...hosted(user), auth });
  expect(await renewed.check()).toMatchObject({ status: "healthy", connector_id });
  // Connectors that were opened before the update also use the new credentials.
  expect(await old.check()).toMatchObject({ status: "healthy", connector_id });

  const second = await SlackConnector.create({ ...hosted(user), auth: revoked });
  const other = { connector_id: (await second.check()).connector_id! };
  const unsaid = await failure(SlackConnector.update({ ...hosted(user), auth }));
  expect(unsaid).toMatchObject({ code: "config_error", path: "connector_id" });
  await SlackConnector.update({ ...hosted(user, other), auth: { api_token: sandbox.tokens.user } });
  expect((await second.check()).identity).toMatchObject({ token: "user" });
  expect((await old.check()).identity).toMatchObject({ token: "bot" });
});

test("update with bad credentials, options or connectors changes nothing", async () => {
  const user = newUser();
  const slack = await SlackConnector.create({ ...hosted(user), auth });
  const { code, paths } = recorder();
  const update = (options: object) =>
    failure(SlackConnector.update({ ...hosted(user), auth, ...options } as never, code));
  expect((await update({ auth: { api_token: "nonsense" } })).code).toBe("credentials_mismatch");
  expect(await update({ name: "x" })).toMatchObject({ code: "config_error", path: "name" });
  expect(paths()).toEqual([]);
  const revoked = { api_token: sandbox.tokens.revoked };
  expect((await update({ auth: revoked, validate: true })).code).toBe("credential_rejected");
  expect((await update({ validate: "yes" })).code).toBe("validation_error");
  expect((await update({ connector_id: crypto.randomUUID() })).code).toBe("connector_not_found");
  expect((await update({ external_user_id: newUser() })).code).toBe("connector_not_found");
  expect((await slack.check()).status).toBe("healthy");
});

test("errors have the same fields as in process", async () => {
  const local = new SlackConnector({ auth }, sandbox.options);
  const remote = await SlackConnector.create({ ...hosted(newUser()), auth });
  const calls = [
    (slack: SlackConnector) => slack.channels.get({ channel: "C0NOSUCHONE" }),
    (slack: SlackConnector) => slack.channels.get({ chanel: "C0NOSUCHONE" } as never),
    (slack: SlackConnector) => slack.execute("chanels" as never, "get" as never, {} as never),
    (slack: SlackConnector) => slack.messages.create({ channel: "C07A9UH9GP1", text: "Not a member" }),
    (slack: SlackConnector) =>
      slack.channel_messages.list({ channel: "C07A1QW2ER3", cursor: "bm9uc2Vuc2U=" }),
  ];
  const kinds = [
    { kind: "http_503", operation: "conversations.info", times: 99 } as const,
    { kind: "ok_false", error: "missing_scope", needed: "channels:read", provided: "chat:write" } as const,
    { kind: "ok_false", error: "fatal_error", operation: "chat.meMessage" } as const,
    { kind: "rate_limit", retryAfter: 600 } as const,
    { kind: "truncated", operation: "chat.meMessage" } as const,
    { kind: "not_json", operation: "chat.postMessage" } as const,
  ];
  const told = async (call: Promise<unknown>) => {
    const { platform, ...json } = (await failure(call)).toJSON();
    return { ...json, platform: platform && { ...platform, request_id: undefined } };
  };
  for (const call of calls) expect(await told(call(remote))).toEqual(await told(call(local)));
  for (const kind of kinds) {
    const message = { channel: "C07A1QW2ER3", text: "Hello" };
    const byOperation: Record<string, (slack: SlackConnector) => Promise<unknown>> = {
      "chat.postMessage": (slack) => slack.messages.create(message),
      "chat.meMessage": (slack) => slack.messages.me(message),
    };
    const call =
      byOperation["operation" in kind ? kind.operation : ""] ??
      ((slack: SlackConnector) => slack.channels.get({ channel: message.channel }));
    sandbox.fail({ ...kind, times: kind.kind === "http_503" ? 4 : 1 });
    const first = await told(call(local));
    sandbox.fail({ ...kind, times: kind.kind === "http_503" ? 4 : 1 });
    expect(await told(call(remote))).toEqual(first);
  }
});

test("an inspected connector shows no secret", async () => {
  const secret = "acs_canary-0123456789012345678901234567890";
  const slack = new SlackConnector({
    ...hosted("eyJcanary.eyJcanary.canary"),
    airbyte_client_secret: secret,
  });
  expect(inspect(slack, { depth: Infinity, showHidden: true }) + JSON.stringify(slack)).not.toContain(
    "canary",
  );
});
