import { type ConnectorFile, defineConnector } from "agent-connectors";
import { expect, test } from "vitest";
import { testClock } from "../../fixtures/clock.ts";

// The data of a connector file are enough to connect an account.

const field = { description: "a credential" };
const file = {
  format: 1,
  name: "acme",
  title: "Acme",
  endpoint: "https://api.acme.example",
  auth: {
    token: { api_token: field },
    oauth: { client_id: field, client_secret: field, refresh_token: field },
  },
  schemes: {
    token: { kind: "bearer", token: "{api_token}" },
    oauth: { kind: "oauth2-refresh", tokenUrl: "https://id.acme.example/token?v=2", clientId: "{client_id}", clientSecret: "{client_secret}", refreshToken: "{refresh_token}" }, // prettier-ignore
  },
  connectFlow: {
    authorizeUrl: "https://id.acme.example/authorize?access_type=offline",
    tokenUrl: "https://id.acme.example/token?v=2",
    scopeParam: "scope",
    scopeSeparator: ",",
    scopes: ["profile"],
    scopeWords: { profile: "Read your name" },
    pkce: "always",
    credentials: { api_token: "access_token" },
    account: { id: "team.id", name: "team.name" },
    user: "user_id",
    needs: ["An application of Acme."],
  },
  operations: {
    "me.get": { method: "GET", path: "/me", docs: "https://acme.example", scopes: { user: ["profile"] } },
  },
  identify: { calls: "me.get" },
  actions: { me: { get: { description: "Get the user.", effect: "read", params: { type: "object" }, example: {}, calls: "me.get" } } }, // prettier-ignore
} as const satisfies ConnectorFile;

const application = { client_id: "c1", client_secret: "s3cret-0123456789" };
const redirectUri = "https://app.example/callback";
const issued = { access_token: "at-0123456789", expires_in: 60, scope: "profile,notes:read", team: { id: "t1", name: "Acme Inc" }, user_id: "u1" }; // prettier-ignore

async function connect(
  tokens: object,
  { endpoint, ...changes }: { endpoint?: string; auth?: object; schemes?: object } = {},
) {
  const Connector = defineConnector({ ...file, ...changes } as unknown as ConnectorFile);
  const sent: { url: string; body: string }[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, body: String(init.body) });
    return Response.json(url.includes("/token") ? tokens : { name: "Ada" });
  }) as typeof globalThis.fetch;
  const options = { fetch, clock: testClock(), ...(endpoint === undefined ? {} : { endpoint }) };
  const scopes = { user: ["notes:read"] };
  const { url, pending } = await Connector.startConnect({ application, redirectUri, scopes }, options);
  const callback = `${redirectUri}?code=code-1&state=${new URL(url).searchParams.get("state")}`;
  const granted = await Connector.finishConnect({ application, pending, callback }, options);
  return { url: new URL(url), sent, granted, now: options.clock.now() };
}

test("a person is asked for the scopes, and grants a refresh token", async () => {
  const { url, sent, granted } = await connect({ ...issued, refresh_token: "rt-0123456789" });
  expect(url.origin + url.pathname).toBe("https://id.acme.example/authorize");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ access_type: "offline", scope: "profile,notes:read", code_challenge_method: "S256" }); // prettier-ignore
  expect(sent[0]!.url).toBe("https://id.acme.example/token?v=2");
  expect(sent[0]!.body).toMatch(/code_verifier=.*client_secret=s3cret/);
  // The check uses the access token that came with the code. A refresh could end the life of the granted refresh token.
  expect(sent.map((one) => one.url)).toEqual([
    "https://id.acme.example/token?v=2",
    "https://api.acme.example/me",
  ]);
  expect(granted).toMatchObject([
    {
      token: "user",
      auth: { ...application, refresh_token: "rt-0123456789" },
      scopes: ["profile", "notes:read"],
      account: { id: "t1", name: "Acme Inc" },
      user: "u1",
    },
  ]);
  expect(granted[0]).not.toHaveProperty("expires_at");
});

test("without a refresh token, the access token is granted until it expires", async () => {
  const { granted, now } = await connect(issued);
  expect(granted).toMatchObject([{ auth: { api_token: "at-0123456789" } }]);
  expect(granted[0]!.expires_at).toBeLessThanOrEqual(now + 60_000);
  expect(granted[0]!.expires_at).toBeGreaterThan(now + 30_000);
});

test("a sandbox that replaces the platform has all pages", async () => {
  const { url, sent } = await connect(issued, { endpoint: "http://127.0.0.1:8080/api" });
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:8080\/authorize\?access_type=offline&/);
  expect(sent[0]!.url).toBe("http://127.0.0.1:8080/token?v=2");
});

test("a response that fills no form of credentials is refused", async () => {
  const auth = { oauth: file.auth.oauth };
  const schemes = { oauth: file.schemes.oauth };
  await expect(connect(issued, { auth, schemes })).rejects.toThrow("the response contains no tokens");
});

test.each([
  [{ authorizeUrl: undefined }, "connectFlow.authorizeUrl is missing"],
  [{ tokenUrl: "id.acme.example" }, "connectFlow.tokenUrl must be an address"],
  [{ credentials: { api_token: "password" } }, "connectFlow.credentials.api_token must be one of client_id"],
  [{ scopeSeparator: ";" }, "connectFlow.scopeSeparator must be one of"],
  [{ redirect: "x" }, "connectFlow.redirect is not a known field"],
])("a wrong field is reported: %j", (change, says) => {
  expect(() =>
    defineConnector({ ...file, connectFlow: { ...file.connectFlow, ...change } } as never),
  ).toThrow(says);
});
