import type { Seed } from "../types.ts";
import { accounts } from "./accounts.ts";
import { logins } from "./logins.ts";

export { otherCredentials, sandboxCredentials } from "./logins.ts";

/** Returns the accounts and logins of a small outdoor shop on 12 March 2026. */
export const defaultSeed = (): Seed => ({ accounts: accounts(), logins: logins() });
