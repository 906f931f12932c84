import { docs, json, vendor, type AdsOperations } from "./operation.ts";

// The library of images and videos.

const page = docs("guides/creative-asset/asset-library-overview");
const shared = { needsProfile: true, docs: page };

export const creativeAssets: AdsOperations = {
  "creative_assets.search": {
    ...shared,
    method: "POST",
    path: "/assets/search",
    contentType: json,
    accept: vendor("creativeassetssearchassetsresponse.v3"),
    paging: { kind: "cursor", limit: "size", cursor: "token", next: "token", default: 25, max: 500 },
    arguments: {
      size: "pageCriteria.size",
      token: "pageCriteria.identifier.token",
      valueFilters: "filterCriteria.valueFilters",
    },
  },
  "creative_assets.upload_location": {
    ...shared,
    method: "POST",
    path: "/assets/upload",
    contentType: json,
    accept: vendor("creativeassetsuploadresponse.v3"),
  },
  "creative_assets.put": {
    ...shared,
    needsProfile: false,
    method: "PUT",
    path: "{url}",
    accept: json,
    upload: true,
  },
  "creative_assets.register": {
    ...shared,
    method: "POST",
    path: "/assets/register",
    contentType: json,
    accept: vendor("creativeassetsregisterresponse.v3"),
  },
  "creative_assets.get": {
    ...shared,
    method: "GET",
    path: "/assets",
    accept: vendor("creativeassetsgetresponse.v3"),
  },
};
