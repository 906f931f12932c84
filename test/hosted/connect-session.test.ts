import { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decide } from "../core/connect/consent.ts";
import { openSlackService, type HostedService } from "./open-service.ts";

const sandbox = slackSandbox({ rateLimits: false });
const { client_id, client_secret } = sandbox.app;
const returnUrl = "https://app.example/connected";
let service: HostedService;

beforeAll(async () => {
  service = await openSlackService(sandbox.options, {}, { client_id, client_secret });
  await service.allowReturnUrl(returnUrl);
});
afterAll(() => service.close());

const hosted = (external_user_id: string) => ({
  external_user_id,
  ...service.application,
  base_url: service.url,
});

/** Goes from the link to the address to which the person returns. */
async function agree(link: string): Promise<URL> {
  return new URL((await afterConsent(link)).headers.get("location") ?? "about:blank");
}

const pageAfter = async (link: string): Promise<string> => (await afterConsent(link)).text();

/** Goes from the link to the response after the consent of the person. */
async function afterConsent(link: string): Promise<Response> {
  const started = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(link).origin },
  });
  const callback = await decide(sandbox.fetch, started.headers.get("location")!);
  const cookie = started.headers.get("set-cookie")!.split(";")[0]!;
  return fetch(callback, { redirect: "manual", headers: { cookie } });
}

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ConnectorError.is(error)) throw new Error(`No ConnectorError: ${String(error)}`);
  return [error.code, error.path];
};

test("a session ends with a connector that is ready for calls, and connects it again", async () => {
  const options = { include: ["channels.list"], return_url: returnUrl, name: "Ana's Slack" };
  const session = await SlackConnector.createSession({ ...hosted("ana"), ...options });
  expect(session).toMatchObject({ status: "pending", connector_id: null, error: null });
  const back = (await agree(session.url)).searchParams;
  const ids = { session_id: back.get("session_id")!, result: back.get("result")! };
  const waiting = await SlackConnector.getSession({ ...hosted("ana"), session_id: session.id });
  expect([ids.session_id, waiting.status]).toEqual([session.id, "awaiting_confirmation"]);

  expect(await codeOf(SlackConnector.confirmSession({ ...hosted("ana"), ...ids, result: "x" }))).toEqual([
    "connect_invalid",
    "result",
  ]);
  const slack = await SlackConnector.confirmSession({ ...hosted("ana"), ...ids });
  expect((await slack.channels.list({ limit: 1 })).data).toHaveLength(1);

  const { connector_id } = await SlackConnector.getSession({ ...hosted("ana"), session_id: session.id });
  const again = await SlackConnector.createSession({
    ...hosted("ana"),
    connector_id: connector_id!,
    return_url: returnUrl,
  });
  const returned = (await agree(again.url)).searchParams;
  await SlackConnector.confirmSession({
    ...hosted("ana"),
    session_id: again.id,
    result: returned.get("result")!,
  });
  const ended = await SlackConnector.getSession({ ...hosted("ana"), session_id: again.id });
  expect([ended.status, ended.connector_ids]).toEqual(["connected", [connector_id]]);
});

test("a session that must be confirmed shows its result as a code, if it has no return address", async () => {
  const session = await SlackConnector.createSession({ ...hosted("cleo"), confirm: true });
  const [, result = ""] = /<code>([\w-]{43})<\/code>/.exec(await pageAfter(session.url)) ?? [];
  const slack = await SlackConnector.confirmSession({ ...hosted("cleo"), session_id: session.id, result });
  expect((await slack.channels.list({ limit: 1 })).data).toHaveLength(1);
});

test("another user cannot be confirmed", async () => {
  const session = await SlackConnector.createSession({ ...hosted("bea"), return_url: returnUrl });
  const result = (await agree(session.url)).searchParams.get("result")!;
  const ids = { session_id: session.id, result };
  expect((await codeOf(SlackConnector.confirmSession({ ...hosted("eve"), ...ids })))[0]).toBe(
    "workspace_mismatch",
  );
});

test.each<[string, object, string]>([
  ["an unknown option", { scope: ["x"] }, "scope"],
  ["a list that is a text", { include: "channels" }, "include"],
  ["a return address of another application", { return_url: "https://evil.example/" }, "return_url"],
  ["an unknown action", { include: ["channels.lst"] }, "actions.include"],
  ["no service", { base_url: "http://evil.example" }, "base_url"],
])("%s is refused", async (_name, options, path) => {
  const [, where] = await codeOf(SlackConnector.createSession({ ...hosted("carl"), ...options } as never));
  expect(where).toBe(path);
});

test("the id and the result of a session are texts", async () => {
  expect(await codeOf(SlackConnector.getSession({ ...hosted("ana") } as never))).toEqual([
    "config_error",
    "session_id",
  ]);
  const ids = { session_id: "s", result: null };
  expect(await codeOf(SlackConnector.confirmSession({ ...hosted("ana"), ...ids } as never))).toEqual([
    "config_error",
    "result",
  ]);
  expect((await codeOf(SlackConnector.getSession({ ...hosted("ana"), session_id: "nobodys" })))[0]).toBe(
    "not_found",
  );
});
