import type { Db } from "../store.ts";

/**
 * The claims that decide whether a token is revoked. A token is revoked by its id, or by a new `epoch` number of its
 * application or of its workspace.
 */
export interface RevocableToken {
  id: string;
  organization: string;
  application: string;
  application_epoch: number;
  workspace?: { id: string; epoch: number } | undefined;
}

/** Returns whether a token is valid. `unknown`: the token's application or workspace does not exist. */
export async function tokenState(db: Db, token: RevocableToken): Promise<"live" | "revoked" | "unknown"> {
  const found = await db
    .selectFrom("applications")
    .leftJoin("revoked_tokens", (join) => join.on("revoked_tokens.id", "=", token.id))
    .leftJoin("workspaces", (join) => join.on("workspaces.id", "=", token.workspace?.id ?? ""))
    .select([
      "applications.epoch as epoch",
      "applications.organization_id as organization",
      "revoked_tokens.id as revoked",
      "workspaces.epoch as workspace_epoch",
      "workspaces.organization_id as workspace_organization",
    ])
    .where("applications.id", "=", token.application)
    .executeTakeFirst();
  if (!found || found.organization !== token.organization) return "unknown";
  if (found.revoked !== null || found.epoch !== token.application_epoch) return "revoked";
  if (!token.workspace) return "live";
  if (found.workspace_organization !== token.organization) return "unknown";
  return found.workspace_epoch === token.workspace.epoch ? "live" : "revoked";
}

export async function revokeToken(db: Db, id: string, expires_at: number): Promise<void> {
  await db
    .insertInto("revoked_tokens")
    .values({ id, expires_at })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export async function deleteExpiredRevocations(db: Db, now: number): Promise<void> {
  await db.deleteFrom("revoked_tokens").where("expires_at", "<", now).execute();
}
