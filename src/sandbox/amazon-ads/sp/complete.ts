import type { Call } from "../call.ts";
import { resolved } from "../products.ts";
import type { Collection, Fields } from "../types.ts";
import { today } from "../world.ts";

/** Fills in what the platform adds to an entity by itself. */
export function complete(call: Call, collection: Collection, fields: Fields): void {
  if (collection === "sp/campaigns") {
    fields["startDate"] ??= today(call.world, call.account.profile);
    const bidding = (fields["dynamicBidding"] ?? {}) as Fields;
    fields["dynamicBidding"] = { placementBidding: [], strategy: "LEGACY_FOR_SALES", ...bidding };
  }
  if (collection === "portfolios") fields["inBudget"] ??= true;
  const expression = fields["expression"];
  if (Array.isArray(expression)) fields["resolvedExpression"] = resolved(expression as Fields[]);
}
