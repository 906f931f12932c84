import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Operations } from "../operation.ts";
import { categories } from "../categories-and-brands.ts";
import { isRecord } from "../http/wire-json.ts";
import { chance, hash } from "../world.ts";
import { versions } from "../routes/request-values.ts";

const BIDS = versions("sdtargetingrecommendations", "v3.3", "v3.2", "v3.1");
const TARGETS = versions("sdtargetingrecommendations", "v3.5", "v3.4", "v3.3", "v3.2", "v3.1", "v3.0");

export const displayRecommendations: Operations = {
  "POST /sd/targets/bid/recommendations": {
    style: "details",
    consumes: versions("sdtargetingrecommendations", "v3.4").concat(BIDS),
    produces: BIDS,
    run: (call) => {
      const { bidOptimization, costType, targetingClauses } = bodyOf(call);
      if ((bidOptimization === "reach") !== (costType === "vcpm"))
        throw refuse(422, "reach needs the cost type vcpm, and clicks and conversions need cpc");
      if (!Array.isArray(targetingClauses) || targetingClauses.length === 0 || targetingClauses.length > 100)
        throw refuse(422, "targetingClauses must have 1 to 100 items");
      const bidRecommendations = targetingClauses.map((item: unknown) => {
        const clause = isRecord(item) && isRecord(item["targetingClause"]) ? item["targetingClause"] : {};
        if (!Array.isArray(clause["expression"]) || clause["expression"].length === 0)
          return { code: "400", details: "The expression is missing" };
        const recommended = cents(0.5 + chance(JSON.stringify(clause["expression"])));
        const [rangeLower, rangeUpper] = [cents(recommended * 0.7), cents(recommended * 1.4)];
        return { code: "200", rangeLower, rangeUpper, recommended };
      });
      return ok({ bidOptimization, costType, bidRecommendations }, 207);
    },
  },

  "POST /sd/targets/recommendations": {
    style: "details",
    consumes: TARGETS,
    produces: TARGETS,
    run: (call) => {
      const { products, tactic, typeFilter } = bodyOf(call);
      if (!Array.isArray(products) || products.length === 0) throw refuse(422, "products is required");
      if (tactic !== "T00020" && tactic !== "T00030") throw refuse(422, "Invalid tactic");
      if (!Array.isArray(typeFilter) || typeFilter.length === 0 || typeFilter.length > 3)
        throw refuse(422, "typeFilter must have 1 to 3 values");
      const asins = products.flatMap((one: unknown) => (isRecord(one) ? [String(one["asin"])] : []));
      const names = new Set(
        call.account.products.flatMap(({ asin, category }) => (asins.includes(asin) ? [category] : [])),
      );
      const found = categories.filter(({ name }) => names.has(name));
      return ok({
        recommendations: {
          ...(typeFilter.includes("PRODUCT")
            ? { products: [1, 2, 3].map((rank) => ({ asin: rivalOf(asins.join(), rank), rank })) }
            : {}),
          ...(typeFilter.includes("CATEGORY")
            ? {
                categories: found.map(({ id, name, path }, index) => ({
                  category: Number(id),
                  name,
                  path: path.split("/").filter(Boolean),
                  rank: index + 1,
                  targetableAsinCountRange: { rangeLower: 100, rangeUpper: 900 },
                })),
              }
            : {}),
        },
      });
    },
  },
};

const cents = (amount: number): number => Math.round(amount * 100) / 100;

const rivalOf = (asins: string, rank: number): string =>
  `B0${hash(`${asins} ${rank}`).toString(36).toUpperCase().padStart(8, "X").slice(0, 8)}`;
