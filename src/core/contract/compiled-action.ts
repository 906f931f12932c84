import type { Issue } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { ActionDefinition } from "./action.ts";
import type { Effect } from "./effect.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Operation } from "./operation.ts";

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

export interface ActionIndex {
  /** The action of these names, with aliases and other letter case understood; `notes` says what was changed. */
  readonly find: FindAction;
  compile(entity: string, action: string): Promise<CompiledAction>;
  describe(entity?: string, action?: string): Promise<Catalogue>;
  /** The same for some of the actions only; what is left out is unknown to it, in its messages too. */
  only(keep: (entity: string, action: string) => boolean): ActionIndex;
  /** Every `[entity, action, definition]`. */
  readonly all: readonly ActionEntry[];
}

/** `[entity, action, definition]`. */
export type ActionEntry = readonly [entity: string, action: string, definition: ActionDefinition];

/** Finds an action by its names, other spellings of them, aliases and the platform's name of its operation. */
export type FindAction = (
  entity: unknown,
  action: unknown,
  notes: string[],
) => { entity: string; action: string; definition: ActionDefinition };
