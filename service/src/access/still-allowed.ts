import { hasLongLivedToken } from "../store/queries/long-lived-tokens.ts";
import { readTokenState } from "../store/token-state.ts";
import type { Db } from "../store/store.ts";
import type { Claims } from "./access-tokens.ts";

/** What the service keeps of a token with a call that goes on after its request. */
export type KeptClaims = Pick<
  Claims,
  | "kind"
  | "id"
  | "organization"
  | "application"
  | "application_epoch"
  | "workspace"
  | "effects"
  | "connectors"
>;

export const keptClaims = ({
  kind,
  id,
  organization,
  application,
  application_epoch,
  workspace,
  effects,
  connectors,
}: Claims): KeptClaims => ({
  kind,
  id,
  organization,
  application,
  application_epoch,
  workspace,
  effects,
  connectors,
});

/** Returns whether the token of an earlier request was not revoked, and its application and its user still exist. */
export async function isStillAllowed(db: Db, claims: KeptClaims): Promise<boolean> {
  const isGone = claims.kind === "long_lived" && !(await hasLongLivedToken(db, claims.id));
  return !isGone && (await readTokenState(db, claims)).state === "live";
}
