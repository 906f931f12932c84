import type { CredentialStore, TokenStore } from "../contract/credential-store.ts";
import type { SpendStore } from "../contract/spend-store.ts";
import type { TotalsContext } from "../policy/account-totals.ts";

export const oldTokens = (store: CredentialStore, findId: () => Promise<string>): TokenStore => ({
  read: async () => store.read((await findId()).replace("/", "-")),
  exchange: async (run) => store.update((await findId()).replace("/", "-"), run),
});

export const oldTotals = (store: SpendStore): TotalsContext["totals"] => ({
  update: (id, change) =>
    store.update(id, (before) => {
      const { value, result } = change(before);
      return { totals: value ?? before, result };
    }),
});
