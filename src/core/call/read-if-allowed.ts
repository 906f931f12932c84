import type { GuardRead } from "../contract/judgement.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";

/** Returns the data of a read action, or undefined if the action fails. Throws only if the caller aborts. */
export async function readIfAllowed(
  read: GuardRead,
  [entity, action, params]: readonly [entity: string, action: string, params: Dict],
): Promise<unknown> {
  try {
    return (await read(entity, action, params)).data;
  } catch (error) {
    if (ConnectorError.is(error) && error.code === "aborted") throw error;
    return undefined;
  }
}
