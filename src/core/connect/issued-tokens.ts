import type { GrantedCredentials } from "../contract/connect-flow.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { credentialId, tokenStoreOf } from "../credentials/token-store.ts";
import { memoryStore } from "../store/memory-store.ts";

/** The lifetime of an access token whose response has none. */
const defaultSeconds = 3600;

/**
 * Returns a store with the tokens that came with a code. The check of new credentials uses them: a refresh would make the
 * refresh token in `auth` worthless if the platform rotates refresh tokens. Without a store of the caller, the tokens are
 * kept in memory.
 */
export async function storeOfIssued(
  connector: string,
  { auth, issued }: GrantedCredentials,
  now: number,
  store: StoreDriver = memoryStore(),
): Promise<StoreDriver> {
  if (!issued) return store;
  const { access_token, refresh_token, expires_in = defaultSeconds } = issued;
  const tokens = { access_token, refresh_token, obtained_at: now, expires_at: now + expires_in * 1000 };
  await tokenStoreOf(store, () => credentialId(connector, auth)).exchange(async () => tokens);
  return store;
}
