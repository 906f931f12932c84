import { ConnectorError } from "agent-connectors";
import { changeRows } from "../protected-rows/change-rows.ts";
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

export const ownerOfToken = ({
  organization,
  workspace,
}: Pick<RevocableToken, "organization" | "workspace">) => ({
  organization,
  workspace: workspace?.id,
});

/** The maximum number of tokens of an application or of a user that can be revoked one by one at the same time. */
const maxRevoked = 500;

/**
 * Revokes a token until it expires.
 * @throws ConnectorError `rate_limited` if too many unexpired tokens of the application or of the user are revoked
 */
export async function revokeToken(db: Db, token: RevocableToken, expires_at: number): Promise<void> {
  const row = { id: token.id, expires_at };
  await changeRows(db, ownerOfToken(token), async (db, list) => {
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
