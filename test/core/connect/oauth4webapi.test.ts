import { ConnectorError } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { virtualClock } from "agent-connectors/sandbox";
import * as oauth from "oauth4webapi";
import { describe, expect, test } from "vitest";

// Connects an account of Amazon with this package and with oauth4webapi, a client of OAuth 2 by other authors. Both
// must send the same request, and accept the same callbacks and the same responses. Each list of differences says why
// this package decides differently.

const server: oauth.AuthorizationServer = {
  issuer: "https://www.amazon.com",
  token_endpoint: "https://api.amazon.com/auth/o2/token",
};
const redirectUri = "https://app.example/callback/amazon-ads";
const application = { client_id: "amzn1.application-oa2-client.a-b.c", client_secret: "s3cret+/%&= value".replace(" ", "") }; // prettier-ignore
const client: oauth.Client = { client_id: application.client_id };
const good = { access_token: "Atza|1", refresh_token: "Atzr|1", token_type: "bearer", expires_in: 3600 };

interface Sent {
  url: string;
  method: string | undefined;
  type: string | undefined;
  accept: string | null;
  body: string[][];
}
const sentBy = (
  url: string,
  {
    method,
    headers,
    body,
  }: { method?: string; headers?: ConstructorParameters<typeof Headers>[0]; body?: unknown },
): Sent => ({
  // prettier-ignore
  url,
  method,
  type: new Headers(headers).get("content-type")?.split(";")[0],
  accept: new Headers(headers).get("accept"),
  body: [...new URLSearchParams(String(body))].toSorted(),
});

const start = () => AmazonAdsConnector.startConnect({ application, redirectUri });
type Started = Awaited<ReturnType<typeof start>>;
const callbackOf = ({ pending }: Started): string =>
  `${redirectUri}?${new URLSearchParams({ code: "c0de", scope: "x", state: pending.state })}`;

interface Verdict {
  /** The refresh token, or undefined if the callback or the response was refused. */
  refresh_token: string | undefined;
  sent: Sent | undefined;
}

async function ours({ pending }: Started, callback: string, answer: () => Response): Promise<Verdict> {
  let sent: Sent | undefined;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = sentBy(String(input), init as object);
    if (!request.body.some(([, value]) => value === "authorization_code")) return new Response("{}", { status: 400 }); // prettier-ignore
    sent = request;
    return answer();
  };
  try {
    const options = { application, pending, callback };
    const [grant] = await AmazonAdsConnector.finishConnect(options, { fetch, clock: virtualClock(0) });
    return { refresh_token: grant!.auth.refresh_token, sent };
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    return { refresh_token: undefined, sent };
  }
}

async function theirs({ pending }: Started, callback: string, answer: () => Response): Promise<Verdict> {
  let sent: Sent | undefined;
  const customFetch: typeof globalThis.fetch = async (input, init) => {
    sent = sentBy(String(input), init as object);
    return answer();
  };
  try {
    const params = oauth.validateAuthResponse(server, client, new URL(callback), pending.state);
    const secret = oauth.ClientSecretPost(application.client_secret);
    const more = { [oauth.customFetch]: customFetch };
    const response = await oauth.authorizationCodeGrantRequest(server, client, secret, params, redirectUri, pending.verifier!, more); // prettier-ignore
    const { refresh_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
    return { refresh_token, sent };
  } catch (error) {
    // Other errors are faults of this test.
    if (error instanceof TypeError && !("code" in error)) throw error;
    return { refresh_token: undefined, sent };
  }
}

test("the request and the code challenge are the same", async () => {
  const started = await start();
  const query = new URL(started.url).searchParams;
  expect(query.get("code_challenge")).toBe(await oauth.calculatePKCECodeChallenge(started.pending.verifier!));
  for (const [given, generated] of [
    [started.pending.verifier!, oauth.generateRandomCodeVerifier()],
    [started.pending.state, oauth.generateRandomState()],
  ] as const)
    expect(given.length).toBeGreaterThanOrEqual(generated.length);
  const answer = () => Response.json(good);
  const [own, other] = [await ours(started, callbackOf(started), answer), await theirs(started, callbackOf(started), answer)]; // prettier-ignore
  expect(own).toEqual(other);
  expect(own).toMatchObject({
    refresh_token: "Atzr|1",
    sent: { url: server.token_endpoint, method: "POST" },
  });
});

interface Case {
  callback?: (address: string) => string;
  answer?: () => Response;
}

/** Compares the verdicts for all cases. `differences`: the cases with different verdicts, and the reasons. */
async function compare(cases: Record<string, Case>, differences: Record<string, string>) {
  const different: string[] = [];
  const accepted: string[] = [];
  for (const [name, { callback, answer = () => Response.json(good) }] of Object.entries(cases)) {
    const started = await start();
    const given = callbackOf(started);
    const address = callback ? callback(given) : given;
    const [own, other] = [await ours(started, address, answer), await theirs(started, address, answer)];
    // A refused callback must send nothing.
    const verdict = ({ refresh_token, sent }: Verdict) => [refresh_token, sent === undefined].join();
    if (verdict(own) !== verdict(other)) different.push(name);
    if (own.refresh_token !== undefined) accepted.push(name);
  }
  expect(different.toSorted()).toEqual(Object.keys(differences).toSorted());
  return accepted;
}

describe("the same callbacks are accepted", () => {
  const set = (name: string, value: string) => (address: string) => {
    const url = new URL(address);
    url.searchParams.set(name, value);
    return url.href;
  };
  const add = (text: string) => (address: string) => `${address}&${text}`;
  const without = (name: string) => (address: string) => {
    const url = new URL(address);
    url.searchParams.delete(name);
    return url.href;
  };
  const callbacks = {
    good: (address: string) => address,
    "another state": set("state", "x".repeat(43)),
    "no state": without("state"),
    "an empty state": set("state", ""),
    "no code": without("code"),
    "an empty code": set("code", ""),
    "a code with a space": set("code", "a b"),
    "a code of 3,000 characters": set("code", "x".repeat(3000)),
    "the issuer": set("iss", "https://www.amazon.com"),
    "another issuer": set("iss", "https://amazon.example"),
    "an issuer with a slash at the end": set("iss", "https://www.amazon.com/"),
    "an empty issuer": set("iss", ""),
    "an error": add("error=access_denied"),
    "an error in place of the code": (address: string) => add("error=server_error")(without("code")(address)),
    "an empty error": add("error="),
    "two codes": add("code=another"),
    "the same code twice": add("code=c0de"),
    "two states": add("state=another"),
    "two issuers": add("iss=https://www.amazon.com&iss=https://www.amazon.com"),
    "two errors": add("error=a&error=b"),
    "two scopes": add("scope=y"),
    "an unknown param": add("session_state=1"),
    "an id token": add("id_token=x"),
    "an access token": add("token=x"),
    "an encoded response": add("response=x"),
  };
  test("except these", async () => {
    const cases = Object.fromEntries(
      Object.entries(callbacks).map(([name, callback]) => [name, { callback }]),
    );
    const accepted = await compare(cases, {
      "a code with a space": "stricter: RFC 6749 allows spaces, but Amazon sends none",
      "a code of 3,000 characters": "stricter: a limit of 2,048 characters",
      "an empty issuer": "stricter: the param is there, so it must be the issuer",
      "an empty error": "stricter: the param is there, so the platform reports an error",
      "an id token": "RFC 6749 says to ignore unknown params, and this package reads only the code",
      "an access token": "the same",
      "an encoded response": "the same",
    });
    expect(accepted).toContain("good");
  });
});

describe("the same responses are accepted", () => {
  const json = (change: object, init?: ResponseInit) => () => Response.json({ ...good, ...change }, init);
  const text =
    (body: string, type = "application/json", status = 200) =>
    () =>
      new Response(body, { status, headers: { "content-type": type } });
  const values = {
    missing: undefined,
    empty: "",
    "a number": 5,
    null: null,
    "a list": ["x"],
    "an object": {},
  };
  const fields = ["access_token", "token_type", "refresh_token", "expires_in", "scope"];
  const responses: Record<string, () => Response> = {
    good: json({}),
    ...Object.fromEntries(fields.flatMap((field) => Object.entries(values).map(([name, value]) => [`${field}: ${name}`, json({ [field]: value })]))), // prettier-ignore
    "token_type: Bearer": json({ token_type: "Bearer" }),
    "token_type: mac": json({ token_type: "mac" }),
    "token_type: dpop": json({ token_type: "dpop" }),
    "expires_in: a text": json({ expires_in: "3600" }),
    "expires_in: words": json({ expires_in: "soon" }),
    "expires_in: negative": json({ expires_in: -1 }),
    "refresh_token: with a line break": json({ refresh_token: "a\nb" }),
    "refresh_token: 10,000 characters": json({ refresh_token: "x".repeat(10_000) }),
    "an error beside the tokens": json({ error: "invalid_grant" }),
    "another field": json({ issued_at: 1 }),
    "a field twice": text(JSON.stringify(good).replace("{", '{"refresh_token":"Atzr|0",')),
    "a text of another type": text(JSON.stringify(good), "text/plain"),
    "no type": () => new Response(new TextEncoder().encode(JSON.stringify(good))),
    "a type with a charset": text(JSON.stringify(good), "application/json; charset=UTF-8"),
    "a page": text("<!DOCTYPE html>", "text/html"),
    nothing: text(""),
    "a part": text(JSON.stringify(good).slice(0, -5)),
    "a list": text(JSON.stringify([good])),
    "the text null": text("null"),
    "20 MB": text(JSON.stringify({ ...good, more: "x".repeat(20_000_000) })),
    "status 201": json({}, { status: 201 }),
    "status 204": () => new Response(null, { status: 204 }),
    "status 206": json({}, { status: 206 }),
    "a redirect": () => Response.redirect("https://api.amazon.com/other", 307),
    "status 400": text('{"error":"invalid_grant"}', "application/json", 400),
    "status 400 with tokens": json({}, { status: 400 }),
    "status 401": text('{"error":"invalid_client"}', "application/json", 401),
    "status 429": json({}, { status: 429 }),
    "status 500": json({}, { status: 500 }),
    "status 503": text("busy", "text/plain", 503),
  };
  test("except these", async () => {
    const cases = Object.fromEntries(Object.entries(responses).map(([name, answer]) => [name, { answer }]));
    const accepted = await compare(cases, {
      "20 MB": "stricter: a response has a size limit",
      "an error beside the tokens": "stricter: the response contradicts itself",
      "refresh_token: 10,000 characters": "stricter: a limit of 8,192 characters",
      "refresh_token: with a line break": "stricter: RFC 6749 allows only visible characters in a token",
      "token_type: dpop": "stricter: this package sends only bearer tokens",
      ...Object.fromEntries(
        ["a list", "an object", "empty", "negative", "null", "words"].map((value) => [
          `expires_in: ${value}`,
          "this package does not keep the access token, so its end does not matter",
        ]),
      ),
      ...Object.fromEntries(
        ["a list", "a number", "an object", "null"].map((value) => [
          `scope: ${value}`,
          "the scopes are only shown to people, and the grant then has none",
        ]),
      ),
    });
    expect(accepted).toContain("good");
  });
});

test("after a response without tokens, the same code cannot be sent again", async () => {
  const started = await start();
  const options = { application, pending: started.pending, callback: callbackOf(started) };
  const fetch: typeof globalThis.fetch = async () => Response.json({});
  await expect(AmazonAdsConnector.finishConnect(options, { fetch, clock: virtualClock(0) })).rejects.toMatchObject({ code: "upstream_invalid_response", retryable: false }); // prettier-ignore
});
