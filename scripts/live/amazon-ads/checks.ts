import { type Dict, at, stringAt } from "../../../src/core/ground/json.ts";
import type { Behaviour } from "../behaviour.ts";
import { type Finding, NotTried, compared, findingOf } from "../finding.ts";
import type { Reply } from "../send.ts";
import { type AdsAccount, accepted, listAt } from "./account.ts";

const media = "spCampaign.v3";

async function readCampaign({ place, send }: AdsAccount): Promise<Dict> {
  if (place === undefined) throw new NotTried("The check needs the option --campaign.");
  const json = { campaignIdFilter: { include: [place] } };
  const [campaign] = listAt(
    accepted(await send({ to: "POST /sp/campaigns/list", media, json })),
    "campaigns",
  );
  if (!campaign) throw new NotTried("The profile has no such campaign of Sponsored Products.");
  return campaign;
}

/** Returns whether Amazon reports success. */
async function change({ place, send }: AdsAccount, fields: Dict): Promise<boolean> {
  const json = { campaigns: [{ campaignId: place, ...fields }] };
  const body = accepted(await send({ to: "PUT /sp/campaigns", media, json }));
  return listAt(body, "campaigns.success").length === 1;
}

/**
 * Calls `look` with the named campaign, which must be paused. Then gives the field `restored` its old value, even if
 * `look` throws.
 */
async function withPausedCampaign(
  account: AdsAccount,
  restored: string,
  look: (campaign: Dict) => Promise<Finding>,
): Promise<Finding> {
  const campaign = await readCampaign(account);
  if (campaign.state !== "PAUSED") throw new NotTried("The campaign is not paused.");
  const finding = await look(campaign).catch(findingOf);
  const back = await change(account, { [restored]: campaign[restored] ?? null }).catch(() => false);
  return { ...finding, seen: { ...finding.seen, restored: back } };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Requests a small report. A new file changes nothing in the account. */
function requestReport({ clock, send }: AdsAccount): Promise<Reply> {
  const dayBefore = (days: number) => new Date(clock.now() - days * dayMs).toISOString().slice(0, 10);
  return send({
    to: "POST /reporting/reports",
    media: "createasyncreportrequest.v3",
    accept: "application/vnd.createasyncreportresponse.v3+json",
    json: {
      startDate: dayBefore(3),
      endDate: dayBefore(2),
      configuration: {
        adProduct: "SPONSORED_PRODUCTS",
        groupBy: ["campaign"],
        columns: ["campaignId", "cost"],
        reportTypeId: "spCampaigns",
        timeUnit: "SUMMARY",
        format: "GZIP_JSON",
      },
    },
  });
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** Returns the id of a new report, or of the same report if Amazon is already preparing it. */
const reportIdOf = ({ status, body, text }: Reply): string | undefined =>
  status === 425 ? uuid.exec(text)?.[0] : stringAt(body, "reportId");

/** The checks that write change the named campaign, which stays paused. */
export const adsChecks: readonly Behaviour<AdsAccount>[] = [
  {
    id: "amazon-ads/keyword-bids-in-minor-units",
    decides: "money",
    actions: ["sponsored_product_ad_groups.list", "sponsored_product_keywords.keyword_recommendations"],
    assumed: "The suggested bids of keyword recommendations are in minor units of the currency: 311 is 3.11.",
    usedIn: "src/connectors/amazon-ads/entities/sponsored_product_keywords.ts",
    sends: "`POST /sp/adGroups/list`, and `POST /sp/targets/keywords/recommendations` for one ad group",
    reads: "All bids are whole numbers, and at least ten times the ad group's default bid.",
    writes: false,
    async check({ profile, send }) {
      if (profile?.currencyCode === "JPY") throw new NotTried("The currency has no minor units.");
      const groups = await send({
        to: "POST /sp/adGroups/list",
        media: "spAdGroup.v3",
        json: { maxResults: 1 },
      });
      const [group] = listAt(accepted(groups), "adGroups");
      if (!group) throw new NotTried("The profile has no ad group of Sponsored Products.");
      const { campaignId, adGroupId, defaultBid } = group;
      const reply = await send({
        to: "POST /sp/targets/keywords/recommendations",
        media: "spkeywordsrecommendation.v5",
        json: { recommendationType: "KEYWORDS_FOR_ADGROUP", campaignId, adGroupId, maxRecommendations: 10 },
      });
      const keywords = listAt(accepted(reply), "keywordTargetList");
      const bids = keywords.flatMap((one) => listAt(one, "bidInfo").map(({ bid }) => Number(bid)));
      if (bids.length === 0) throw new NotTried("Amazon suggests no keyword for this ad group.");
      const whole = bids.filter(Number.isInteger).length;
      const high = bids.filter((bid) => bid >= 10 * Number(defaultBid)).length;
      return compared(whole === bids.length && high * 2 >= bids.length, { bids: bids.length, whole, high });
    },
  },
  {
    id: "amazon-ads/same-report-twice",
    decides: "duplicates",
    actions: ["reports.create"],
    assumed:
      "If the same report is requested again while Amazon prepares it, Amazon answers with HTTP 425, and the text has the id of the first report.",
    usedIn: "src/connectors/amazon-ads/reports/request/request-reports.ts",
    sends: "`POST /reporting/reports`, twice",
    reads: "The second response has the status 425 and the id of the first report.",
    writes: false,
    async check(account) {
      const first = reportIdOf(await requestReport(account));
      if (first === undefined) throw new NotTried("Amazon did not accept the report.");
      const second = await requestReport(account);
      const same = reportIdOf(second) === first;
      return compared(second.status === 425 && same, { status: second.status, same });
    },
  },
  {
    id: "amazon-ads/nested-update",
    decides: "money",
    actions: ["sponsored_product_campaigns.list", "sponsored_product_campaigns.update"],
    assumed:
      "An update replaces an object inside a campaign, such as `dynamicBidding`, as a whole. The connector always sends the complete object, so its updates also work if Amazon merges the objects.",
    usedIn: "src/connectors/amazon-ads/money/ground/complete-bidding.ts",
    sends: "`PUT /sp/campaigns` with a placement, and again without it. Then the old value",
    reads: "After the second update, the campaign has no adjustment for a placement.",
    writes: true,
    check: (account) =>
      withPausedCampaign(account, "dynamicBidding", async (campaign) => {
        const strategy = at(campaign, "dynamicBidding.strategy");
        const placementBidding = [{ placement: "PLACEMENT_TOP", percentage: 10 }];
        await change(account, { dynamicBidding: { strategy, placementBidding } });
        const before = listAt(await readCampaign(account), "dynamicBidding.placementBidding").length;
        if (before === 0) throw new NotTried("Amazon did not keep the adjustment.");
        await change(account, { dynamicBidding: { strategy } });
        const after = listAt(await readCampaign(account), "dynamicBidding.placementBidding").length;
        return compared(after === 0, { placements_before: before, placements_after: after });
      }),
  },
  {
    id: "amazon-ads/unknown-field",
    decides: "money",
    actions: ["sponsored_product_campaigns.update"],
    assumed: "Amazon ignores an unknown field of an update and reports success.",
    usedIn: "src/connectors/amazon-ads/resources/run-batch.ts",
    sends: "`PUT /sp/campaigns` with the unknown field `status`, and with the current name",
    reads: "Amazon reports success.",
    writes: true,
    check: (account) =>
      withPausedCampaign(account, "name", async ({ name }) => {
        const success = await change(account, { name, status: "PAUSED" });
        return compared(success, { success });
      }),
  },
  {
    id: "amazon-ads/leave-portfolio",
    decides: "money",
    actions: ["sponsored_product_campaigns.update"],
    assumed: "An update with `portfolioId: null` takes a campaign out of its portfolio.",
    usedIn: "src/connectors/amazon-ads/entities/sponsored_product_campaigns.ts",
    sends: "`PUT /sp/campaigns` with `portfolioId: null`. Then the old value",
    reads: "After the update, the campaign has no `portfolioId`.",
    writes: true,
    check: (account) =>
      withPausedCampaign(account, "portfolioId", async (campaign) => {
        if (typeof campaign.portfolioId !== "string") throw new NotTried("The campaign is in no portfolio.");
        await change(account, { portfolioId: null });
        const left = typeof (await readCampaign(account)).portfolioId !== "string";
        return compared(left, { left });
      }),
  },
];
