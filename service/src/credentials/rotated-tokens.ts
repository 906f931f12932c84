import type { Clock, CodeOptions } from "agent-connectors";
import { replaceCredentials, type FoundConnector } from "../store/queries/connectors.ts";
import type { Store } from "../store/store.ts";
import { associatedDataOf, type Sealer } from "./sealing.ts";

/**
 * Returns a hook that stores a new pair of access token and refresh token, because the old refresh token is no longer
 * valid. The pair becomes a new version of the credentials, so other replicas and other open connectors use the new
 * pair. If the user has replaced the credentials meanwhile, nothing is stored.
 */
export function storeRotatedTokens(
  row: FoundConnector,
  credentials: object,
  { sealer, store, clock }: { sealer: Sealer; store: Store; clock: Clock },
): NonNullable<CodeOptions["onTokenRefresh"]> {
  let version: number | undefined = row.credentials_version;
  return async ({ access_token, refresh_token }) => {
    if (version === undefined) return;
    const text = JSON.stringify({ ...credentials, access_token, refresh_token });
    const change = {
      credentials: sealer.seal(text, associatedDataOf(row)),
      key_id: sealer.keyId,
      fingerprint: sealer.fingerprint(text),
      updated_at: clock.now(),
    };
    version = await replaceCredentials(store.db, row.id, change, version);
  };
}
