import { ConnectorError, type Result } from "agent-connectors";
import { virtualClock } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { operations } from "../../../../src/connectors/slack/operations/index.ts";
import type { RequestCase } from "../../../suites/slack/theme.ts";
import { requests } from "../../../suites/slack/themes.ts";
import { absent, docsOf, fits, isDocumented } from "../../../suites/slack/documentation.ts";

// Calls every action with a simulated Slack, which takes its responses from a table. Checks the requests that the
// action sends, its result, and its error.

/** Error codes that every method can return, even if Slack does not document them for the method. */
const everywhere = ["missing_scope", "invalid_arguments", "invalid_auth"];
const tokens = { bot: "xoxb-canary", user: "xoxp-canary" };
type Sent = [method: string, args: Record<string, string>];

/** Opens a connector and records its requests. `answer` responds instead of Slack. */
function open(token: "bot" | "user", answer: (method: string, nth: number) => Response) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input);
    const [, method] = /^https:\/\/slack\.com\/api\/([\w.]+)$/.exec(url) ?? [];
    const given = new Headers(init?.headers).get("authorization");
    const upload = url.includes("/upload/");
    expect(given, url).toBe(upload ? null : `Bearer ${tokens[token]}`);
    const name = method ?? `${upload ? "PUT" : (init?.method ?? "GET")} ${url}`;
    sent.push([name, method ? Object.fromEntries(new URLSearchParams(String(init?.body))) : {}]);
    return answer(name, sent.length - 1);
  };
  // The lookups of names fail and are repeated. The virtual clock waits without real time.
  const options = { fetch, clock: virtualClock(0) };
  return { slack: new SlackConnector({ auth: { api_token: tokens[token] } }, options), sent };
}

const call = (slack: SlackConnector, name: string, { params, eventTokens }: RequestCase): Promise<Result> => {
  const [entity, action] = name.split(".");
  return slack.execute(entity as never, action as never, params as never, {
    context: { slack: eventTokens },
  });
};

/** Returns the responses of a case. All other requests, such as lookups of names, get an error. */
const answers =
  ({ sends }: RequestCase) =>
  (method: string): Response => {
    const found = sends.find(([name]) => name === method);
    const html = found?.[2]?.["html"];
    if (typeof html === "string")
      return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
    if (method.startsWith("GET ")) return new Response("content");
    if (method.startsWith("PUT ")) return new Response("OK - 3");
    if (!found)
      return Response.json({ ok: false, error: method === "auth.test" ? "fatal_error" : "user_not_found" });
    return Response.json({ ok: true, ...found[2] });
  };

/** Returns the expected text of an argument. A pattern, which has already matched, is replaced by a fixed text. */
const asText = (value: unknown) => (typeof value === "string" ? value : "a pattern");

const all = Object.entries(requests);

test("every action has a case, and every case has an action", async () => {
  const { entities } = await SlackConnector.describe();
  const names = Object.entries(entities).flatMap(([entity, actions]) =>
    Object.keys(actions).map((action) => `${entity}.${action}`),
  );
  expect(Object.keys(requests).sort()).toEqual(names.sort());
});

describe.each(all)("%s", (name, given) => {
  const { sends, data, refused, token = "bot" } = given;
  const wanted = sends.map(([method]) => method);

  test("sends these arguments, and returns the record", async () => {
    const { slack, sent } = open(token, answers(given));
    const result = await call(slack, name, given);
    for (const [method, args] of sends)
      expect(
        sent.filter(([one]) => one === method),
        method,
      ).toContainEqual([method, args]);
    if (data instanceof Uint8Array)
      expect(await new Response(result.data as ReadableStream).bytes()).toEqual(data);
    else if (Array.isArray(data)) expect(result.data).toMatchObject(data);
    else expect(result.data).toMatchObject(data as object);
    expect(wanted.filter((method) => !sent.some(([one]) => one === method))).toEqual([]);
  });

  test(`the error ${refused} gives an error with its code and a hint`, async () => {
    const main = wanted.find((method) => method !== "auth.test" || name === "auth.test")!;
    const { slack } = open(token, (method) =>
      method === main ? Response.json({ ok: false, error: refused }) : answers(given)(method),
    );
    const error: unknown = await call(slack, name, given).catch((thrown: unknown) => thrown);
    if (!ConnectorError.is(error)) throw error;
    expect(error.platform?.code).toBe(refused);
    expect(error.message).toContain(main);
    expect(error.hint?.length).toBeGreaterThan(20);
    expect(error.hint).not.toContain("See the errors of");
    expect(JSON.stringify(error)).not.toContain("canary");
  });

  test.skipIf(absent)(`is documented${absent ? ` [skipped: ${absent}]` : ""}`, () => {
    for (const [method, args] of sends.filter(([one]) => !one.includes(" "))) {
      expect(isDocumented(method)).toBe(true);
      const docs = docsOf(method);
      const { required = [], properties } = docs.args;
      for (const one of required) if (one !== "token") expect(Object.keys(args), method).toContain(one);
      for (const [one, value] of Object.entries(args)) {
        expect(Object.keys(properties), method).toContain(one);
        expect(fits(asText(value), one, properties[one]!), `${method} ${one}=${asText(value)}`).toBe(true);
      }
    }
    const [main] = sends.find(([method]) => method !== "auth.test" || name === "auth.test")!;
    expect([...Object.keys(docsOf(main).errors ?? {}), ...everywhere]).toContain(refused);
  });

  test("if a method accepts only one kind of token, the other kind is not sent", async () => {
    const only = wanted.map((method) => operations[method as never] as { tokens?: string[] } | undefined);
    const kinds = only.flatMap((one) => one?.tokens ?? []);
    if (kinds.length === 0) return;
    const other = kinds.includes("bot") ? "user" : "bot";
    const { slack, sent } = open(other, answers(given));
    await expect(call(slack, name, given)).rejects.toMatchObject({
      code: "credential_insufficient_scope",
      outcome: "not_started",
      hint: expect.stringMatching(/token/),
    });
    expect(sent.filter(([method]) => wanted.includes(method) && method !== "auth.test")).toEqual([]);
  });
});

test("the params of a call are in its result only if the action repeats them", async () => {
  const { slack } = open("bot", () => Response.json({ ok: true, dnd_enabled: false }));
  expect((await slack.dnd.get({ user: "U012AB3CD" })).data).toEqual({ dnd_enabled: false });
});
