import type { Account, World } from "../world-types.ts";
import type { Entity } from "../types.ts";
import { addEntity, entitiesOf } from "../world.ts";

/** The bid of a theme that Amazon itself creates. */
const BID = 1.25;

/**
 * Adds a theme to a new ad group if the campaign's `smartDefault` has the value TARGETING, as Amazon does.
 * https://advertising.amazon.com/API/docs/en-us/guides/sponsored-brands/targeting/theme-based-targeting
 */
export function addDefaultTheme(world: World, account: Account, adGroup: Entity): void {
  const campaign = entitiesOf(account, "sb/campaigns").get(String(adGroup.fields["campaignId"]));
  const defaults = campaign?.fields["smartDefault"];
  if (!campaign || !Array.isArray(defaults) || !defaults.includes("TARGETING")) return;
  const isBrand = campaign.fields["goal"] === "BRAND_IMPRESSION_SHARE";
  const themeType = isBrand ? "KEYWORDS_RELATED_TO_YOUR_BRAND" : "KEYWORDS_RELATED_TO_YOUR_LANDING_PAGES";
  const fields = { campaignId: campaign.id, adGroupId: adGroup.id, themeType, bid: BID };
  addEntity(world, account, "sb/themes", fields, "ENABLED");
}
