import { at, stringAt } from "../../../src/core/ground/json.ts";
import { accountAge, answered } from "../account.ts";
import type { Behaviour } from "../behaviour.ts";
import { NotTried, codeOf, compared } from "../finding.ts";
import { type AdsAccount, accepted, hosts, listAt } from "./account.ts";

const campaignPage = (json: object) =>
  ({ to: "POST /sp/campaigns/list", media: "spCampaign.v3", json }) as const;

export const adsReadings: readonly Behaviour<AdsAccount>[] = [
  {
    id: "amazon-ads/one-token-for-all-regions",
    assumed:
      "One access token works at the hosts of all three regions. A region without profiles answers with an empty list.",
    usedIn: "src/connectors/amazon-ads/wire/http.ts",
    sends: "`GET /v2/profiles` to all three hosts",
    reads: "Every host answers with HTTP 200 and a list.",
    writes: false,
    async check({ send }) {
      const counts: Record<string, number> = {};
      let wrong = 0;
      for (const region of Object.keys(hosts) as (keyof typeof hosts)[]) {
        const { status, body } = await send({ to: "GET /v2/profiles", region });
        counts[`profiles_${region}`] = listAt(body, "").length;
        if (status !== 200 || !Array.isArray(body)) wrong += 1;
      }
      return compared(wrong === 0, { ...counts, refused: wrong });
    },
  },
  {
    id: "amazon-ads/request-id",
    assumed: "A response has its id in the header `x-amz-rid`.",
    usedIn: "src/connectors/amazon-ads/wire/read-reply.ts",
    sends: "`GET /v2/profiles`",
    reads: "The response has this header.",
    writes: false,
    async check({ send }) {
      const { headers } = await send({ to: "GET /v2/profiles" });
      const has = headers.has("x-amz-rid");
      return compared(has, { header: has });
    },
  },
  {
    id: "amazon-ads/unknown-profile",
    assumed:
      "A request with the profile of another login gets HTTP 401 and a text with the word `scope` or `advertiser`.",
    usedIn: "src/connectors/amazon-ads/wire/errors.ts",
    sends: "`POST /sp/campaigns/list` with the profile id 1",
    reads: "The response has the status 401, and its text contains one of these words.",
    writes: false,
    async check({ send }) {
      const { status, text } = await send({ ...campaignPage({ maxResults: 1 }), scope: "1" });
      const words = /scope|advertiser/i.test(text);
      return compared(status === 401 && words, { status, words });
    },
  },
  {
    id: "amazon-ads/page-size",
    assumed: "A list of Sponsored Products accepts 1,000 as `maxResults`.",
    usedIn: "src/connectors/amazon-ads/operations/sponsored-products.ts",
    sends: "`POST /sp/campaigns/list` with `maxResults` 1000",
    reads: "Amazon accepts the request.",
    writes: false,
    async check({ send }) {
      const { status, body } = await send(campaignPage({ maxResults: 1000 }));
      return compared(status === 200, { status, campaigns: listAt(body, "campaigns").length });
    },
  },
  {
    id: "amazon-ads/next-token-twice",
    assumed: "A `nextToken` can be used twice, and returns the same page.",
    usedIn: "src/core/call/page-position.ts",
    sends: "`POST /sp/campaigns/list` with pages of one campaign: the first page, then the second page twice",
    reads: "Both responses have the same campaign.",
    writes: false,
    async check({ send }) {
      const first = accepted(await send(campaignPage({ maxResults: 1 })));
      const nextToken = stringAt(first, "nextToken");
      if (nextToken === undefined) throw new NotTried("The profile has fewer than two campaigns.");
      const second = async () => {
        const body = accepted(await send(campaignPage({ maxResults: 1, nextToken })));
        return listAt(body, "campaigns")
          .map(({ campaignId }) => String(campaignId))
          .join();
      };
      const [one, two] = [await second(), await second()];
      return compared(one !== "" && one === two, { same: one === two });
    },
  },
  {
    id: "amazon-ads/two-states-in-a-query",
    assumed: "Sponsored Display accepts two states in a query with a space after the comma.",
    usedIn: "src/connectors/amazon-ads/operations/sponsored-display.ts",
    sends: "`GET /sd/campaigns` with `stateFilter=enabled, paused`",
    reads: "Amazon accepts the request.",
    writes: false,
    async check({ send }) {
      const { status } = await send({ to: "GET /sd/campaigns?stateFilter=enabled%2C%20paused&count=1" });
      return compared(status === 200, { status });
    },
  },
  {
    id: "amazon-ads/invoice-list",
    assumed: "The list of invoices is in `payload`, or at the top of the response.",
    usedIn: "src/connectors/amazon-ads/entities/invoices.ts",
    sends: "`GET /invoices`",
    reads: "One of the two places has `invoiceSummaries`.",
    writes: false,
    async check({ send }) {
      const body = accepted(await send({ to: "GET /invoices?count=1", media: "invoices.v1.1" }));
      const inside = Array.isArray(at(body, "payload.invoiceSummaries"));
      const top = Array.isArray(at(body, "invoiceSummaries"));
      return compared(inside || top, { payload: inside, top });
    },
  },
  {
    id: "amazon-ads/budget-usage-status",
    assumed: "A request for the budget usage gets HTTP 200 or 207, and the list `success`.",
    usedIn: "src/connectors/amazon-ads/resources/budget-actions.ts",
    sends: "`POST /sp/campaigns/budget/usage` for one campaign",
    reads: "The response has one of these statuses and contains the list.",
    writes: false,
    async check({ campaigns, send }) {
      const [campaign] = await campaigns();
      if (!campaign) throw new NotTried("The profile has no campaign of Sponsored Products.");
      const { status, body } = await send({
        to: "POST /sp/campaigns/budget/usage",
        media: "spcampaignbudgetusage.v1",
        json: { campaignIds: [campaign.campaignId] },
      });
      const isList = Array.isArray(at(body, "success"));
      return compared((status === 200 || status === 207) && isList, { status, list: isList });
    },
  },
  {
    id: "amazon-ads/keyword-bids-in-minor-units",
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
    id: "amazon-ads/application-not-approved",
    assumed:
      "For an application without Amazon's approval, Login with Amazon or `GET /v2/profiles` refuses the request.",
    usedIn: "src/connectors/amazon-ads/wire/token-refresh.ts",
    sends: "the connector's check of the credentials",
    reads:
      "A person says that the application lacks the approval. The connector reports that the credentials are refused.",
    writes: false,
    asks: true,
    forRefused: true,
    async check(account) {
      if (account.refused === undefined) throw new NotTried("This application has the approval.");
      const lacks = await answered(
        account,
        "Amazon refuses these credentials. Does the application lack Amazon's approval?",
      );
      if (!lacks) throw new NotTried("The credentials are refused for another reason.");
      return compared(account.refused.startsWith("credential_"), { error: codeOf(account.refused) });
    },
  },
  {
    id: "amazon-ads/consent-lifetime",
    assumed: "A refresh token that was issued on or after 30 July 2026 ends 365 days after the consent.",
    usedIn: "src/connectors/amazon-ads/wire/connect-flow.ts",
    sends:
      "the connector's check of the credentials, with an account that was connected more than 365 days ago",
    reads: "Amazon refuses the credentials of the account.",
    writes: false,
    forRefused: true,
    check(account) {
      const days = accountAge(account, 365);
      const { refused } = account;
      if (refused !== undefined && refused !== "reauth_required")
        throw new NotTried("The credentials are refused for another reason.");
      return compared(refused !== undefined, { days, refused: refused !== undefined });
    },
  },
  {
    id: "amazon-ads/consent-with-pkce",
    assumed: "The consent pages of all three regions accept `code_challenge_method=S256`.",
    usedIn: "src/connectors/amazon-ads/wire/connect-flow.ts",
    sends: "nothing",
    reads: "A person has connected an account of the region with `agent-connectors connect amazon-ads`.",
    writes: false,
    asks: true,
    check: async (account) =>
      compared(
        await answered(
          account,
          `Has \`agent-connectors connect amazon-ads\` connected this account of the region ${account.region}?`,
        ),
        { [`region_${account.region}`]: true },
      ),
  },
];
