import type { ActionDescription, Catalogue } from "../../src/core/contract/compiled-action.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import type { Known } from "../known.ts";

/** An action that exists, with its names as the connector spells them. */
export interface FoundAction extends ActionDescription {
  entity: string;
  action: string;
}

export interface Named {
  entity: string;
  action: string | undefined;
  /** The words after the names. */
  rest: readonly string[];
}

/** Reads `channels.list`, or `channels` and `list`, at the beginning of the words. */
export function readName([first = "", ...rest]: readonly string[]): Named {
  const [, entity, action] = /^([^.]+)\.(.+)$/s.exec(first) ?? [];
  if (entity !== undefined) return { entity, action, rest };
  return { entity: first, action: rest[0], rest: rest.slice(1) };
}

/**
 * Describes entities and actions. `name`: the connector, as the person has written it.
 * @throws ConnectorError `unknown_entity`, `unknown_action`, with the nearest name and without a long list of others
 */
export async function describeNamed(
  { describe }: Pick<Known, "describe">,
  name: string,
  entity?: string,
  action?: string,
): Promise<Catalogue> {
  try {
    return await describe(entity, action);
  } catch (error) {
    if (!ConnectorError.is(error) || error.code !== "unknown_entity") throw error;
    throw new ConnectorError(error.code, error.message, {
      path: error.path,
      hint: `To list the entities, run agent-connectors describe ${name}. To find an action, run agent-connectors search ${name} "what it does".`,
    });
  }
}

/** @throws ConnectorError `unknown_entity`, `unknown_action`, or `config_error` if no action is named */
export async function findAction(
  connector: Pick<Known, "describe">,
  name: string,
  { entity, action: given }: Named,
): Promise<FoundAction> {
  // A param in place of the action.
  const action = given === undefined || /[={@]/.test(given) ? undefined : given;
  const { entities } = await describeNamed(connector, name, entity, action);
  const [[foundEntity, actions] = ["", {}]] = Object.entries(entities);
  const [[foundAction, description] = []] = Object.entries(actions);
  if (action === undefined || !foundAction || !description)
    throw new ConnectorError("config_error", `No action of ${foundEntity} is named.`, {
      path: "action",
      hint: `Actions of ${foundEntity}: ${Object.keys(actions).join(", ")}.`,
    });
  return { ...description, entity: foundEntity, action: foundAction };
}
