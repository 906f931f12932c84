import type { Z } from "../../core/action.ts";

// Amazon's records: what is worth a model's attention of each. They document and type an answer; Amazon may leave out any
// field. Ids are text in all of them.

const text = (z: Z) => z.string().nullish();
const flag = (z: Z) => z.boolean().nullish();
const number = (z: Z) => z.number().nullish();

export const Profile = (z: Z) =>
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
