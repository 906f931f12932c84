import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";

async function open(fault: (path: string) => boolean = () => false) {
  const sandbox = amazonAdsSandbox();
  const paths: string[] = [];
  const watched: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    paths.push(pathname);
    return fault(pathname) ? new Response("{}", { status: 403 }) : sandbox.fetch(input, init);
  };
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, fetch: watched, store: memoryStore() },
  );
  const caps = { max_bid: { USD: 10 }, max_daily_budget: { USD: 1000 }, max_day_raise: { USD: 9999 } };
  const plain = await agentTools(ads, { effects: ["read", "write", "spend", "destructive"], caps });
  const [tool] = approvals(plain, { scope: "chat 1", store: memoryStore() });
  const { data: campaigns } = await ads.sponsored_product_campaigns.list({ profileId, limit: 2 });
  const { data: keywords } = await ads.sponsored_product_keywords.list({ profileId, states: ["ENABLED"], limit: 1 }); // prettier-ignore
  let calls = 0;
  const ask = async (action: string, params: object) => {
    const input = { entity: action.split(".")[0], action: action.split(".")[1], params };
    const callId = `call ${++calls}`;
    paths.length = 0;
    const decision = await tool!.decide(input, { callId });
    const lines = decision.status === "run" ? [] : decision.reason.split("\n");
    return { status: decision.status, lines, sent: [...paths], run: () => tool!.call(input, { callId }) };
  };
  return { ads, ask, campaign: campaigns[0]!, other: campaigns[1]!, keyword: keywords[0]! };
}
const profileId = "2381940675312846";
const who = `As: Fernhill Outdoor (profileId ${profileId}), US, USD`;

test("the text names the profile, which needs one request", async () => {
  const { ask, campaign } = await open();
  const { campaignId, name } = campaign;
  const byId = await ask("sponsored_product_campaigns.update", { profileId, campaigns: [{ campaignId, name: "Winter" }] }); // prettier-ignore
  expect(byId.lines).toContain(who);
  expect(byId.lines).toContain(`Change: ${name} (campaignId ${campaignId}): name "${name}" -> "Winter"`);
  expect(byId.sent.filter((path) => path.startsWith("/v2/profiles"))).toEqual([`/v2/profiles/${profileId}`]);
  const byCountry = await ask("portfolios.create", { profileId: "ca", portfolios: [{ name: "Spring" }] });
  expect(byCountry.lines).toContain("As: Fernhill Outdoor (profileId 1764209358817305), CA, CAD");
  expect(byCountry.sent.filter((path) => path.startsWith("/v2/profiles"))).toEqual(["/v2/profiles"]);
});

test("without the right to read the profile, the text has everything else", async () => {
  const { ask, campaign } = await open((path) => path.startsWith("/v2/profiles"));
  const { campaignId } = campaign;
  const { status, lines } = await ask("sponsored_product_campaigns.update", { profileId, campaigns: [{ campaignId, name: "Winter" }] }); // prettier-ignore
  expect([status, lines.filter((line) => line.startsWith("As:"))]).toEqual(["ask", []]);
});

test("a keyword is shown by its text, and its parents by their names", async () => {
  const { ask, campaign, keyword } = await open();
  const { keywordId, keywordText, matchType, campaignId, adGroupId } = keyword;
  const raised = await ask("sponsored_product_keywords.update", {
    profileId,
    keywords: [{ keywordId, bid: 2 }],
  });
  expect(raised.lines).toContainEqual(
    expect.stringMatching(
      `^Change: ${keywordText} \\(${matchType}\\) \\(keywordId ${keywordId}\\): bid .* -> 2$`,
    ),
  );
  expect(raised.lines).toContain(`Name: campaignId ${campaignId} is "${campaign.name}"`);
  const item = { campaignId, adGroupId, keywordText: "a", matchType: "EXACT" };
  const created = await ask("sponsored_product_keywords.create", { profileId, keywords: [item] });
  expect(created.lines).toContain(`Name: campaignId ${campaignId} is "${campaign.name}"`);
  // A new record is shown field by field.
  expect(created.lines).toContain(`Change: campaignId none -> "${campaign.name}" (${campaignId})`);
  expect(created.lines).toContain('Change: keywordText none -> "a"');
});

test("a person who archives records sees their names, and a record that has changed since then is not archived", async () => {
  const { ads, ask, campaign, other, keyword } = await open();
  const campaignIds = [campaign.campaignId, other.campaignId];
  const { lines, run } = await ask("sponsored_product_campaigns.archive", { profileId, campaignIds });
  expect(lines.filter((line) => line.startsWith("Row "))).toEqual(
    [campaign, other].map(
      ({ name, campaignId, state }, index) =>
        `Row ${index}: ${name} (campaignId ${campaignId}): state "${state}" -> "ARCHIVED"`,
    ),
  );
  const { keywordId, keywordText, matchType } = keyword;
  const keywords = await ask("sponsored_product_keywords.archive", { profileId, keywordIds: [keywordId] });
  expect(keywords.lines).toContain(
    `Change: ${keywordText} (${matchType}) (keywordId ${keywordId}): state "ENABLED" -> "ARCHIVED"`,
  );
  await ads.sponsored_product_campaigns.update({ profileId, campaigns: [{ campaignId: campaignIds[0]!, name: "Keep" }] }); // prettier-ignore
  expect(await run()).toMatchObject({ ok: false, error: { code: "approval_denied" } });
  const missing = await ask("sponsored_product_campaigns.archive", { profileId, campaignIds: ["123"] });
  expect(missing).toMatchObject({
    status: "refuse",
    lines: [expect.stringContaining("cannot be changed: 123")],
  });
});

test("nobody is asked about a call that the policy refuses", async () => {
  const sandbox = amazonAdsSandbox();
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
  const plain = await agentTools(ads, { effects: ["read", "write"] });
  const [tool] = approvals(plain, { scope: "chat 1", store: memoryStore() });
  const { data } = await ads.sponsored_product_campaigns.list({ profileId, limit: 1 });
  const params = { profileId, campaigns: [{ campaignId: data[0]!.campaignId, budget: { budget: 9999 } }] };
  const input = { entity: "sponsored_product_campaigns", action: "update", params };
  const decision = await tool!.decide(input, { callId: "call 1" });
  expect(decision).toMatchObject({ status: "refuse", reason: expect.stringContaining("its effect is spend") }); // prettier-ignore
});
