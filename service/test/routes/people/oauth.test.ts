import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../support/connect.ts";
import { onBothStores, type EmptyLocation } from "../../support/stores.ts";
import {
  allow,
  authorizePath,
  call,
  clientId,
  exchange,
  goodDocument,
  issuer,
  newVerifier,
  openWalk,
  redirectUri,
  resource,
  server,
  toAgreement,
  tokenRequest,
  tokensOf,
  type Walk,
} from "./walk.ts";

onBothStores((newLocation, kind) => {
  let walk: Walk;
  let location: EmptyLocation;
  let now = Date.now();
  beforeAll(async () => {
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    location = await newLocation();
    walk = await openWalk(location, { clock });
  });
  afterAll(() => walk.close());

  test("a person signs in, agrees, and the client calls a tool", async () => {
    const { service } = walk;
    await service.create("ana", { name: "Ana <i>" });
    const refused = await service.ask("/mcp", { json: {} });
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate")!)![1]!;
    const { body } = await service.ask(new URL(metadata).pathname);
    expect(body).toMatchObject({ resource, authorization_servers: [issuer] });
    const { body: found } = await service.ask(`/.well-known/oauth-authorization-server${server}`);
    expect(found).toMatchObject({
      issuer,
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    });
    expect(found).not.toHaveProperty("registration_endpoint");
    const verifier = newVerifier();
    const { page, browser, url, csrf } = await toAgreement(walk, "ana", authorizePath(verifier));
    for (const shown of ["client.example", "Test &lt;b&gt;client", "ana", "Slack: Ana &lt;i&gt;"])
      expect(page.text).toContain(shown);
    expect(page.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://client.example;",
    );
    const decided = await browser.submit(url, { csrf, effects: "read", decision: "allow" });
    const resumed = await browser.get(
      `https://service.test${new URL(decided.headers.get("location")!, "https://service.test").pathname}`,
    );
    const back = new URL(resumed.headers.get("location")!);
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect(back.searchParams.get("state")).toBe("the-state");
    expect(back.searchParams.get("iss")).toBe(issuer);
    const { body: tokens } = await exchange(walk, back.searchParams.get("code")!, verifier);
    expect(tokens).toMatchObject({ token_type: "Bearer", scope: expect.stringContaining("mcp") });
    const { text } = await call(walk, tokens.access_token);
    expect(text).toContain("slack_read");
    expect(text).not.toContain("slack_write");
    const args = { entity: "channels", action: "list", params: { limit: 1 } };
    expect(
      (await call(walk, tokens.access_token, "tools/call", { name: "slack_read", arguments: args })).text,
    ).toContain("rows");
    const rows = await service.store.db
      .selectFrom("audit")
      .selectAll()
      .where("event", "=", "token.agreed")
      .execute();
    expect(rows.map(({ detail }) => JSON.parse(detail))).toContainEqual({
      client: clientId,
      effects: ["read"],
    });
    const kept = JSON.stringify(await service.store.db.selectFrom("records").selectAll().execute());
    for (const secret of [tokens.access_token, tokens.refresh_token, back.searchParams.get("code")!])
      expect(kept).not.toContain(secret);
  });

  test("each person sees only the own accounts, and a token works only at /mcp", async () => {
    const { service } = walk;
    await service.create("bob", { name: "Of Bob" });
    const { access_token } = await tokensOf(walk, "bob");
    expect(
      (
        await call(walk, access_token, "initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "c", version: "1" },
        })
      ).text,
    ).toContain("Of Bob");
    expect((await call(walk, access_token)).text).toContain("slack_write");
    for (const path of ["/v1/integrations/connectors", "/v1/applications/scoped-token/info", "/v1/tokens"])
      expect([path, (await service.ask(path, { token: access_token })).status]).toEqual([path, 401]);
  });

  test.skipIf(kind === "sqlite")("replicas share a sign-in, and every token", async () => {
    const other = await openWalk(location, { openid: walk.openid });
    try {
      const verifier = newVerifier();
      const started = await walk.service.ask(authorizePath(verifier));
      const browser = openBrowser(other.service);
      for (const header of started.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
        browser.cookies.set(name!, value!);
      }
      const url = new URL(started.headers.get("location")!, "https://service.test").href;
      const asked = await browser.get(url);
      walk.openid.next.account = "ana";
      const back = await browser.get(await walk.openid.visit(asked.headers.get("location")!));
      const page = await browser.get(new URL(back.headers.get("location")!, "https://service.test").href);
      const [, csrf] = /name="csrf" value="([^"]+)"/.exec(page.text)!;
      const decided = await browser.submit(url, { csrf: csrf!, effects: "read", decision: "allow" });
      const resumed = await browser.get(
        new URL(decided.headers.get("location")!, "https://service.test").href,
      );
      const code = new URL(resumed.headers.get("location")!).searchParams.get("code")!;
      const { body } = await exchange(walk, code, verifier);
      for (const replica of [walk, other]) expect((await call(replica, body.access_token)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test("a refusal goes back to the client", async () => {
    const back = await allow(walk, "ana", authorizePath(newVerifier()), { decision: "refuse" });
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("iss")).toBe(issuer);
    expect(back.searchParams.get("code")).toBeNull();
  });

  test("every request asks the person again, also in the same browser", async () => {
    const first = await toAgreement(walk, "ana", authorizePath(newVerifier()));
    const decided = await first.browser.submit(first.url, {
      csrf: first.csrf,
      effects: "read",
      decision: "allow",
    });
    await first.browser.get(new URL(decided.headers.get("location")!, "https://service.test").href);
    const again = await first.browser.get(`https://service.test${authorizePath(newVerifier())}`);
    expect(again.headers.get("location")).toMatch(/^\/oauth\/test-client\/agree\//);
    const silent = await first.browser.get(
      `https://service.test${authorizePath(newVerifier(), { prompt: "none" })}`,
    );
    expect(new URL(silent.headers.get("location")!).searchParams.get("error")).toBe("login_required");
  });

  describe("a token fails at the next call after", () => {
    const ends: [string, (tokens: { access_token: string; refresh_token: string }) => Promise<unknown>][] = [
      [
        "all tokens of the user were revoked",
        async () =>
          walk.service.ask("/v1/users/bob/tokens/revoke", {
            method: "POST",
            token: await walk.service.applicationToken(),
          }),
      ],
      [
        "the user was deleted",
        async () =>
          walk.service.ask("/v1/users/bob", {
            method: "DELETE",
            token: await walk.service.applicationToken(),
          }),
      ],
      [
        "all tokens of the application were revoked",
        async () =>
          walk.service.ask("/v1/organization/applications/test-client/tokens/revoke", {
            method: "POST",
            token: await walk.service.applicationToken(),
          }),
      ],
      [
        "the client has revoked its refresh token",
        ({ refresh_token }) =>
          walk.service.ask(`${server}/revoke`, {
            method: "POST",
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({ client_id: clientId, token: refresh_token }).toString(),
          }),
      ],
      ["an hour", async () => ((now += 3_700_000), { status: 200 })],
    ];
    test.each(ends)("%s", async (_, end) => {
      const tokens = await tokensOf(walk, "bob");
      expect((await call(walk, tokens.access_token)).status).toBe(200);
      expect(await end(tokens)).toMatchObject({ status: 200 });
      const { status, headers } = await call(walk, tokens.access_token);
      expect([status, headers.get("www-authenticate")]).toEqual([
        401,
        expect.stringContaining('error="invalid_token", resource_metadata='),
      ]);
      now = Date.now();
    });
  });

  test("a refresh token works once; its second use ends the whole agreement", async () => {
    const first = await tokensOf(walk, "ana");
    const refresh = (refresh_token: string) =>
      tokenRequest(walk, { grant_type: "refresh_token", refresh_token });
    const { body: second } = await refresh(first.refresh_token);
    expect((await call(walk, second.access_token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).body.error).toBe("invalid_grant");
    expect((await call(walk, second.access_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("of several uses of one code at the same time, at most one gets tokens, and a replay ends them", async () => {
    const verifier = newVerifier();
    const back = await allow(walk, "ana", authorizePath(verifier));
    const code = back.searchParams.get("code")!;
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(walk, code, verifier)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    expect((await exchange(walk, code, verifier)).body.error).toBe("invalid_grant");
    for (const { body } of good) expect((await call(walk, body.access_token)).status).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ["another verifier", { code_verifier: newVerifier() }],
    ["another redirect address", { redirect_uri: "http://127.0.0.1:3333/callback" }],
    ["another resource", { resource: "https://evil.example/mcp" }],
    ["another client", { client_id: "https://evil.example/mcp.json" }],
    ["a code that was never issued", { code: "x".repeat(43) }],
  ])("a code with %s gets no token", async (_, change) => {
    walk.documents.set("https://evil.example/mcp.json", {
      ...goodDocument,
      client_id: "https://evil.example/mcp.json",
    });
    const verifier = newVerifier();
    const back = await allow(walk, "ana", authorizePath(verifier));
    const { status, body } = await exchange(walk, back.searchParams.get("code")!, verifier, change);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.access_token).toBeUndefined();
  });

  test.each<[string, Record<string, string | undefined>]>([
    ["an unregistered redirect address", { redirect_uri: "https://evil.example/callback" }],
    ["a redirect address with a suffix", { redirect_uri: `${redirectUri}/../x` }],
    ["a redirect address with a fragment", { redirect_uri: `${redirectUri}#x` }],
    ["a redirect address with a user", { redirect_uri: "https://client.example@evil.example/callback" }],
    ["no client", { client_id: undefined }],
    ["a client that is no address", { client_id: "slack" }],
    ["a client without https", { client_id: "http://client.example/mcp.json" }],
    ["a client with another port", { client_id: "https://client.example:8443/mcp.json" }],
    ["a client without a document", { client_id: "https://client.example/none.json" }],
    ["a client with dots in the path", { client_id: "https://client.example/a/../mcp.json" }],
    ["no code challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["a plain code challenge", { code_challenge_method: "plain" }],
    ["another resource", { resource: "https://evil.example/mcp" }],
    ["another response type", { response_type: "token" }],
    ["a page as the response", { response_mode: "form_post" }],
    ["a fragment as the response", { response_mode: "fragment" }],
  ])("an authorization request with %s reaches no sign-in, and no code", async (_, change) => {
    const { status, headers } = await walk.service.ask(authorizePath(newVerifier(), change));
    const location = headers.get("location") ?? "";
    expect(location).not.toMatch(/evil|code=|\/agree\//);
    if (location === "") expect(status).toBeGreaterThanOrEqual(400);
    else expect(location).toMatch(/[?#&]error=/);
  });

  test.each<[string, object | (() => Promise<Response>)]>([
    ["another client id", { ...goodDocument, client_id: "https://client.example/other.json" }],
    ["a secret", { client_secret: "x" }],
    ["a method with a secret", { token_endpoint_auth_method: "client_secret_post" }],
    ["a redirect without https", { redirect_uris: ["http://client.example/callback", redirectUri] }],
    ["a redirect to a script", { redirect_uris: ["javascript:alert(1)", redirectUri] }],
    ["a redirect to an app", { redirect_uris: ["app://callback", redirectUri] }],
    ["no redirects", { redirect_uris: [] }],
    ["an array", () => Promise.resolve(Response.json([]))],
    ["text", () => Promise.resolve(new Response("hello"))],
    [
      "a redirect as the answer",
      () => Promise.resolve(Response.redirect("https://client.example/mcp.json", 302)),
    ],
    ["a huge body", () => Promise.resolve(new Response("x".repeat(5_000_000)))],
    ["no answer", () => Promise.reject(new Error("secret of the network"))],
  ])("a client whose document has %s is refused", async (what, change) => {
    const id = `https://client.example/${what.replaceAll(" ", "-")}.json`;
    walk.documents.set(
      id,
      typeof change === "function" ? change : { ...goodDocument, client_id: id, ...change },
    );
    const { status, text, headers } = await walk.service.ask(authorizePath(newVerifier(), { client_id: id }));
    expect([status >= 400, headers.get("location")]).toEqual([true, null]);
    expect(text).not.toContain("secret of the network");
  });

  describe("the page on which a person decides", () => {
    const decision = { effects: "read", decision: "allow" };

    test("is not reached in another browser, and its form neither", async () => {
      const { url, csrf } = await toAgreement(walk, "ana", authorizePath(newVerifier()));
      const other = openBrowser(walk.service);
      expect((await other.get(url)).status).toBe(400);
      expect((await other.submit(url, { ...decision, csrf })).status).toBe(400);
    });

    test("refuses forms of other sites, and forms without the right text", async () => {
      const { browser, url, csrf } = await toAgreement(walk, "ana", authorizePath(newVerifier()));
      const cross = await browser.submit(url, { ...decision, csrf }, { "sec-fetch-site": "cross-site" });
      expect(cross.status).toBe(403);
      expect((await browser.submit(url, { ...decision, csrf: "x" })).status).toBe(400);
      expect((await browser.submit(url, { ...decision, csrf, effects: "read,spend" })).status).toBe(422);
      expect((await browser.submit(url, { ...decision, csrf, more: "x" })).status).toBe(422);
    });

    test("does not use the sign-in of another request", async () => {
      const first = await toAgreement(walk, "ana", authorizePath(newVerifier()));
      const second = await first.browser.get(`https://service.test${authorizePath(newVerifier())}`);
      const url = new URL(second.headers.get("location")!, "https://service.test").href;
      expect((await first.browser.submit(url, { ...decision, csrf: first.csrf })).status).toBe(400);
    });

    test("is not reached with a wrong state from the provider", async () => {
      const browser = openBrowser(walk.service);
      const started = await browser.get(`https://service.test${authorizePath(newVerifier())}`);
      const url = new URL(started.headers.get("location")!, "https://service.test").href;
      const asked = await browser.get(url);
      walk.openid.next.account = "ana";
      const callback = new URL(await walk.openid.visit(asked.headers.get("location")!));
      callback.searchParams.set("state", "x");
      expect((await browser.get(callback.href)).status).toBe(400);
      expect((await openBrowser(walk.service).get(callback.href)).status).toBe(400);
    });
  });

  test("an e-mail address names a user only if the provider has checked it", async () => {
    const byEmail = await openWalk(await newLocation(), { claim: "email" });
    try {
      const path = authorizePath(newVerifier());
      const good = await toAgreement(byEmail, "ana", path);
      expect(good.page.text).toContain("ana@example.com");
      for (const account of ["unchecked", "bob"]) {
        const refused = toAgreement(byEmail, account, authorizePath(newVerifier()));
        await expect(refused).rejects.toThrow("403");
      }
    } finally {
      await byEmail.close();
    }
  });
});
