import { claimCredentialId } from "../store/queries/token-records.ts";
import type { Store } from "../store/store.ts";
import type { Sealer } from "./sealing.ts";

/**
 * Returns the id under which the platform's tokens for these credentials are stored. Equal credentials of an
 * organization have the same id, so their connectors share the tokens. After a failed request to create a connector,
 * a repeated request also finds the tokens of the failed request.
 */
export async function findCredentialId(
  { sealer, store }: { sealer: Sealer; store: Store },
  organization: string,
  type: string,
  credentials: Readonly<Record<string, unknown>>,
): Promise<string> {
  const sorted = Object.keys(credentials)
    .toSorted()
    .map((name) => [name, credentials[name]]);
  const ids = sealer.secretIds(JSON.stringify(["credentials", organization, type, sorted]));
  return (await claimCredentialId(store, organization, ids)) ?? ids[0]!;
}
