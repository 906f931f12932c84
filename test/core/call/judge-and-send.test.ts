import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";
import type { Policy } from "agent-connectors";
import { expect, test } from "vitest";

// What a call reads before its write, and what it does if an earlier write has ended meanwhile.

const profileId = "2381940675312846";
const campaignId = "144373194309380061";

/** Opens an account with a campaign whose budget is 80 dollars. All connectors of `connect` share one store. */
function openAds() {
  const sandbox = amazonAdsSandbox({ rateLimits: false });
  const store = memoryStore();
  const connect = (policy: Policy, fetch = sandbox.fetch) => {
    const ads = new AmazonAdsConnector(
      { auth: sandbox.credentials },
      { ...sandbox.options, fetch, store, policy },
    );
    return (budget: number, idempotencyKey?: string) =>
      ads.sponsored_product_campaigns.update(
        { profileId, campaigns: [{ campaignId, budget: { budget, budgetType: "DAILY" } }] },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      );
  };
  const budget = () =>
    sandbox
      .state()
      .accounts.find((one) => one.profile.profileId === profileId)!
      .entities["sp/campaigns"].find((one) => one.campaignId === campaignId)!.budget;
  return { sandbox, connect, budget };
}
const writer = { effects: ["read", "write"] } as const;

test("a repeated key needs the rights for what the first call did: none to spend for a lowering, but for a raise", async () => {
  const { connect } = openAds();
  const lower = connect(writer);
  const first = await lower(60, "k1");
  expect(await lower(60, "k1")).toEqual(first);
  const raised = await connect({ caps: { max_daily_budget: { USD: 100 } } })(70, "k2");
  expect(raised.data.succeeded).toHaveLength(1);
  await expect(lower(70, "k2")).rejects.toMatchObject({ code: "policy_denied" });
});

test("a write that waited for a write with an unknown outcome is judged by the values after that write", async () => {
  const { sandbox, connect, budget } = openAds();
  const { promise: asked, resolve: arrived } = Promise.withResolvers<void>();
  const { promise: opened, resolve: answer } = Promise.withResolvers<void>();
  const { promise: read, resolve: hasRead } = Promise.withResolvers<void>();
  const held: typeof fetch = async (url, init) => {
    if (init?.method !== "PUT") return sandbox.fetch(url, init);
    arrived();
    await opened;
    await sandbox.fetch(url, init);
    throw new TypeError("The connection broke.");
  };
  const reading: typeof fetch = async (url, init) => {
    const response = await sandbox.fetch(url, init);
    if (String(url).endsWith("/sp/campaigns/list")) hasRead();
    return response;
  };
  const lowered = connect(writer, held)(50);
  await asked;
  // This call lowers the budget of 80 dollars, but raises the budget of 50 dollars.
  const waiting = connect(writer, reading)(60);
  await read;
  answer();
  await expect(lowered).rejects.toMatchObject({ outcome: "unknown" });
  await expect(waiting).rejects.toMatchObject({ code: "policy_denied", outcome: "not_started" });
  expect(budget()).toMatchObject({ budget: 50 });
});

test("the result of a deletion names the readers, who can be found only before the deletion", async () => {
  const general = "C07A1QW2ER3";
  const acme = { id: "T0ACME0001", name: "Acme Corp", domain: "acme", email_domain: "acme.example" };
  const sandbox = slackSandbox({
    seed: { teams: [acme], channels: [{ id: general, connected_team_ids: [acme.id] }] },
  });
  const open = () => new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const { data } = await open().files.upload({ channel: general, filename: "a.txt", content: "Hi" });
  // Another process deletes the file, so it has not read the file before.
  const { meta } = await open().files.delete({ file: data.id });
  expect(meta.audience).toMatch(/^#general .*, among them people of T0ACME0001 \(another company\)$/);
});
