import type { Operations } from "./operation.ts";
import { budgets } from "./routes/budgets.ts";
import { campaignAdvice } from "./routes/campaign-advice.ts";
import { catalogue } from "./routes/brands-stores-products.ts";
import { creativeAssets } from "./creative-assets.ts";
import { exportJobs } from "./routes/exports.ts";
import { history } from "./routes/history.ts";
import { invoices } from "./routes/invoices.ts";
import { recommendations } from "./routes/recommendations.ts";
import { productTargeting } from "./routes/product-targeting.ts";
import { profiles } from "./routes/profiles.ts";
import { promotionGroups } from "./sponsored-products/promotion-groups.ts";
import { portfolioOperations, sponsoredProducts } from "./sponsored-products/operations.ts";
import { brandsRecommendations } from "./sponsored-brands/recommendations.ts";
import { brandsProductTargeting } from "./sponsored-brands/product-targeting.ts";
import { bidRules } from "./rules/bid-rules.ts";
import { budgetRules } from "./rules/budget-rules.ts";
import { brandsTargeting } from "./sponsored-brands/targeting.ts";
import { creativeVersions } from "./sponsored-brands/creative-versions.ts";
import { brandsThemes } from "./sponsored-brands/themes.ts";
import { displayCreatives } from "./sponsored-display/creatives.ts";
import { displayRecommendations } from "./sponsored-display/recommendations.ts";
import { sponsoredDisplay } from "./sponsored-display/operations.ts";
import { sponsoredBrands } from "./sponsored-brands/operations.ts";
import { reports } from "./reports/operations.ts";

export const operations: Operations = {
  ...profiles,
  ...portfolioOperations,
  ...sponsoredProducts,
  ...sponsoredBrands,
  ...brandsTargeting,
  ...brandsThemes,
  ...brandsRecommendations,
  ...brandsProductTargeting,
  ...creativeAssets,
  ...creativeVersions,
  ...sponsoredDisplay,
  ...displayCreatives,
  ...displayRecommendations,
  ...promotionGroups,
  ...budgets,
  ...campaignAdvice,
  ...budgetRules,
  ...bidRules,
  ...recommendations,
  ...productTargeting,
  ...reports,
  ...exportJobs,
  ...history,
  ...invoices,
  ...catalogue,
};

/** The operation names of token requests and file requests in faults and logged calls. */
export const TOKEN = "POST /auth/o2/token";
export const FILE = "GET file";

export const operationNames: ReadonlySet<string> = new Set([...Object.keys(operations), TOKEN, FILE]);

const patterns = Object.keys(operations).map((name) => {
  const [method = "", path = ""] = name.split(" ");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const pattern = path.replace(/\{\w+\}/g, "([^/]+)").replaceAll(".", "\\.");
  return { name, method, names, pattern: new RegExp(`^${pattern}$`) };
});

/** Finds the operation of a request. If there is none, `known` says whether the path exists with other methods. */
export function findOperation(
  method: string,
  path: string,
): { name: string; path: Record<string, string> } | { known: boolean } {
  const fitting = patterns.filter(({ pattern }) => pattern.test(path));
  // The path `/x/extended` also matches the pattern `/x/{id}`, so the pattern with the fewest params is used.
  const found = fitting
    .filter((each) => each.method === method)
    .toSorted((a, b) => a.names.length - b.names.length)[0];
  if (!found) return { known: fitting.length > 0 };
  const values = found.pattern.exec(path)?.slice(1) ?? [];
  return {
    name: found.name,
    path: Object.fromEntries(
      found.names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]),
    ),
  };
}
