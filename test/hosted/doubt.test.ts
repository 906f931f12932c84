import type { ServerResponse } from "node:http";
import { ConnectorError, version } from "agent-connectors";
import { virtualClock } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { json, serve, type TestServer } from "../fixtures/server.ts";

// If a write may have reached the platform, the error never has the outcome `not_started`. This must also be true if a
// proxy is between the client and the service.

type Respond = (response: ServerResponse, attempt: number) => void;

/** Starts a server that issues tokens. `respond` sends the responses to writes. */
async function serviceThat(
  respond: Respond,
): Promise<{ server: TestServer; writes: () => (string | undefined)[] }> {
  const writes: (string | undefined)[] = [];
  const server = await serve(({ path, headers }, response) => {
    if (path.endsWith("/token")) return void json(response, 200, { access_token: "a", token_type: "bearer" });
    if (path.endsWith("/scoped-token")) return void json(response, 200, { token: "t", expires_in: 1200 });
    writes.push(headers["idempotency-key"] as string | undefined);
    respond(response, writes.length);
  });
  return { server, writes: () => writes };
}

const identity = (server: TestServer) => ({
  external_user_id: "ana",
  airbyte_client_id: "id",
  airbyte_client_secret: "secret",
  base_url: server.url,
});

const post = (server: TestServer, options: { idempotencyKey?: string; signal?: AbortSignal } = {}) =>
  new SlackConnector(
    { ...identity(server), connector_id: "c1" },
    { clock: virtualClock(Date.now()) },
  ).messages.create({ channel: "C07A1QW2ER3", text: "Hello" }, options);

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    (value) => ({ value }),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  return error as ConnectorError;
};

const inDoubt = { outcome: "unknown", retryable: false };
const problem = (code: string, more: object) => ({ code, message: "Something failed.", ...more });
const html = (response: ServerResponse, status: number) =>
  response.writeHead(status, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
const cut = (response: ServerResponse) => void response.socket!.destroy();

test.each<[string, Respond]>([
  ["HTML with status 502", (response) => html(response, 502)],
  ["HTML with status 404", (response) => html(response, 404)],
  ["status 503 without a body", (response) => response.writeHead(503).end()],
  ["status 200 without a body", (response) => response.writeHead(200).end()],
  ["null", (response) => json(response, 200, null)],
  ["JSON that is no result", (response) => json(response, 200, { hello: "there" })],
  ["a list", (response) => json(response, 200, [])],
  [
    "an error without an outcome",
    (response) => json(response, 500, problem("internal", { retryable: true })),
  ],
  ["an error with a strange outcome", (response) => json(response, 503, problem("draining", { outcome: 7 }))],
  ["an error of another program", (response) => json(response, 504, problem("GATEWAY_TIMEOUT", {}))],
  [
    "half a body",
    (response) =>
      void response.writeHead(200, { "content-length": 99 }).write('{"result":', () => cut(response)),
  ],
  ["no response", cut],
])("the outcome of a write is unknown if the response is %s", async (_, respond) => {
  const { server, writes } = await serviceThat(respond);
  await using _server = server;
  expect(await failure(post(server))).toMatchObject(inDoubt);
  expect(new Set(writes()).size).toBe(1);
});

test.each<[string, Respond]>([
  [
    "refused because of too many requests",
    (response) =>
      json(
        response,
        429,
        problem("rate_limited", { retryable: true, retry_after: 1, outcome: "not_started" }),
      ),
  ],
  [
    "refused because the service drains",
    (response) => json(response, 503, problem("draining", { retryable: true, outcome: "not_started" })),
  ],
  [
    "refused because of the token",
    (response) => json(response, 401, problem("invalid_token", { outcome: "not_started" })),
  ],
  [
    "refused by the platform",
    (response) => json(response, 422, problem("upstream_rejected", { outcome: "not_started" })),
  ],
  [
    "still running",
    (response) =>
      json(
        response,
        409,
        problem("idempotency_in_progress", { retryable: true, retry_after: 1, outcome: "unknown" }),
      ),
  ],
])("after a lost response, the outcome stays unknown if the repeated request is %s", async (_, respond) => {
  const { server } = await serviceThat((response, attempt) =>
    attempt === 1 ? cut(response) : respond(response, attempt),
  );
  await using _server = server;
  expect(await failure(post(server))).toMatchObject(inDoubt);
});

test("after a lost response, the outcome stays unknown if the service no longer listens", async () => {
  const { server } = await serviceThat((response) => {
    cut(response);
    void server[Symbol.asyncDispose]();
  });
  expect(await failure(post(server))).toMatchObject({ code: "upstream_unreachable", ...inDoubt });
});

test("after a lost response, the outcome stays unknown if the call is aborted", async () => {
  const stop = new AbortController();
  const { server } = await serviceThat((response) => {
    cut(response);
    setTimeout(() => stop.abort(), 0);
  });
  await using _server = server;
  expect(await failure(post(server, { signal: stop.signal }))).toMatchObject({
    outcome: "unknown",
    retryable: false,
  });
});

test("a call that is still running can be repeated only with the caller's key", async () => {
  const running = problem("idempotency_in_progress", { retryable: true, retry_after: 1, outcome: "unknown" });
  const { server } = await serviceThat((response) => json(response, 409, running));
  await using _server = server;
  expect(await failure(post(server, { idempotencyKey: "k" }))).toMatchObject({
    retryable: true,
    outcome: "unknown",
  });
  expect(await failure(post(server))).toMatchObject(inDoubt);
});

test("the outcome of a create is unknown if its response is lost", async () => {
  const { server, writes } = await serviceThat((response) => {
    cut(response);
    void server[Symbol.asyncDispose]();
  });
  const created = SlackConnector.create(
    { ...identity(server), auth: { api_token: "xoxb-1" } },
    { clock: virtualClock(Date.now()) },
  );
  expect(await failure(created)).toMatchObject(inDoubt);
  expect(new Set(writes()).size).toBe(1);
});

test("the outcome of a write that was not sent is not_started", async () => {
  const { server } = await serviceThat((response) =>
    json(response, 422, problem("upstream_rejected", { outcome: "not_started" })),
  );
  expect(await failure(post(server))).toMatchObject({ code: "upstream_rejected", outcome: "not_started" });
  const { url } = server;
  await server[Symbol.asyncDispose]();
  expect(await failure(post({ ...server, url }))).toMatchObject({
    code: "upstream_unreachable",
    outcome: "not_started",
  });
});

test("an unknown code of a newer service keeps its message and its outcome", async () => {
  const newer = problem("quota_exhausted", { outcome: "not_started", hint: "Buy more.", retryable: false });
  const { server } = await serviceThat((response) => json(response, 402, newer, { "api-version": "0.9.0" }));
  await using _server = server;
  expect((await failure(post(server))).toJSON()).toEqual({
    code: "internal",
    message: "Something failed.",
    hint: `Buy more. The service has version 0.9.0, and this package has version ${version}.`,
    outcome: "not_started",
    retryable: false,
  });
});
