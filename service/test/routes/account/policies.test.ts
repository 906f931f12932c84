import { findApplication } from "../../../src/store/queries/applications.ts";
import { acceptRows } from "../../support/keys.ts";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addClient } from "../../../src/access/client-secrets.ts";
import { applyAccountPolicy, keepAccountPolicy } from "../../../src/store/queries/account-policies.ts";
import { addConnector } from "../../../src/store/queries/connectors.ts";
import { executePath, testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const path = "/v1/policies";
const ads = { connector_type: "Amazon-Ads" };
const ana = { external_user_id: "ana" };
const profileId = "2381940675312846";
const campaignId = "700001";

onBothStores((newLocation) => {
  const amazon = amazonAdsSandbox({
    rateLimits: false,
    seed: {
      accounts: [
        {
          profile: { profileId },
          entities: {
            "sp/campaigns": [
              {
                campaignId,
                name: "Shoes",
                targetingType: "MANUAL",
                budget: { budget: 10, budgetType: "DAILY" },
                startDate: "2020-01-01",
              },
            ],
          },
        },
      ],
    },
  });
  let service: TestService;
  let token: string;
  let connector_id: string;
  beforeEach(async () => {
    service = await testService(await newLocation(), {
      connectors: [{ connector: AmazonAdsConnector, code: amazon.options, shareTokens: false }],
    });
    token = await service.applicationToken();
    connector_id = await service.create("ana", { ...ads, credentials: amazon.credentials });
  });
  afterEach(() => service.close());

  const set = (json: object, own = token) => service.ask(path, { method: "PUT", token: own, json });
  const remove = (query: Record<string, string>, own = token) =>
    service.ask(`${path}?${new URLSearchParams(query)}`, { method: "DELETE", token: own });
  const list = async (query = "", own = token) => (await service.ask(`${path}${query}`, { token: own })).body;
  const setBudget = (budget: number) =>
    service.ask(executePath(connector_id), {
      token,
      json: {
        entity: "sponsored_product_campaigns",
        action: "update",
        params: { profileId, campaigns: [{ campaignId, budget: { budget } }], dry_run: true },
      },
    });
  const caps = (amount: number) => ({ policy: { caps: { max_daily_budget: { USD: amount } } } });

  test("of the caps of the organization, the user and the connector, the lowest applies to a call", async () => {
    expect((await setBudget(11)).body.code).toBe("policy_denied");
    const targets = [ads, { ...ads, ...ana }, { connector_id }];
    // Each level in turn has the lowest cap.
    for (const lowest of targets.keys()) {
      for (const [index, target] of targets.entries())
        expect((await set({ ...target, ...caps(index === lowest ? 20 : 30) })).status).toBe(200);
      const refused = (await setBudget(21)).body;
      expect([lowest, refused.code, refused.hint]).toEqual([
        lowest,
        "cap_exceeded",
        expect.stringContaining("at most 20 USD"),
      ]);
      expect((await setBudget(20)).status).toBe(200);
    }
    // Empty caps of one level allow no raise, whatever the other levels allow.
    await set({ connector_id, policy: { caps: {} } });
    expect((await setBudget(11)).body.code).toBe("policy_denied");
    await remove({ connector_id });
    expect((await setBudget(11)).status).toBe(200);
    expect((await setBudget(31)).status).toBe(403);
  });

  test("a policy limits effects and actions, from the next call on", async () => {
    const call = () =>
      service.ask(executePath(connector_id), { token, json: { entity: "profiles", action: "list" } });
    expect((await call()).status).toBe(200);
    await set({ ...ads, ...ana, policy: { exclude: ["profiles.list"] } });
    expect((await call()).body).toMatchObject({ code: "policy_denied", outcome: "not_started" });
    await set({ ...ads, ...ana, policy: { effects: ["write"] } });
    expect((await call()).body.code).toBe("policy_denied");
    // The policy of another user or of another connector type does not apply.
    await set({ ...ads, ...ana, policy: {} });
    await set({ ...ads, external_user_id: "bob", policy: { effects: [] } });
    await set({ connector_type: "slack", policy: { effects: [] } });
    expect((await call()).status).toBe(200);
  });

  test("policies are listed with their targets, and each change has an audit row", async () => {
    const created = (await set({ ...ads, ...caps(5) })).body;
    await set({ ...ads, ...ana, ...caps(4) });
    await set({ connector_id, ...caps(3) });
    await set({ ...ads, ...caps(6) });
    const { data } = await list();
    expect(
      data.map((one: Record<string, unknown>) => [
        one.applies_to,
        one.external_user_id,
        one.connector_id,
        one.policy,
      ]),
    ).toEqual([
      ["organization", null, null, { caps: { max_daily_budget: { USD: 6 } } }],
      ["user", "ana", null, { caps: { max_daily_budget: { USD: 4 } } }],
      ["connector", "ana", connector_id, { caps: { max_daily_budget: { USD: 3 } } }],
    ]);
    expect(data[0]).toEqual({ ...created, policy: data[0].policy, updated_at: expect.any(String) });
    const first = await list("?limit=2");
    expect(first.data).toEqual(data.slice(0, 2));
    expect((await list(`?limit=2&cursor=${first.next_cursor}`)).data).toEqual(data.slice(2));
    expect((await list("?external_user_id=ana")).data).toEqual(data.slice(1));
    expect((await list(`?connector_id=${connector_id}`)).data).toEqual(data.slice(2));
    expect((await list("?connector_type=slack")).data).toEqual([]);

    expect((await remove({ ...ads, ...ana })).body).toEqual({ deleted: true });
    expect((await remove({ ...ads, ...ana })).status).toBe(404);
    const audit = (await service.ask("/v1/audit", { token })).body.data.filter(
      ({ event }: { event: string }) => event.startsWith("policy."),
    );
    expect(
      audit.map((row: Record<string, unknown>) => [
        row.event,
        row.external_user_id,
        row.connector_id,
        row.detail,
      ]),
    ).toEqual([
      ["policy.delete", "ana", null, { type: "amazon-ads" }],
      ["policy.set", null, null, { type: "amazon-ads", ...caps(6) }],
      ["policy.set", "ana", connector_id, { type: "amazon-ads", ...caps(3) }],
      ["policy.set", "ana", null, { type: "amazon-ads", ...caps(4) }],
      ["policy.set", null, null, { type: "amazon-ads", ...caps(5) }],
    ]);
  });

  test("a user can read only the policies that apply to the user, and cannot change them", async () => {
    const bobs = await service.create("bob", { ...ads, credentials: amazon.credentials });
    for (const target of [ads, { ...ads, ...ana }, { connector_id }, { connector_id: bobs }])
      await set({ ...target, ...caps(5) });
    const reader = await service.scopedToken("ana", { scopes: ["policies:read"] });
    expect((await list("", reader)).data.map((one: { applies_to: string }) => one.applies_to)).toEqual([
      "organization",
      "user",
      "connector",
    ]);
    expect((await set({ ...ads, ...caps(9) }, reader)).status).toBe(403);
    expect((await remove(ads, reader)).body.code).toBe("insufficient_scope");
    expect((await list("", await service.scopedToken("ana"))).code).toBe("insufficient_scope");
    const asked = await service.ask("/api/v1/account/applications/scoped-token", {
      token,
      json: { ...ana, scopes: ["policies:write"] },
    });
    expect(asked.status).toBe(422);
  });

  test("another organization sees and changes nothing", async () => {
    const other = { client_id: "other", client_secret: "other-secret-of-more-than-32-characters" };
    await addClient(
      service.store.db,
      { id: other.client_id, organization_id: "o2", name: "other", epoch: 0, secret: other.client_secret },
      5,
    );
    const foreign = (await service.ask("/v1/applications/token", { json: other })).body
      .access_token as string;
    await set({ ...ads, ...caps(5) });
    expect((await list("", foreign)).data).toEqual([]);
    expect((await set({ connector_id, ...caps(9) }, foreign)).body.code).toBe("connector_not_found");
    expect((await remove(ads, foreign)).status).toBe(404);
    expect((await list()).data).toHaveLength(1);
  });

  test("the policies of a deleted user are deleted; that of a deleted connector stays with its account", async () => {
    await set({ connector_id, ...caps(5) });
    await set({ ...ads, ...ana, ...caps(5) });
    await service.ask(`/v1/integrations/connectors/${connector_id}`, { method: "DELETE", token });
    const appliesTo = (await list()).data.map((one: { applies_to: string }) => one.applies_to);
    expect(appliesTo).toEqual(["user", "account"]);
    expect((await service.ask("/v1/users/ana", { method: "DELETE", token })).status).toBe(200);
    expect((await list()).data).toEqual([]);
  });

  test("a stored policy with a name that no longer exists refuses every call, and says so", async () => {
    await set({ ...ads, ...caps(5) });
    await service.store.db.updateTable("policies").set({ policy: '{"include":["gone.list"]}' }).execute();
    const { organization_id } = (await findApplication(service.store.db, service.clientId))!;
    await acceptRows(service.store, organization_id);
    const { status, body } = await setBudget(5);
    expect([status, body.code, body.outcome]).toEqual([403, "policy_denied", "not_started"]);
    expect(body.message).toMatch(/^The policy of the organization is not valid any more: .*gone\.list/);
    expect(body.hint).toContain("PUT /v1/policies");
  });

  test("a wrong request is refused, and nothing is stored", async () => {
    const wrong: [object, string][] = [
      [{ policy: {} }, "connector_type"],
      [{ connector_type: "gopher", policy: {} }, "connector_type"],
      [ads, "policy"],
      [{ ...ads, policy: [] }, "policy"],
      [{ ...ads, policy: {}, polcy: {} }, "body"],
      [{ ...ads, policy: { cap: {} } }, "policy.cap"],
      [{ ...ads, policy: { caps: { max_bids: { USD: 1 } } } }, "policy.caps"],
      [{ ...ads, policy: { caps: { max_bid: 2 } } }, "policy.caps"],
      [{ ...ads, policy: { caps: { max_bid: { USD: "2" } } } }, "policy.caps.max_bid"],
      [{ ...ads, policy: { caps: { max_bid: { USD: -1 } } } }, "policy.caps.max_bid"],
      [{ ...ads, policy: { caps: { max_bid: { usd: 1 } } } }, "policy.caps.max_bid"],
      [{ ...ads, policy: { caps: { profiles: { x: {} } } } }, "policy.caps.profiles"],
      [{ ...ads, policy: { effects: ["spent"] } }, "policy.effects"],
      [{ ...ads, policy: { include: ["campaigns.list"] } }, "policy.include"],
      [{ ...ads, policy: { include: ["messages.list"] } }, "policy.include"],
      [{ ...ads, policy: { only: { channel: ["C1"] } } }, "policy.only.channel"],
      [{ ...ads, ...ana, connector_id, policy: {} }, "connector_id"],
      [{ connector_type: "slack", connector_id, policy: {} }, "connector_type"],
    ];
    for (const [json, at] of wrong) {
      const { status, body } = await set(json);
      expect([json, status, body.path]).toEqual([json, 422, at]);
    }
    expect((await set({ connector_id: "nobodys", policy: {} })).status).toBe(404);
    for (const text of ["{", `{"connector_type":"slack","policy":{"__proto__":{"effects":[]}}}`])
      expect((await service.ask(path, { method: "PUT", token, body: text })).status).toBe(400);
    expect((await remove({})).status).toBe(422);
    expect((await remove({ ...ads, connector_id, external_user_id: "ana" })).status).toBe(422);
    expect((await list()).data).toEqual([]);
  });

  describe("the policy of a connector belongs to its account", () => {
    const noUsers = { exclude: ["users.list"] };
    const users = { entity: "users", action: "list", params: { limit: 1 } };
    let mine: string;
    let first: string;
    beforeEach(async () => {
      mine = await service.scopedToken("ana");
      first = await service.create("ana");
      expect((await set({ connector_id: first, policy: noUsers })).status).toBe(200);
    });
    const codeOf = async (id: string) =>
      (await service.ask(executePath(id), { token: mine, json: users })).body.code as string | undefined;
    const replace = (id: string, api_token: string) =>
      service.ask(`/v1/integrations/connectors/${id}/credentials`, {
        method: "PUT",
        token: mine,
        json: { credentials: { api_token } },
      });
    const erase = (id: string) =>
      service.ask(`/v1/integrations/connectors/${id}`, { method: "DELETE", token: mine });

    test("a second connector with the same credentials has it too", async () => {
      expect(await codeOf(first)).toBe("policy_denied");
      expect(await codeOf(await service.create("ana"))).toBe("policy_denied");
    });

    test("a connector that is created again has it too", async () => {
      await erase(first);
      expect((await list()).data).toMatchObject([
        { applies_to: "account", external_user_id: "ana", policy: noUsers },
      ]);
      expect(await codeOf(await service.create("ana"))).toBe("policy_denied");
    });

    test("it stays when the credentials go to another connector", async () => {
      await replace(first, "xoxb-other");
      expect(await codeOf(await service.create("ana"))).toBe("policy_denied");
      const other = await service.create("ana", { credentials: { api_token: "xoxb-third" } });
      await replace(other, service.sandbox.tokens.bot);
      expect([await codeOf(first), await codeOf(other)]).toEqual(["policy_denied", "policy_denied"]);
    });

    test("a change by the application concerns all connectors of the account", async () => {
      const second = await service.create("ana");
      await set({ connector_id: second, policy: { effects: ["read", "write"] } });
      expect([await codeOf(first), await codeOf(second)]).toEqual([undefined, undefined]);
      await set({ connector_id: first, policy: noUsers });
      expect([await codeOf(first), await codeOf(second)]).toEqual(["policy_denied", "policy_denied"]);
      await erase(first);
      expect((await remove({ connector_id: second })).status).toBe(200);
      expect(await codeOf(second)).toBeUndefined();
      expect(await codeOf(await service.create("ana"))).toBeUndefined();
      expect((await list()).data).toEqual([]);
    });

    test("credentials with another policy than the connector's are refused", async () => {
      const other = await service.create("ana", { credentials: { api_token: "xoxb-other" } });
      await set({ connector_id: other, policy: { effects: ["read", "write"] } });
      const refused = await replace(other, service.sandbox.tokens.bot);
      expect([refused.status, refused.body.code, refused.body.path]).toEqual([
        403,
        "policy_denied",
        "credentials",
      ]);
      await set({ connector_id: other, policy: noUsers });
      expect((await replace(other, service.sandbox.tokens.bot)).status).toBe(200);
    });

    test("other users have their own, and a deleted user leaves none", async () => {
      const theirs = await service.create("ben");
      const { body } = await service.ask(executePath(theirs), {
        token: await service.scopedToken("ben"),
        json: users,
      });
      expect(body.status).toBe("success");
      await erase(first);
      await service.ask("/v1/users/ana", { method: "DELETE", token });
      expect((await list()).data).toEqual([]);
    });

    test("an account that a person connects again has it too, with new tokens", async () => {
      const { db } = service.store;
      const now = 1;
      const row = (await db.selectFrom("connectors").selectAll().where("id", "=", first).executeTakeFirst())!;
      const connected = { ...row, account: "T1" };
      await keepAccountPolicy(db, connected, now);
      const again = { ...row, id: "again", credential_id: "new", account: "T1" };
      await addConnector(db, again);
      await applyAccountPolicy(db, again, now);
      const elsewhere = { ...again, id: "elsewhere", credential_id: "newer", account: "T2" };
      await addConnector(db, elsewhere);
      await applyAccountPolicy(db, elsewhere, now);
      const { data } = await list();
      const targets = data.map(({ connector_id }: { connector_id: string | null }) => connector_id);
      expect(targets).toEqual(expect.arrayContaining([first, "again"]));
      expect(targets).not.toContain("elsewhere");
    });
  });
});
