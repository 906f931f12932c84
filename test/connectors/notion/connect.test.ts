import { NotionConnector } from "agent-connectors/notion";
import { expect, test } from "vitest";
import { testClock } from "../../fixtures/clock.ts";

const application = { client_id: "c1", client_secret: "s3cret-0123456789" };
const redirectUri = "https://app.example/callback";

interface Sent {
  url: string;
  headers: Headers;
  body: string;
}

/** A platform that issues tokens. */
function notion(tokens: object) {
  const sent: Sent[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, headers: new Headers(init.headers), body: String(init.body) });
    return url.endsWith("/oauth/token") ? Response.json(tokens) : Response.json({ object: "user", id: "u1" });
  }) as typeof globalThis.fetch;
  return { sent, options: { fetch, clock: testClock() } };
}

async function connect(tokens: object) {
  const { sent, options } = notion(tokens);
  const { url, pending } = await NotionConnector.startConnect({ application, redirectUri }, options);
  const state = new URL(url).searchParams.get("state")!;
  const callback = `${redirectUri}?code=code-1&state=${state}`;
  return { url, sent, granted: await NotionConnector.finishConnect({ application, pending, callback }, options) };
} // prettier-ignore

const issued = {
  access_token: "ntn_access-0123456789",
  token_type: "bearer",
  bot_id: "b1",
  workspace_id: "w1",
  workspace_name: "Acme",
  owner: { type: "user", user: { id: "u1" } },
};

test("a person is asked for pages and not for scopes, and grants a refresh token", async () => {
  const { url, sent, granted } = await connect({ ...issued, refresh_token: "nrt_0123456789" });
  const { origin, pathname, searchParams } = new URL(url);
  expect(origin + pathname).toBe("https://api.notion.com/v1/oauth/authorize");
  expect([...searchParams.keys()].toSorted()).toEqual(["client_id", "owner", "redirect_uri", "response_type", "state"]); // prettier-ignore
  expect(searchParams.get("owner")).toBe("user");
  expect(sent[0]!.url).toBe("https://api.notion.com/v1/oauth/token");
  expect(sent[0]!.headers.get("authorization")).toBe(`Basic ${btoa("c1:s3cret-0123456789")}`);
  expect(sent[0]!.body).toContain("grant_type=authorization_code");
  expect(sent[0]!.body).not.toContain("s3cret");
  expect(granted).toMatchObject([
    {
      auth: { ...application, refresh_token: "nrt_0123456789" },
      account: { id: "w1", name: "Acme" },
      user: "u1",
    },
  ]);
});

test("a token that does not expire is granted too", async () => {
  const { granted } = await connect(issued);
  expect(granted).toMatchObject([{ auth: { api_token: "ntn_access-0123456789" } }]);
});

test("the refresh token is exchanged for an access token, with basic authentication", async () => {
  const { sent, options } = notion({ ...issued, refresh_token: "nrt_new-0123456789" });
  const connector = new NotionConnector(
    { auth: { ...application, refresh_token: "nrt_0123456789" } },
    options,
  );
  await connector.users.me({});
  expect(sent.map(({ url }) => url)).toEqual([
    "https://api.notion.com/v1/oauth/token",
    "https://api.notion.com/v1/users/me",
  ]);
  expect(sent[0]!.headers.get("authorization")).toBe(`Basic ${btoa("c1:s3cret-0123456789")}`);
  expect(sent[1]!.headers.get("authorization")).toBe("Bearer ntn_access-0123456789");
  expect(sent[1]!.headers.get("notion-version")).toBe("2025-09-03");
});
