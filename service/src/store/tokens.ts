import type { Claims } from "../access/tokens.ts";
import type { Db } from "./store.ts";

/** Whether the store still knows the token's application and workspace, and has not revoked it. */
export async function tokenState(db: Db, claims: Claims): Promise<"live" | "revoked" | "unknown"> {
  const application = await db
    .selectFrom("applications")
    .leftJoin("revoked_tokens", (join) => join.on("revoked_tokens.id", "=", claims.id))
    .leftJoin("workspaces", (join) => join.on("workspaces.id", "=", claims.workspace?.id ?? ""))
    .select([
      "applications.epoch as epoch",
      "applications.organization_id as organization",
      "revoked_tokens.id as revoked",
      "workspaces.epoch as workspace_epoch",
      "workspaces.organization_id as workspace_organization",
    ])
    .where("applications.id", "=", claims.application)
    .executeTakeFirst();
  if (!application || application.organization !== claims.organization) return "unknown";
  if (application.revoked !== null || application.epoch !== claims.application_epoch) return "revoked";
  if (!claims.workspace) return "live";
  if (application.workspace_organization !== claims.organization) return "unknown";
  return application.workspace_epoch === claims.workspace.epoch ? "live" : "revoked";
}

export async function revokeToken(db: Db, id: string, expires_at: number): Promise<void> {
  await db
    .insertInto("revoked_tokens")
    .values({ id, expires_at })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export async function dropRevoked(db: Db, before: number): Promise<void> {
  await db.deleteFrom("revoked_tokens").where("expires_at", "<", before).execute();
}
