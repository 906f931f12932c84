import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import type { CodeOptions } from "agent-connectors";
import { memorySpendStore } from "agent-connectors";
import { describe, expect, test } from "vitest";

// The undo of a lowering needs no right to spend, because it restores values of the same day.

type Dict = Record<string, unknown>;
type Result = { data: Dict; meta: Dict & { undo?: { entity: string; action: string; params: Dict } } };
type Call = (entity: string, action: string, params: Dict) => Promise<Result>;

const profileId = "2381940675312846";
const campaignId = "144373194309380061";
const writer = { effects: ["read", "write"] } as const;

function open(policy: CodeOptions["policy"] = writer) {
  const sandbox = amazonAdsSandbox({ rateLimits: false });
  const ownStore = memorySpendStore();
  const connect = (other: CodeOptions["policy"], spendStore = ownStore) => {
    const ads = new AmazonAdsConnector(
      { auth: sandbox.credentials },
      { ...sandbox.options, policy: other, spendStore },
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
    const somebody = cut.connect({ effects: ["read", "write"] }, memorySpendStore());
    await somebody.call(...change({ budget: { budget: first - 4 } }));
    await expect(cut.undo(own)).rejects.toMatchObject({ code: "policy_denied" });

    const late = open();
    const paused = await late.call(...change({ state: "PAUSED" }));
    await late.sandbox.clock.sleep(24 * 3_600_000);
    await expect(late.undo(paused)).rejects.toMatchObject({ code: "policy_denied" });
    expect(late.campaign().state).toBe("PAUSED");
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
    ).rejects.toMatchObject({ code: "policy_denied", message: expect.stringContaining("items 1.") });
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
