import type { AdsOperations } from "./operation.ts";
import { profilesAndPortfolios } from "./profiles-and-portfolios.ts";
import { historyInvoicesStores } from "./history-invoices-stores.ts";
import { reportsAndExports } from "./reports-and-exports.ts";
import { creativeAssets } from "./creative-assets.ts";
import { promotionGroups } from "./promotion-groups.ts";
import { rules } from "./rules.ts";
import { sponsoredBrands } from "./sponsored-brands.ts";
import { sponsoredBrandsTargeting } from "./sponsored-brands-targeting.ts";
import { sponsoredDisplay } from "./sponsored-display.ts";
import { sponsoredProducts } from "./sponsored-products.ts";
import { targetingResearch } from "./targeting-research.ts";

/** https://advertising.amazon.com/API/docs */
export const operations: AdsOperations = {
  ...profilesAndPortfolios,
  ...sponsoredProducts,
  ...targetingResearch,
  ...promotionGroups,
  ...rules,
  ...sponsoredBrands,
  ...sponsoredBrandsTargeting,
  ...creativeAssets,
  ...sponsoredDisplay,
  ...reportsAndExports,
  ...historyInvoicesStores,
};
