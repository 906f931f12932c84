import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, type AmazonAdsSeedChanges } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

type Dict = Record<string, unknown>;
type Entities = NonNullable<NonNullable<AmazonAdsSeedChanges["accounts"]>[number]["entities"]>;
type Call = (entity: string, action: string, params: Dict) => Promise<{ data: Dict; meta: Dict }>;

const profileId = "2381940675312846";
const campaign = (campaignId: string, state: string) => ({
  campaignId,
  name: `${state} one`,
  state,
  targetingType: "MANUAL",
  budget: { budget: 10, budgetType: "DAILY" },
  startDate: "2026-01-01",
});
const entities = {
  "sp/campaigns": [campaign("71", "PAUSED"), campaign("72", "ARCHIVED"), campaign("73", "ENABLED")],
  "sp/adGroups": ["71", "72", "73"].map((id) => ({
    adGroupId: `8${id}`,
    campaignId: id,
    name: `Group ${id}`,
    state: id === "73" ? "PAUSED" : "ENABLED",
    defaultBid: 1,
  })),
} as unknown as Entities;

function open() {
  const sandbox = amazonAdsSandbox({ seed: { accounts: [{ profile: { profileId }, entities }] } });
  const policy = { caps: { max_bid: { USD: 2 } } };
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, policy });
  const call: Call = (entity, action, params) =>
    (ads.execute as unknown as Call)(entity, action, { profileId, ...params });
  return { call, sandbox };
}
const keyword = (campaignId: string, keywordText: string) => ({
  campaignId,
  adGroupId: `8${campaignId}`,
  keywordText,
  matchType: "EXACT",
});
const keywords = ["71", "72", "72", "73", "99"].map((id, index) => keyword(id, `word ${index}`));
const expected = [
  "keywords[0]: campaign 71 (“PAUSED one”) is paused, so no ads are shown until it is enabled.",
  "keywords[1-2]: campaign 72 (“ARCHIVED one”) is permanently archived, so Amazon refuses the item.",
  "keywords[3]: ad group 873 (“Group 73”) is paused, so no ads are shown until it is enabled.",
  "keywords[4]: this profile has no campaign 99, so Amazon refuses the item.",
  "keywords[4]: this profile has no ad group 899, so Amazon refuses the item.",
];

describe("parents that stop the new records", () => {
  test("are named by a dry run, and by the result of the call", async () => {
    const { call, sandbox } = open();
    const shown = await call("sponsored_product_keywords", "create", { keywords, dry_run: true });
    expect(shown.meta.warnings).toEqual(expected);
    const before = sandbox.calls().length;
    const { data, meta } = await call("sponsored_product_keywords", "create", { keywords });
    expect(meta.warnings).toEqual([...expected, "3 of 5 items failed; see data.failed."]);
    expect((data.failed as Dict[]).map(({ index }) => index)).toEqual([1, 2, 4]);
    expect(sandbox.calls().slice(before).map(({ operation }) => operation)).toEqual([
      "POST /sp/adGroups/list",
      "POST /sp/campaigns/list",
      "POST /sp/keywords",
    ]); // prettier-ignore
  });

  test("are named when a record starts, and not when it stops", async () => {
    const { call } = open();
    const { data } = await call("sponsored_product_keywords", "create", {
      keywords: [keyword("71", "word")],
    });
    const [{ id }] = data.succeeded as [Dict];
    const set = (state: string) =>
      call("sponsored_product_keywords", "update", { keywords: [{ keywordId: id, state }], dry_run: true });
    expect((await set("ENABLED")).meta.warnings).toEqual([expected[0]]);
    expect((await set("PAUSED")).meta.warnings).toBeUndefined();
  });

  test("do not stop a negative keyword, unless they are archived", async () => {
    const { call } = open();
    const negativeKeywords = ["71", "72"].map((id) => ({
      ...keyword(id, "free"),
      matchType: "NEGATIVE_EXACT",
    }));
    const { meta } = await call("sponsored_product_negative_keywords", "create", { negativeKeywords });
    expect(meta.warnings).toEqual([
      "negativeKeywords[1]: campaign 72 (“ARCHIVED one”) is permanently archived, so Amazon refuses the item.",
      "1 of 2 items failed; see data.failed.",
    ]);
  });

  test("give no warning if they cannot be read, and the write is sent", async () => {
    const { call, sandbox } = open();
    sandbox.fail({ kind: "unauthorized", operation: "POST /sp/adGroups/list" });
    const { data, meta } = await call("sponsored_product_keywords", "create", { keywords: [keywords[0]!] });
    expect(data.succeeded).toHaveLength(1);
    expect(meta.warnings).toBeUndefined();
  });
});
