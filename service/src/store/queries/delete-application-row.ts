import { changeRows } from "../protected-rows/change-rows.ts";
import { deleteLogo } from "../lists/application-list.ts";
import type { Db } from "../store.ts";
import type { Application } from "./applications.ts";
import { deleteSessions } from "./connect-sessions.ts";
import { deleteLongLivedTokensOf } from "./long-lived-tokens.ts";
import { deleteOperatorSessionsOf } from "./operator-sessions.ts";

/** Deletes an application with its secrets, sessions and long-lived tokens. */
export async function deleteApplicationRow(
  db: Db,
  application: Pick<Application, "id" | "organization_id">,
): Promise<void> {
  const { id } = application;
  await changeRows(db, { organization: application.organization_id }, async (db, list) => {
    await deleteLogo(db, id);
    await deleteSessions(db, "application_id", id);
    await deleteLongLivedTokensOf(db, "application_id", id);
    for (const session of await deleteOperatorSessionsOf(db, id))
      list.remove("operator_sessions", session.id);
    const secrets = await db
      .deleteFrom("application_secrets")
      .where("application_id", "=", id)
      .returning("id")
      .execute();
    for (const secret of secrets) list.remove("application_secrets", secret.id);
    await db.deleteFrom("applications").where("id", "=", id).execute();
    list.remove("applications", id);
  });
}
