import { GitHubConnector } from "agent-connectors/github";
import { expect, test } from "vitest";
import { testClock } from "../../fixtures/clock.ts";

const application = { client_id: "Iv1.0123456789", client_secret: "s3cret-0123456789" };
const redirectUri = "https://app.example/callback";

/** A platform that answers token requests with `tokens`. */
function platform(tokens: object) {
  const sent: { url: string; headers: Headers; form: Record<string, string> }[] = [];
  const fetch = (async (url: string, { headers, body }: RequestInit) => {
    const form = Object.fromEntries(new URLSearchParams(String(body ?? "")));
    sent.push({ url, headers: new Headers(headers), form });
    return url.endsWith("/access_token") ? Response.json(tokens) : Response.json({ login: "octocat", id: 1 });
  }) as typeof globalThis.fetch;
  return { sent, options: { fetch, clock: testClock() } };
}

async function connect(tokens: object) {
  const { sent, options } = platform(tokens);
  const scopes = await GitHubConnector.scopes();
  const { url, pending } = await GitHubConnector.startConnect({ application, redirectUri, scopes }, options);
  const state = new URL(url).searchParams.get("state")!;
  const callback = `${redirectUri}?code=code-1&state=${state}`;
  const granted = await GitHubConnector.finishConnect({ application, pending, callback }, options);
  return { url: new URL(url), sent, granted };
}

test("a person is asked for one scope, with PKCE, and an OAuth app gets a token that does not expire", async () => {
  const { url, sent, granted } = await connect({ access_token: "gho_0123456789", scope: "repo,workflow", token_type: "bearer" }); // prettier-ignore
  expect(url.origin + url.pathname).toBe("https://github.com/login/oauth/authorize");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ scope: "repo", code_challenge_method: "S256", response_type: "code" }); // prettier-ignore
  expect(sent[0]).toMatchObject({ url: "https://github.com/login/oauth/access_token", form: { ...application, code: "code-1", redirect_uri: redirectUri } }); // prettier-ignore
  expect(sent[0]!.form.code_verifier).toMatch(/^[\w-]{43,128}$/);
  // GitHub answers with a form, unless the request asks for JSON.
  expect(sent[0]!.headers.get("accept")).toBe("application/json");
  expect(granted).toMatchObject([{ auth: { api_token: "gho_0123456789" }, scopes: ["repo", "workflow"], accounts: [{ check: { status: "healthy", identity: { login: "octocat" } } }] }]); // prettier-ignore
  expect(granted[0]).not.toHaveProperty("expires_at");
});

test("a GitHub App gets a refresh token, which is exchanged for access tokens", async () => {
  const issued = { access_token: "ghu_0123456789", expires_in: 28800, refresh_token: "ghr_0123456789", scope: "" }; // prettier-ignore
  const { granted } = await connect(issued);
  expect(granted).toMatchObject([{ auth: { ...application, refresh_token: "ghr_0123456789" } }]);
  const { sent, options } = platform({ ...issued, refresh_token: "ghr_new-0123456789" });
  const github = new GitHubConnector({ auth: granted[0]!.auth } as never, options);
  await github.execute("users" as never, "me" as never);
  expect(sent[0]!.form).toEqual({ grant_type: "refresh_token", refresh_token: "ghr_0123456789", ...application }); // prettier-ignore
  expect(sent[1]).toMatchObject({ url: "https://api.github.com/user" });
  expect(sent[1]!.headers.get("authorization")).toBe("Bearer ghu_0123456789");
});

test.each([
  ["bad_refresh_token", "reauth_required"],
  ["incorrect_client_credentials", "credential_rejected"],
])("a refresh that GitHub refuses with %s is %s", async (error, code) => {
  const { options } = platform({ error, error_description: "No." });
  const github = new GitHubConnector({ auth: { ...application, refresh_token: "ghr_0123456789" } } as never, options); // prettier-ignore
  await expect(github.execute("users" as never, "me" as never)).rejects.toMatchObject({ code });
});
