import { docs, json, vendor, type AdsOperations } from "./operation.ts";

// The library of images and videos. Amazon publishes no specification of these operations, so the operations follow
// Amazon's collection of sample requests. https://github.com/amzn/ads-advanced-tools-docs

const page = docs("guides/creative-asset/asset-library-overview");
const shared = { accept: vendor("sbadresource.v4"), needsProfile: true, docs: page };

export const creativeAssets: AdsOperations = {
  "creative_assets.search": {
    ...shared,
    method: "POST",
    path: "/assets/search",
    contentType: json,
    paging: { kind: "cursor", limit: "size", cursor: "token", next: "token", default: 25, max: 500 },
    arguments: {
      size: "pageCriteria.size",
      token: "pageCriteria.identifier.token",
      valueFilters: "filterCriteria.valueFilters",
    },
  },
  "creative_assets.get": { ...shared, method: "GET", path: "/assets" },
};
