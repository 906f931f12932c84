import type { CheckedAccount, ConnectFlow } from "../../../core/contract/connect-flow.ts";
import { type Dict, dicts, stringAt } from "../../../core/ground/json.ts";
import { issuedTokens } from "../../../core/wire/token-request.ts";
import { refusals } from "./token-refresh.ts";
import { regionOf, regions, tokenOrigin } from "./regions.ts";

/** The consent page of each region, by the region's address of the Amazon Ads API. */
const consentPages: ReadonlyMap<string, string> = new Map([
  [regions.na, "https://www.amazon.com/ap/oa"],
  [regions.eu, "https://eu.account.amazon.com/ap/oa"],
  [regions.fe, "https://apac.account.amazon.com/ap/oa"],
]);

/**
 * Login with Amazon exchanges the code from the consent page for tokens.
 * https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
export const connectFlow: ConnectFlow = {
  addresses: ({ endpoint, replaced }) => ({
    authorize: replaced ? `${endpoint}/ap/oa` : (consentPages.get(endpoint) ?? consentPages.get(regions.na)!),
    token: `${replaced ? endpoint : tokenOrigin}/auth/o2/token`,
  }),
  tokens: { user: { scopeParam: "scope", scopes: ["advertising::campaign_management"] } },
  scopeSeparator: " ",
  clientAuth: "body",
  pkce: "always",
  scopeWords: async () => ({
    "advertising::campaign_management":
      "See and change the campaigns, ads, budgets and reports of the advertising accounts that you can use",
    "advertising::audiences": "See and change the audiences of the advertising accounts that you can use",
    "advertising::test:create_account": "Create test accounts",
    profile: "See your name and email address",
  }),
  read(body, { client_id, client_secret }) {
    const refresh_token = issuedTokens(body)?.refresh_token;
    const isBearer = stringAt(body, "token_type")?.toLowerCase() === "bearer";
    if (!isBearer || refresh_token === undefined || client_secret === undefined) return [];
    const scopes = stringAt(body, "scope")?.split(" ").filter(Boolean) ?? [];
    return [{ token: "user", auth: { client_id, client_secret, refresh_token }, scopes }];
  },
  refusals: {
    ...refusals,
    invalid_grant: {
      code: "connect_invalid",
      message:
        "Login with Amazon does not accept the code: it was used, is older than five minutes, or the redirect address differs.",
      hint: "Start the connection again.",
    },
  },
  accountsPer: "region",
  notes: connectNotes,
  lifetime: { days: 365, since: "2026-07-30" },
  needs: [
    "A security profile for Login with Amazon, with its client id, its client secret and this redirect address: https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html",
    "Amazon's approval of this application for the Amazon Ads API: https://advertising.amazon.com/API/docs/en-us/guides/onboarding/overview. The approval can take days or weeks.",
    "A login that can see the advertiser's account in the Amazon Ads console.",
  ],
};

/** Returns notes for the person who gave consent, for example about a region that could not be checked. */
function connectNotes(accounts: readonly CheckedAccount[]): string[] {
  const working = accounts.filter(({ check }) => check.status !== "unhealthy");
  const failed = accounts.filter(({ check }) => check.status === "unhealthy");
  const managers = new Map<string, { name: string; linked: Map<string, Dict> }>();
  for (const { check } of working)
    for (const { id, name, accounts: linked } of dicts(check.identity?.managers)) {
      const manager = managers.get(String(id)) ?? { name: String(name), linked: new Map<string, Dict>() };
      managers.set(String(id), manager);
      for (const one of dicts(linked)) manager.linked.set(String(one.id), one);
    }
  const hasProfiles = working.some(({ check }) => dicts(check.identity?.profiles).length > 0);
  return [
    ...[...managers.values()].flatMap(managerNotes),
    ...failed.map(({ config, check }) => {
      const region = regionOf(config?.region ?? "");
      return `The region ${region} could not be checked, so its profiles are not listed: ${check.error?.message ?? "Amazon gave no reason."} Run check again later.`;
    }),
    ...(working.length > 0 && !hasProfiles ? [noProfiles(failed.length > 0)] : []),
  ];
}

function managerNotes({ name, linked }: { name: string; linked: ReadonlyMap<string, Dict> }): string[] {
  const all = [...linked.values()];
  const unusable = all.filter(({ profileId }) => profileId === null);
  const usable = all.length - unusable.length;
  const listed = unusable.slice(0, 5).map((one) => `${String(one.name)} (${String(one.type)})`);
  const more = unusable.length > 5 ? ` and ${unusable.length - 5} more` : "";
  return [
    `The manager account ${name} has ${usable} linked ${usable === 1 ? "account" : "accounts"} with a profile.`,
    ...(unusable.length > 0
      ? [`Not usable, because they have no profile: ${listed.join(", ")}${more}. Accounts of Amazon DSP need a different kind of access.`] // prettier-ignore
      : []),
  ];
}

const noProfiles = (isPartial: boolean): string =>
  `This login has no advertising profiles${isPartial ? " in the regions that were checked" : " in any region"}. Somebody who manages the advertiser's account must give this login the right to edit that account, in the Amazon Ads console. An account without a campaign may have no profile yet.`;
