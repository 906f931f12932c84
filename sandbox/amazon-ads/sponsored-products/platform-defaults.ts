import type { Call } from "../operation.ts";
import { resolveExpression } from "../categories-and-brands.ts";
import { addCreativeDefaults } from "../sponsored-brands/creatives.ts";
import type { Collection, Fields } from "../types.ts";
import { entitiesOf, today } from "../world.ts";

const BIDDING = { bidOptimization: true, bidOptimizationStrategy: "MAXIMIZE_IMMEDIATE_SALES" };

/** Adds the fields that Amazon adds if a request does not have them. */
export function addPlatformDefaults(call: Call, collection: Collection, fields: Fields): void {
  if (collection === "sp/campaigns") {
    fields["startDate"] ??= today(call.world, call.account.profile);
    const bidding = (fields["dynamicBidding"] ?? {}) as Fields;
    fields["dynamicBidding"] = { placementBidding: [], strategy: "LEGACY_FOR_SALES", ...bidding };
  }
  if (collection === "sb/campaigns") {
    fields["startDate"] ??= today(call.world, call.account.profile);
    fields["isMultiAdGroupsEnabled"] = true;
    if (fields["goal"] !== undefined) fields["smartDefault"] ??= ["TARGETING"];
    const bidding: Fields = { ...BIDDING, ...(fields["bidding"] as Fields | undefined) };
    // Amazon's own samples write this flag as text, so the sandbox also accepts text.
    bidding["bidOptimization"] = String(bidding["bidOptimization"]) === "true";
    fields["bidding"] = bidding;
  }
  if (collection === "sb/ads") {
    const adGroup = entitiesOf(call.account, "sb/adGroups").get(String(fields["adGroupId"]));
    fields["campaignId"] ??= adGroup?.fields["campaignId"];
    addCreativeDefaults(call.account, fields);
  }
  if (collection === "portfolios") fields["inBudget"] ??= true;
  const expression = fields["expression"];
  if (Array.isArray(expression)) fields["resolvedExpression"] = resolveExpression(expression as Fields[]);
}
