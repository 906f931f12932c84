import { changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listsOfRows, withoutLists } from "../protected-rows/list-path.ts";
import type { LongLivedTokenRow } from "../long-lived-token-row.ts";
import type { Db } from "../store.ts";

export interface FoundLongLivedToken extends LongLivedTokenRow {
  /** The name of the token's workspace, which is the `external_user_id`. */
  workspace: string;
}

const ownerOf = ({
  organization_id,
  workspace_id,
}: Pick<LongLivedTokenRow, "organization_id" | "workspace_id">) => ({
  organization: organization_id,
  workspace: workspace_id,
});

const tokens = (db: Db) =>
  db
    .selectFrom("long_lived_tokens")
    .innerJoin("workspaces", "workspaces.id", "long_lived_tokens.workspace_id")
    .selectAll("long_lived_tokens")
    .select("workspaces.name as workspace");

/** Selects the tokens that work: they have not expired, and neither their application nor their user was revoked. */
const workingTokens = (db: Db, now: number) =>
  tokens(db)
    .innerJoin("applications", "applications.id", "long_lived_tokens.application_id")
    .whereRef("applications.epoch", "=", "long_lived_tokens.application_epoch")
    .whereRef("workspaces.epoch", "=", "long_lived_tokens.workspace_epoch")
    .where((eb) =>
      eb.or([eb("long_lived_tokens.expires_at", "is", null), eb("long_lived_tokens.expires_at", ">", now)]),
    );

/** Finds the token with this hash, also if it has expired. */
export const findLongLivedToken = async (db: Db, hash: string): Promise<FoundLongLivedToken | undefined> => {
  const found = await tokens(db)
    .select(listsOfRows("long_lived_tokens"))
    .where("long_lived_tokens.hash", "=", hash)
    .executeTakeFirst();
  if (!found) return undefined;
  const { row, contents } = withoutLists(found);
  checkOf(db.protection, ownerOf(row), contents).user.check("long_lived_tokens", row);
  return row;
};

/** Adds a token. Deletes the tokens of the same user that do not work any more. Returns the number of working tokens. */
export const addLongLivedToken = (db: Db, row: LongLivedTokenRow): Promise<number> =>
  changeRows(db, ownerOf(row), async (db, list) => {
    const ofUser = await db
      .selectFrom("long_lived_tokens")
      .select("id")
      .where("workspace_id", "=", row.workspace_id)
      .execute();
    const working = await workingTokens(db, row.created_at)
      .where("long_lived_tokens.workspace_id", "=", row.workspace_id)
      .execute();
    for (const { id } of ofUser)
      if (!working.some((one) => one.id === id)) {
        await db.deleteFrom("long_lived_tokens").where("id", "=", id).execute();
        list.remove("long_lived_tokens", id);
      }
    await db.insertInto("long_lived_tokens").values(row).execute();
    list.set("long_lived_tokens", row);
    return working.length + 1;
  });

/** Returns whether a token was neither revoked nor deleted. */
export async function hasLongLivedToken(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom("long_lived_tokens").select("id").where("id", "=", id);
  return (await found.executeTakeFirst()) !== undefined;
}

export interface ListLongLivedTokens {
  /** The `external_user_id`. Default: all users. */
  workspace?: string | undefined;
  /** The id of a token. Only newer tokens are returned. */
  after?: string | undefined;
  limit: number;
}

/** Returns the tokens of an organization that work, oldest first. The rows are only shown, so they are not checked. */
export const listLongLivedTokens = async (
  db: Db,
  organization: string,
  { workspace, after, limit }: ListLongLivedTokens,
  now: number,
): Promise<FoundLongLivedToken[]> =>
  workingTokens(db, now)
    .where("long_lived_tokens.organization_id", "=", organization)
    .$if(workspace !== undefined, (query) => query.where("workspaces.name", "=", workspace!))
    .$if(after !== undefined, (query) => query.where("long_lived_tokens.id", ">", after!))
    .orderBy("long_lived_tokens.id")
    .limit(limit)
    .execute();

/** Deletes a token, which revokes it, and returns it. Returns undefined if the organization has no such token. */
export async function deleteLongLivedToken(
  db: Db,
  organization: string,
  id: string,
): Promise<LongLivedTokenRow | undefined> {
  const found = await db
    .selectFrom("long_lived_tokens")
    .selectAll()
    .where("id", "=", id)
    .where("organization_id", "=", organization)
    .executeTakeFirst();
  if (!found) return undefined;
  return changeRows(db, ownerOf(found), async (db, list) => {
    list.remove("long_lived_tokens", id);
    return db.deleteFrom("long_lived_tokens").where("id", "=", id).returningAll().executeTakeFirst();
  });
}

/** Deletes the tokens of a user or of an application. A token of a deleted application does not work anyway. */
export async function deleteLongLivedTokensOf(
  db: Db,
  column: "workspace_id" | "application_id",
  id: string,
): Promise<void> {
  await db.deleteFrom("long_lived_tokens").where(column, "=", id).execute();
}

export async function deleteExpiredLongLivedTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom("long_lived_tokens").where("expires_at", "<=", now).execute();
}
