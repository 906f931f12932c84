import type { AdsOperations } from "./operation.ts";
import { accounts } from "./accounts.ts";
import { insights } from "./insights.ts";
import { reporting } from "./reporting.ts";
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
