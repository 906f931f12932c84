import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newOperatorLink } from "../../src/operators/sign-in.ts";
import { firstApplication } from "../../src/store/queries/applications.ts";
import { addOperatorSession } from "../../src/store/queries/operator-sessions.ts";
import { checkLooks, noChromium } from "../support/browser/chromium.ts";
import { png } from "../support/png.ts";
import { openServiceInChromium, type ServiceInChromium } from "../support/browser/service-in-chromium.ts";

// Operators read lists and change policies in a real browser. The service and the platforms listen on loopback.

const now = Date.parse("2026-03-12T18:00:00Z");
const looks = [{}, { dark: true }];

describe.skipIf(noChromium !== undefined)("in Chromium", () => {
  let started: ServiceInChromium;
  let { opened, server, tab } = {} as ServiceInChromium;
  let token: string;
  let slack: string;

  const send = async (method: string, path: string, json: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(json) });
    return (await response.json()) as Record<string, string>;
  };
  const call = (connector: string, entity: string, action: string, params: object) =>
    send("POST", `/v1/integrations/connectors/${connector}/execute`, { entity, action, params });

  beforeAll(async () => {
    // The accounts of the sandbox are at this day.
    started = await openServiceInChromium({ clock: { now: () => now, sleep: async () => {} } });
    ({ opened, server, tab } = started);
    const { client_id, client_secret } = opened.application!;
    token = (await send("POST", "/v1/applications/token", { client_id, client_secret })).access_token!;
    const connectors = "/v1/integrations/connectors";
    const credentials = { api_token: slackSandbox().tokens.bot };
    const user = { external_user_id: "ana <b>Berg</b>" };
    slack = (await send("POST", connectors, { ...user, connector_type: "Slack", credentials })).id!;
    const ads = amazonAdsSandbox();
    const adsId = (await send("POST", connectors, { ...user, name: "Shop <ads>", connector_type: "Amazon-Ads", credentials: ads.credentials })).id!; // prettier-ignore
    await call(slack, "channels", "list", { limit: 1 });
    await call(slack, "messages", "get", { channel: "#nowhere" });
    await call(slack, "messages", "create", { channel: "#general", text: "Hello" });
    const caps = { max_daily_budget: { USD: 1000 }, max_day_raise: { USD: 200 } };
    await send("PUT", "/v1/policies", { connector_type: "Amazon-Ads", policy: { caps } });
    await send("PUT", "/v1/policies", { connector_id: slack, policy: { effects: ["read", "write"] } });
    const account = ads.state().accounts.find(({ profile }) => profile.profileId === "2381940675312846")!;
    const [campaign] = account.entities["sp/campaigns"];
    await call(adsId, "sponsored_product_campaigns", "update", {
      profileId: account.profile.profileId,
      campaigns: [{ campaignId: campaign!.campaignId, budget: { budget: 90, budgetType: "DAILY" } }],
    });
  });
  afterAll(() => started?.close());

  test("an operator reads the numbers, checks a connector, tries calls and changes a policy", async () => {
    const { store } = opened;
    const application = (await firstApplication(store.db))!;
    const { row, link } = newOperatorLink(
      { organization_id: application.organization_id, application_id: application.id, name: "Ana Ops", roles: ["admin"] }, // prettier-ignore
      now,
    );
    await addOperatorSession(store.db, row);
    await tab.open(`${server.url}/operate/sign-in/${link}`);
    await tab.press("Sign in");
    await checkLooks(tab, "start", looks);
    expect(await tab.text()).toMatch(/2\s+active/);

    // The first link of the page leads past the links to all pages.
    await tab.read(`document.querySelector("a").focus()`);
    expect(await tab.read("document.activeElement.textContent")).toBe("Skip to the content");

    await tab.follow("of them failed");
    expect(await tab.text()).toContain("ana <b>Berg</b>");
    await checkLooks(tab, "audit-failed", looks);
    await tab.follow("Audit");
    await checkLooks(tab, "audit", looks);

    await tab.follow("Connectors");
    await checkLooks(tab, "connectors", looks);
    await tab.follow("Slack");
    await tab.press("Check the credentials");
    expect(await tab.text()).toContain("The platform accepts the credentials.");
    await checkLooks(tab, "connector-checked", looks);
    await tab.fill("entity", "messages");
    await tab.fill("action", "delete");
    await tab.press("Try");
    expect(await tab.text()).toContain("Refused");
    await checkLooks(tab, "trial", looks);

    await tab.follow("Policies");
    await checkLooks(tab, "policies", looks);
    await tab.follow("the connector Slack of ana <b>Berg</b>");
    await checkLooks(tab, "policy", looks);
    await tab.fill("policy", '{"effects": ["read"]}');
    await tab.press("Show what changes");
    expect(await tab.text()).toContain("The agent cannot write what can be corrected afterwards in Slack.");
    await checkLooks(tab, "policy-change", looks);
    await tab.press("Store");
    expect(await tab.text()).toContain("The agent cannot write what can be corrected afterwards in Slack.");

    await tab.follow("Users");
    await checkLooks(tab, "users", looks);
    await tab.follow("ana <b>Berg</b>");
    await tab.read(`document.querySelector("details").open = true`);
    await checkLooks(tab, "user", looks);

    await tab.follow("Applications");
    await checkLooks(tab, "applications", looks);
    await tab.follow("first");
    await tab.fill("name", "Desk <i>of</i> Zoe");
    await tab.press("Rename");
    const file = `new File([Uint8Array.from(atob("${png(64).toString("base64")}"), (c) => c.charCodeAt(0))], "logo.png")`;
    await tab.read(
      `{ const files = new DataTransfer(); files.items.add(${file}); document.querySelector("[type=file]").files = files.files; }`,
    );
    await tab.press("Add the logo");
    expect(await tab.text()).toContain("Desk <i>of</i> Zoe");
    const loaded = `[...document.images].map((image) => image.complete && image.naturalWidth)`;
    expect(await tab.read(loaded)).toEqual([64]);
    await checkLooks(tab, "application", looks);

    expect(tab.messages.filter((text) => /Content Security Policy|Refused/.test(text))).toEqual([]);
  });

  test("a person sees the name, the logo and the groups, and can continue without scrolling", async () => {
    const { url } = await send("POST", "/v1/connect/sessions", {
      external_user_id: "ana",
      connector_type: "Slack",
    });
    await tab.open(url!);
    expect(await tab.text()).toContain("Desk <i>of</i> Zoe");
    await checkLooks(tab, "consent", looks);
    await tab.show({ width: 1280 });
    const bottom = `[...document.querySelectorAll("button")].at(-1).getBoundingClientRect().bottom`;
    expect(await tab.read<number>(bottom)).toBeLessThan(800);
    await tab.read(`document.querySelectorAll("details").forEach((one) => (one.open = true))`);
    await checkLooks(tab, "consent-open", looks);
    expect(await tab.text()).toContain("Send messages");

    await send("PUT", "/v1/policies", {
      connector_id: slack,
      policy: { approval: [{ effects: ["write"] }] },
    });
    const { pending } = (await call(slack, "messages", "create", { channel: "#general", text: "Hi" })) as never as { pending: { id: string } }; // prettier-ignore
    const link = await send("POST", `/v1/approvals/${pending.id}/links`, { by: "maya@example.com" });
    await tab.open(`${server.url}/operate`);
    expect(await tab.text()).toMatch(/1\s+call waits for a person/);
    await checkLooks(tab, "start-urgent", looks);
    await tab.open(link.url!);
    expect(await tab.text()).toContain("Desk <i>of</i> Zoe");
    await checkLooks(tab, "approve", looks);
  });
});
