import type { Issue } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { ActionDefinition } from "./action.ts";
import type { ActionScopes } from "./action-scopes.ts";
import type { ActionSchemas } from "./compiled-connector.ts";
import type { Effect } from "./effect.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { TextSources } from "./result.ts";
import type { Operation } from "./wire/operation.ts";
import type { SearchAnswer, SearchOptions } from "./search.ts";

/** The result of `describe()`: plain JSON. */
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
  fields: readonly string[];
  /** Links to the platform's documentation of the operations. */
  docs: readonly string[];
  /** Absent if the platform has no scopes. */
  scopes?: ActionScopes;
}

/** An action with its schemas. Each action is compiled once, when it is first used. */
export interface CompiledAction {
  entity: string;
  action: string;
  definition: ActionDefinition;
  /** The first operation of the action's `calls`. This operation defines the paging of a list. */
  operation: Operation | undefined;
  /** The JSON Schema of all params, including the control params. */
  json: JsonSchema;
  /** The names of seldom used params. Signatures leave these params out, but `describe` shows them. */
  rare: readonly string[];
  signature: string;
  schemas: ActionSchemas;
  /**
   * A part of the params that JSON Schema cannot express, such as `channel: transform`. `compileConnector` then throws.
   */
  inexact: string | undefined;
  /** The JSON Schema of the record or of one list item. Undefined if the action declares no `result`. */
  record: JsonSchema | undefined;
  /** The names that the param `fields` accepts: the fields in `record`, and the fields that only the `view` has. */
  fields: readonly string[];
  /** Undefined if the operations of the connector have no scopes. */
  scopes: ActionScopes | undefined;
  /** The connector's `legend`: the fields of `meta` without which a model cannot understand the data. */
  legend: readonly string[];
  /** The connector's `platformFields`, `peopleMaps` and `platformMessages`. */
  texts: TextSources;
  /** The names of the action's control params, such as `limit` and `cursor`. */
  controls: readonly string[];
  /**
   * The platform's names of renamed params: `{ platform_fields: "fields" }`. A param is renamed if a control param has
   * the same name.
   */
  renamed?: Readonly<Record<string, string>>;
  validate(params: Dict): { value: Dict } | { issues: Issue[] };
}

export interface ActionIndex {
  readonly find: FindAction;
  compile(entity: string, action: string): Promise<CompiledAction>;
  describe(entity?: string, action?: string): Promise<Catalogue>;
  /**
   * Returns one action, the actions of one entity, or all actions. Accepts other spellings of the names.
   * @throws ConnectorError `unknown_entity`, `unknown_action`
   */
  select(entity?: string, action?: string): readonly ActionEntry[];
  /**
   * Finds actions by their texts and by the connector's jobs. The best match comes first.
   * @throws ConnectorError `invalid_params`
   */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** Returns an index of only these actions. The error messages of this index do not mention other actions. */
  only(kept: readonly ActionEntry[]): ActionIndex;
  /** All actions, in the order in which `describe()` lists them. */
  readonly all: readonly ActionEntry[];
  names(): readonly string[];
}

export type ActionEntry = readonly [entity: string, action: string, definition: ActionDefinition];

/**
 * Finds an action by its names, by other spellings, by an alias, or by an operation. Adds a sentence to `notes` if
 * the given names differ from the action's names.
 * @throws ConnectorError `unknown_entity`, `unknown_action`
 */
export type FindAction = (
  entity: unknown,
  action: unknown,
  notes: string[],
) => { entity: string; action: string; definition: ActionDefinition };
