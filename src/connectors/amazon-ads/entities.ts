// Every entity of the connector, one file each.
export * as profiles from "./profiles.ts";
export * as sponsored_product_campaigns from "./sponsored_product_campaigns.ts";
