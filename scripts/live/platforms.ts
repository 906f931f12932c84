import { regionOf } from "../../src/connectors/amazon-ads/wire/regions.ts";
import type { Given } from "./account.ts";
import { type AdsAccount, adsPermissions, openAdsAccount } from "./amazon-ads/account.ts";
import { adsAssumptions } from "./amazon-ads/assumptions.ts";
import { adsChecks } from "./amazon-ads/checks.ts";
import type { Assumption, Behaviour, Entry } from "./behaviour.ts";
import type { Permissions } from "./gate.ts";
import { type SlackAccount, openSlackAccount, slackPermissions } from "./slack/account.ts";
import { slackAssumptions } from "./slack/assumptions.ts";
import { slackChecks } from "./slack/checks.ts";

/** The checks of one platform, and the function that opens an account for the checks. */
export interface Platform<Account> {
  behaviours: readonly Behaviour<Account>[];
  /** `place`: the channel or the campaign for writes. */
  permissions(place: string | undefined): Permissions;
  open(given: Given, config: Readonly<Record<string, string>>): Promise<Account>;
  /** Returns the kind of the account for the results, such as `bot`. */
  kindOf(account: Account): string;
}

export const slack: Platform<SlackAccount> = {
  behaviours: slackChecks,
  permissions: slackPermissions,
  open: openSlackAccount,
  kindOf: ({ self }) => (typeof self.bot_id === "string" ? "bot" : "user"),
};

export const amazonAds: Platform<AdsAccount> = {
  behaviours: adsChecks,
  permissions: adsPermissions,
  open(given, { region = "na" }) {
    const short = regionOf(region);
    return openAdsAccount(given, short === "eu" || short === "fe" ? short : "na");
  },
  kindOf: ({ region }) => `region ${region}`,
};

/** All checks, as data. */
export const checklist: readonly Entry[] = [...slack.behaviours, ...amazonAds.behaviours];

/** The behaviours that no check tries. */
export const assumptions: readonly Assumption[] = [...slackAssumptions, ...adsAssumptions];
