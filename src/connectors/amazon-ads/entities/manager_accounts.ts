import { action } from "../../../core/contract/action.ts";
import { ManagerAccount } from "../records/profiles-and-portfolios.ts";

export const list = action({
  description:
    "List the manager accounts that the login can use, with the accounts and profiles linked to them.",
  params: () => ({}),
  result: (z) => z.array(ManagerAccount(z)),
  effect: "read",
  calls: "managerAccounts.list",
  pick: "managerAccounts",
  example: {},
});
