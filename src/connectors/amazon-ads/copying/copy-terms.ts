import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { decimalsOf } from "../money/model/percent-items.ts";

/** A profile, as far as a copy needs it. */
export interface CopyProfile {
  profileId: string;
  countryCode: string | undefined;
  currency: string | undefined;
  isVendor: boolean;
}

/**
 * Returns the function that converts amounts, rounded to the smallest unit of the currency. 10 USD must never become
 * 10 JPY, so different currencies need an exchange rate.
 * @throws ConnectorError `invalid_params` if the exchange rate is missing, or is not needed
 */
export function conversion(from: CopyProfile, to: CopyProfile, rate: unknown): (amount: number) => number {
  const isSame = from.currency !== undefined && from.currency === to.currency;
  if (isSame && rate !== undefined)
    throw refuse(`both profiles pay in ${from.currency}.`, "Omit exchangeRate. Nothing was sent.");
  if (isSame) return (amount) => amount;
  const [one, other] = [from.currency ?? "the first currency", to.currency ?? "the second currency"];
  if (typeof rate !== "number")
    throw refuse(
      `the campaign's bids are in ${one}, but profile ${to.profileId} pays in ${other}.`,
      `Pass exchangeRate: how many ${other} one ${one} is. Bids, and the budget if budget is not set, are multiplied by it. Nothing was sent.`,
    );
  const units = 10 ** decimalsOf(to.currency);
  return (amount) => Math.max(Math.round(amount * rate * units), 1) / units;
}

const refuse = (what: string, hint: string) =>
  new ConnectorError("invalid_params", `exchangeRate: ${what}`, { path: "params.exchangeRate", hint });

/** Amazon refuses a second campaign with the same name, so a repeated copy finds the first one. */
export function checkName(name: string, named: readonly Dict[]): void {
  const same = named.find((campaign) => String(campaign.name).toLowerCase() === name.toLowerCase());
  if (!same) return;
  throw new ConnectorError(
    "invalid_params",
    `The profile already has a campaign with the name of the copy: campaign ${String(same.campaignId)}.`,
    {
      path: "params.name",
      hint: `Nothing was sent. To continue a copy that stopped, pass intoCampaignId: "${String(same.campaignId)}". For another copy, pass a different name.`,
    },
  );
}
