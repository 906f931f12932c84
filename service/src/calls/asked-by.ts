import type { KeptClaims } from "../access/still-allowed.ts";
import type { Actor } from "../operations/audit.ts";

/** What the service keeps of the request that asked for a call which goes on later: who has asked, and for which connector. */
export interface AskedBy {
  claims: KeptClaims;
  requestId: string;
  connector: { type: string; name: string; workspace_id: string; user: string };
}

/** Returns who asked for the call, for the audit. */
export const askingActor = ({ claims, requestId, connector }: AskedBy): Actor => ({
  organization: claims.organization,
  workspace: connector.workspace_id,
  application: claims.application,
  token: claims.id,
  request: requestId,
});
