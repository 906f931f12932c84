import type { Resource } from "./resource.ts";

const CURRENCIES = "AED AUD BRL CAD CLP CNY COP EGP EUR GBP INR JPY MXN NGN PLN SAR SEK SGD TRY USD ZAR";

/**
 * Portfolios have the operations of Sponsored Products campaigns, except archive. Requests cannot choose the size of a
 * page.
 */
export const portfolios: Resource = {
  collection: "portfolios",
  path: "/portfolios",
  key: "portfolios",
  entityKey: "portfolio",
  idFilter: "portfolioIdFilter",
  filters: { nameFilter: { text: "name" } },
  media: "application/vnd.spPortfolio.v3+json",
  maxItems: 100,
  pageSize: 100,
  listStates: ["ENABLED"],
  fields: {
    name: { is: "text", required: true },
    state: { is: "text", oneOf: ["ENABLED"], required: true },
    budget: {
      is: "object",
      nested: {
        amount: { is: "number" },
        currencyCode: { is: "text", oneOf: CURRENCIES.split(" ") },
        policy: { is: "text", oneOf: ["DATE_RANGE", "MONTHLY_RECURRING", "NO_CAP", "OTHER"] },
        startDate: { is: "date" },
        endDate: { is: "date" },
      },
    },
    budgetControls: { is: "object" },
  },
};
