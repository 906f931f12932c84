import { regionOf } from "../../src/connectors/amazon-ads/wire/regions.ts";
import type { Given } from "./account.ts";
import { type AdsAccount, adsPermissions, openAdsAccount } from "./amazon-ads/account.ts";
import { adsFiles } from "./amazon-ads/files.ts";
import { adsReadings } from "./amazon-ads/readings.ts";
import { adsUnobservable } from "./amazon-ads/unobservable.ts";
import { adsWritings } from "./amazon-ads/writings.ts";
import type { Behaviour, Entry } from "./behaviour.ts";
import type { Permissions } from "./gate.ts";
import { type SlackAccount, openSlackAccount, slackPermissions } from "./slack/account.ts";
import { slackConnecting } from "./slack/connecting.ts";
import { slackReadings } from "./slack/readings.ts";
import { slackWritings } from "./slack/writings.ts";

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
  behaviours: [...slackReadings, ...slackConnecting, ...slackWritings],
  permissions: slackPermissions,
  open: openSlackAccount,
  kindOf: ({ self, rotates }) =>
    [
      typeof self.bot_id === "string" ? "bot" : "user",
      ...(self.is_enterprise_install === true ? ["of an organization"] : []),
      ...(rotates ? ["with rotation"] : []),
    ].join(" "),
};

export const amazonAds: Platform<AdsAccount> = {
  behaviours: [...adsReadings, ...adsFiles, ...adsWritings, ...adsUnobservable],
  permissions: adsPermissions,
  open(given, { region = "na" }) {
    const short = regionOf(region);
    return openAdsAccount(given, short === "eu" || short === "fe" ? short : "na");
  },
  kindOf: ({ region }) => `region ${region}`,
};

/** All behaviours, without their checks. */
export const checklist: readonly Entry[] = [...slack.behaviours, ...amazonAds.behaviours];
