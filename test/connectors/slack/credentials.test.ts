import { inspect } from "node:util";
import { ConnectorError, type Result } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

const secret = "canary7w5q3";
const bot = `xoxb-${secret}`;
const app = { client_id: "1.2", client_secret: `shh-${secret}` };
const oauth = { ...app, access_token: bot };

function refusal(auth: unknown): ConnectorError {
  try {
    void new SlackConnector({ auth } as never);
  } catch (error) {
    expect(error).toBeInstanceOf(ConnectorError);
    return error as ConnectorError;
  }
  return expect.fail("the credentials were accepted");
}

/** Returns everything that is visible when a value is inspected, logged or converted to text. */
const shown = (value: unknown): string =>
  [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
    value instanceof Error ? `${value.message}${value.stack}` : "",
  ].join("\n");

describe("accepted credentials", () => {
  test.each([
    { api_token: bot },
    { api_token: `xoxp-${secret}` },
    { api_token: `xoxe.xoxb-1-${secret}` },
    { api_token: `xoxe.xoxp-1-${secret}` },
    oauth,
    { ...app, access_token: `xoxe.xoxb-1-${secret}` },
    { api_token: bot, access_token: undefined },
  ])("%o", async (auth) => {
    const slack = new SlackConnector({ auth } as never);
    expect(shown(slack)).not.toContain(secret);
    expect(shown(slack.channels)).not.toContain(secret);
    expect(shown(await slack.describe())).not.toContain(secret);
  });

  test("each kind of credentials is sent as a bearer token", async () => {
    const seen: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      seen.push(new Request(input, init).headers.get("authorization"));
      return Response.json({ ok: true, user: { id: "U012AB3CD" } });
    };
    for (const auth of [{ api_token: bot }, oauth])
      await new SlackConnector({ auth }, { fetch }).users.get({ user: "U012AB3CD" });
    expect(seen).toEqual([`Bearer ${bot}`, `Bearer ${bot}`]);
  });
});

describe("credentials that the constructor refuses", () => {
  const others = [
    "xapp-1-",
    "xoxc-",
    "xoxd-",
    "xoxe-1-",
    "xoxr-",
    "xoxs-",
    "Bearer xoxb-",
    "XOXB-",
    "sk-",
    "",
  ];
  test.each(
    others.flatMap((start) => [
      { start, form: "token" },
      { start, form: "oauth" },
    ]),
  )("$start… as $form", ({ start, form }) => {
    const value = start + secret;
    const error = refusal(form === "token" ? { api_token: value } : { ...app, access_token: value });
    expect(error).toMatchObject({
      code: "credentials_mismatch",
      path: form === "token" ? "auth.api_token" : "auth.access_token",
    });
    if (!value.includes(" ")) expect(error.hint).toMatch(/xoxb-.*xoxp-.*xoxe\./);
    expect(shown(error)).not.toContain(secret);
  });

  test.each([
    ["nothing", undefined, "auth"],
    ["null", null, "auth"],
    ["text", bot, "auth"],
    ["a list", [bot], "auth"],
    ["no field", {}, "auth.api_token"],
    ["an empty token", { api_token: "" }, "auth.api_token"],
    ["spaces", { api_token: "   " }, "auth.api_token"],
    ["a trailing space", { api_token: `${bot} ` }, "auth.api_token"],
    ["a line break", { api_token: `${bot}\nx: y` }, "auth.api_token"],
    ["other letters", { api_token: `${bot}é` }, "auth.api_token"],
    ["the prefix alone", { api_token: "xoxb-" }, "auth.api_token"],
    ["a number", { api_token: 5 }, "auth.api_token"],
    ["an object", { api_token: { value: bot } }, "auth.api_token"],
    ["undefined", { api_token: undefined }, "auth.api_token"],
    ["a very long one", { api_token: `${bot}${"x".repeat(10_000)}` }, "auth.api_token"],
    ["a field that is not one", { api_token: bot, team: secret }, "auth.team"],
    ["no client secret", { client_id: "1.2", access_token: bot }, "auth.client_secret"],
    ["no access token", app, "auth.access_token"],
    ["both forms", { ...oauth, api_token: bot }, "auth.api_token"],
    ["a token under two names", { api_token: bot, access_token: bot }, "auth.access_token"],
    ["an empty client id", { ...oauth, client_id: "" }, "auth.client_id"],
  ])("%s", (_what, auth, path) => {
    const error = refusal(auth);
    expect(error).toMatchObject({ code: "credentials_mismatch", path, outcome: "not_started" });
    expect(error.hint?.length).toBeGreaterThan(10);
    expect(shown(error)).not.toContain(secret);
  });
});

describe("if a response repeats the token, the token is shown nowhere", () => {
  const echo = `it was ${bot}, ${"x".repeat(90)}${bot}`;
  const headers = { "x-slack-req-id": bot, "x-oauth-scopes": `chat:write,${bot}` };
  const refused = (body: object) => new Response(JSON.stringify({ ok: false, ...body }), { headers });
  const answers: Record<string, () => Response> = {
    "in the code": () => refused({ error: echo }),
    "at the cut of the code": () => refused({ error: `${"x".repeat(90)}${bot}` }),
    "in the messages": () =>
      refused({ error: "invalid_arguments", response_metadata: { messages: [echo, "y".repeat(190) + bot] } }),
    "in the failures": () => refused({ error: "x", errors: [{ user: bot, error: echo }] }),
    "in the scopes": () => refused({ error: "missing_scope", needed: bot, provided: `a,${bot}` }),
    escaped: () =>
      new Response(`{"ok":false,"error":"xoxb\\u002d${secret.replace("c", "\\u0063")}"}`, { headers }),
    "in the warnings": () => Response.json({ ok: true, warning: echo, user: {} }, { headers }),
    "in the data": () => Response.json({ ok: true, url: echo, user: { id: "U1", name: bot } }, { headers }),
    "beside a rate limit": () =>
      new Response(bot, { status: 429, headers: { ...headers, "retry-after": "99" } }),
    "on a page of a proxy": () => new Response(`<p>${bot}</p>`, { status: 502, headers }),
    "instead of JSON": () => new Response(bot, { headers }),
    "in a redirect": () => new Response(null, { status: 302, headers: { ...headers, location: `/${bot}` } }),
  };
  test.each(Object.entries(answers))("%s", async (_where, answer) => {
    const events: unknown[] = [];
    const { clock } = slackSandbox();
    const slack = new SlackConnector(
      { auth: { api_token: bot } },
      { fetch: async () => answer(), clock, onCall: (event) => events.push(event) },
    );
    const calls: Promise<unknown>[] = [
      slack.users.get({ user: "U012AB3CD" }),
      slack.messages.create({ channel: "C012AB3CD", text: "x" }),
      slack.channel_invites.create({ channel: "C012AB3CD", users: ["U012AB3CD"] }),
      slack.check(),
    ];
    for (const outcome of await Promise.all(calls.map((call) => call.catch((error: unknown) => error)))) {
      expect(shown(outcome)).not.toContain(secret);
      expect(shown((outcome as Partial<Result>).meta ?? {})).not.toContain(secret);
    }
    expect(shown(events)).not.toContain(secret);
  });

  test("a network error that contains the token does not show the token", async () => {
    const fetch = () => Promise.reject(new TypeError(`bad header ${bot}`, { cause: new Error(bot) }));
    const slack = new SlackConnector({ auth: { api_token: bot } }, { fetch });
    const error = await slack.pins
      .create({ channel: "C012AB3CD", ts: "1712161829.000300" })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "upstream_unreachable", outcome: "unknown" });
    expect(shown(error)).not.toContain(secret);
  });
});
