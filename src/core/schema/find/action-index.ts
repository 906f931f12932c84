import { operationNames } from "../../contract/action.ts";
import type { ActionEntry, ActionIndex, Catalogue, CompiledAction } from "../../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import { weakest } from "../../contract/effect.ts";
import { lazy } from "../../ground/lazy.ts";
import { sameName } from "../../ground/similar-names.ts";
import { type SchemasOf, compileAction } from "../compile-action.ts";
import { createFind, unknownEntity } from "./find-action.ts";
import { createSearchActions, type SearchActions } from "./search-actions.ts";

export function createActionIndex(
  connector: ConnectorDefinition,
  version: string,
  schemasOf: SchemasOf,
): ActionIndex {
  const { entities, order = [] } = connector;
  const all = inOrder(Object.keys(entities), order).flatMap((entity) =>
    inOrder(Object.keys(entities[entity]!), firstActions).map(
      (action) => [entity, action, entities[entity]![action]!] as const,
    ),
  );
  const compiled = new Map<string, Map<string, Promise<CompiledAction>>>();
  const compile: ActionIndex["compile"] = (entity, action) => {
    let actions = compiled.get(entity);
    if (!actions) compiled.set(entity, (actions = new Map()));
    let promise = actions.get(action);
    if (!promise) {
      promise = compileAction(connector, entity, action, schemasOf);
      actions.set(action, promise);
      promise.catch(() => actions.delete(action));
    }
    return promise;
  };
  return indexOf(all, { connector, version, compile, search: createSearchActions(connector, all, compile) });
}

interface Shared {
  connector: ConnectorDefinition;
  version: string;
  compile: ActionIndex["compile"];
  search: SearchActions;
}

function indexOf(all: readonly ActionEntry[], shared: Shared): ActionIndex {
  const { connector, version, compile } = shared;
  const find = createFind(connector, all);
  const own = lazy(() => new Set(all));

  const select: ActionIndex["select"] = (entityName, actionName) => {
    if (entityName === undefined && actionName === undefined) return all;
    if (actionName === undefined) {
      const name = findEntity(entityName);
      return all.filter(([entity]) => entity === name);
    }
    const { entity, action, definition } = find(entityName, actionName, []);
    return [[entity, action, definition]];
  };
  const findEntity = (name: unknown) => {
    const entities = [...new Set(all.map(([one]) => one))];
    const entity = typeof name === "string" ? sameName(name, entities) : undefined;
    if (entity === undefined) throw unknownEntity(connector.title, name, entities);
    return entity;
  };

  const describe: ActionIndex["describe"] = async (entityName, actionName) => {
    const found: Catalogue = { connector: connector.name, version, entities: {} };
    for (const [entity, action] of select(entityName, actionName)) {
      const { definition, json, signature: text, fields, scopes } = await compile(entity, action);
      (found.entities[entity] ??= {})[action] = {
        description: definition.description,
        effect: weakest(definition.effect),
        signature: text,
        params: json,
        paginated: definition.paginated,
        example: definition.example,
        fields,
        docs: operationNames(definition).flatMap((name) => connector.operations[name]?.docs ?? []),
        ...(scopes ? { scopes } : {}),
      };
    }
    // All callers share the compiled schemas, so each caller gets a copy.
    return structuredClone(found);
  };

  return {
    find,
    compile,
    select,
    describe,
    search: (query, options) => shared.search(own(), query, options),
    only: (kept) => indexOf(kept, shared),
    all,
    names: lazy(() => all.map(([entity, action]) => `${entity}.${action}`)),
  };
}

const firstActions = ["list", "get", "create", "update", "delete"];

function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const known = new Set(names);
  const first = new Set(order.filter((name) => known.has(name)));
  return [...first, ...names.filter((name) => !first.has(name))];
}
