import type { ConnectFlow } from "../../../core/contract/connect-flow.ts";
import { stringAt } from "../../../core/ground/json.ts";
import { issuedTokens } from "../../../core/wire/token-request.ts";
import { connectNotes } from "./connect-notes.ts";
import { refusals } from "./token-refresh.ts";
import { regions, tokenOrigin } from "./regions.ts";

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
