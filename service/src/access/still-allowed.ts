import { hasLongLivedToken } from "../store/queries/long-lived-tokens.ts";
import { readTokenState } from "../store/token-state.ts";
import type { Db } from "../store/store.ts";
import type { Claims } from "./access-tokens.ts";

const kept = [
  "kind",
  "id",
  "organization",
  "application",
  "application_epoch",
  "workspace",
  "effects",
  "connectors",
] as const satisfies readonly (keyof Claims)[];

/** What the service keeps of a token with a call that goes on after its request. */
export type KeptClaims = Pick<Claims, (typeof kept)[number]>;

export const keptClaims = (claims: Claims): KeptClaims =>
  Object.fromEntries(kept.map((name) => [name, claims[name]])) as unknown as KeptClaims;

/** Returns whether the token of an earlier request was not revoked, and its application and its user still exist. */
export async function isStillAllowed(db: Db, claims: KeptClaims): Promise<boolean> {
  const isGone = claims.kind === "long_lived" && !(await hasLongLivedToken(db, claims.id));
  return !isGone && (await readTokenState(db, claims)).state === "live";
}
