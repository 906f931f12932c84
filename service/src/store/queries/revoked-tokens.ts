import { ConnectorError } from "agent-connectors";
import { changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listsOf, withoutLists } from "../protected-rows/list-path.ts";
import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";

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

const ownerOf = ({ organization, workspace }: Pick<RevocableToken, "organization" | "workspace">) => ({
  organization,
  workspace: workspace?.id,
});

/**
 * Returns whether a token is valid. `unknown`: the token's application or workspace does not exist.
 * @throws ConnectorError `internal` if somebody has changed or deleted a row outside the service
 */
export async function tokenState(db: Db, token: RevocableToken): Promise<"live" | "revoked" | "unknown"> {
  const { organization, application, workspace } = token;
  const found = await db
    .selectFrom("row_lists")
    .leftJoin("applications", (join) => join.on("applications.id", "=", application))
    .leftJoin("revoked_tokens", (join) => join.on("revoked_tokens.id", "=", token.id))
    .leftJoin("workspaces", (join) => join.on("workspaces.id", "=", workspace?.id ?? ""))
    .selectAll("applications")
    .select([
      "revoked_tokens.id as revoked",
      "workspaces.id as workspace_id",
      "workspaces.organization_id as workspace_organization",
      "workspaces.name as workspace_name",
      "workspaces.epoch as workspace_epoch",
      "workspaces.created_at as workspace_created_at",
    ])
    .select(listsOf(ownerOf(token)))
    .where("row_lists.id", "=", organization)
    .executeTakeFirst();
  if (!found) return missing(db, token);
  const { row, contents } = withoutLists(found);
  const check = checkOf(db.protection, ownerOf(token), contents);
  if (row.id === null || row.organization_id !== organization) {
    check.organization.checkAbsent("applications", application);
    return "unknown";
  }
  check.organization.check("applications", row as Tables["applications"]);
  const revocations = workspace ? check.user : check.organization;
  if (row.revoked === null) revocations.checkAbsent("revoked_tokens", token.id);
  if (row.revoked !== null || row.epoch !== token.application_epoch) return "revoked";
  if (!workspace) return "live";
  if (row.workspace_id === null) {
    check.user.checkAbsent("workspaces", workspace.id);
    return "unknown";
  }
  check.user.check("workspaces", {
    id: row.workspace_id,
    organization_id: row.workspace_organization,
    name: row.workspace_name,
    epoch: row.workspace_epoch,
    created_at: row.workspace_created_at,
  } as Tables["workspaces"]);
  return row.workspace_epoch === workspace.epoch ? "live" : "revoked";
}

/** Throws an error, because every organization with a token has a list. */
function missing({ protection }: Db, token: RevocableToken): "unknown" {
  checkOf(protection, ownerOf(token), [null]);
  return "unknown";
}

/** The maximum number of tokens of an application or of a user that can be revoked one by one at the same time. */
const maxRevoked = 500;

/**
 * Revokes a token until it expires.
 * @throws ConnectorError `rate_limited` if too many unexpired tokens of the application or of the user are revoked
 */
export async function revokeToken(db: Db, token: RevocableToken, expires_at: number): Promise<void> {
  const row = { id: token.id, expires_at };
  await changeRows(db, ownerOf(token), async (db, list) => {
    if (list.count("revoked_tokens") >= maxRevoked)
      throw new ConnectorError("rate_limited", `${maxRevoked} tokens are revoked one by one already.`, {
        hint: "Revoke all tokens of the application or of the user at once.",
        retry_after: 60,
      });
    await db
      .insertInto("revoked_tokens")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    list.set("revoked_tokens", row);
  });
}

export async function deleteExpiredRevocations(db: Db, now: number): Promise<void> {
  await db.deleteFrom("revoked_tokens").where("expires_at", "<", now).execute();
}
