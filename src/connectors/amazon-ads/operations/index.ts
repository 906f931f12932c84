import type { AdsOperations } from "./operation.ts";
import { accounts } from "./profiles-and-portfolios.ts";
import { insights } from "./history-invoices-stores.ts";
import { reporting } from "./reports-and-exports.ts";
import { sponsoredBrands } from "./sponsored-brands.ts";
import { sponsoredDisplay } from "./sponsored-display.ts";
import { sponsoredProducts } from "./sponsored-products.ts";

/** Every operation that the connector sends, as Amazon documents it. https://advertising.amazon.com/API/docs */
export const operations: AdsOperations = {
  ...accounts,
  ...sponsoredProducts,
  ...sponsoredBrands,
  ...sponsoredDisplay,
  ...reporting,
  ...insights,
};
