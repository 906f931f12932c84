import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Operations } from "../operation.ts";
import { integer, isRecord } from "../http/wire-json.ts";
import { BRAND, STORE } from "../seed/brands.ts";
import type { Fields } from "../types.ts";
import { chance, entitiesOf } from "../world.ts";

const DAY = 86_400_000;
const type = (name: string): string[] => [`application/vnd.${name}+json`];
const hasBrand = (products: readonly unknown[]): boolean => products.length > 0;

export const catalogue: Operations = {
  "GET /brands": {
    style: "details",
    produces: type("brand.v3"),
    run: ({ account }) => ok(hasBrand(account.products) ? [BRAND] : []),
  },

  "GET /pageAsins": {
    style: "details",
    produces: type("pageasins.v3"),
    run: ({ account, query }) => {
      if (!query.get("pageUrl")) throw refuse(400, "pageUrl is required");
      return ok({ code: "SUCCESS", asinList: account.products.slice(0, 6).map(({ asin }) => asin) });
    },
  },

  "GET /sb/moderation/campaigns/{campaignId}": {
    style: "details",
    produces: type("sbmoderation.v3"),
    run: ({ account, path }) => {
      const campaign = entitiesOf(account, "sb/campaigns").get(path["campaignId"] ?? "");
      if (!campaign) throw refuse(404, `Campaign ${path["campaignId"]} was not found`);
      return ok({
        campaignId: integer(campaign.id),
        moderationStatus: "APPROVED",
        etaForModeration: null,
        policyViolations: [],
      });
    },
  },

  "GET /v2/stores": {
    style: "details",
    run: ({ account }) =>
      ok(
        hasBrand(account.products)
          ? [
              {
                code: "SUCCESS",
                brandEntityId: BRAND.brandEntityId,
                brandName: BRAND.brandRegistryName,
                entityId: account.profile.accountInfo.id,
                storeName: "Fernhill",
                storePageInfo: [
                  {
                    storePageId: "5B1C7C1E-2F0A-4E43-9D55-FE9B0A7E11C2",
                    storePageName: "Home",
                    storePageUrl: STORE,
                  },
                ],
              },
            ]
          : [],
      ),
  },

  "POST /stores/{brandEntityId}/insights": {
    style: "details",
    consumes: type("GetInsightsForStoreRequest.v1"),
    produces: type("GetInsightsForStoreResponse.v1"),
    run: (call) => {
      const { dimension, metrics, days } = readInsights(call.path["brandEntityId"], bodyOf(call));
      const keys =
        dimension === "DATE"
          ? days
          : dimension === "SOURCE"
            ? ["ADS", "ORGANIC", "OTHER"]
            : ["5B1C7C1E-2F0A-4E43-9D55-FE9B0A7E11C2"];
      const metricsDetails = keys.map((value) => ({
        dimension: { type: dimension, value },
        metrics: valuesOf(metrics, value),
      }));
      return ok({ dimension, filter: bodyOf(call)["filter"] ?? null, metricsDetails, paginationToken: null });
    },
  },

  "POST /stores/{brandEntityId}/asinMetrics": {
    style: "details",
    consumes: type("GetAsinEngagementForStoreRequest.v1"),
    produces: type("GetAsinEngagementForStoreResponse.v1"),
    run: (call) => {
      const { metrics } = readInsights(call.path["brandEntityId"], { dimension: "ASIN", ...bodyOf(call) });
      const metricsDetails = call.account.products.map(({ asin }) => ({
        dimension: { type: "ASIN", value: asin },
        metrics: valuesOf(metrics, asin),
      }));
      return ok({ dimension: "ASIN", metricsDetails });
    },
  },

  "POST /eligibility/product/list": {
    style: "gateway",
    consumes: ["application/json"],
    run: (call) => {
      const asked = bodyOf(call)["productDetailsList"];
      if (!Array.isArray(asked) || asked.length === 0) throw refuse(400, "productDetailsList is required");
      return ok({
        productResponseList: asked.map((item: unknown) => {
          const { asin, sku } = isRecord(item) ? item : {};
          const product = call.account.products.find((each) => each.asin === asin);
          const reason = !product
            ? "NOT_IN_CATALOG"
            : product.available === false
              ? "INELIGIBLE_PRODUCT"
              : undefined;
          const status = (name: string | undefined): Fields[] =>
            name
              ? [{ name, severity: "INELIGIBLE", message: "The product cannot be advertised", helpUrl: null }]
              : [];
          return {
            productDetails: { asin, ...(sku === undefined ? {} : { sku }) },
            overallStatus: reason ? "INELIGIBLE" : "ELIGIBLE",
            eligibilityStatusList: status(reason),
          };
        }),
      });
    },
  },

  "POST /product/metadata": {
    style: "gateway",
    consumes: type("productmetadatarequest.v1"),
    produces: type("productmetadataresponse.v1"),
    run: (call) => {
      const body = bodyOf(call);
      const { pageIndex, pageSize, asins, skus, searchStr, checkItemDetails, checkEligibility } = body;
      if (typeof pageIndex !== "number" || typeof pageSize !== "number" || pageSize < 1 || pageSize > 300)
        throw refuse(400, "pageIndex and pageSize are required");
      if ([asins, skus, searchStr].filter((given) => given !== undefined).length > 1)
        throw refuse(400, "asins, skus and searchStr cannot be used together");
      if (checkEligibility === true && body["adType"] === undefined)
        throw refuse(400, "adType is required if checkEligibility is true");
      const found = call.account.products.filter(
        ({ asin, sku, title }) =>
          (!Array.isArray(asins) || asins.includes(asin)) &&
          (!Array.isArray(skus) || skus.includes(sku)) &&
          (typeof searchStr !== "string" || title.toLowerCase().includes(searchStr.toLowerCase())),
      );
      const page = found.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
      return ok({
        ProductMetadataList: page.map(({ asin, sku, title, price, brand, category, available = true }) => ({
          asin,
          sku,
          ...(checkItemDetails === true
            ? {
                title,
                brand,
                category,
                availability: available ? "IN_STOCK" : "OUT_OF_STOCK",
                priceToPay: { amount: price, currency: call.account.profile.currencyCode },
                imageUrl: `https://m.media-amazon.com/images/I/${asin}.jpg`,
              }
            : {}),
          ...(checkEligibility === true ? { eligibilityStatus: available ? "ELIGIBLE" : "INELIGIBLE" } : {}),
        })),
        cursorToken: null,
      });
    },
  },
};

function readInsights(
  brandEntityId: string | undefined,
  body: Fields,
): { dimension: string; metrics: string[]; days: string[] } {
  if (brandEntityId !== BRAND.brandEntityId) throw refuse(404, `Store ${brandEntityId} was not found`);
  const { dimension, metrics, startDate, endDate } = body;
  if (
    typeof dimension !== "string" ||
    !["ASIN", "DATE", "PAGE", "SOURCE", "STORE", "TAG"].includes(dimension)
  )
    throw refuse(400, "Invalid dimension");
  if (!Array.isArray(metrics) || metrics.length === 0) throw refuse(400, "metrics is required");
  const [from, to] = [Date.parse(String(startDate)), Date.parse(String(endDate))];
  if (!(from <= to) || to - from > 100 * DAY)
    throw refuse(400, "startDate and endDate must span at most 100 days");
  const days = Array.from({ length: (to - from) / DAY + 1 }, (_none, index) =>
    new Date(from + index * DAY).toISOString().slice(0, 10),
  );
  return { dimension, metrics: metrics.map(String), days };
}

const valuesOf = (metrics: readonly string[], key: string): Fields[] =>
  metrics.map((name) => ({ name, value: Math.round(chance(`${name} ${key}`) * 400) }));
