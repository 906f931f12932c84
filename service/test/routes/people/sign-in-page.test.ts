import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApplication, findApplication } from "../../../src/store/queries/applications.ts";
import { openBrowser } from "../../support/connect.ts";
import { onBothStores } from "../../support/stores.ts";
import {
  allow,
  authorizePath,
  call,
  clientId,
  exchange,
  goodDocument,
  linkFor,
  newVerifier,
  openidWay,
  openWalk,
  redirectUri,
  setSignIn,
  tokenRequest,
  tokensOf,
  toSignInPage,
  type Walk,
} from "./walk.ts";

// How the users of an application sign in, and what they have agreed to.

onBothStores((newLocation) => {
  let walk: Walk;
  beforeAll(async () => {
    walk = await openWalk(await newLocation());
    const { store } = walk.service;
    const { organization_id } = (await findApplication(store.db, "test-client"))!;
    await addApplication(store.db, { id: "other", organization_id, name: "other", epoch: 0 }, 1);
  });
  afterAll(() => walk.close());
  const openid = () => setSignIn(walk.service, openidWay(walk.openid));
  const path = "/v1/organization/applications/test-client/sign_in";
  const application = () => walk.service.applicationToken();
  const decision = { effects: "read", decision: "allow" };

  test("a link of the application signs in its user, once", async () => {
    const { service } = walk;
    await service.create("ana", { name: "Of Ana" });
    const verifier = newVerifier();
    const { browser, url, page, sign_in } = await toSignInPage(walk, authorizePath(verifier));
    expect([page.origin + page.pathname, page.searchParams.get("from")]).toEqual([
      "https://app.example/sign-in",
      "mcp",
    ]);
    const { body: link, headers } = await linkFor(walk, sign_in, "ana");
    expect(headers.get("cache-control")).toBe("no-store");
    const back = await browser.get(link.url);
    const agree = new URL(back.headers.get("location")!, url).href;
    expect([back.status, agree]).toEqual([303, url]);
    const shown = await browser.get(agree);
    for (const words of ["Slack: Of Ana", "<b>ana</b>"]) expect(shown.text).toContain(words);
    expect((await browser.get(link.url)).text).toContain("This link was already used.");
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(shown.text)!;
    const decided = await browser.submit(agree, { ...decision, csrf: csrf! });
    const resumed = await browser.get(new URL(decided.headers.get("location")!, url).href);
    const code = new URL(resumed.headers.get("location")!).searchParams.get("code")!;
    const { body } = await exchange(walk, code, verifier);
    expect((await call(walk, body.access_token)).text).toContain("slack_read");
    const rows = await service.store.db
      .selectFrom("audit")
      .select("detail")
      .where("event", "=", "connect.sign_in")
      .execute();
    expect(rows.map(({ detail }) => JSON.parse(detail))).toContainEqual({ external_user_id: "ana" });
  });

  describe("a link of the application signs in nobody", () => {
    const ready = async (user = "ana") => {
      const found = await toSignInPage(walk, authorizePath(newVerifier()));
      return { ...found, link: (await linkFor(walk, found.sign_in, user)).body.url as string };
    };

    test("in another browser, also if that browser has a sign-in of its own", async () => {
      const mallory = await ready("mallory");
      const ana = await ready("ana");
      for (const [browser, link] of [
        [openBrowser(walk.service), ana.link],
        [mallory.browser, ana.link],
        [ana.browser, mallory.link],
      ] as const)
        expect((await browser.get(link)).status).toBe(400);
      // Both can still use their own links.
      expect((await ana.browser.get(ana.link)).status).toBe(303);
      expect((await mallory.browser.get(mallory.link)).status).toBe(303);
    });

    test("for another request of the same browser", async () => {
      const first = await ready();
      const second = await toSignInPage(walk, authorizePath(newVerifier()), first.browser);
      const text = first.link.slice(first.link.lastIndexOf("/") + 1);
      expect((await first.browser.get(`${second.url}/${text}`)).status).toBe(400);
    });

    test("after the application has chosen an issuer", async () => {
      const { browser, link } = await ready();
      await openid();
      expect((await browser.get(link)).status).toBe(400);
    });

    test("if its text was changed", async () => {
      const { browser, link } = await ready();
      for (const changed of [link.slice(0, -2), `${link}x`, link.replace(/[^/]+$/, "x")])
        expect((await browser.get(changed)).status).toBe(400);
    });
  });

  test.each<[string, (sign_in: string) => Promise<[object, string]>, number, string]>([
    ["no request", async () => [{ external_user_id: "ana" }, await application()], 422, "validation_error"],
    ["no user", async (sign_in) => [{ sign_in }, await application()], 422, "validation_error"],
    [
      "an unknown request",
      async () => [{ sign_in: "v1.x.y", external_user_id: "ana" }, await application()],
      400,
      "connect_invalid",
    ],
    [
      "a long request",
      async () => [{ sign_in: "x".repeat(5000), external_user_id: "ana" }, await application()],
      422,
      "validation_error",
    ],
    [
      "a user with a control character",
      async (sign_in) => [{ sign_in, external_user_id: "a\u0000" }, await application()],
      422,
      "validation_error",
    ],
    [
      "one field too many",
      async (sign_in) => [{ sign_in, external_user_id: "ana", to: "x" }, await application()],
      422,
      "validation_error",
    ],
    [
      "the token of an agent",
      async (sign_in) => [{ sign_in, external_user_id: "ana" }, await walk.service.scopedToken("ana")],
      403,
      "insufficient_scope",
    ],
  ])("no link is made with %s", async (_, change, status, code) => {
    const { sign_in } = await toSignInPage(walk, authorizePath(newVerifier()));
    const [json, token] = await change(sign_in);
    const { body, status: got } = await walk.service.ask("/v1/connect/sign-ins", { token, json });
    expect([got, body.code]).toEqual([status, code]);
  });

  const issuer = { issuer: "https://id.example", client_id: "a", client_secret: "b" };
  test.each<[string, unknown, string]>([
    ["nothing", {}, "issuer"],
    ["an issuer and a page", { ...issuer, sign_in_url: "https://app.example/" }, "issuer"],
    ["an issuer without https", { ...issuer, issuer: "http://id.example" }, "issuer"],
    ["an issuer with a user", { ...issuer, issuer: "https://a@id.example" }, "issuer"],
    ["no client id", { ...issuer, client_id: undefined }, "client_id"],
    ["no secret", { ...issuer, client_secret: undefined }, "client_secret"],
    ["scopes without openid", { ...issuer, scope: "email" }, "scope"],
    ["a claim with spaces", { ...issuer, claim: "a b" }, "claim"],
    ["a page that is a script", { sign_in_url: "javascript:alert(1)" }, "sign_in_url"],
    ["a page with a fragment", { sign_in_url: "https://app.example/#x" }, "sign_in_url"],
    ["a page and a claim", { sign_in_url: "https://app.example/", claim: "sub" }, "claim"],
    ["one field too many", { ...issuer, more: 1 }, "body"],
    ["an array", [], "body"],
  ])("the way to sign in is refused with %s", async (_, json, where) => {
    const { body, status } = await walk.service.ask(path, {
      method: "PUT",
      token: await application(),
      json,
    });
    expect([status, body.code, body.path]).toEqual([422, "validation_error", where]);
  });

  test("an issuer with an inner address is never asked", async () => {
    for (const host of ["127.0.0.1:1", "localhost:1", "[::1]:1", "10.0.0.1", "169.254.169.254"]) {
      await setSignIn(walk.service, { ...issuer, issuer: `https://${host}` });
      const browser = openBrowser(walk.service);
      const started = await browser.get(`https://service.test${authorizePath(newVerifier())}`);
      const asked = await browser.get(new URL(started.headers.get("location")!, "https://service.test").href);
      expect([host, asked.status]).toEqual([host, 502]);
    }
    await openid();
  });

  test("the way to sign in is shown without its secret, and without it nobody signs in", async () => {
    const { service } = walk;
    await openid();
    const token = await application();
    const { text, body } = await service.ask(path, { token });
    expect(body).toMatchObject({
      issuer: walk.openid.issuer,
      claim: "sub",
      redirect_url: "https://service.test/oauth/test-client/signed-in",
      mcp_url: "https://service.test/mcp/test-client",
    });
    expect(text).not.toContain("secret-of-the-service");
    const { access_token } = await tokensOf(walk, "ana");
    expect((await call(walk, access_token)).status).toBe(200);
    expect((await service.ask(path, { token, method: "DELETE" })).status).toBe(200);
    expect((await service.ask(path, { token, method: "DELETE" })).status).toBe(404);
    expect((await call(walk, access_token)).status).toBe(401);
    expect((await service.ask(authorizePath(newVerifier()))).status).toBe(404);
    await openid();
    expect((await call(walk, access_token)).status).toBe(200);
  });

  test("agreements are over when other people could have the same id, but not with a new secret", async () => {
    await openid();
    const { access_token } = await tokensOf(walk, "ana");
    const works = async () => (await call(walk, access_token)).status;
    await setSignIn(walk.service, { ...openidWay(walk.openid), client_secret: "a new one" });
    expect(await works()).toBe(200);
    await setSignIn(walk.service, openidWay(walk.openid, "email"));
    expect(await works()).toBe(401);
    await setSignIn(walk.service, { sign_in_url: "https://app.example/" });
    expect(await works()).toBe(401);
    await openid();
    expect(await works()).toBe(200);
  });

  test("the tokens and requests of one application are worth nothing at another one", async () => {
    const { service } = walk;
    await openid();
    const token = await application();
    const json = openidWay(walk.openid);
    await service.ask("/v1/organization/applications/other/sign_in", { method: "PUT", token, json });
    const { access_token, refresh_token } = await tokensOf(walk, "ana");
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const at = (address: string, token: string) =>
      service.ask(address, {
        token,
        json: list,
        headers: { accept: "application/json, text/event-stream" },
      });
    // The token was issued for /mcp, and the token of a program belongs to its application.
    for (const [address, status] of [
      ["/mcp", 200],
      ["/mcp/test-client", 401],
      ["/mcp/other", 401],
      ["/mcp/nobody", 401],
    ] as const)
      expect([address, (await at(address, access_token)).status]).toEqual([address, status]);
    const program = await service.scopedToken("ana");
    expect((await at("/mcp/test-client", program)).status).toBe(200);
    expect((await at("/mcp/other", program)).status).toBe(401);
    const refused = await service.ask("/oauth/other/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: clientId,
        refresh_token,
      }).toString(),
    });
    expect(refused.body.error).toBe("invalid_grant");
    // The request of one application is not a request of the other one, and so is its code.
    const verifier = newVerifier();
    const back = await allow(walk, "ana", authorizePath(verifier));
    const code = back.searchParams.get("code")!;
    const elsewhere = await service.ask("/oauth/other/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: clientId,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      }).toString(),
    });
    expect(elsewhere.body.error).toBe("invalid_grant");
    const browser = openBrowser(service);
    const started = await browser.get(`https://service.test${authorizePath(newVerifier())}`);
    const agree = new URL(started.headers.get("location")!, "https://service.test").href;
    expect((await browser.get(agree.replace("test-client", "other"))).status).toBe(400);
    const { body: metadata } = await service.ask("/.well-known/oauth-authorization-server/oauth/other");
    expect(metadata.issuer).toBe("https://service.test/oauth/other");
    const { body: resource } = await service.ask("/.well-known/oauth-protected-resource/mcp/other");
    expect(resource).toMatchObject({
      resource: "https://service.test/mcp/other",
      authorization_servers: ["https://service.test/oauth/other"],
    });
    expect((await service.ask("/.well-known/oauth-protected-resource/mcp/nobody")).status).toBe(404);
  });

  test("an application lists what its users have agreed to, and ends it", async () => {
    const { service } = walk;
    await openid();
    const second = "https://second.example/mcp.json";
    walk.documents.set(second, { ...goodDocument, client_id: second, client_name: "Second" });
    const { access_token, refresh_token } = await tokensOf(walk, "bob");
    const verifier = newVerifier();
    const back = await allow(walk, "bob", authorizePath(verifier, { client_id: second }), {
      effects: "read",
    });
    const { body: kept } = await exchange(walk, back.searchParams.get("code")!, verifier, {
      client_id: second,
    });
    const token = await application();
    const listed = async (query: string) => (await service.ask(`/v1/agreements${query}`, { token })).body;
    const { data, next_cursor } = await listed("?external_user_id=bob");
    expect([data.length, next_cursor]).toEqual([2, null]);
    expect(data).toContainEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}\.[0-9a-f]{64}$/),
      external_user_id: "bob",
      client: second,
      client_name: "Second",
      effects: ["read"],
      agreed_at: expect.any(String),
    });
    const { data: page, next_cursor: cursor } = await listed("?external_user_id=bob&limit=1");
    const { data: rest } = await listed(`?external_user_id=bob&limit=1&cursor=${cursor}`);
    expect([...page, ...rest]).toEqual(data);
    expect((await listed("?external_user_id=nobody")).data).toEqual([]);

    const { id } = data.find(({ client }: { client: string }) => client === clientId);
    const end = () => service.ask(`/v1/agreements/${id}`, { token, method: "DELETE" });
    expect((await end()).body).toEqual({ id, ended: true });
    expect((await end()).status).toBe(404);
    expect((await call(walk, access_token)).status).toBe(401);
    expect((await tokenRequest(walk, { grant_type: "refresh_token", refresh_token })).body.error).toBe(
      "invalid_grant",
    );
    expect((await call(walk, kept.access_token)).status).toBe(200);
    expect((await listed("?external_user_id=bob")).data.length).toBe(1);

    const agent = await service.scopedToken("bob");
    expect((await service.ask("/v1/agreements", { token: agent })).status).toBe(403);
    for (const query of ["?limit=0", "?cursor=x", "?external_user_id=", "?more=1"])
      expect([query, (await service.ask(`/v1/agreements${query}`, { token })).status]).toEqual([query, 422]);
    for (const wrong of ["x", "..", `${"0".repeat(36)}.${"0".repeat(64)}`, encodeURIComponent("a/b")])
      expect((await service.ask(`/v1/agreements/${wrong}`, { token, method: "DELETE" })).status).toBe(404);

    await service.ask("/v1/users/bob", { token, method: "DELETE" });
    expect((await listed("?external_user_id=bob")).data).toEqual([]);
    const keys = await service.store.db.selectFrom("records").select("key").execute();
    expect(keys.filter(({ key }) => key.includes(`/Consent/${id.split(".")[0]}`))).toEqual([]);
  });
});
