import type { Resource } from "./resource.ts";

const CURRENCIES = "AED AUD BRL CAD CLP CNY COP EGP EUR GBP INR JPY MXN NGN PLN SAR SEK SGD TRY USD ZAR";

/** Portfolios share the verbs of Sponsored Products, but for archiving, and have no say in the size of a page. */
export const portfolios: Resource = {
  collection: "portfolios",
  path: "/portfolios",
  key: "portfolios",
  single: "portfolio",
  idFilter: "portfolioIdFilter",
  filters: { nameFilter: { text: "name" } },
  media: "application/vnd.spPortfolio.v3+json",
  batch: 100,
  page: 100,
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
