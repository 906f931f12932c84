import type { Dict } from "../ground/json.ts";
import type { ActionScopes } from "./action-scopes.ts";
import type { Effect } from "./effect.ts";
import type { JsonSchema, ParamSets } from "./json-schema.ts";

// The compiled form of a connector: everything except its functions, as plain JSON. The build creates the compiled
// forms of this package's connectors, for tool texts, validation and reference pages.

/** The version of the compiled form. It increases if earlier releases of this package cannot read a new form. */
export const fileFormat = 1;

export interface CompiledConnector {
  readonly format: typeof fileFormat;
  /** The connector's type, such as `shop`. */
  readonly name: string;
  /** The name of the platform, such as `Shop`. */
  readonly title: string;
  /** All origins to which the connector can send requests. */
  readonly origins: readonly string[];
  readonly actions: CompiledActions;
  /** The actions that a tool offers by default. Absent if a tool offers all actions. */
  readonly everyday?: readonly string[] | undefined;
  /** The actions that a tool offers only if an `include` has their full name. */
  readonly onlyByName?: readonly string[] | undefined;
  /** The tool without options: the effects that its calls can have, and the text that a model reads. */
  readonly tool: { readonly effects: readonly Effect[]; readonly description: string };
}

export type CompiledActions = Readonly<Record<string, Readonly<Record<string, ActionData>>>>;

/** The part of a compiled connector that replaces the schemas of a definition. */
export interface CompiledSchemas {
  readonly format: number;
  readonly actions: Readonly<Record<string, Readonly<Record<string, ActionSchemas>>>>;
}

export interface ActionSchemas {
  /**
   * The JSON Schema of the params, without the control params (`limit`, `cursor`, `fields`, `dry_run`). Three keywords
   * are not part of JSON Schema. `typescript` is the type of a value that is not JSON in code, such as the bytes of a
   * file. `rare` marks a seldom used param. `sendDefault` marks a `default` that is sent if the
   * caller leaves out the value. Any other `default` is documentation and is never sent.
   */
  readonly params: JsonSchema;
  /** The JSON Schema of the returned record, or of one item of a list. Results are not validated. */
  readonly result?: JsonSchema | undefined;
  /** The signature that tool texts show, such as `list(channel, oldest?, inclusive?: bool)`. */
  readonly signature: string;
}

export interface ActionData extends ActionSchemas {
  readonly description: string;
  /** The effect of the action. If the effect depends on the params: the weakest and the strongest effect. */
  readonly effect: Effect | { readonly weakest: Effect; readonly strongest: Effect };
  readonly example: Dict;
  /** The params of which a call needs at least one. An inner list needs all its params. */
  readonly anyOf?: ParamSets | undefined;
  /** The params of which a call needs exactly one. */
  readonly oneOf?: ParamSets | undefined;
  /** True if the action returns one page of a list. */
  readonly paginated?: true | undefined;
  /** The fields of this result whose texts people write, although the connector's `platformFields` names them. */
  readonly peopleFields?: readonly string[] | undefined;
  /** For a read: the params whose texts the result repeats. */
  readonly repeats?: readonly string[] | undefined;
  /** More fields of this result whose texts the platform makes, in addition to the connector's `platformFields`. */
  readonly platformFields?: readonly string[] | undefined;
  /** The operations that the action sends, the main operation first. */
  readonly calls: readonly string[];
  /** Absent if the connector's operations have no scopes. */
  readonly scopes?: ActionScopes | undefined;
}
