import { listEntities } from "../older-api/operations.ts";
import { parent, type OlderResource } from "../older-api/resource.ts";
import { createItems, updateItems, wireOutcome } from "../older-api/write.ts";
import { bodyOf, type Operations } from "../operation.ts";
import { ok, refuse } from "../http/responses.ts";
import { versions } from "../routes/request-values.ts";
import type { Fields } from "../types.ts";
import { integer, isRecord } from "../http/wire-json.ts";
import { statusOf } from "./creative-rules.ts";

const resource: OlderResource = {
  collection: "sd/creatives",
  path: "/sd/creatives",
  idName: "creativeId",
  idFilters: { adGroupIdFilter: "adGroupId", creativeIdFilter: "creativeId" },
  defaults: { creativeType: "IMAGE" },
  fields: {
    adGroupId: parent,
    creativeType: { is: "text", oneOf: ["IMAGE", "VIDEO"] },
    properties: { is: "object", required: true },
  },
};

/** https://advertising.amazon.com/API/docs/en-us/guides/sponsored-display/creatives */
export const displayCreatives: Operations = {
  "GET /sd/creatives": {
    style: "details",
    run: (call) =>
      ok(
        listEntities(call, resource).map((entity) => ({
          creativeId: integer(entity.id),
          adGroupId: integer(entity.fields["adGroupId"]),
          creativeType: entity.fields["creativeType"],
          properties: entity.fields["properties"],
          moderationStatus: statusOf(call.world, entity),
        })),
      ),
  },

  "POST /sd/creatives": {
    style: "details",
    consumes: ["application/json"],
    writes: true,
    run: (call) =>
      ok(
        createItems(call, resource, call.body).map((each) => wireOutcome(resource, each)),
        207,
      ),
  },

  "PUT /sd/creatives": {
    style: "details",
    consumes: ["application/json"],
    writes: true,
    run: (call) =>
      ok(
        updateItems(call, resource, call.body).map((each) => wireOutcome(resource, each)),
        207,
      ),
  },

  "GET /sd/moderation/creatives": {
    style: "details",
    run: (call) => {
      if (!/^[a-z]{2}-[A-Z]{2}$/.test(call.query.get("language") ?? ""))
        throw refuse(400, "Invalid language");
      return ok(
        listEntities(call, resource).map((entity) => {
          const isPending = statusOf(call.world, entity) === "PENDING_REVIEW";
          return {
            creativeId: integer(entity.id),
            creativeType: entity.fields["creativeType"],
            moderationStatus: isPending ? "IN_PROGRESS" : statusOf(call.world, entity),
            etaForModeration: isPending ? new Date(Number(entity.fields["reviewEnds"])).toISOString() : null,
            policyViolations: [],
          };
        }),
      );
    },
  },

  "POST /sd/creatives/preview": {
    style: "details",
    consumes: ["application/json"],
    run: (call) => {
      const { creative, previewConfiguration } = bodyOf(call);
      const { size, products } = isRecord(previewConfiguration) ? previewConfiguration : {};
      const { width, height } = isRecord(size) ? size : {};
      if (!isRecord(creative) || !width || !height) throw refuse(400, "creative and size are required");
      const asin = isRecord((products as unknown[] | undefined)?.[0])
        ? (products as Fields[])[0]!["asin"]
        : "";
      const { headline = "" } = isRecord(creative["properties"]) ? creative["properties"] : {};
      return ok({
        previewHtml: `<div style="width:${String(width)}px;height:${String(height)}px">${String(headline)} ${String(asin)}</div>`,
      });
    },
  },

  "POST /sd/recommendations/creative/headline": {
    style: "details",
    consumes: versions("sdheadlinerecommendationrequest", "v4.0"),
    produces: versions("sdheadlinerecommendationresponse", "v4.0"),
    run: (call) => {
      const { asins, maxNumRecommendations: most = 10 } = bodyOf(call);
      return ok({
        requestId: call.requestId,
        recommendations: headlinesFor(asins, Number(most)).map((headline, index) => ({
          headlineId: String(index + 1),
          headline,
        })),
      });
    },
  },
};

/** Returns the same headlines for all products, unlike Amazon, which uses words of the products' titles. */
export function headlinesFor(asins: unknown, most: number): string[] {
  if (!Array.isArray(asins) || asins.length === 0) throw refuse(422, "asins is required");
  if (!(most >= 1 && most <= 10)) throw refuse(400, "The number of headlines must be from 1 to 10");
  return ["Sleep under the stars", "Made for the trail", "Pack light and go further"].slice(0, most);
}
