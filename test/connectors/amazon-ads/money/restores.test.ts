import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import type { ConnectorOptions } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { describe, expect, test } from "vitest";

// The undo of a lowering needs no right to spend, because it restores values of the same day.

type Dict = Record<string, unknown>;
type Result = { data: Dict; meta: Dict & { undo?: { entity: string; action: string; params: Dict } } };
type Call = (entity: string, action: string, params: Dict) => Promise<Result>;

const profileId = "2381940675312846";
const campaignId = "144373194309380061";
const writer = { effects: ["read", "write"] } as const;

function open(policy: ConnectorOptions["policy"] = writer, entities: object = {}) {
  const seed = { accounts: [{ profile: { profileId }, entities }] };
  const sandbox = amazonAdsSandbox({ rateLimits: false, seed });
  const ownStore = memoryStore();
  const connect = (other: ConnectorOptions["policy"], store = ownStore) => {
    const ads = new AmazonAdsConnector(
      { auth: sandbox.credentials },
      { ...sandbox.options, policy: other, store },
    );
    const call: Call = (entity, action, params) =>
      (ads.execute as unknown as Call)(entity, action, { profileId, ...params });
    const undo = (result: Result) => ads.undo(result as never) as unknown as Promise<Result>;
    return { call, undo };
  };
  const campaign = () =>
    sandbox
      .state()
      .accounts.find((one) => one.profile.profileId === profileId)!
      .entities["sp/campaigns"].find((one) => one.campaignId === campaignId)! as Dict;
  return { ...connect(policy), connect, campaign, sandbox };
}

const change = (fields: Dict): [string, string, Dict] => [
  "sponsored_product_campaigns",
  "update",
  { campaigns: [{ campaignId, ...fields }] },
];

describe("the undo of a lowering", () => {
  test.each([
    ["a budget", { budget: { budget: 5 } }],
    ["a pause", { state: "PAUSED" }],
    ["an earlier end", { endDate: "2026-03-20" }],
    [
      "a placement",
      { dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 0 }] } },
    ],
  ])("of %s needs no right to spend", async (_, fields) => {
    const { call, undo, campaign } = open();
    const before = campaign();
    const lowered = await call(...change(fields));
    expect(campaign()).not.toEqual(before);
    const { budget, state, endDate } = before;
    const restored = await undo(lowered);
    expect(restored.data.succeeded).toHaveLength(1);
    expect(campaign()).toMatchObject({ budget, state, ...(endDate === undefined ? {} : { endDate }) });
    expect(campaign().endDate).toBe(endDate);
    // A dry run shows the effect `write` too.
    await call(...change(fields));
    const { entity, action, params } = lowered.meta.undo!;
    expect((await call(entity, action, { ...params, dry_run: true })).data.effect).toBe("write");
  });

  test("in several steps can restore every state of the day, but no higher state", async () => {
    const { call, campaign } = open();
    const { budget: first } = campaign().budget as { budget: number };
    const set = (budget: number) => call(...change({ budget: { budget } }));
    const amount = () => (campaign().budget as Dict).budget;
    await set(first - 2);
    await set(first - 4);
    await set(first - 2);
    await set(first);
    expect(amount()).toBe(first);
    await set(first - 4);
    for (const higher of [first - 3, first + 1])
      await expect(set(higher)).rejects.toMatchObject({ code: "policy_denied" });
    expect(amount()).toBe(first - 4);
  });

  test("is refused on the next day, or if somebody else has changed the record", async () => {
    const one = open();
    const lowered = await one.call(...change({ state: "PAUSED" }));
    const other = one.connect({ caps: { max_daily_budget: { USD: 1000 } } });
    const { budget } = one.campaign().budget as { budget: number };
    await other.call(...change({ budget: { budget: budget + 50 } }));
    await expect(one.undo(lowered)).rejects.toMatchObject({ code: "policy_denied" });

    // Somebody lowered the budget further. Without a right to spend, the undo must not restore the first budget.
    const cut = open();
    const { budget: first } = cut.campaign().budget as { budget: number };
    const own = await cut.call(...change({ budget: { budget: first - 2 } }));
    const somebody = cut.connect({ effects: ["read", "write"] }, memoryStore());
    await somebody.call(...change({ budget: { budget: first - 4 } }));
    await expect(cut.undo(own)).rejects.toMatchObject({ code: "policy_denied" });

    const late = open();
    const paused = await late.call(...change({ state: "PAUSED" }));
    await late.sandbox.clock.sleep(24 * 3_600_000);
    await expect(late.undo(paused)).rejects.toMatchObject({ code: "policy_denied" });
    expect(late.campaign().state).toBe("PAUSED");
  });

  test("of a budget rule counts as spend after a raise of the budget of its campaign", async () => {
    const lowered = async () => {
      const one = open();
      const spender = one.connect({ caps: { max_daily_budget: { USD: 1000 } } });
      const rules = [{ name: "Rule", increasePercent: 30, startDate: "2026-03-12" }];
      const made = await spender.call("budget_rules", "create", { rules });
      const ruleId = (made.data.succeeded as { id: string }[])[0]!.id;
      await spender.call("budget_rules", "associate", { campaignId, ruleIds: [ruleId] });
      const result = await one.call("budget_rules", "update", { rules: [{ ruleId, increasePercent: 5 }] });
      return { ...one, spender, result };
    };
    const unchanged = await lowered();
    expect((await unchanged.undo(unchanged.result)).data.succeeded).toHaveLength(1);

    const raised = await lowered();
    const { budget } = raised.campaign().budget as { budget: number };
    await raised.spender.call(...change({ budget: { budget: budget + 20 } }));
    await expect(raised.undo(raised.result)).rejects.toMatchObject({
      code: "policy_denied",
      message: expect.stringContaining("spend"),
    });
  });

  test("restores some items of a batch, and refuses the others by their index", async () => {
    const { call } = open();
    const { data } = (await call("sponsored_product_keywords", "list", { states: ["ENABLED"], limit: 2 })) as unknown as { data: Dict[] }; // prettier-ignore
    const [first, second] = data as [Dict, Dict];
    const set = (...keywords: Dict[]) => call("sponsored_product_keywords", "update", { keywords });
    const { keywordId } = first;
    await set({ keywordId, bid: Number(first.bid) - 0.1 });
    await expect(
      set({ keywordId, bid: first.bid }, { keywordId: second.keywordId, bid: Number(second.bid) + 1 }),
    ).rejects.toMatchObject({ code: "policy_denied", message: expect.stringContaining("item 1.") });
    expect((await set({ keywordId, bid: first.bid })).data.succeeded).toHaveLength(1);
  });

  test("counts nothing toward the raises of the day, and still keeps to the other caps", async () => {
    const caps = { max_daily_budget: { USD: 1000 }, max_day_raise: { USD: 1 } };
    const { call, undo, campaign } = open({ caps });
    const { budget } = campaign().budget as { budget: number };
    await undo(await call(...change({ budget: { budget: budget - 5 } })));
    expect(campaign().budget).toMatchObject({ budget });
    await expect(call(...change({ budget: { budget: budget + 1 } }))).rejects.toMatchObject({
      code: "cap_exceeded",
    });
    const low = open({ caps: { max_daily_budget: { USD: 1 }, max_day_raise: { USD: 1000 } } });
    const lowered = await low.call(...change({ budget: { budget: budget - 5 } }));
    await expect(low.undo(lowered)).rejects.toMatchObject({ code: "cap_exceeded" });
  });
});

describe("the undo of a lowering that Amazon has not confirmed", () => {
  test.each([
    ["refused with a status", () => new Response('{"code":"LOCKED"}', { status: 422 })],
    ["refused as an item of two", () => Response.json({ campaigns: { success: [{ index: 1, campaignId: "2" }], error: [{ index: 0, errors: [{ errorType: "LOCKED" }] }] } }, { status: 207 })], // prettier-ignore
    ["not named in the response", () => Response.json({ campaigns: { success: [], error: [] } })],
  ])("is spending: %s", async (_, response) => {
    const sandbox = amazonAdsSandbox({ rateLimits: false });
    let isLocked = true;
    const fetch: typeof globalThis.fetch = async (input, init) =>
      isLocked && init?.method === "PUT" ? response() : sandbox.fetch(input, init);
    const connect = () => {
      const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, fetch, policy: writer }); // prettier-ignore
      return (state: string, ...others: string[]) =>
        (ads.execute as unknown as Call)("sponsored_product_campaigns", "update", {
          profileId,
          campaigns: [campaignId, ...others].map((id) => ({ campaignId: id, state })),
        });
    };
    const agent = connect();
    const { data } = (await new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options).sponsored_product_campaigns.list({ profileId, states: ["ENABLED"] })) as unknown as { data: { campaignId: string }[] }; // prettier-ignore
    const second = data.find((one) => one.campaignId !== campaignId)!.campaignId;
    await agent("PAUSED", second).catch(() => undefined);
    isLocked = false;
    await connect()("PAUSED");
    await expect(agent("ENABLED")).rejects.toMatchObject({ code: "policy_denied" });
  });
});

describe("after a raise of an amount that depends on the lowered record, the undo is spending", () => {
  const ids = { campaignId: "901", adGroupId: "902" };
  const entities = {
    "sp/campaigns": [
      { campaignId: "901", name: "Lamps", targetingType: "MANUAL", budget: { budget: 10, budgetType: "DAILY" }, dynamicBidding: { strategy: "AUTO_FOR_SALES", placementBidding: [] }, startDate: "2026-01-01" }, // prettier-ignore
    ],
    "sp/adGroups": [{ ...ids, name: "Group", defaultBid: 1 }],
    "sp/keywords": [{ ...ids, keywordId: "903", keywordText: "lamp", matchType: "EXACT", bid: 1 }],
  };
  const caps = { max_bid: { USD: 2 }, max_effective_bid: { USD: 3 }, max_daily_budget: { USD: 100 } };
  const strategy = (name: string) =>
    ["sponsored_product_campaigns", "update", { campaigns: [{ campaignId: "901", dynamicBidding: { strategy: name } }] }] as const; // prettier-ignore
  const newKeyword = { ...ids, keywordText: "new lamp", matchType: "EXACT", bid: 2, state: "ENABLED" };

  test.each([
    ["a bid", ["sponsored_product_keywords", "update", { keywords: [{ keywordId: "903", bid: 2 }] }]],
    ["a new keyword", ["sponsored_product_keywords", "create", { keywords: [newKeyword] }]],
  ] as const)("%s of another tool of the same connector", async (_, raise) => {
    const writerTool = open(writer, entities);
    const spender = writerTool.connect({ caps });
    const lowered = await writerTool.call(...strategy("LEGACY_FOR_SALES"));
    await spender.call(...(raise as unknown as Parameters<Call>));
    await expect(writerTool.undo(lowered)).rejects.toMatchObject({ code: "policy_denied" });
    // The tool with caps judges the restored strategy by its caps.
    await expect(spender.call(...strategy("AUTO_FOR_SALES"))).rejects.toMatchObject({ code: "cap_exceeded" });
  });

  test("a portfolio budget of another tool of the same connector", async () => {
    const portfolio = { portfolioId: "904", name: "Small", budget: { amount: 3, policy: "MONTHLY_RECURRING" } }; // prettier-ignore
    const inside = entities["sp/campaigns"].map((one) => ({ ...one, portfolioId: "904" }));
    const writerTool = open(writer, { ...entities, "sp/campaigns": inside, portfolios: [portfolio] });
    const spender = writerTool.connect({ caps: { max_portfolio_budget: { USD: 1000 }, max_day_raise: { USD: 1 } } }); // prettier-ignore
    const paused = await writerTool.call("sponsored_product_campaigns", "update", { campaigns: [{ campaignId: "901", state: "PAUSED" }] }); // prettier-ignore
    await spender.call("portfolios", "update", { portfolios: [{ portfolioId: "904", budget: { amount: 1000, policy: "MONTHLY_RECURRING" } }] }); // prettier-ignore
    await expect(writerTool.undo(paused)).rejects.toMatchObject({ code: "policy_denied" });
  });

  test("new targets of a promotion group, in each campaign that the group can put them in", async () => {
    const [manual] = entities["sp/campaigns"];
    const group = (campaignId: string, adGroupId: string) => ({ campaignId, adGroupId, name: "Group", defaultBid: 1 }); // prettier-ignore
    const groups = [group("901", "902"), group("911", "912"), group("921", "922")];
    const ads = groups.map((one, index) => ({ campaignId: one.campaignId, adGroupId: one.adGroupId, adId: `93${index}`, sku: "FH-STOVE-1", asin: "B08YJ6X2GM" })); // prettier-ignore
    const writerTool = open(writer, {
      "sp/campaigns": [
        manual,
        { ...manual, campaignId: "911", name: "Lanterns" },
        { ...manual, campaignId: "921", name: "Search", targetingType: "AUTO" },
      ],
      "sp/adGroups": groups,
      "sp/productAds": ads,
    });
    const { data } = await writerTool.call("target_promotion_groups", "create", { name: "Best", adGroupId: "922", destinationAdGroupIds: ["902", "912"] }); // prettier-ignore
    const lowered = await writerTool.call("sponsored_product_campaigns", "update", { campaigns: [{ campaignId: "911", dynamicBidding: { strategy: "LEGACY_FOR_SALES" } }] }); // prettier-ignore
    await writerTool.connect({ caps }).call("target_promotion_groups", "create_targets", {
      targetPromotionGroupId: data["targetPromotionGroupId"],
      targets: [{ keyword: "camping lamp", matchType: "EXACT", bid: 1 }],
    });
    await expect(writerTool.undo(lowered)).rejects.toMatchObject({ code: "policy_denied" });
  });

  test("a raise in another campaign changes nothing", async () => {
    const { call, connect, undo } = open(writer, entities);
    const lowered = await call(...strategy("LEGACY_FOR_SALES"));
    await connect({ caps: { max_daily_budget: { USD: 1000 } } }).call(...change({ budget: { budget: 90 } }));
    await undo(lowered);
  });
});

describe("rules and negative keywords", () => {
  const rule = { name: "Spring", increasePercent: 20, startDate: "2026-03-12" };
  const free = {
    max_daily_budget: { USD: 1000 },
    max_effective_bid: "unlimited",
    max_bid: "unlimited",
  } as const;

  async function associated(entity: "budget_rules" | "bid_rules") {
    const one = open();
    const owner = one.connect({ caps: free });
    const { data } = await owner.call(entity, "create", { rules: [rule] });
    const ruleId = (data.succeeded as { id: string }[])[0]!.id;
    await owner.call(entity, "associate", { campaignId, ruleIds: [ruleId] });
    return { ...one, owner, ruleId };
  }

  test.each([
    ["budget_rules", { state: "PAUSED" }],
    ["budget_rules", { increasePercent: 5 }],
    ["bid_rules", { state: "PAUSED" }],
    ["bid_rules", { increasePercent: 5 }],
  ] as const)("the undo of a lowered rule of %s needs no right to spend", async (entity, lower) => {
    const { call, undo, ruleId } = await associated(entity);
    const lowered = await call(entity, "update", { rules: [{ ruleId, ...lower }] });
    await undo(lowered);
    await expect(call(entity, "update", { rules: [{ ruleId, increasePercent: 30 }] })).rejects.toMatchObject({ code: "policy_denied" }); // prettier-ignore
  });

  test("the undo of a lowered bid rule passes finite caps", async () => {
    const { connect, ruleId } = await associated("bid_rules");
    const { call, undo } = connect({ caps: { max_effective_bid: { USD: 3 }, max_change_percent: 50 } });
    await undo(await call("bid_rules", "update", { rules: [{ ruleId, increasePercent: 5 }] }));
  });

  test("a rule that was removed from a campaign can be put back, unless the rule was raised", async () => {
    const { call, undo, ruleId } = await associated("budget_rules");
    const remove = () => call("budget_rules", "disassociate", { campaignId, ruleIds: [ruleId] });
    await undo(await remove());
    const removed = await remove();
    await call("budget_rules", "update", { rules: [{ ruleId, increasePercent: 90 }] });
    await expect(undo(removed)).rejects.toMatchObject({ code: "policy_denied" });
  });

  test("a paused rule that got another campaign cannot be enabled as an undo", async () => {
    for (const entity of ["budget_rules", "bid_rules"] as const) {
      const { call, undo, owner, ruleId } = await associated(entity);
      const paused = await call(entity, "update", { rules: [{ ruleId, state: "PAUSED" }] });
      const { data } = (await call("sponsored_product_campaigns", "list", { states: ["ENABLED"] })) as unknown as { data: { campaignId: string }[] }; // prettier-ignore
      const other = data.find((one) => one.campaignId !== campaignId)!.campaignId;
      await owner.call(entity, "associate", { campaignId: other, ruleIds: [ruleId] });
      await expect(undo(paused)).rejects.toMatchObject({ code: "policy_denied" });
    }
  });

  test.each([
    ["sponsored_product_negative_keywords", { negativeKeywords: [{ keywordText: "free", matchType: "NEGATIVE_EXACT" }] }], // prettier-ignore
    ["sponsored_product_campaign_negative_keywords", { campaignNegativeKeywords: [{ keywordText: "free", matchType: "NEGATIVE_EXACT" }] }], // prettier-ignore
    ["sponsored_product_negative_targets", { negativeTargetingClauses: [{ expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }] }] }], // prettier-ignore
  ] as const)("the undo of new %s needs no right to spend", async (entity, params) => {
    const { call, undo } = open({ effects: ["read", "write", "destructive"] });
    const { data } = (await call("sponsored_product_keywords", "list", { campaignIds: [campaignId], limit: 1 })) as unknown as { data: { adGroupId: string }[] }; // prettier-ignore
    const [[param, items]] = Object.entries(params) as unknown as [[string, Dict[]]];
    const parents = { campaignId, ...(entity.includes("campaign") ? {} : { adGroupId: data[0]!.adGroupId }) };
    const create = (state: string) => call(entity, "create", { [param]: items.map((item) => ({ ...parents, ...item, state })) }); // prettier-ignore
    const created = await create("ENABLED");
    await undo(created);
    await expect(undo(created)).rejects.toMatchObject({ code: "not_found" });
  });

  test("archiving another negative keyword is spending", async () => {
    const { call } = open({ effects: ["read", "write", "destructive"] });
    const { data } = (await call("sponsored_product_negative_keywords", "list", { limit: 1 })) as unknown as { data: { keywordId: string }[] }; // prettier-ignore
    await expect(call("sponsored_product_negative_keywords", "archive", { keywordIds: [data[0]!.keywordId] })).rejects.toMatchObject({ code: "policy_denied" }); // prettier-ignore
  });
});
