import { readIfAllowed } from "../../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../../core/contract/judgement.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { type Profile, isProfileId, selectProfile } from "../wire/find-profile.ts";

/**
 * Returns the profile of a write in words: `who` contains the account name, the id, the country and the currency.
 * Leaves out `who` if the profile cannot be read. Sends one request.
 */
export async function preview({ profileId }: Dict, read: GuardRead): Promise<Dict> {
  const profile = isProfileId(profileId)
    ? await readIfAllowed(read, ["profiles", "get", { profileId }])
    : fromList(profileId, await readIfAllowed(read, ["profiles", "list", {}]));
  return isDict(profile) ? { who: inWords(profile as unknown as Profile) } : {};
}

function fromList(asked: unknown, profiles: unknown): Profile | undefined {
  try {
    return Array.isArray(profiles) ? selectProfile(asked, profiles as Profile[]) : undefined;
  } catch {
    // The write itself fails later, and its error says what is wrong with the profile.
    return undefined;
  }
}

function inWords({ profileId, countryCode, currencyCode, accountInfo }: Profile): string {
  const name = accountInfo?.name?.replace(/\s+/g, " ").slice(0, 80).toWellFormed();
  const account = name ? `${name} (profileId ${profileId})` : `profileId ${profileId}`;
  return [account, countryCode, currencyCode].filter(Boolean).join(", ");
}
