import { docs, json, vendor, type AdsOperations } from "./operation.ts";

export const historyInvoicesStores: AdsOperations = {
  "history.query": {
    method: "POST",
    path: "/history",
    contentType: json,
    accept: json,
    needsProfile: true,
    paging: { limit: "count", cursor: "nextToken", next: "nextToken", default: 100, max: 200 },
    docs: docs("change-history"),
  },
  "invoices.list": {
    method: "GET",
    path: "/invoices",
    accept: vendor("invoices.v1.1"),
    needsProfile: true,
    docs: docs("invoices"),
  },
  "invoices.get": {
    method: "GET",
    path: "/invoices/{invoiceId}",
    accept: vendor("invoice.v1.1"),
    needsProfile: true,
    docs: docs("invoices"),
  },
  "stores.list": {
    method: "GET",
    path: "/v2/stores",
    accept: json,
    needsProfile: true,
    docs: docs("stores/open-api"),
  },
  "stores.insights": {
    method: "POST",
    path: "/stores/{brandEntityId}/insights",
    contentType: vendor("GetInsightsForStoreRequest.v1"),
    accept: vendor("GetInsightsForStoreResponse.v1"),
    needsProfile: true,
    docs: docs("stores/open-api"),
  },
  "stores.asin_metrics": {
    method: "POST",
    path: "/stores/{brandEntityId}/asinMetrics",
    contentType: vendor("GetAsinEngagementForStoreRequest.v1"),
    accept: vendor("GetAsinEngagementForStoreResponse.v1"),
    needsProfile: true,
    docs: docs("stores/open-api"),
  },
  "eligibility.query": {
    method: "POST",
    path: "/eligibility/product/list",
    contentType: json,
    accept: json,
    needsProfile: true,
    docs: docs("eligibility"),
  },
};
