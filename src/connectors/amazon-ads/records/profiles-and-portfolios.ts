import type { Zod } from "../../../core/contract/action.ts";
import { extendedData, flag, number, text } from "./common-fields.ts";

export const Profile = (z: Zod) =>
  z.object({
    profileId: z.string(),
    countryCode: text(z),
    currencyCode: text(z),
    timezone: text(z),
    dailyBudget: number(z),
    accountInfo: z
      .object({
        id: text(z),
        type: text(z),
        name: text(z),
        subType: text(z),
        marketplaceStringId: text(z),
        validPaymentMethod: flag(z),
      })
      .nullish(),
  });

export const Portfolio = (z: Zod) =>
  z.object({
    portfolioId: z.string(),
    name: text(z),
    state: text(z),
    inBudget: flag(z),
    budget: z
      .object({
        amount: number(z),
        currencyCode: text(z),
        policy: text(z),
        startDate: text(z),
        endDate: text(z),
      })
      .nullish(),
    budgetControls: z
      .object({ campaignUnspentBudgetSharing: z.object({ featureState: text(z) }).nullish() })
      .nullish(),
    extendedData: extendedData(z),
  });

export const ManagerAccount = (z: Zod) =>
  z.object({
    managerAccountId: text(z),
    managerAccountName: text(z),
    linkedAccounts: z
      .array(
        z.object({
          accountId: text(z),
          accountName: text(z),
          accountType: text(z),
          marketplaceId: text(z),
          profileId: text(z),
          dspAdvertiserId: text(z),
        }),
      )
      .nullish(),
  });
