import { createHash, randomBytes } from "node:crypto";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { listen } from "agent-connectors-service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkLooks, noChromium, type Look } from "../support/browser/chromium.ts";
import { runHere } from "../support/process.ts";
import { openServiceInChromium, type ServiceInChromium } from "../support/browser/service-in-chromium.ts";

// A person operates the service in a real browser. The service and the platforms listen on loopback.

describe.skipIf(noChromium !== undefined)("in Chromium", () => {
  let started: ServiceInChromium;
  let { opened, server, chromium, tab, directory } = {} as ServiceInChromium;
  beforeAll(async () => {
    started = await openServiceInChromium({
      people: { fetch: async () => Response.json(clientDocument) },
    });
    ({ opened, server, chromium, tab, directory } = started);
  });
  afterAll(() => started?.close());

  const clientId = "https://desk.example/mcp.json";
  const clientDocument: Record<string, unknown> = {
    client_id: clientId,
    client_name: "Desk <client>",
    token_endpoint_auth_method: "none",
  };

  const command = async (...words: string[]) => {
    const { code, output } = await runHere([...words, "--data-dir", directory, "--public-url", server.url]);
    expect([code, output]).toEqual([0, expect.any(String)]);
    return output;
  };
  const newLink = async () => /http:\S+/.exec(await command("operator-link", "--name", "Ana Ops"))![0];

  const check = (name: string, more?: readonly Look[]) => checkLooks(tab, name, more);

  test("an operator signs in with a link, connects an account and signs out", async () => {
    await tab.open(await newLink());
    expect(await tab.text()).toContain("Sign in as Ana Ops");
    await check("link");
    await tab.press("Sign in");
    expect(await tab.text()).toContain("You operate the application first.");
    await check("home");

    await tab.follow("Connectors");
    expect(await tab.text()).toContain("There are no connectors.");
    await tab.fill("name", "Work <chat>");
    await tab.read(`document.querySelector("section [name=external_user_id]").value = "ana"`);
    await tab.press("Create link");
    await check("new-link");
    const link = await tab.read<string>(`document.querySelector(".copy").textContent.trim()`);
    const user = await chromium.newTab();
    await user.open(link);
    await user.press("Continue to Slack");
    await user.press("Allow");
    expect(await user.text()).toContain("is linked to ana.");

    await tab.follow("Connectors of ana");
    await check("connectors", [{}]);
    await tab.follow("Work <chat>");
    expect(await tab.text()).toContain("active");
    await tab.read(`document.querySelector("details").open = true`);
    await check("connector");
    await tab.press("Create link");
    expect(await tab.text()).toContain("Send this link to ana");

    const { client_id, client_secret } = opened.application!;
    const send = async (method: string, path: string, token: string, json: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(json) });
      return (await response.json()) as Record<string, string> & { pending: { id: string } };
    };
    const application = await send("POST", "/v1/applications/token", "", { client_id, client_secret });
    const token = application.access_token!;
    const policy = { approval: [{ effects: ["write"] }] };
    await send("PUT", "/v1/policies", token, { connector_type: "Slack", policy });
    const listed = await fetch(`${server.url}/v1/integrations/connectors`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [{ id: connector }] = ((await listed.json()) as { data: [{ id: string }] }).data;
    const ask = async (text: string) => {
      const call = { entity: "messages", action: "create", params: { channel: "#general", text } };
      const { pending } = await send("POST", `/v1/integrations/connectors/${connector}/execute`, token, call);
      return pending.id;
    };
    const linked = await ask("The release is out. <b>Please</b> read the notes before noon.");
    const { url } = await send("POST", `/v1/approvals/${linked}/links`, token, { by: "maya@example.com" });
    await user.open(url!);
    expect(await user.text()).toContain("You decide as maya@example.com");
    expect(await user.text()).toContain("The release is out. <b>Please</b> read the notes before noon.");
    expect(await user.text()).toContain("Who reads it\n#general");
    const own = tab;
    tab = user;
    await check("approve");
    await user.fill("note", "Good");
    await user.press("Agree");
    expect(await user.text()).toContain("Agreed by maya@example.com, and done.");
    await check("approved");
    await user.open(url!);
    expect(await user.text()).not.toContain("You decide as");
    tab = own;
    await ask("Lunch is ready.");
    await tab.follow("Approvals");
    await check("approvals", [{}]);
    await tab.follow("messages.create");
    await check("approval");
    await tab.press("Refuse");
    expect(await tab.text()).toContain("Refused by Ana Ops. Nothing was sent.");

    const likeSandbox = amazonAdsSandbox();
    const account = likeSandbox
      .state()
      .accounts.find(({ profile }) => profile.profileId === "2381940675312846")!;
    const ads = await send("POST", "/v1/integrations/connectors", token, {
      external_user_id: "ana",
      connector_type: "Amazon-Ads",
      credentials: likeSandbox.credentials,
    });
    const caps = { max_daily_budget: { USD: 1000 } };
    await send("PUT", "/v1/policies", token, {
      connector_type: "Amazon-Ads",
      policy: { caps, approval: [] },
    });
    const batch = {
      entity: "sponsored_product_campaigns",
      action: "update",
      params: {
        profileId: account.profile.profileId,
        campaigns: account.entities["sp/campaigns"].slice(0, 2).map(({ campaignId }) => ({
          campaignId,
          budget: { budget: 90, budgetType: "DAILY" },
        })),
      },
    };
    const { pending } = await send("POST", `/v1/integrations/connectors/${ads.id}/execute`, token, batch);
    await tab.open(`${server.url}/operate/approvals/${pending.id}`);
    await check("approval-rows", [{}]);
    // Space unchecks a row, as on every check box.
    await tab.read(`document.querySelector("[name=rows][value='1']").click()`);
    await tab.press("Agree to the checked rows");
    expect(await tab.text()).toContain("Declined, not sent");
    await check("approval-rows-decided", [{}]);

    const single = { ...batch, params: { ...batch.params, campaigns: [batch.params.campaigns[1]] } };
    const one = await send("POST", `/v1/integrations/connectors/${ads.id}/execute`, token, single);
    await tab.open(`${server.url}/operate/approvals/${one.pending.id}`);
    await check("approval-permission", [{}]);
    await tab.read(`document.querySelector("[name=permission_days]").value = "7"`);
    await tab.fill("up_to", "50");
    await tab.press("Agree");
    expect(await tab.text()).toContain("Ana Ops agreed and has allowed such calls");
    await tab.follow("Permissions");
    expect(await tab.text()).toContain("at most 50 USD for each call. Ana Ops has allowed this.");
    await check("permissions", [{}]);
    await tab.press("End");
    expect(await tab.text()).toContain("There are no permissions.");
    await send("DELETE", `/v1/integrations/connectors/${ads.id}`, token, {});
    await tab.follow("Journal");
    expect(await tab.text()).toContain("messages.create");
    await check("journal", [{}]);

    await tab.follow("OAuth applications");
    await check("oauth-empty");
    await tab.fill("client_id", "the-id");
    await tab.fill("client_secret", "the-secret");
    await tab.press("Save");
    expect(await tab.text()).toContain("the-id");
    expect(await tab.read("document.documentElement.outerHTML")).not.toContain("the-secret");
    await tab.read(`document.querySelectorAll("details").forEach((one) => (one.open = true))`);
    await check("oauth-set", [{}]);
    await tab.press("Delete");
    expect(await tab.text()).not.toContain("the-id");

    await tab.follow("Audit");
    await check("audit");
    await tab.read(`document.querySelector("[name=event]").value = "oauth_application.set"`);
    await tab.press("Show");
    const rows = await tab.read<string>(`document.querySelector("tbody").innerText`);
    expect([rows.match(/oauth_application\.set/g)?.length, rows]).toEqual([
      1,
      expect.stringContaining("Ana Ops"),
    ]);

    await tab.follow("Connectors");
    await tab.follow("Work <chat>");
    await tab.read(`document.querySelector("details").open = true`);
    await tab.press("Delete");
    expect(await tab.text()).toContain("There are no connectors.");
    await check("connectors-empty");

    await tab.follow("Webhooks");
    await tab.fill("url", "https://hooks.example.com/connectors");
    await tab.press("Add");
    expect(await tab.text()).toContain("whsec_");
    await check("webhook-secret");
    await tab.follow("All webhooks");
    await check("webhooks");
    await tab.follow("hooks.example.com");
    await check("webhook");
    await tab.press("Disable");
    expect(await tab.text()).toContain("Enable");

    await newLink();
    await tab.follow("Sessions");
    expect(await tab.text()).toContain("link not used");
    await check("sessions");
    await tab.press("End");
    expect(await tab.text()).not.toContain("link not used");

    await tab.press("Sign out");
    expect(await tab.text()).toContain("You are signed out.");
    await check("signed-out");
    await tab.open(`${server.url}/operate/audit`);
    expect(await tab.text()).toContain("You are not signed in");
  });

  test("a page of another site cannot send a form, although the browser has the cookie", async () => {
    await tab.open(await newLink());
    await tab.press("Sign in");
    // The signed-out operator asked for this page in the previous test.
    expect(await tab.text()).toContain("From (UTC)");
    const form = `<form method="post" action="${server.url}/operate/sign-out"><button>Gift</button></form>`;
    await tab.open(`data:text/html,${encodeURIComponent(form)}`);
    await tab.press("Gift");
    expect(await tab.text()).toContain("Another site has sent this form.");
    await check("refused");
    await tab.follow("Start page");
    expect(await tab.text()).toContain("Ana Ops");
  });

  test("a user signs in at a page of the application, a client calls, and the operator ends it", async () => {
    const { client_id, client_secret } = opened.application!;
    const post = async (path: string, json: object, token = "") =>
      fetch(server.url + path, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(json),
      });
    // The application signs its user in, and gets a link. Its other page is the address of the client.
    const page = await listen(
      async (request) => {
        const sign_in = new URL(request.url).searchParams.get("sign_in");
        if (sign_in === null) return new Response("Back in the client");
        const granted = await post("/v1/applications/token", { client_id, client_secret });
        const { access_token } = (await granted.json()) as { access_token: string };
        const link = await post("/v1/connect/sign-ins", { sign_in, external_user_id: "ana" }, access_token);
        return Response.redirect(((await link.json()) as { url: string }).url, 303);
      },
      "127.0.0.1",
      0,
    );
    const redirect_uri = `${page.url}/callback`;
    clientDocument["redirect_uris"] = [redirect_uri];
    const own = tab;
    const user = await chromium.newTab();
    try {
      await tab.follow("People");
      expect(await tab.text()).toContain("cannot sign in");
      await tab.read(`document.querySelectorAll("details").forEach((one) => (one.open = true))`);
      await check("people-empty", [{}]);
      await tab.fill("sign_in_url", `${page.url}/sign-in`);
      await tab.press("Use this page");
      expect(await tab.text()).toContain("Page of the application");

      const verifier = randomBytes(32).toString("base64url");
      const authorize = new URL(`${server.url}/oauth/${client_id}/authorize`);
      authorize.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri,
        response_type: "code",
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        scope: "mcp offline_access",
        prompt: "consent",
        resource: `${server.url}/mcp/${client_id}`,
      }).toString();
      await user.open(authorize.href);
      expect(await user.text()).toContain("wants to use the accounts of ana in first.");
      tab = user;
      await check("agree", [{}]);
      await user.press("Allow");
      expect(await user.text()).toContain("Back in the client");
      const code = new URL(await user.url()).searchParams.get("code")!;
      const exchanged = await fetch(`${server.url}/oauth/${client_id}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: clientId,
          code,
          code_verifier: verifier,
          redirect_uri,
        }),
      });
      const { access_token } = (await exchanged.json()) as { access_token: string };
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const status = async () => (await post(`/mcp/${client_id}`, list, access_token)).status;
      expect(await status()).toBe(200);
      tab = own;
      await tab.follow("People");
      expect(await tab.text()).toContain("desk.example, which calls itself Desk <client>");
      await check("people", [{}]);
      await tab.press("End");
      expect(await tab.text()).toContain("There are no agreements.");
      expect(await status()).toBe(401);
      expect(user.messages.filter((text) => /Content Security Policy|Refused/.test(text))).toEqual([]);
    } finally {
      tab = own;
      await page.close(0);
    }
  });

  test("the command ends a session", async () => {
    const listed = (await command("operator-sessions", "list")).trim().split("\n");
    const [session] = listed.map((line) => JSON.parse(line) as { id: string; name: string; status: string });
    expect(session).toMatchObject({ name: "Ana Ops", status: "signed_in" });
    await command("operator-sessions", "end", session!.id);
    await tab.open(`${server.url}/operate`);
    expect(await tab.text()).toContain("You are not signed in");
  });

  test("no page breaks its own policy, and no other site sees an address", () => {
    expect(tab.messages.filter((text) => /Content Security Policy|Refused/.test(text))).toEqual([]);
    for (const { url, headers } of tab.requests)
      if (!url.startsWith(server.url)) expect(headers["Referer"] ?? "").toBe("");
  });
});
