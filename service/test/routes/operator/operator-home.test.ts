import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { systemClock } from "agent-connectors/toolkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findApplication } from "../../../src/store/queries/applications.ts";
import { addAuditRows } from "../../../src/store/queries/audit-rows.ts";
import { auditRow } from "../../support/audit-row.ts";
import { acceptRows } from "../../support/keys.ts";
import { signIn } from "../../support/operator.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const dayMs = 86_400_000;
const profileId = "2381940675312846";
const campaign = {
  campaignId: "700001",
  name: "Shoes",
  targetingType: "MANUAL",
  budget: { budget: 10, budgetType: "DAILY" },
  startDate: "2020-01-01",
};

/** Returns the numbers of the page, by their texts. */
function numbersOf(text: string): Record<string, { value: string; href: string; urgent: boolean }> {
  const found = text.matchAll(/<li( class="urgent")?>\s*<a href="([^"]+)"\s*>\s*<b>([^<]+)<\/b>([^<]+)<\/a/g);
  return Object.fromEntries(
    [...found].map(([, urgent, href, value, name]) => [
      name!.replace(/\s+/g, " ").trim(),
      { value: value!, href: href!.replaceAll("&amp;", "&"), urgent: urgent !== undefined },
    ]),
  );
}

onBothStores((newLocation) => {
  let service: TestService;
  let organization: string;
  let ahead = 0;
  const now = () => Date.now() + ahead;
  beforeEach(async () => {
    const amazon = amazonAdsSandbox({
      rateLimits: false,
      seed: {
        accounts: [{ profile: { profileId, timezone: "UTC" }, entities: { "sp/campaigns": [campaign] } }],
      },
    });
    service = await testService(await newLocation(), {
      connectors: [{ connector: AmazonAdsConnector, code: { ...amazon.options, clock: undefined } }],
      clock: { ...systemClock, now },
    });
    organization = (await findApplication(service.store.db, service.clientId))!.organization_id;
  });
  afterEach(async () => {
    ahead = 0;
    await service.close();
  });

  const addCalls = (of: string, outcomes: readonly [outcome: string, daysAgo: number][]) =>
    addAuditRows(
      service.store.db,
      outcomes.map(([outcome, days]) =>
        auditRow({ organization_id: of, at: Date.now() - days * dayMs, detail: JSON.stringify({ outcome }) }),
      ),
    );
  const rowsBehind = async (admin: Awaited<ReturnType<typeof signIn>>, href: string) =>
    ((await admin.get(href)).text.match(/<tr role="row">/g) ?? []).length - 1;

  test("counts the calls and failures of the organization, and each number leads to its rows", async () => {
    const admin = await signIn(service);
    await addCalls(organization, [["ok", 0.1], ["ok", 2], ["rate_limited", 0.2], ["policy_denied", 3], ["approval_pending", 0.3], ["ok", 8], ["internal", 9]]); // prettier-ignore
    await addCalls("other", [["ok", 0.1], ["internal", 0.1]]); // prettier-ignore
    const { text } = await admin.get("/operate");
    const calls = [...text.matchAll(/<b>(\d+)<\/b>\s+(in the last [^<]+|of them failed)/g)].map(
      ([, value, name]) => `${value} ${name!.trim()}`,
    );
    expect(calls).toEqual(["3 in the last 24 hours", "1 of them failed", "5 in the last 7 days", "2 of them failed"]); // prettier-ignore
    const links = [...text.matchAll(/href="(\/operate\/audit\?[^"]+)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&")); // prettier-ignore
    const behind = [];
    for (const href of links) behind.push(await rowsBehind(admin, href));
    expect(behind).toEqual([3, 1, 5, 2]);
  });

  test("counts connectors by their state, and consents that end", async () => {
    const [fine, refused, ending] = [await service.create("ana"), await service.create("bo"), await service.create("cy")]; // prettier-ignore
    const { db } = service.store;
    const set = (id: string, change: object) =>
      db.updateTable("connectors").set(change).where("id", "=", id).execute();
    await set(refused, { status: "reauth_required" });
    const { since, days } = AmazonAdsConnector.connectFlow!.lifetime!;
    const given = Date.parse(since) + dayMs;
    await set(ending, { type: "amazon-ads", connected_at: given });
    await set(fine, { type: "amazon-ads", connected_at: given + 2 * dayMs });
    ahead = given + (days - 29) * dayMs - Date.now();
    await acceptRows(service.store, organization);
    const admin = await signIn(service, ["admin"], { now: now() });
    const numbers = numbersOf((await admin.get("/operate")).text);
    const again = numbers["must be connected again"]!;
    const consent = numbers["with a consent that ends within 30 days"]!;
    expect([numbers["active"]!.value, again.value, again.urgent, consent.value, consent.urgent]).toEqual(["2", "1", true, "1", true]); // prettier-ignore
    for (const [{ href }, id] of [
      [again, refused],
      [consent, ending],
    ] as const) {
      const { text } = await admin.get(href);
      expect([...text.matchAll(/href="\/operate\/connectors\/([^"]+)"/g)].map(([, one]) => one)).toEqual([
        id,
      ]);
    }
  });

  test("counts the approvals that wait, and shows the raises of the day with the cap", async () => {
    const token = await service.applicationToken();
    const admin = await signIn(service);
    const id = await service.create("ana");
    const policies = { method: "PUT", token };
    await service.ask("/v1/policies", { ...policies, json: { connector_type: "Slack", policy: { approval: [{ effects: ["write"] }] } } }); // prettier-ignore
    const write = { entity: "messages", action: "create", params: { channel: "#general", text: "Hi" } };
    expect((await service.ask(executePath(id), { token, json: write })).status).toBe(202);

    const ads = await service.ask("/v1/integrations/connectors", {
      token,
      json: {
        external_user_id: "ana",
        connector_type: "Amazon-Ads",
        credentials: amazonAdsSandbox().credentials,
      },
    });
    const caps = { max_daily_budget: { USD: 1000 }, max_day_raise: { USD: 200 } };
    await service.ask("/v1/policies", {
      ...policies,
      json: { connector_type: "Amazon-Ads", policy: { caps } },
    });
    const campaigns = [{ campaignId: campaign.campaignId, budget: { budget: 40, budgetType: "DAILY" } }];
    const raise = {
      entity: "sponsored_product_campaigns",
      action: "update",
      params: { profileId, campaigns },
    };
    const raised = await service.ask(executePath(ads.body.id), { token, json: raise });
    expect([raised.status, raised.text.slice(0, 200)]).toEqual([200, expect.any(String)]);

    const numbers = numbersOf((await admin.get("/operate")).text);
    expect(numbers["call waits for a person"]).toEqual({
      value: "1",
      href: "/operate/approvals",
      urgent: true,
    });
    const spent = Object.entries(numbers).find(([name]) => name.startsWith("max day raise, Amazon Ads"));
    expect(spent![1].value).toMatch(/^\d+ of 200 USD$/);
    expect((await admin.get(spent![1].href)).text).toContain("200 USD");

    const { db } = service.store;
    const waiting = db.updateTable("records").set({ organization_id: "other" });
    await waiting.where("key", "like", "open/%").execute();
    expect(numbersOf((await admin.get("/operate")).text)["calls wait for a person"]!.value).toBe("0");

    // The raises of an earlier day do not count for this one.
    ahead = 3 * dayMs;
    const later = await signIn(service, ["admin"], { now: now() });
    expect((await later.get("/operate")).text).not.toContain("Raised spending");
  });

  test("shows an operator only the numbers of the own roles", async () => {
    await addCalls(organization, [["ok", 0.1]]);
    const totals = { organization_id: organization, connector_id: "", sealed: "x", key_id: "", version: "1", updated_at: 1, expires_at: null }; // prettier-ignore
    const day = new Date(now()).toISOString().slice(0, 10);
    await service.store.db
      .insertInto("records")
      .values({ ...totals, key: `totals/slack/a/${day}` })
      .execute();
    const titles = async (role: "connect" | "approvals:decide" | "audit:read") =>
      [...(await (await signIn(service, [role])).get("/operate")).text.matchAll(/<h2>([^<]+)<\/h2>/g)].map(
        ([, title]) => title,
      );
    expect(await titles("connect")).toEqual(["Connectors", "Pages"]);
    expect(await titles("approvals:decide")).toEqual(["Approvals", "Pages"]);
    expect(await titles("audit:read")).toEqual(["Calls", "Pages"]);
  });
});
