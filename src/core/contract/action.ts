import type * as zod from "zod";
import type { Issue } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { Effect, EffectRule } from "./effect.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { GuardRead, Judgement, Preview } from "./judgement.ts";
import type { Meta, Undo } from "./result.ts";
import type { RunContext, RunResult } from "./run-context.ts";

/** Zod. The package passes it to the definitions when they are first used, so that an import does not load zod. */
export type Z = typeof zod.z;

/** The schema type of zod's core. It also covers zod/mini, and other packages cannot extend it as they extend `ZodType`. */
type Schema = zod.core.$ZodType;

type Shape = Record<string, Schema>;

/** A zod 3 object. */
interface Zod3 {
  safeParse(value: unknown): unknown;
  readonly _input: unknown;
  readonly _output: unknown;
}

/**
 * The params of an action: a function `(z) => ({ channel: z.string() })` whose shape becomes a strict object, a zod 4
 * object, a zod 3 object, or a JSON Schema. With a JSON Schema, the values have the type unknown.
 */
export type ParamsSource = ((z: Z) => Shape) | Schema | Zod3 | JsonSchema;

export type ResultSource = (z: Z) => Schema;

// Zod's type for an empty strict object is Record<string, never>. Any intersection with that type is unusable.
type InputOf<S extends Shape> = keyof S extends never
  ? Record<never, never>
  : zod.input<zod.ZodObject<S, zod.core.$strict>>;

type OutputOf<S extends Shape> = keyof S extends never
  ? Record<never, never>
  : zod.output<zod.ZodObject<S, zod.core.$strict>>;

export type ParamsInput<P> = P extends ((z: Z) => infer S extends Shape)
  ? InputOf<S>
  : P extends Schema
    ? zod.input<P>
    : P extends Zod3
      ? P["_input"]
      : Dict;

export type ParamsOutput<P> = P extends ((z: Z) => infer S extends Shape)
  ? OutputOf<S>
  : P extends Schema
    ? zod.output<P>
    : P extends Zod3
      ? P["_output"]
      : Dict;

type ResultData<R> = R extends ((z: Z) => infer T extends Schema) ? zod.output<T> : unknown;

interface Spec<P extends ParamsSource, R extends ResultSource, K extends string> {
  /** One sentence for models and people: the purpose of the action, and any requirement that is not obvious. */
  description: string;
  params: P;
  /** The schema of the record, or of one list item. It gives types and documentation. Results are not validated against it. */
  result?: R;
  /**
   * Converts values that only code can pass, such as the bytes of a file, to JSON. It runs before anything else reads the
   * params. Params from a tool or over HTTP are JSON already.
   */
  prepare?: (params: Dict) => Promise<Dict>;
  /** Checks rules that involve several params. It runs after the schema has accepted the params. */
  check?: (params: ParamsOutput<NoInfer<P>>) => Issue[];
  /** The platform operation that the action sends, or every operation that `run` may send, the main one first. */
  calls: K | readonly K[];
  /** The dotted path of the record or list in the response. Default: the whole response. */
  pick?: string;
  /**
   * Converts the record, or each item of a list. It applies only to actions without `run`. Undefined drops the item.
   * `later` is true for items on any page after the first.
   */
  item?: (record: Dict, later: boolean) => Dict | undefined;
  /**
   * Returns the short form of a record for a model. A list of records is shown as rows. Default: the fields of `result`.
   * `before` is the previous record of the list.
   */
  view?: (record: Dict, meta: Meta, before?: unknown) => Dict;
  /** Whether the client adds information for readers to the result, such as the names of people. */
  enrich?: boolean;
  /** Whether the result contains text that anybody may have written. Tools mark it as data for the model. */
  untrusted?: boolean;
  /** Implements an action that needs more than one plain operation. */
  run?: (params: ParamsOutput<NoInfer<P>>, context: RunContext) => Promise<RunResult>;
  /**
   * Whether `run` can find out what an earlier call did (`context.unknownAttempt`). If so, a call with the same
   * idempotencyKey runs again after an unknown outcome. It must not write before it knows that outcome.
   */
  settles?: boolean;
}

interface ActionSpec<P extends ParamsSource, E extends Effect | EffectRule> {
  effect: E;
  example: NoInfer<ParamsInput<P>>;
  /**
   * Params that the result repeats if the answer has no record, such as the ids of a message that was pinned: many
   * platforms answer no more than "ok". Fields of the answer win.
   */
  echo?: readonly (keyof ParamsOutput<NoInfer<P>> & string)[];
  /**
   * Reads the current values and returns the effect of the call, the amounts that it raises, and the values before and
   * after. This effect replaces the effect that follows from the params alone.
   */
  guard?: (params: ParamsOutput<NoInfer<P>>, read: GuardRead) => Promise<Judgement>;
  /**
   * Reads the values that the call would change, before and after. It runs for a dry run, and before each write if the
   * action has `undo`. The write goes ahead even if the values cannot be read.
   */
  preview?: (params: ParamsOutput<NoInfer<P>>, read: GuardRead) => Promise<Preview>;
  /** Returns the call that reverses a successful write, if there is one. `before` comes from `preview` or `guard`. */
  undo?: (params: ParamsOutput<NoInfer<P>>, data: Dict, before: unknown) => Undo | undefined;
}

/** An action without its types, as plain data. */
export interface ActionDefinition {
  readonly description: string;
  readonly params: ParamsSource;
  readonly result?: ResultSource | undefined;
  readonly effect: Effect | EffectRule;
  readonly calls: string | readonly string[];
  readonly pick?: string | undefined;
  readonly echo?: readonly string[] | undefined;
  readonly item?: ((record: Dict, later: boolean) => Dict | undefined) | undefined;
  readonly check?: ((params: never) => Issue[]) | undefined;
  readonly view?: ((record: Dict, meta: Meta, before?: unknown) => Dict) | undefined;
  readonly enrich?: boolean | undefined;
  readonly untrusted?: boolean | undefined;
  readonly example: unknown;
  readonly paginated: boolean;
  readonly prepare?: ((params: Dict) => Promise<Dict>) | undefined;
  readonly guard?: ((params: never, read: GuardRead) => Promise<Judgement>) | undefined;
  readonly preview?: ((params: never, read: GuardRead) => Promise<Preview>) | undefined;
  readonly undo?: ((params: never, data: Dict, before: unknown) => Undo | undefined) | undefined;
  readonly run?: ((params: never, context: RunContext) => Promise<RunResult>) | undefined;
  readonly settles?: boolean | undefined;
}

/** An action with its types: `Input` are its params, `Data` is the data of its result. */
export interface Action<
  Input = unknown,
  Data = unknown,
  Paginated extends boolean = boolean,
  Calls extends string = string,
> extends ActionDefinition {
  readonly calls: Calls | readonly Calls[];
  readonly paginated: Paginated;
  /** For the compiler only. It has no value at run time. */
  readonly "~types"?: { input: Input; data: Data };
}

/** Params that the package adds to every read. They are never sent to the platform. */
export interface ReadControls {
  /** The fields of the record to return. Default: all. */
  fields?: readonly string[] | undefined;
}

export interface ListControls extends ReadControls {
  /** The maximum number of items on this page. The description of the action gives default and maximum. */
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page. The other params must stay the same. */
  cursor?: string | undefined;
}

export interface WriteControls {
  /** Checks the call and returns what it would send, without sending it. */
  dry_run?: boolean | undefined;
}

type ControlsOf<E> = E extends "read"
  ? ReadControls
  : E extends { weakest: "read" }
    ? ReadControls & WriteControls
    : WriteControls;

/** Defines an action that returns one record. Write `params` before `run`, so that TypeScript infers the types of `run`. */
export function action<
  P extends ParamsSource,
  R extends ResultSource,
  const E extends Effect | EffectRule,
  const K extends string,
>(spec: Spec<P, R, K> & ActionSpec<P, E>): Action<ParamsInput<P> & ControlsOf<E>, ResultData<R>, false, K> {
  return { ...spec, paginated: false } as never;
}

/** The type of a list's example. While the compiler infers P, its input is unknown, and any object is accepted. */
type ListInput<P> = unknown extends ParamsInput<P> ? Dict : ParamsInput<P> & ListControls;

/** Defines a read that returns a list, one page at a time. `result` is one item. The operation defines the paging. */
export function listAction<P extends ParamsSource, R extends ResultSource, const K extends string>(
  spec: Spec<P, R, K> & { example: NoInfer<ListInput<P>> },
): Action<ParamsInput<P> & ListControls, ResultData<R>[], true, K> {
  return { ...spec, effect: "read", paginated: true } as never;
}

/** The names of the operations that an action may send, the main one first. */
export const operationNames = ({ calls }: Pick<ActionDefinition, "calls">): readonly string[] =>
  typeof calls === "string" ? [calls] : calls;
