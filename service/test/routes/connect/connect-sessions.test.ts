import { acceptRows } from "../../support/keys.ts";
import { findApplication } from "../../../src/store/queries/applications.ts";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  allowReturnUrl,
  createSession,
  goToPlatform,
  openBrowser,
  paramsOf,
  returnUrl,
} from "../../support/connect.ts";
import { signIn } from "../../support/operator.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const path = "/v1/connect/sessions";

onBothStores((newLocation) => {
  let service: TestService;
  let token: string;
  const ads = amazonAdsSandbox();
  const { client_id, client_secret } = ads.credentials;
  /** The person who connects an account. Default: always the same person. */
  let person: string | undefined;
  /** Whether Slack does not say to which workspace a token belongs. */
  let isUnnamed = false;
  beforeAll(async () => {
    const slack = slackSandbox({ rateLimits: false });
    const fetch: typeof globalThis.fetch = async (...args) => {
      const response = await slack.fetch(...args);
      if ((person === undefined && !isUnnamed) || !String(args[0]).endsWith("/oauth.v2.access"))
        return response;
      const body = (await response.json()) as { authed_user: object };
      return Response.json({
        ...body,
        ...(person === undefined ? {} : { authed_user: { ...body.authed_user, id: person } }),
        ...(isUnnamed ? { team: null, enterprise: null } : {}),
      });
    };
    service = await testService(await newLocation(), {
      sandbox: { ...slack, fetch, options: { ...slack.options, fetch } },
      connectors: [
        { connector: AmazonAdsConnector, code: ads.options, application: { client_id, client_secret } },
      ],
    });
    token = await service.applicationToken();
    await allowReturnUrl(service);
  });
  afterAll(() => service.close());

  const poll = async (id: string) => (await service.ask(`${path}/${id}`, { token })).body;
  const confirm = (id: string, result: string, external_user_id = "ana", own = token) =>
    service.ask(`${path}/${id}/confirm`, { token: own, json: { result, external_user_id } });
  const connectors = async (user = "ana") =>
    (await service.ask(`/v1/integrations/connectors?external_user_id=${user}`, { token })).body.data as {
      id: string;
      name: string;
      status: string;
      credentials: { fingerprint: string };
    }[];
  /** Returns the encrypted secrets of a session. */
  const sealedIn = async ({ id }: { id: string }) => {
    const rows = service.store.db.selectFrom("connect_sessions").select("sealed").where("id", "=", id);
    return (await rows.executeTakeFirstOrThrow()).sealed;
  };
  /** Connects an account of a user from the link to the confirmation. */
  const connect = async (more: object = {}, user = "ana") => {
    const browser = openBrowser(service);
    const session = await createSession(service, { external_user_id: user, ...more });
    const callback = await goToPlatform(browser, session, service.sandbox.fetch);
    const { result = "" } = paramsOf(await browser.get(callback));
    const { body } = await confirm(session.id, result, user);
    return { browser, session, callback, result, view: body };
  };

  test("a person connects an account by a link, and the application makes the first call", async () => {
    const browser = openBrowser(service);
    const session = await createSession(service, { name: "Ana's Slack" });
    expect(session).toMatchObject({ status: "pending", external_user_id: "ana", connector_id: null });
    const page = await browser.get(session.url);
    expect(page.status).toBe(200);
    for (const words of [
      "first",
      "Slack",
      "ana",
      "See the names and details of public channels",
      "slack.com",
    ])
      expect(page.text).toContain(words);
    // Opening the link changes nothing, because chat programs open links too.
    expect([page.headers.get("set-cookie"), (await poll(session.id)).status]).toEqual([null, "pending"]);

    const callback = await goToPlatform(browser, session, service.sandbox.fetch);
    expect((await poll(session.id)).status).toBe("started");
    const back = await browser.get(callback);
    const { session_id, result, ...others } = paramsOf(back);
    expect([back.status, back.headers.get("location")!.split("?")[0], session_id, others]).toEqual([
      303,
      returnUrl,
      session.id,
      {},
    ]);
    expect([(await poll(session.id)).status, await connectors()]).toEqual(["awaiting_confirmation", []]);

    expect(await sealedIn(session)).toMatch(/^v1\./);
    const { status, body } = await confirm(session.id, result!);
    // From now on, only the connector has the credentials.
    expect(await sealedIn(session)).toBe("");
    expect([status, body.status, body.connector_ids]).toEqual([200, "connected", [body.connector_id]]);
    expect(await connectors()).toMatchObject([
      { id: body.connector_id, name: "Ana's Slack", status: "active" },
    ]);
    const list = { entity: "channels", action: "list", params: { limit: 1 } };
    expect((await service.ask(executePath(body.connector_id), { token, json: list })).body.status).toBe(
      "success",
    );
  });

  test("the page asks for the scopes without which the actions fail, and for the others only with all_scopes", async () => {
    const askedOf = async (more: object) => {
      const session = await createSession(service, { actions: { include: ["messages.create"], ...more } });
      const { headers } = await openBrowser(service).post(session.url);
      return new URL(headers.get("location")!).searchParams.get("scope")!.split(",");
    };
    expect(await askedOf({})).toEqual(["chat:write"]);
    expect(await askedOf({ all_scopes: false })).toEqual(["chat:write"]);
    expect(await askedOf({ all_scopes: true })).toEqual(
      expect.arrayContaining(["chat:write", "channels:read", "users:read"]),
    );
  });

  test("without a return address and a confirmation, the page names the user, and the outcome is learnt by polling", async () => {
    const browser = openBrowser(service);
    const more = { external_user_id: "<b>bea</b>", return_url: undefined };
    const session = await createSession(service, more);
    const page = await browser.get(session.url);
    expect(page.text).toContain("&lt;b&gt;bea&lt;/b&gt;");
    expect(page.text).toContain("Continue only if you asked for this link yourself");
    const done = await browser.get(await goToPlatform(browser, session, service.sandbox.fetch));
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("Slack is connected")]);
    expect(await poll(session.id)).toMatchObject({
      status: "connected",
      connector_ids: [expect.any(String)],
      error: null,
    });
    expect(await sealedIn(session)).toBe("");
  });

  describe("the application must confirm a session without a return address", () => {
    const setting = async (name: string, value: unknown) => {
      const path = `/v1/organization/applications/${service.clientId}/${name}`;
      const { status, body } = await service.ask(path, { token, method: "PUT", json: { [name]: value } });
      expect([status, body[name]]).toEqual([200, value]);
    };
    afterEach(async () => {
      await setting("confirm_sessions", false);
      await setting("return_urls", [returnUrl]);
    });

    test.each([
      ["if the application has return addresses, also with a user's token", [returnUrl], false, {}],
      ["if its setting demands this", [], true, {}],
      ["if the session demands this", [], false, { confirm: true }],
      ["even if the session wants none", [], true, { confirm: false }],
    ])("%s", async (_, urls, always, more) => {
      await setting("return_urls", urls);
      await setting("confirm_sessions", always);
      const external_user_id = `otto-${always}-${urls.length}-${JSON.stringify(more)}`;
      const own = await service.scopedToken(external_user_id);
      const actions = { include: ["channels.list"] };
      const json = { external_user_id, connector_type: "slack", actions, ...more };
      const { body: session } = await service.ask(path, { token: own, json });
      const browser = openBrowser(service);
      expect((await browser.get(session.url)).text).not.toContain("Continue only if you asked for this link");
      const callback = await goToPlatform(browser, session, service.sandbox.fetch);
      const shown = await browser.get(callback);
      const [, code] = /<code>([\w-]{43})<\/code>/.exec(shown.text) ?? [];
      expect([shown.status, typeof code]).toEqual([200, "string"]);
      expect((await browser.get(callback)).text).toContain(code);
      const mine = async () => (await service.ask("/v1/integrations/connectors", { token: own })).body.data;
      expect([(await poll(session.id)).status, await mine()]).toEqual(["awaiting_confirmation", []]);
      expect((await confirm(session.id, code!, external_user_id, own)).body.code).toBe("insufficient_scope");
      const guess = "x".repeat(43);
      expect((await confirm(session.id, guess, external_user_id)).body.code).toBe("connect_invalid");
      expect((await confirm(session.id, code!, external_user_id)).body.status).toBe("connected");
      expect(await mine()).toHaveLength(1);
    });

    test("but not a link that an operator creates", async () => {
      const operator = await signIn(service, ["connect"]);
      const user = { external_user_id: "olga", connector_type: "Slack" };
      const created = await operator.submit("/operate/connect", user);
      const [url] = /https:\/\/service\.test\/connect\/[\w-]+/.exec(created.text)!;
      const browser = openBrowser(service);
      const done = await browser.get(await goToPlatform(browser, { url }, service.sandbox.fetch));
      expect(done.text).toContain("Slack is connected");
    });
  });

  test("a bot token and a user token make two connectors", async () => {
    const { view } = await connect({ tokens: ["bot", "user"] }, "two");
    expect(view.connector_ids).toHaveLength(2);
    expect((await connectors("two")).map(({ id }) => id)).toEqual(view.connector_ids.toSorted());
  });

  test("an app for a whole organization is reconnected for the same organization only, and the session has the granted scopes", async () => {
    const sandbox = slackSandbox({ enterprise: true, declinedScopes: ["im:read", "mpim:read"] });
    const workspace = slackSandbox();
    let platform = sandbox;
    const fetch: typeof globalThis.fetch = (...args) => platform.fetch(...args);
    const other = await testService(await newLocation(), {
      sandbox: { ...sandbox, fetch, options: { ...sandbox.options, fetch } },
    });
    await allowReturnUrl(other);
    const own = await other.applicationToken();
    const run = async (more: object) => {
      const browser = openBrowser(other);
      const session = await createSession(other, more);
      return paramsOf(await browser.get(await goToPlatform(browser, session, fetch)));
    };
    const { session_id, result } = await run({ environment: { team_id: "T07K2M9QX4B" } });
    const { body } = await other.ask(`${path}/${session_id}/confirm`, {
      token: own,
      json: { result, external_user_id: "ana" },
    });
    expect(body.scopes).toEqual({ bot: ["channels:read", "groups:read"] });
    const list = { entity: "channels", action: "list", params: { limit: 1 } };
    const called = await other.ask(executePath(body.connector_id), { token: own, json: list });
    expect(called.body.status).toBe("success");

    const again = { connector_id: body.connector_id };
    expect(await run(again)).toMatchObject({ result: expect.any(String) });
    platform = workspace;
    expect(await run(again)).toMatchObject({ error: "connect_invalid" });
    await other.close();
  });

  test("rotating tokens are renewed after they expire", async () => {
    const sandbox = slackSandbox({ tokenRotation: true });
    const other = await testService(await newLocation(), { sandbox });
    await allowReturnUrl(other);
    const browser = openBrowser(other);
    const session = await createSession(other, { return_url: undefined });
    await browser.get(await goToPlatform(browser, session, sandbox.fetch));
    const own = await other.applicationToken();
    const { body } = await other.ask(`${path}/${session.id}`, { token: own });
    await sandbox.clock.sleep(13 * 3_600_000);
    const json = { entity: "channels", action: "list", params: { limit: 1 } };
    const called = await other.ask(executePath(body.connector_id), { token: own, json });
    expect([called.status, called.text]).toEqual([200, expect.stringContaining("success")]);
    await other.close();
  });

  test("the region of Amazon with the most profiles is kept, unless the application chooses one", async () => {
    const regionOf = async (environment?: object) => {
      const browser = openBrowser(service);
      const more = { connector_type: "Amazon-Ads", actions: undefined, return_url: undefined, environment };
      const session = await createSession(service, { external_user_id: "adam", ...more });
      expect((await browser.get(session.url)).text).toContain("See and change the campaigns");
      await browser.get(await goToPlatform(browser, session, ads.fetch));
      const { connector_id, notes } = await poll(session.id);
      expect(notes.join(" ")).toContain("Not usable, because they have no profile: Northbound DSP");
      const { body } = await service.ask(`/v1/integrations/connectors/${connector_id}`, { token });
      return body.replication_config.region as string;
    };
    expect(await regionOf()).toBe("https://advertising-api.amazon.com");
    expect(await regionOf({ region: "eu" })).toBe("https://advertising-api-eu.amazon.com");
  });

  test.each([
    ["one region down", (url: URL) => (url.host.includes("-fe.") ? new Response("{}", { status: 403 }) : undefined), "The region fe could not be checked"],
    ["no profiles", (url: URL) => (url.pathname === "/v2/profiles" ? Response.json([]) : undefined), "no advertising profiles in any region"],
  ] as const)("Amazon, %s: the session and the page say so", async (_, answer, sentence) => {
    const sandbox = amazonAdsSandbox();
    const fetch = async (input: string | URL | Request, init?: RequestInit) =>
      answer(new URL(input instanceof Request ? input.url : input)) ?? sandbox.fetch(input, init);
    const code = { ...sandbox.options, fetch };
    const application = { client_id, client_secret };
    const other = await testService(await newLocation(), {
      connectors: [{ connector: AmazonAdsConnector, code, application }],
    });
    const browser = openBrowser(other);
    const more = { connector_type: "amazon-ads", actions: undefined, return_url: undefined };
    const session = await createSession(other, more);
    const page = await browser.get(await goToPlatform(browser, session, sandbox.fetch));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(sentence)]);
    const found = await other.ask(`${path}/${session.id}`, { token: await other.applicationToken() });
    expect(found.body.notes.join(" ")).toContain(sentence);
    await other.close();
  }); // prettier-ignore

  test("the end of a consent is known for an account connected here, and unknown for pasted credentials", async () => {
    const here = `/v1/integrations/connectors`;
    ads.clock.advance(Date.parse("2026-08-15T10:00:00Z") - ads.clock.now());
    const browser = openBrowser(service);
    const more = { connector_type: "amazon-ads", actions: undefined, return_url: undefined };
    const session = await createSession(service, { ...more, external_user_id: "grace" });
    await browser.get(await goToPlatform(browser, session, ads.fetch));
    const { connector_id: id } = await poll(session.id);
    const check = async () =>
      (await service.ask(`/v1/integrations/connectors/${id}/check`, { token, method: "POST" })).body;
    const consent = { given_at: "2026-08-15T10:00:00.000Z", ends_at: "2027-08-15T10:00:00.000Z" };
    expect((await service.ask(`${here}/${id}`, { token })).body.consent).toEqual(consent);
    expect(await check()).toMatchObject({ status: "healthy", consent });
    ads.clock.advance(340 * 86_400_000);
    expect((await check()).warnings).toEqual([expect.stringContaining("ends on 2027-08-15")]);

    const unknown = { given_at: null, ends_at: null, note: expect.stringContaining("unknown") };
    const credentials = ads.credentials;
    const replaced = await service.ask(`${here}/${id}/credentials`, { token, method: "PUT", json: { credentials } }); // prettier-ignore
    expect(replaced.body.consent).toEqual(unknown);
    const found = await check();
    expect(found.consent).toEqual(unknown);
    expect(found).not.toHaveProperty("warnings");
    const json = { external_user_id: "grace", connector_type: "amazon-ads", credentials };
    expect((await service.ask(here, { token, json })).body.consent).toEqual(unknown);
    // Slack does not limit how long a consent lasts.
    expect(
      (await service.ask(`${here}/${await service.create("grace")}`, { token })).body.consent,
    ).toBeNull();
  });

  test("a session fails if Amazon has not approved the application", async () => {
    const { notPermitted } = ads.otherCredentials;
    const json = {
      connector_type: "amazon-ads",
      configuration: { client_id: notPermitted.client_id, client_secret: notPermitted.client_secret },
    };
    await service.ask("/v1/oauth/credentials", { method: "PUT", token, json });
    const browser = openBrowser(service);
    const more = { connector_type: "amazon-ads", actions: undefined, return_url: undefined };
    const session = await createSession(service, more);
    const page = await browser.get(await goToPlatform(browser, session, ads.fetch));
    expect([page.status, page.text]).toEqual([424, expect.stringContaining("approval")]);
    expect((await poll(session.id)).error.hint).toContain("approval");
    await service.ask("/v1/oauth/credentials/connector_type/amazon-ads", { method: "DELETE", token });
  });

  describe("connecting again", () => {
    test("keeps the id and the name, and replaces the credentials", async () => {
      const first = await connect({ name: "Mine" }, "carl");
      const [before] = await connectors("carl");
      const failed = { status: "reauth_required" as const, last_error_code: "reauth_required" };
      const row = service.store.db.updateTable("connectors").set(failed as never);
      await row.where("id", "=", first.view.connector_id).execute();
      const { organization_id } = (await findApplication(service.store.db, service.clientId))!;
      await acceptRows(service.store, organization_id);
      const again = await connect({ connector_id: first.view.connector_id }, "carl");
      expect(again.view.connector_ids).toEqual([first.view.connector_id]);
      const [after, ...others] = await connectors("carl");
      expect([after!.id, after!.name, others]).toEqual([before!.id, "Mine", []]);
      expect(after!.credentials.fingerprint).not.toBe(before!.credentials.fingerprint);
      expect(after).toMatchObject({ status: "active", last_error_code: null });
    });

    test("keeps the old credentials if the person refuses, or chooses another account", async () => {
      const { view } = await connect({}, "dora");
      const { credentials } = (await connectors("dora"))[0]!;
      const refused = async (decision: string, code: string) => {
        const browser = openBrowser(service);
        const more = { external_user_id: "dora", connector_id: view.connector_id };
        const session = await createSession(service, more);
        const back = await browser.get(await goToPlatform(browser, session, service.sandbox.fetch, decision));
        expect(paramsOf(back)).toEqual({ session_id: session.id, error: code });
        expect(await poll(session.id)).toMatchObject({ status: "failed", error: { code } });
      };
      await refused("deny", "connect_denied");
      await service.store.db
        .updateTable("connectors")
        .set({ account: "T-OTHER" })
        .where("id", "=", view.connector_id)
        .execute();
      const { organization_id } = (await findApplication(service.store.db, service.clientId))!;
      await acceptRows(service.store, organization_id);
      await refused("allow", "connect_invalid");
      expect(await connectors("dora")).toMatchObject([{ id: view.connector_id, credentials }]);
    });

    test("keeps the known account if the platform does not name it", async () => {
      const { view } = await connect({}, "vera");
      const again = { connector_id: view.connector_id };
      isUnnamed = true;
      const unnamed = await connect(again, "vera");
      isUnnamed = false;
      expect(unnamed.view.connector_ids).toEqual([view.connector_id]);
      const rows = service.store.db.selectFrom("connectors").select("account");
      expect(await rows.where("id", "=", view.connector_id).executeTakeFirst()).toEqual({
        account: service.sandbox.state().team.id,
      });
    });

    test("a user token is asked for in its workspace, and only the same user can connect it again", async () => {
      const { view } = await connect({ tokens: ["user"] }, "uma");
      const again = { tokens: ["user"], connector_id: view.connector_id };
      const browser = openBrowser(service);
      const session = await createSession(service, { external_user_id: "uma", ...again });
      const consent = (await browser.post(session.url)).headers.get("location")!;
      const workspace = service.sandbox.state().team.id;
      expect(new URL(consent).searchParams.get("team")).toBe(workspace);
      const same = await connect(again, "uma");
      expect(same.view.connector_ids).toEqual([view.connector_id]);
      const { credentials } = (await connectors("uma"))[0]!;
      person = "U0OTHER0001";
      const other = await connect(again, "uma");
      person = undefined;
      expect(await poll(other.session.id)).toMatchObject({
        status: "failed",
        error: { code: "connect_invalid" },
      });
      expect(await connectors("uma")).toMatchObject([{ id: view.connector_id, credentials }]);
    });
  });

  test("a connector that was deleted meanwhile fails the session", async () => {
    const { view } = await connect({}, "nils");
    const browser = openBrowser(service);
    const more = { external_user_id: "nils", connector_id: view.connector_id, return_url: undefined };
    const session = await createSession(service, more);
    const callback = await goToPlatform(browser, session, service.sandbox.fetch);
    await service.ask(`/v1/integrations/connectors/${view.connector_id}`, { method: "DELETE", token });
    expect((await browser.get(callback)).status).toBe(404);
    expect(await poll(session.id)).toMatchObject({
      status: "failed",
      error: { code: "connector_not_found" },
    });
    expect(await connectors("nils")).toEqual([]);
  });

  test("a repeated callback shows the first outcome, and makes no second connector", async () => {
    const browser = openBrowser(service);
    const session = await createSession(service, { external_user_id: "twice" });
    const callback = await goToPlatform(browser, session, service.sandbox.fetch);
    const answers = await Promise.all([browser.get(callback), browser.get(callback), browser.get(callback)]);
    expect(new Set(answers.map((answer) => JSON.stringify(paramsOf(answer)))).size).toBe(1);
    const { result } = paramsOf(answers[0]!);
    const confirmed = await Promise.all([1, 2].map(() => confirm(session.id, result!, "twice")));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await connectors("twice")).toHaveLength(1);
    const later = await browser.get(callback);
    expect([later.status, later.text]).toEqual([200, expect.stringContaining("Slack is connected")]);
  });

  test("a result with another user ends the session", async () => {
    const browser = openBrowser(service);
    const session = await createSession(service, { external_user_id: "eve" });
    const callback = await goToPlatform(browser, session, service.sandbox.fetch);
    const { result = "" } = paramsOf(await browser.get(callback));
    expect(await sealedIn(session)).toMatch(/^v1\./);
    const mismatch = await confirm(session.id, result, "ana");
    expect([mismatch.status, mismatch.body.code]).toEqual([403, "workspace_mismatch"]);
    // The credentials are of a person who may have used the link of somebody else.
    expect(await sealedIn(session)).toBe("");
    const later = await confirm(session.id, result, "eve");
    expect([later.status, later.body.code, await connectors("eve")]).toEqual([400, "connect_invalid", []]);
  });

  test("the bodies of existing clients are accepted", async () => {
    const json = {
      workspace_name: "fred",
      definition_id: "c2281cee-86f9-4a86-bb48-d23286b4c7bd",
      redirect_url: returnUrl,
      name: null,
      replication_config: {},
      source_template_id: "x",
      oauth_input_configuration: {},
    };
    const at = "/api/v1/integrations/connectors/oauth/initiate";
    const { status, body } = await service.ask(at, { token, json });
    expect([status, Object.keys(body)]).toEqual([200, ["consent_url", "session_id", "expires_at"]]);
    // The link leads to the service's page, which says who asks for what.
    expect(body.consent_url).toMatch(/^https:\/\/service\.test\/connect\//);
    const other = await service.ask(at, { token, json: { ...json, redirect_url: "https://evil.example/" } });
    expect([other.status, other.body.path]).toEqual([422, "return_url"]);
  });

  test("a scoped token starts and polls only the sessions of its user", async () => {
    const own = await service.scopedToken("gina");
    const json = { external_user_id: "gina", connector_type: "slack" };
    const { status, body } = await service.ask(path, { token: own, json });
    expect(status).toBe(200);
    expect((await service.ask(`${path}/${body.id}`, { token: own })).status).toBe(200);
    const foreign = await service.scopedToken("hugo");
    expect((await service.ask(`${path}/${body.id}`, { token: foreign })).status).toBe(404);
    expect((await confirm(body.id, "x", "gina", own)).body.code).toBe("insufficient_scope");
    const others = await service.ask(path, { token: foreign, json });
    expect([others.status, others.body.code]).toEqual([403, "workspace_mismatch"]);
  });

  test("wrong requests get a clear error, and add no session", async () => {
    const { view } = await connect({}, "ida");
    const before = await service.store.db.selectFrom("connect_sessions").select("id").execute();
    const good = { external_user_id: "ida", connector_type: "slack" };
    const wrong: [object, number, string, string?][] = [
      [{ connector_type: "slack" }, 422, "external_user_id"],
      [{ external_user_id: "ida" }, 422, "definition_id", "unknown_connector_type"],
      [{ ...good, connector_type: "fax" }, 422, "connector_type", "unknown_connector_type"],
      [{ ...good, return_url: `${returnUrl}/` }, 422, "return_url"],
      [{ ...good, return_url: `${returnUrl}?x` }, 422, "return_url"],
      [{ ...good, return_url: "https://app.example.evil.example/connected" }, 422, "return_url"],
      [{ ...good, actions: { include: ["channels.lst"] } }, 422, "actions.include"],
      [{ ...good, tokens: ["admin"] }, 422, "tokens"],
      [{ ...good, scopes: { bot: ["a&state=b"] } }, 422, "scopes"],
      [{ ...good, scopes: { admin: ["x"] } }, 422, "scopes"],
      [{ ...good, scopes: { bot: [] } }, 422, "scopes"],
      [{ ...good, actions: { all_scopes: "yes" } }, 422, "actions.all_scopes"],
      [{ ...good, scopes: { bot: ["chat:write"] }, tokens: ["bot"] }, 422, "scopes"],
      [{ ...good, environment: { region: "na" } }, 422, "environment.region"],
      [{ ...good, connector_type: "amazon-ads", environment: { region: "xx" } }, 422, "environment.region", "region_not_allowed"], // prettier-ignore
      [{ ...good, connector_id: "nobodys" }, 404, "connector_id", "connector_not_found"],
      [
        { external_user_id: "ana", connector_id: view.connector_id },
        403,
        "connector_id",
        "workspace_mismatch",
      ],
      [{ ...good, connector_id: view.connector_id, tokens: ["bot", "user"] }, 422, "tokens"],
      [{ ...good, connector_id: view.connector_id, connector_type: "amazon-ads" }, 422, "connector_type"],
      [{ ...good, state: "mine" }, 422, "body"],
    ];
    for (const [json, status, where, code = "validation_error"] of wrong) {
      const { body } = await service.ask(path, { token, json });
      expect([json, body.status, body.path, body.code]).toEqual([json, status, where, code]);
    }
    expect(await service.store.db.selectFrom("connect_sessions").select("id").execute()).toHaveLength(
      before.length,
    );
  });

  test("a user has at most twenty open sessions", async () => {
    const own = await service.scopedToken("jack");
    const ask = () =>
      service.ask(path, { token: own, json: { external_user_id: "jack", connector_type: "slack" } });
    for (let count = 0; count < 20; count++) expect((await ask()).status).toBe(200);
    expect((await ask()).body).toMatchObject({ code: "rate_limited", retry_after: 60 });
  });

  test("the sessions of a disabled application cannot be used", async () => {
    const browser = openBrowser(service);
    const session = await createSession(service, { external_user_id: "lea", return_url: undefined });
    const callback = await goToPlatform(browser, session, service.sandbox.fetch);
    const disabled = (at: number | null) =>
      service.store.db.updateTable("applications").set({ disabled_at: at }).execute();
    await disabled(1);
    const statuses = [(await browser.get(session.url)).status, (await browser.get(callback)).status];
    await disabled(null);
    expect([statuses, await connectors("lea")]).toEqual([[404, 400], []]);
  });

  test("sessions end with their user", async () => {
    const browser = openBrowser(service);
    const session = await createSession(service, { external_user_id: "kim" });
    const callback = await goToPlatform(browser, session, service.sandbox.fetch);
    const { result = "" } = paramsOf(await browser.get(callback));
    await service.ask("/v1/users/kim", { method: "DELETE", token });
    expect([(await confirm(session.id, result, "kim")).status, (await browser.get(callback)).status]).toEqual(
      [404, 400],
    );
    const rows = service.store.db.selectFrom("connect_sessions").select("id").where("id", "=", session.id);
    expect(await rows.execute()).toEqual([]);
  });
});
