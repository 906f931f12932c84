import { type ActionDefinition, operationNames } from "../contract/action.ts";
import type { ActionScopes, ScopeNeed, ScopeNeeds } from "../contract/action-scopes.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { strongest } from "../contract/effect.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Operation, Operations } from "../contract/wire/operation.ts";
import { isDict } from "../ground/json.ts";
import { patternTest } from "./pattern/pattern-test.ts";

type Parts = Pick<ConnectorDefinition, "entities" | "operations" | "indirectCalls">;
type Calls = Pick<ActionDefinition, "calls" | "instead" | "needs" | "tokens" | "scopes">;

/** Returns the scopes of an action, or undefined if the connector has no scopes. `json`: the schema of the params. */
export function actionScopes(
  connector: Parts,
  definition: ActionDefinition,
  json: JsonSchema,
): ActionScopes | undefined {
  const { operations } = connector;
  const kinds = tokenKinds(operations).filter(
    (kind) => acceptedKinds(operations, definition)?.includes(kind) ?? true,
  );
  if (tokenKinds(operations).length === 0) return undefined;
  const required = byKind(kinds, (kind) => requiredScopes(operations, definition, kind));
  const others = [...new Set(otherCalls(connector, definition, json))];
  const own = operationNames(definition);
  return {
    required,
    used: byKind(kinds, (kind) => {
      const more = operations[own[0]!]?.moreScopes?.[kind] ?? [];
      const needs = [
        ...more.map((scope) => [scope]),
        ...others.flatMap((name) =>
          needOf(operations[name], kind, own.includes(name) ? definition.scopes : undefined),
        ),
      ];
      return withoutImplied(needs, required[kind]);
    }),
  };
}

export function requiredScopes(
  operations: Operations,
  { calls, instead = [], needs = [], scopes }: Calls,
  kind: string,
): ScopeNeed[] {
  const main = [operationNames({ calls })[0]!, ...instead].map((name) => operations[name]);
  const usable = main.filter((operation) => operation?.tokens?.includes(kind) ?? true);
  const choices = usable.map((operation) => usefulScopes(operation, kind, scopes));
  // A call sends one of these operations, so a scope of any of them is enough.
  const one = choices.some((choice) => choice.length === 0) ? [] : [[...new Set(choices.flat())]];
  return withoutImplied([...one, ...needs.flatMap((name) => needOf(operations[name], kind, scopes))], []);
}

/** Returns the kinds of token that can run an action, or undefined if every kind can. */
export function acceptedKinds(
  operations: Operations,
  { calls, instead = [], tokens: kinds }: Calls,
): readonly string[] | undefined {
  if (kinds) return kinds;
  const lists = [operationNames({ calls })[0]!, ...instead].map((name) => operations[name]?.tokens);
  return lists.some((tokens) => tokens === undefined)
    ? undefined
    : [...new Set(lists.flatMap((one) => one ?? []))];
}

/** Returns the operations that a call can send besides the main operation of its action. */
function otherCalls(
  { entities, indirectCalls = {} }: Parts,
  definition: ActionDefinition,
  json: JsonSchema,
): string[] {
  const { names = [], writes = [], enrich = [] } = indirectCalls;
  const enriched = (one: ActionDefinition) => (one.enrich ? enrich : []);
  const reads = (definition.reads ?? []).flatMap((name) => {
    const [entity, action] = name.split(".") as [string, string];
    const read = entities[entity]![action]!;
    return [...operationNames(read), ...enriched(read)];
  });
  const isWrite = strongest(definition.effect) !== "read";
  return [
    ...operationNames(definition).slice(1),
    ...enriched(definition),
    ...reads,
    ...[...names, ...(isWrite ? writes : [])].flatMap((one) => (hasParam(json, one) ? one.calls : [])),
  ];
}

const hasParam = (
  { properties = {} }: JsonSchema,
  { params, text }: { params?: readonly string[]; text?: string },
) =>
  params === undefined ||
  params.some(
    (name) => Object.hasOwn(properties, name) && (text === undefined || accepts(properties[name]!, text)),
  );

function accepts(schema: JsonSchema, text: string): boolean {
  const { pattern, items } = schema;
  if (isDict(items)) return accepts(items, text);
  return pattern === undefined || patternTest(schema)(text);
}

const usefulScopes = (operation: Operation | undefined, kind: string, useful?: RegExp): ScopeNeed =>
  operation?.scopes?.[kind]?.filter((scope) => useful?.test(scope) ?? true) ?? [];

const needOf = (operation: Operation | undefined, kind: string, useful?: RegExp): ScopeNeed[] => {
  const scopes = usefulScopes(operation, kind, useful);
  return scopes.length > 0 && (operation?.tokens?.includes(kind) ?? true) ? [scopes] : [];
};

/** Leaves out empty needs. Also leaves out `["a", "b"]` (`a` or `b`) if `["a"]` is needed anyway. */
function withoutImplied(needs: readonly ScopeNeed[], known: readonly ScopeNeed[] = []): ScopeNeed[] {
  const kept: ScopeNeed[] = [];
  for (const need of needs)
    if (need.length > 0 && ![...known, ...kept].some((other) => other.every((scope) => need.includes(scope))))
      kept.push(need);
  return kept;
}

const byKind = (kinds: readonly string[], needs: (kind: string) => ScopeNeed[]): ScopeNeeds =>
  Object.fromEntries(kinds.map((kind) => [kind, needs(kind)]));

const cachedKinds = new WeakMap<Operations, readonly string[]>();

function tokenKinds(operations: Operations): readonly string[] {
  let kinds = cachedKinds.get(operations);
  if (!kinds) {
    kinds = [...new Set(Object.values(operations).flatMap(({ scopes = {} }) => Object.keys(scopes)))];
    cachedKinds.set(operations, kinds);
  }
  return kinds;
}
