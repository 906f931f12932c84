import type { Action, ActionDefinition, Effect, JsonSchema } from "./action.ts";
import { controlsOf } from "./controls.ts";
import type { ConnectorDefinition } from "./connector.ts";
import { ConnectorError, type Issue } from "./errors.ts";
import type { Dict } from "./json.ts";
import { nearest, sameName } from "./names.ts";
import type { Operation } from "./operation.ts";
import { weakest } from "./policy.ts";
import { signature } from "./signature.ts";

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
  find(
    entity: unknown,
    action: unknown,
    notes: string[],
  ): { entity: string; action: string; definition: ActionDefinition };
  compile(entity: string, action: string): Promise<CompiledAction>;
  describe(entity?: string, action?: string): Promise<Catalogue>;
  /** The same for some of the actions only; what is left out is unknown to it, in its messages too. */
  only(keep: (entity: string, action: string) => boolean): Lookup;
  /** Every `[entity, action, definition]`. */
  readonly all: readonly (readonly [entity: string, action: string, definition: ActionDefinition])[];
}

export function createLookup(
  connector: ConnectorDefinition,
  version: string,
  compiled = new Map<string, Promise<CompiledAction>>(),
): Lookup {
  const { entities, order = [], operations, actionAliases = {} } = connector;
  const all = inOrder(Object.keys(entities), order).flatMap((entity) =>
    inOrder(Object.keys(entities[entity]!), verbs).map(
      (action) => [entity, action, entities[entity]![action]!] as const,
    ),
  );
  const byOperation = (name: string) => all.find(([, , { calls }]) => calls === name);
  const alias = (asked: string): readonly string[] | undefined => {
    const [entity = "", action = ""] = Object.hasOwn(actionAliases, asked)
      ? actionAliases[asked]!.split(".")
      : (byOperation(asked) ?? []);
    return all.some((one) => one[0] === entity && one[1] === action) ? [entity, action] : undefined;
  };

  const find: Lookup["find"] = (entityName, actionName, notes) => {
    if (typeof entityName !== "string") throw missingName("entity", "unknown_entity", Object.keys(entities));
    if (typeof actionName !== "string") throw missingName("action", "unknown_action", []);
    const asked = `${entityName}.${actionName}`;
    const meant = alias(asked);
    const entity = meant?.[0] ?? sameName(entityName, Object.keys(entities));
    if (entity === undefined) throw unknownEntity(connector.title, entityName, Object.keys(entities));
    const actions = Object.keys(entities[entity]!);
    const action = meant?.[1] ?? sameName(actionName, actions);
    if (action === undefined) throw unknownAction(entity, actionName, actions);
    if (`${entity}.${action}` !== asked) notes.push(`${asked.slice(0, 80)} read as ${entity}.${action}`);
    return { entity, action, definition: entities[entity]![action]! };
  };

  const compile: Lookup["compile"] = (entity, action) => {
    const key = `${entity}.${action}`;
    let promise = compiled.get(key);
    if (!promise) {
      promise = compileAction(connector, entity, action, operations);
      compiled.set(key, promise);
      promise.catch(() => compiled.delete(key));
    }
    return promise;
  };

  const describe: Lookup["describe"] = async (entityName, actionName) => {
    const notes: string[] = [];
    const found: Catalogue = { connector: connector.name, version, entities: {} };
    const one = actionName === undefined ? undefined : find(entityName, actionName, notes);
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
    return found;
  };
  const findEntity = (name: string) => {
    const entity = sameName(name, Object.keys(entities));
    if (entity === undefined) throw unknownEntity(connector.title, name, Object.keys(entities));
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

export const callsOf = ({ calls }: ActionDefinition): readonly string[] =>
  typeof calls === "string" ? [calls] : calls;

async function compileAction(
  connector: ConnectorDefinition,
  entity: string,
  action: string,
  operations: ConnectorDefinition["operations"],
): Promise<CompiledAction> {
  const { compileParams, compileResult } = await import("./schema.ts");
  const definition = connector.entities[entity]![action]!;
  const operation = operations[callsOf(definition)[0]!];
  const own = await compileParams(definition.params);
  const controls = controlsOf(definition, operation?.paging);
  const added = await compileParams({ type: "object", properties: controls });
  const record = compileResult(definition.result);
  const names = Object.keys(controls);
  return {
    entity,
    action,
    definition,
    operation,
    json: { ...own.json, properties: { ...own.json.properties, ...controls }, additionalProperties: false },
    signature: signature(action, own.json, own.rare),
    record,
    fields: Object.keys(record?.properties ?? {}),
    controls: names,
    validate(params) {
      const split = (wanted: boolean) =>
        Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name) === wanted));
      const results = [own.validate(split(false)), added.validate(split(true))];
      const issues = results.flatMap((result) => ("issues" in result ? result.issues : []));
      if (issues.length > 0) return { issues };
      return {
        value: Object.assign({}, ...results.map((result) => ("value" in result ? result.value : {}))) as Dict,
      };
    },
  };
}

const missingName = (
  path: "entity" | "action",
  code: "unknown_entity" | "unknown_action",
  allowed: readonly string[],
) =>
  new ConnectorError(code, `${path} is missing, or not a string.`, {
    path,
    hint: allowed.length > 0 ? `Entities: ${allowed.join(", ")}.` : "Give the name of an action.",
  });

function unknownEntity(title: string, name: string, entities: readonly string[]): ConnectorError {
  const near = nearest(name, entities);
  return new ConnectorError("unknown_entity", `${title} has no entity "${name.slice(0, 60)}".`, {
    path: "entity",
    hint: `${near ? `Did you mean ${near}? ` : ""}Entities: ${entities.join(", ")}.`,
  });
}

function unknownAction(entity: string, name: string, actions: readonly string[]): ConnectorError {
  const near = nearest(name, actions);
  return new ConnectorError("unknown_action", `${entity} has no action "${name.slice(0, 60)}".`, {
    path: "action",
    hint: `${near ? `Did you mean ${near}? ` : ""}Actions of ${entity}: ${actions.join(", ")}.`,
  });
}
