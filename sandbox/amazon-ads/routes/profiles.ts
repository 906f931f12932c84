import { ok, refuse } from "../http/responses.ts";
import type { Operations } from "../operation.ts";
import { idText, integer, isRecord } from "../http/wire-json.ts";
import type { Fields, Profile } from "../types.ts";
import { accountsOf } from "../world.ts";

export const wireProfile = (profile: Profile): Fields => ({
  profileId: integer(profile.profileId),
  countryCode: profile.countryCode,
  currencyCode: profile.currencyCode,
  ...(profile.dailyBudget === undefined ? {} : { dailyBudget: profile.dailyBudget }),
  timezone: profile.timezone,
  accountInfo: profile.accountInfo,
});

export const profiles: Operations = {
  "GET /v2/profiles": {
    style: "details",
    profile: "none",
    run: ({ world, region, token, query }) => {
      const types = query.get("profileTypeFilter")?.split(",");
      const payment = query.get("validPaymentMethodFilter");
      const found = accountsOf(world, region, token).filter(
        ({ access, profile: { accountInfo } }) =>
          (query.get("accessLevel") === "view" || access === "edit") &&
          (!types || types.includes(accountInfo.type)) &&
          (!payment || String(accountInfo.validPaymentMethod ?? false) === payment),
      );
      return ok(found.map(({ profile }) => wireProfile(profile)));
    },
  },

  "GET /v2/profiles/{profileId}": {
    style: "details",
    profile: "none",
    run: ({ world, region, token, path }) => {
      const account = accountsOf(world, region, token).find(
        ({ profile }) => profile.profileId === path["profileId"],
      );
      if (!account) throw refuse(404, `Profile ${path["profileId"]} not found`);
      return ok(wireProfile(account.profile));
    },
  },

  // https://advertising.amazon.com/API/docs/en-us/guides/campaigns/average-daily-budget
  "GET /accountBudgets/featureFlags": {
    style: "details",
    produces: ["application/vnd.accountBudgetFeatureFlags.v1+json"],
    run: ({ account: { isOptedOutForAverageDailyBudgetIncrease } }) =>
      ok({ featureFlags: { isOptedOutForAverageDailyBudgetIncrease } }),
  },

  // An agency can use the accounts of its clients through a manager account.
  "GET /managerAccounts": {
    style: "details",
    produces: ["application/vnd.getmanageraccountsresponse.v1+json"],
    profile: "none",
    run: ({ world, region, token }) => {
      const accounts = accountsOf(world, region, token).map(({ profile }) => profile);
      const agency = accounts.find(({ accountInfo }) => accountInfo.type === "agency");
      const linkedAccounts = accounts.map(
        ({ profileId, accountInfo: { id, name, type, marketplaceStringId } }) => ({
          accountId: id,
          accountName: name,
          accountType: type.toUpperCase(),
          marketplaceId: marketplaceStringId,
          profileId,
          dspAdvertiserId: null,
        }),
      );
      // An account of Amazon DSP has no profile.
      const dsp = {
        accountId: "ENTITY9NORTHBOUNDDSP",
        accountName: "Northbound DSP",
        accountType: "DSP_ADVERTISING_ACCOUNT",
        marketplaceId: agency?.accountInfo.marketplaceStringId,
        profileId: null,
        dspAdvertiserId: "5810374920174",
      };
      const managerAccountName = agency?.accountInfo.name;
      return ok({
        managerAccounts: agency
          ? [
              {
                managerAccountId: "amzn1.ads1.ma1.northbound",
                managerAccountName,
                linkedAccounts: [...linkedAccounts, dsp],
              },
            ]
          : [],
      });
    },
  },

  // An update changes only the daily budget, and only sellers have a daily budget.
  "PUT /v2/profiles": {
    style: "details",
    consumes: ["application/json"],
    profile: "none",
    writes: true,
    run: ({ world, region, token, body }) => {
      if (!Array.isArray(body)) throw refuse(400, "The body must be an array of profiles");
      const accounts = accountsOf(world, region, token);
      return ok(
        body.map((item: unknown) => {
          const requested = isRecord(item) ? item : {};
          const profileId = idText(requested["profileId"]);
          const account = accounts.find(({ profile }) => profile.profileId === profileId);
          const wireId = /^\d+$/.test(profileId) ? integer(profileId) : null;
          if (!account) return { profileId: wireId, code: "NOT_FOUND", details: "Profile not found" };
          if (account.access === "view")
            return { profileId: wireId, code: "UNAUTHORIZED", details: "No permission to edit this profile" };
          if (account.profile.accountInfo.type !== "seller")
            return {
              profileId: wireId,
              code: "INVALID_ARGUMENT",
              details: "A daily budget is only supported for sellers",
            };
          if (typeof requested["dailyBudget"] === "number")
            account.profile.dailyBudget = requested["dailyBudget"];
          return { profileId: wireId, code: "SUCCESS" };
        }),
        207,
      );
    },
  },
};
