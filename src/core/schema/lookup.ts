import type { Action, ActionDefinition, Effect, JsonSchema } from "../contract/action.ts";
import { callsOf, compileAction } from "./compile.ts";
import type { ConnectorDefinition } from "../contract/connector.ts";
import type { Issue } from "../ground/errors.ts";
import { createFind, unknownEntity, type Find, type NamedAction } from "./find-action.ts";
import type { Dict } from "../ground/json.ts";
import { sameName } from "../ground/similar-names.ts";
import type { Operation } from "../contract/operation.ts";
import { weakest } from "../policy/policy.ts";

/** What `describe` answers: plain data, JSON through and through. */
export interface Catalogue {
  connector: string;
  version: string;
  entities: Record<string, Record<string, ActionDescription>>;
}
export interface ActionDescription {
  description: string;
  effect: Effect;
  signature: string;
  params: JsonSchema;
  paginated: boolean;
  example: unknown;
  /** Fields of the record that it answers. */
  fields: readonly string[];
  /** The platform's pages of the operations behind it. */
  docs: readonly string[];
}

/** An action ready to be called: compiled once per definition, when it is first needed. */
export interface CompiledAction {
  entity: string;
  action: string;
  definition: ActionDefinition;
  /** The operation that pages it, for a list. */
  operation: Operation | undefined;
  /** Of the action and of core's own params together. */
  json: JsonSchema;
  /** Params of the action that its signature leaves to `describe`. */
  rare: readonly string[];
  signature: string;
  /** JSON Schema of the record that it answers, where it declares one; of one item, for a list. */
  record: JsonSchema | undefined;
  /** Names of the record's declared fields. */
  fields: readonly string[];
  controls: readonly string[];
  validate(params: Dict): { value: Dict } | { issues: Issue[] };
}

export interface Lookup {
  /** The action of these names, with aliases and other letter case understood; `notes` says what was changed. */
  readonly find: Find;
  compile(entity: string, action: string): Promise<CompiledAction>;
  describe(entity?: string, action?: string): Promise<Catalogue>;
  /** The same for some of the actions only; what is left out is unknown to it, in its messages too. */
  only(keep: (entity: string, action: string) => boolean): Lookup;
  /** Every `[entity, action, definition]`. */
  readonly all: readonly NamedAction[];
}

export function createLookup(
  connector: ConnectorDefinition,
  version: string,
  compiled = new Map<string, Promise<CompiledAction>>(),
): Lookup {
  const { entities, order = [], operations } = connector;
  const all = inOrder(Object.keys(entities), order).flatMap((entity) =>
    inOrder(Object.keys(entities[entity]!), verbs).map(
      (action) => [entity, action, entities[entity]![action]!] as const,
    ),
  );
  const find = createFind(connector, all);

  const compile: Lookup["compile"] = (entity, action) => {
    const key = `${entity}.${action}`;
    let promise = compiled.get(key);
    if (!promise) {
      promise = compileAction(connector, entity, action);
      compiled.set(key, promise);
      promise.catch(() => compiled.delete(key));
    }
    return promise;
  };

  const describe: Lookup["describe"] = async (entityName, actionName) => {
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
        docs: callsOf(definition).flatMap((name) => operations[name]?.docs ?? []),
      };
    }
    // A copy: the schemas are shared by everyone who calls.
    return structuredClone(found);
  };
  const findEntity = (name: unknown) => {
    const entity = typeof name === "string" ? sameName(name, Object.keys(entities)) : undefined;
    if (entity === undefined)
      throw unknownEntity(connector.title, name, [...new Set(all.map(([one]) => one))]);
    return entity;
  };

  const only: Lookup["only"] = (keep) => {
    const kept: Record<string, Record<string, Action>> = {};
    for (const [entity, action] of all)
      if (keep(entity, action)) (kept[entity] ??= {})[action] = entities[entity]![action]!;
    return createLookup({ ...connector, entities: kept }, version, compiled);
  };

  return { find, compile, describe, only, all };
}

/** Actions are told in this order, others after them. */
const verbs = ["list", "get", "create", "update", "delete"];

const inOrder = (names: readonly string[], order: readonly string[]): string[] => [
  ...order.filter((name) => names.includes(name)),
  ...names.filter((name) => !order.includes(name)),
];
