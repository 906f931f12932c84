import type * as zod from "zod";
import type { Issue } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { BatchRows } from "./approval/rows.ts";
import type { ControlsOf, Effect, EffectRule, ListControls } from "./effect.ts";
import type { JobSteps } from "./job.ts";
import type { JsonSchema, ParamSets } from "./json-schema.ts";
import type { GuardRead, Judgement, ChangePreview } from "./judgement.ts";
import type { Meta, Undo } from "./result.ts";
import type { RunContext, RunResult } from "./run-context.ts";
import type { Excerpt } from "./search.ts";

/**
 * The type of the zod library. A `params` function receives zod as its argument, so that an import of a connector does
 * not load zod.
 */
export type Zod = typeof zod.z;

/** The type of every zod 4 schema, including the schemas of zod/mini. */
type Schema = zod.core.$ZodType;

type Shape = Record<string, Schema>;

interface Zod3 {
  safeParse(value: unknown): unknown;
  readonly _input: unknown;
  readonly _output: unknown;
}

/**
 * The schema of an action's params: a zod 3 or zod 4 object, a JSON Schema, or a function such as `(z) => ({ channel:
 * z.string() })`. The function returns the fields of a strict zod object. With a JSON Schema, every param has the type
 * `unknown`.
 */
export type ParamsSource = ((z: Zod) => Shape) | Schema | Zod3 | JsonSchema;

/** The schema of an action's record or list item: a function that returns a zod schema, or a JSON Schema. */
export type ResultSource = ((z: Zod) => Schema) | JsonSchema;

// zod infers `Record<string, never>` for an object without fields. Combined with the control params, such as
// `limit`, this type would forbid every param.
type InputOf<S extends Shape> = keyof S extends never
  ? Record<never, never>
  : zod.input<zod.ZodObject<S, zod.core.$strict>>;

type OutputOf<S extends Shape> = keyof S extends never
  ? Record<never, never>
  : zod.output<zod.ZodObject<S, zod.core.$strict>>;

export type ParamsInput<P> = P extends ((z: Zod) => infer S extends Shape)
  ? InputOf<S>
  : P extends Schema
    ? zod.input<P>
    : P extends Zod3
      ? P["_input"]
      : Dict;

export type ParamsOutput<P> = P extends ((z: Zod) => infer S extends Shape)
  ? OutputOf<S>
  : P extends Schema
    ? zod.output<P>
    : P extends Zod3
      ? P["_output"]
      : Dict;

type ResultData<R> = R extends ((z: Zod) => infer T extends Schema) ? zod.output<T> : unknown;

interface Spec<P extends ParamsSource, R extends ResultSource, K extends string> {
  /** One sentence for models and people: the purpose of the action, and requirements that are not obvious. */
  description: string;
  params: P;
  /**
   * The schema of the returned record, or of one list item. Types and documentation use this schema. Results are not
   * validated.
   */
  result?: R;
  /**
   * Converts params that are not JSON, such as the bytes of a file, to JSON. `execute()` calls `prepare` first. Tools
   * do not call `prepare`, because a model's params are already JSON.
   */
  prepare?: (params: Dict) => Promise<Dict>;
  /** The params of which a call needs at least one. An inner list needs all its params. */
  anyOf?: ParamSets<keyof ParamsInput<NoInfer<P>> & string>;
  /** The params of which a call needs exactly one. An inner list needs all its params. */
  oneOf?: ParamSets<keyof ParamsInput<NoInfer<P>> & string>;
  /** Returns the other problems that involve several params. `check` runs only if the schema accepts the params. */
  check?: (params: ParamsOutput<NoInfer<P>>) => Issue[];
  /** The operation that the action sends. With `run`, all operations that it can send, the main operation first. */
  calls: K | readonly K[];
  /** The operations in `calls` that replace the main operation if the token is not allowed to send it. */
  instead?: readonly NoInfer<K>[];
  /** The other operations in `calls` that every call sends, whose scopes are required too. */
  needs?: readonly NoInfer<K>[];
  /** The kinds of tokens with which the action works. Default: the kinds that its main operation accepts. */
  tokens?: readonly string[];
  /** A pattern for the scopes with which this action works. Default: all scopes of its operations. */
  scopes?: RegExp;
  /** The dotted path of the record or list in the response. Default: the whole response. */
  pick?: string;
  /**
   * Converts the record of the response, or each item of the list. If `item` returns undefined, the list item is left
   * out. `later` is true for items after the first page. Ignored if the action has `run`.
   */
  item?: (record: Dict, later: boolean) => Dict | undefined;
  /**
   * Returns a shorter copy of a record, for a model. The copy of a write should have only the ids and what the caller
   * does not know. Default: the record with only the fields of `result`. `before`: the previous record in the list.
   * `params`: the params of a tool's call, with the names that the model gave.
   */
  view?: (record: Dict, meta: Meta, before?: unknown, params?: Dict) => Dict;
  /** For a search: says around which words a model sees a long text of the list's items. `params` as in `view`. */
  excerpt?: (params: Dict) => Excerpt;
  /**
   * The event token that the action needs, such as `trigger_id`: a key of the connector's `eventTokens`. If there are
   * several keys, one of the tokens is enough. A tool offers the action only if the `include` of the tool or of the
   * connector's policy has the full name of the action.
   */
  eventToken?: string | readonly string[];
  /** Whether `PlatformClient.enrich` adds information to the result, such as the name for each user id. */
  enrich?: boolean;
  /** The fields of this result whose texts people write, although the connector's `platformFields` names them. */
  peopleFields?: readonly string[];
  /** More fields of this result whose texts the platform makes, in addition to the connector's `platformFields`. */
  platformFields?: readonly string[];
  /** For a read: the params whose texts the result repeats. Tools do not mark these texts as texts of other people. */
  repeats?: readonly (keyof ParamsOutput<NoInfer<P>> & string)[];
  /** Runs the action. Needed only if the action does more than send one operation and return the response. */
  run?: (params: ParamsOutput<NoInfer<P>>, context: RunContext) => Promise<RunResult>;
  /** For a read that the platform prepares for minutes or hours. Replaces `run`. */
  job?: JobSteps<ParamsOutput<NoInfer<P>>>;
  /**
   * Whether `run` can find out if an earlier call with the same idempotencyKey has succeeded. If true, a second call
   * after an unknown outcome calls `run` again, with `context.unknownAttempt`. Before `run` sends a write, `run` must
   * find out the earlier outcome.
   */
  settles?: boolean;
}

interface ActionSpec<P extends ParamsSource, E extends Effect | EffectRule> {
  effect: E;
  example: NoInfer<ParamsInput<P>>;
  /**
   * The params that are copied into the result if the response contains no record. Many platforms answer a write only
   * with "ok". A field of the response replaces the param of the same name.
   */
  echo?: readonly (keyof ParamsOutput<NoInfer<P>> & string)[];
  /**
   * Reads the current values. Returns the effects of the call, the amounts that the call raises, and the values
   * before and after the call. The returned effects replace the action's `effect`. `now`: milliseconds since the
   * epoch.
   */
  guard?: (params: ParamsOutput<NoInfer<P>>, read: GuardRead, now: number) => Promise<Judgement>;
  /**
   * The read actions that `guard`, `preview` and dry runs call, such as `channels.get`. The scopes of the read
   * actions are added to the scopes of this action.
   */
  reads?: readonly string[];
  /**
   * Returns the values before and after the call. `preview` runs for a dry run, and before each write if the action has
   * `undo`. The write is sent even if `preview` fails.
   */
  preview?: (params: ParamsOutput<NoInfer<P>>, read: GuardRead) => Promise<ChangePreview>;
  /** For a batch whose items do not depend on each other. */
  rows?: BatchRows;
  /** Returns the call that reverses a successful write, or undefined. `before` comes from `preview` or `guard`. */
  undo?: (params: ParamsOutput<NoInfer<P>>, data: Dict, before: unknown) => Undo | undefined;
}

/** An action without the types of its params and result. */
export interface ActionDefinition {
  readonly description: string;
  readonly params: ParamsSource;
  readonly result?: ResultSource | undefined;
  readonly effect: Effect | EffectRule;
  readonly calls: string | readonly string[];
  readonly instead?: readonly string[] | undefined;
  readonly needs?: readonly string[] | undefined;
  readonly tokens?: readonly string[] | undefined;
  readonly scopes?: RegExp | undefined;
  readonly reads?: readonly string[] | undefined;
  readonly pick?: string | undefined;
  readonly echo?: readonly string[] | undefined;
  readonly item?: ((record: Dict, later: boolean) => Dict | undefined) | undefined;
  readonly anyOf?: ParamSets | undefined;
  readonly oneOf?: ParamSets | undefined;
  readonly check?: ((params: never) => Issue[]) | undefined;
  readonly view?: ((record: Dict, meta: Meta, before?: unknown, params?: Dict) => Dict) | undefined;
  readonly excerpt?: ((params: Dict) => Excerpt) | undefined;
  readonly eventToken?: string | readonly string[] | undefined;
  readonly enrich?: boolean | undefined;
  readonly peopleFields?: readonly string[] | undefined;
  readonly platformFields?: readonly string[] | undefined;
  readonly repeats?: readonly string[] | undefined;
  readonly example: unknown;
  readonly paginated: boolean;
  readonly prepare?: ((params: Dict) => Promise<Dict>) | undefined;
  readonly guard?: ((params: never, read: GuardRead, now: number) => Promise<Judgement>) | undefined;
  readonly preview?: ((params: never, read: GuardRead) => Promise<ChangePreview>) | undefined;
  readonly undo?: ((params: never, data: Dict, before: unknown) => Undo | undefined) | undefined;
  readonly run?: ((params: never, context: RunContext) => Promise<RunResult>) | undefined;
  readonly job?: JobSteps<never> | undefined;
  readonly settles?: boolean | undefined;
  readonly rows?: BatchRows | undefined;
}

/** `Input`: the type of the params. `Data`: the type of `data` in the result. */
export interface Action<
  Input = unknown,
  Data = unknown,
  Paginated extends boolean = boolean,
  Calls extends string = string,
> extends ActionDefinition {
  readonly calls: Calls | readonly Calls[];
  readonly paginated: Paginated;
  /** Undefined at run time: only the compiler uses this field. */
  readonly "~types"?: { input: Input; data: Data };
}

/**
 * Defines an action that returns one record. Write `params` before `run`, so that TypeScript infers the types of `run`.
 */
export function action<
  P extends ParamsSource,
  R extends ResultSource,
  const E extends Effect | EffectRule,
  const K extends string,
>(spec: Spec<P, R, K> & ActionSpec<P, E>): Action<ParamsInput<P> & ControlsOf<E>, ResultData<R>, false, K> {
  return { ...spec, paginated: false } as never;
}

/** The type of the field `example` of a list action. While TypeScript still infers `P`, the type accepts any object. */
type ListInput<P> = unknown extends ParamsInput<P> ? Dict : ParamsInput<P> & ListControls;

/**
 * Defines a read action that returns one page of a list. `result` is the schema of one item. The paging comes from
 * the operation.
 */
export function listAction<P extends ParamsSource, R extends ResultSource, const K extends string>(
  spec: Spec<P, R, K> & { example: NoInfer<ListInput<P>> },
): Action<ParamsInput<P> & ListControls, ResultData<R>[], true, K> {
  return { ...spec, effect: "read", paginated: true } as never;
}

export const operationNames = ({ calls }: Pick<ActionDefinition, "calls">): readonly string[] =>
  typeof calls === "string" ? [calls] : calls;
