import type { ActionDescription } from "../../src/core/contract/compiled-action.ts";
import type { Playable } from "./playable.ts";

export type Actions = Readonly<Record<string, ActionDescription>>;

/** What a reader can choose. */
export interface PlayCatalogue {
  entities: Readonly<Record<string, Actions>>;
  isEveryday(entity: string, action: string): boolean;
  /** Returns the action with these names. If there is none, returns the first one of the entity or of the connector. */
  find(entity: string | undefined, action: string | undefined): { entity: string; action: string };
}

export async function catalogueOf({ Connector }: Pick<Playable, "Connector">): Promise<PlayCatalogue> {
  const { entities } = await Connector.describe();
  const { everyday } = await Connector.compiled();
  const isEveryday = (entity: string, action: string) => everyday?.includes(`${entity}.${action}`) ?? true;
  return {
    entities,
    isEveryday,
    find(entityName = "", actionName = "") {
      const entity = Object.hasOwn(entities, entityName) ? entityName : Object.keys(entities)[0]!;
      const actions = Object.keys(entities[entity]!);
      const [first = actions[0]!] = everydayFirst(actions, (action) => isEveryday(entity, action)).flat();
      return { entity, action: actions.includes(actionName) ? actionName : first };
    },
  };
}

/** Returns the everyday names and the others, each in their order. */
export function everydayFirst(
  names: readonly string[],
  isEveryday: (name: string) => boolean,
): [everyday: string[], others: string[]] {
  return [names.filter(isEveryday), names.filter((name) => !isEveryday(name))];
}
