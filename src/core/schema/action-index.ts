import { operationNames } from "../contract/action.ts";
import type { ActionEntry, ActionIndex, Catalogue, CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { weakest } from "../contract/effect.ts";
import { sameName } from "../ground/similar-names.ts";
import { compileAction } from "./compile-action.ts";
import { createFind, unknownEntity } from "./find-action.ts";

/** Creates an index of all actions of a connector. */
export function createActionIndex(connector: ConnectorDefinition, version: string): ActionIndex {
  const { entities, order = [] } = connector;
  const all = inOrder(Object.keys(entities), order).flatMap((entity) =>
    inOrder(Object.keys(entities[entity]!), verbs).map(
      (action) => [entity, action, entities[entity]![action]!] as const,
    ),
  );
  return indexOf(connector, version, all, new Map());
}

/** Creates an index of some actions. All indexes of a connector share `compiled`, which keeps the compiled actions. */
function indexOf(
  connector: ConnectorDefinition,
  version: string,
  all: readonly ActionEntry[],
  compiled: Map<string, Promise<CompiledAction>>,
): ActionIndex {
  const { operations } = connector;
  const find = createFind(connector, all);

  const compile: ActionIndex["compile"] = (entity, action) => {
    const key = `${entity}.${action}`;
    let promise = compiled.get(key);
    if (!promise) {
      promise = compileAction(connector, entity, action);
      compiled.set(key, promise);
      promise.catch(() => compiled.delete(key));
    }
    return promise;
  };

  const describe: ActionIndex["describe"] = async (entityName, actionName) => {
    const found: Catalogue = { connector: connector.name, version, entities: {} };
    const one = actionName === undefined ? undefined : find(entityName, actionName, []);
    const only = one?.entity ?? (entityName === undefined ? undefined : findEntity(entityName));
    for (const [entity, action, definition] of all) {
      if (only !== undefined && entity !== only) continue;
      if (one && action !== one.action) continue;
      const { json, signature: text, fields } = await compile(entity, action);
      (found.entities[entity] ??= {})[action] = {
        description: definition.description,
        effect: weakest(definition.effect),
        signature: text,
        params: json,
        paginated: definition.paginated,
        example: definition.example,
        fields,
        docs: operationNames(definition).flatMap((name) => operations[name]?.docs ?? []),
      };
    }
    // Return a copy, so that a caller cannot change the schemas that other callers use.
    return structuredClone(found);
  };
  const findEntity = (name: unknown) => {
    const entities = [...new Set(all.map(([one]) => one))];
    const entity = typeof name === "string" ? sameName(name, entities) : undefined;
    if (entity === undefined) throw unknownEntity(connector.title, name, entities);
    return entity;
  };

  const only: ActionIndex["only"] = (keep) =>
    indexOf(
      connector,
      version,
      all.filter(([entity, action]) => keep(entity, action)),
      compiled,
    );

  return { find, compile, describe, only, all };
}

/** Descriptions list these actions of an entity first, and then the other actions. */
const verbs = ["list", "get", "create", "update", "delete"];

function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const known = new Set(names);
  const first = new Set(order.filter((name) => known.has(name)));
  return [...first, ...names.filter((name) => !first.has(name))];
}
