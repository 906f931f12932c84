import type { Assumption } from "../behaviour.ts";

/** Behaviours that no check tries. */
export const adsAssumptions: readonly Assumption[] = [
  {
    id: "amazon-ads/one-token-for-all-regions",
    assumed:
      "One access token works at the hosts of all three regions. A region without profiles answers with an empty list.",
    usedIn: "src/connectors/amazon-ads/wire/http.ts",
  },
  {
    id: "amazon-ads/request-id",
    assumed: "A response has its id in the header `x-amz-rid`.",
    usedIn: "src/connectors/amazon-ads/wire/read-reply.ts",
  },
  {
    id: "amazon-ads/unknown-profile",
    assumed:
      "A request with the profile of another login gets HTTP 401 and a text with the word `scope` or `advertiser`.",
    usedIn: "src/connectors/amazon-ads/wire/errors.ts",
  },
  {
    id: "amazon-ads/page-size",
    assumed: "A list of Sponsored Products accepts 1,000 as `maxResults`.",
    usedIn: "src/connectors/amazon-ads/operations/sponsored-products.ts",
  },
  {
    id: "amazon-ads/next-token-twice",
    assumed: "A `nextToken` can be used twice, and returns the same page.",
    usedIn: "src/core/call/page-position.ts",
  },
  {
    id: "amazon-ads/two-states-in-a-query",
    assumed: "Sponsored Display accepts two states in a query with a space after the comma.",
    usedIn: "src/connectors/amazon-ads/operations/sponsored-display.ts",
  },
  {
    id: "amazon-ads/invoice-list",
    assumed: "The list of invoices is in `payload`, or at the top of the response.",
    usedIn: "src/connectors/amazon-ads/entities/invoices.ts",
  },
  {
    id: "amazon-ads/budget-usage-status",
    assumed: "A request for the budget usage gets HTTP 200 or 207, and the list `success`.",
    usedIn: "src/connectors/amazon-ads/resources/budget-actions.ts",
  },
  {
    id: "amazon-ads/application-not-approved",
    assumed:
      "For an application without Amazon's approval, Login with Amazon or `GET /v2/profiles` refuses the request.",
    usedIn: "src/connectors/amazon-ads/wire/token-refresh.ts",
  },
  {
    id: "amazon-ads/consent-lifetime",
    assumed: "A refresh token that was issued on or after 30 July 2026 ends 365 days after the consent.",
    usedIn: "src/connectors/amazon-ads/wire/connect-flow.ts",
  },
  {
    id: "amazon-ads/consent-with-pkce",
    assumed: "The consent pages of all three regions accept `code_challenge_method=S256`.",
    usedIn: "src/connectors/amazon-ads/wire/connect-flow.ts",
  },
  {
    id: "amazon-ads/report-file-host",
    assumed: "The file of a report is on a host of amazonaws.com.",
    usedIn: "src/connectors/amazon-ads/wire/regions.ts",
  },
  {
    id: "amazon-ads/export-file-host",
    assumed:
      "The file of an export is on a host of amazonaws.com, and the status of the finished export is COMPLETED.",
    usedIn: "src/connectors/amazon-ads/wire/regions.ts",
  },
  {
    id: "amazon-ads/search-term-days",
    assumed: "Amazon keeps the search terms of Sponsored Products for 65 days.",
    usedIn: "src/connectors/amazon-ads/reports/types/catalogue.json",
  },
  {
    id: "amazon-ads/columns-of-the-dictionary",
    assumed: "A report type also accepts the columns that Amazon lists only in its dictionary of columns.",
    usedIn: "src/connectors/amazon-ads/reports/request/check-columns.ts",
  },
  {
    id: "amazon-ads/business-site-multiplies",
    assumed: "The adjustment for the site Amazon Business multiplies the adjustment for the placement.",
    usedIn: "src/connectors/amazon-ads/money/model/bid-factors.ts",
  },
  {
    id: "amazon-ads/effective-bid-maximum",
    assumed: "Amazon does not limit the effective bid to the maximum bid of the marketplace.",
    usedIn: "src/connectors/amazon-ads/money/model/bid-factors.ts",
  },
  {
    id: "amazon-ads/brands-automatic-bids",
    assumed:
      "Amazon can raise a bid of Sponsored Brands to four times its amount, even if Amazon optimizes the placements.",
    usedIn: "src/connectors/amazon-ads/money/model/bid-factors.ts",
  },
  {
    id: "amazon-ads/lifetime-budget",
    assumed:
      "A campaign with a lifetime budget can spend the whole budget on one day, and never spends more than this budget.",
    usedIn: "src/connectors/amazon-ads/money/model/daily-ceiling.ts",
  },
  {
    id: "amazon-ads/budget-changed-in-the-month",
    assumed:
      "Amazon can spend a multiple of the daily budget on one day. If the budget changes within a month, the multiple stays the same.",
    usedIn: "src/connectors/amazon-ads/money/model/daily-ceiling.ts",
  },
  {
    id: "amazon-ads/moved-campaign",
    assumed:
      "If a campaign moves from one portfolio to another, its earlier spending does not count against the cap of the other portfolio.",
    usedIn: "src/connectors/amazon-ads/money/model/portfolio-exposure.ts",
  },
];
