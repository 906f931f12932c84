import type { AdsOperations } from "./operation.ts";
import { accounts } from "./operations/accounts.ts";
import { insights } from "./operations/insights.ts";
import { reporting } from "./operations/reporting.ts";
import { sponsoredBrands } from "./operations/sponsored-brands.ts";
import { sponsoredDisplay } from "./operations/sponsored-display.ts";
import { sponsoredProducts } from "./operations/sponsored-products.ts";

/** Every operation that the connector sends, as Amazon documents it. https://advertising.amazon.com/API/docs */
export const operations: AdsOperations = {
  ...accounts,
  ...sponsoredProducts,
  ...sponsoredBrands,
  ...sponsoredDisplay,
  ...reporting,
  ...insights,
};
