import { idFields } from "../id-fields.ts";
import type { AccountSeed, AmazonAdsSeedChanges, Collection, Seed, SeedEntity } from "../types.ts";

export function mergeSeed(seed: Seed, changes: AmazonAdsSeedChanges = {}): Seed {
  const accounts = [...seed.accounts];
  for (const change of changes.accounts ?? []) {
    const index = accounts.findIndex(({ profile }) => profile.profileId === change.profile.profileId);
    const base = accounts[index] ?? blank(change.profile.profileId);
    const merged: AccountSeed = {
      ...base,
      ...structuredClone(change),
      profile: {
        ...base.profile,
        ...change.profile,
        accountInfo: { ...base.profile.accountInfo, ...change.profile.accountInfo },
      },
      entities: mergeEntities(base.entities, change.entities ?? {}),
    };
    if (index < 0) accounts.push(merged);
    else accounts[index] = merged;
  }
  return { accounts, logins: [...seed.logins, ...(changes.logins ?? [])] };
}

type Entities = Partial<Record<Collection, SeedEntity[]>>;

function mergeEntities(base: Entities, changes: Entities): Entities {
  const merged: Entities = { ...base };
  for (const [name, items] of Object.entries(changes)) {
    const collection = name as Collection;
    const id = idFields[collection];
    const all = new Map((base[collection] ?? []).map((item) => [item[id], item]));
    for (const item of items) all.set(item[id], { ...all.get(item[id]), ...structuredClone(item) });
    merged[collection] = [...all.values()];
  }
  return merged;
}

const blank = (profileId: string): AccountSeed => ({
  region: "na",
  profile: {
    profileId,
    countryCode: "US",
    currencyCode: "USD",
    dailyBudget: 999_999_999,
    timezone: "America/Los_Angeles",
    accountInfo: { marketplaceStringId: "ATVPDKIKX0DER", id: "A3SANDBOX", type: "seller", name: "Sandbox" },
  },
  entities: {},
  products: [],
  invoices: [],
});
