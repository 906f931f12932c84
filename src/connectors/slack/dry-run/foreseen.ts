import { readIfAllowed } from "../../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import type { TokenKind } from "../operations/method.ts";

export interface Token {
  kind: TokenKind;
  user: string;
  bot: string | undefined;
  /** Undefined if Slack did not list the scopes. */
  scopes: readonly string[] | undefined;
}

/**
 * The code that Slack would return for a write. `refused`: Slack would refuse the write. `already`: the write would
 * change nothing. Undefined if Slack would return no code, or if the code cannot be predicted.
 */
export type Foreseen = { refused: string } | { already: string } | undefined;

/** Reads the token's user, bot and scopes. Returns undefined if `auth.test` fails. */
export async function tokenOf(read: GuardRead): Promise<Token | undefined> {
  const data = await readIfAllowed(read, ["auth", "test", {}]);
  const { user_id: user, bot_id: bot, scopes } = isDict(data) ? data : {};
  if (typeof user !== "string") return undefined;
  return {
    kind: typeof bot === "string" ? "bot" : "user",
    user,
    bot: typeof bot === "string" ? bot : undefined,
    scopes: Array.isArray(scopes) ? scopes.map(String) : undefined,
  };
}

/**
 * Reads a record that a write needs. If the record does not exist, returns the error code of the write: `absence`, or
 * `channel_not_found`. Returns undefined if the read fails for another reason.
 */
export async function recordOrAbsence(
  read: GuardRead,
  [entity, action, params]: readonly [string, string, Dict],
  absence: string,
): Promise<{ record: Dict } | { refused: string } | undefined> {
  try {
    const { data } = await read(entity, action, params);
    return isDict(data) ? { record: data } : undefined;
  } catch (error) {
    if (!ConnectorError.is(error) || error.code === "aborted") throw error;
    if (error.platform?.code === "channel_not_found") return { refused: "channel_not_found" };
    return error.code === "not_found" ? { refused: absence } : undefined;
  }
}
