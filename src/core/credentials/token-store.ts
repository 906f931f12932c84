import type {
  ChangeTokens,
  CredentialStore,
  StoredTokens,
  TokenStore,
} from "../contract/credential-store.ts";
import { ConnectorError } from "../ground/errors.ts";
import { hashOf } from "../ground/hash.ts";
import { isDict } from "../ground/json.ts";
import { memoryCredentialStore } from "./memory-credential-store.ts";

/** Makes a token store for one set of credentials. A failure of the store becomes a ConnectorError. */
export function tokenStoreOf(store: CredentialStore, findId: () => Promise<string>): TokenStore {
  let found: Promise<string> | undefined;
  const id = () => (found ??= findId());
  return {
    async read() {
      try {
        return checked(await store.read(await id()));
      } catch (error) {
        throw ConnectorError.is(error) ? error : storeError("read");
      }
    },
    async update(change) {
      let failed: { error: unknown } | undefined;
      const noted: ChangeTokens = async (stored) => {
        try {
          return await change(checked(stored));
        } catch (error) {
          failed = { error };
          throw error;
        }
      };
      try {
        return checked(await store.update(await id(), noted));
      } catch (error) {
        if (failed) throw failed.error;
        throw ConnectorError.is(error) ? error : storeError("update");
      }
    },
  };
}

/** Keeps the tokens of one connector in memory. */
export const memoryTokenStore = (): TokenStore => tokenStoreOf(memoryCredentialStore(), async () => "");

/** Returns a hash that identifies the credentials in a store. */
export async function credentialId(
  connector: string,
  credentials: Readonly<Record<string, string>>,
): Promise<string> {
  const sorted = Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(JSON.stringify([connector, sorted]));
}

function checked(tokens: unknown): StoredTokens | undefined {
  if (tokens === undefined || isTokens(tokens)) return tokens;
  throw storeError("read", "The stored value has no access_token, obtained_at or expires_at.");
}

const storeError = (doing: "read" | "update", hint = "Call again when the store works.") =>
  new ConnectorError("storage_unavailable", `The credential store failed at ${doing}.`, { hint });

const isTokens = (value: unknown): value is StoredTokens =>
  isDict(value) &&
  typeof value.access_token === "string" &&
  ["undefined", "string"].includes(typeof value.refresh_token) &&
  typeof value.obtained_at === "number" &&
  typeof value.expires_at === "number";
