import type * as zod from "zod";
import type { Issue } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { Effect, EffectRule } from "./effect.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { GuardRead, Judgement, Preview } from "./judgement.ts";
import type { Meta, Undo } from "./result.ts";
import type { RunContext, RunResult } from "./run-context.ts";

/** Zod itself, handed to the definitions when it is first needed, so that importing them loads nothing. */
export type Z = typeof zod.z;

/** Of zod's core: what packages of others add to `ZodType` (an `openapi` method) does not disturb it; zod/mini has it too. */
type Schema = zod.core.$ZodType;

type Shape = Record<string, Schema>;

/** A zod 3 object, by its own parser. */
interface Zod3 {
  safeParse(value: unknown): unknown;
  readonly _input: unknown;
  readonly _output: unknown;
}

/**
 * Params, as a shape `(z) => ({ channel: z.string() })` that becomes a strict object, or a whole zod 4 object, zod 3
 * object or JSON Schema (whose values are then typed as unknown).
 */
export type ParamsSource = ((z: Z) => Shape) | Schema | Zod3 | JsonSchema;

export type ResultSource = (z: Z) => Schema;

// Zod types an empty strict object as Record<string, never>, with which nothing can be intersected.
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
  /** One sentence for a model and a person: what it does, and what it needs that is not obvious. */
  description: string;
  params: P;
  /** The record: types and documents it; it is not enforced at run time. For a list, one item. */
  result?: R;
  /**
   * Makes JSON of what only code can pass, such as a file's bytes, before anything else reads the params. What comes
   * from a tool or over HTTP is JSON already.
   */
  prepare?: (params: Dict) => Promise<Dict>;
  /** What is wrong with params that the schema takes, where it lies between several of them. */
  check?: (params: ParamsOutput<NoInfer<P>>) => Issue[];
  /** The platform operation that is sent, or all that `run` may send, the main one first. */
  calls: K | readonly K[];
  /** Dotted path of the record (or of the list) in the answer; the whole answer without it. */
  pick?: string;
  /**
   * Puts the record (each item of a list) into shape, when it comes from a plain operation; undefined leaves the item
   * out. `later`: it stands on a page after the first.
   */
  item?: (record: Dict, later: boolean) => Dict | undefined;
  /**
   * The record as a model reads it, in few words; a list of them is told as rows. Without it, the fields that `result`
   * declares. `before` is the record above it in the list.
   */
  view?: (record: Dict, meta: Meta, before?: unknown) => Dict;
  /** Has the client add what a reader wants to know beside the answer, such as the names of people. */
  enrich?: boolean;
  /** It answers what anybody may have written: a model is told to take it as data. */
  untrusted?: boolean;
  /** For what one plain operation does not do. */
  run?: (params: ParamsOutput<NoInfer<P>>, context: RunContext) => Promise<RunResult>;
  /**
   * `run` can find out what became of an earlier call (`context.doubt`), so that a repetition with the same
   * idempotencyKey runs rather than getting the earlier one's doubt back. Until it knows, it sends nothing that writes.
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
   * Reads what the call would change and judges it: its effect, what it raises, what stands there before. The effect
   * that the params alone tell is only the first word then.
   */
  guard?: (params: ParamsOutput<NoInfer<P>>, read: GuardRead) => Promise<Judgement>;
  /**
   * The values that the call would change, as they are and as they would be: read for a dry run, and before the write
   * where there is `undo`. What cannot be read is left out, and no reason not to write.
   */
  preview?: (params: ParamsOutput<NoInfer<P>>, read: GuardRead) => Promise<Preview>;
  /** The call that takes a successful write back, where there is one; `before` is what preview or guard found. */
  undo?: (params: ParamsOutput<NoInfer<P>>, data: Dict, before: unknown) => Undo | undefined;
}

/** An action as core sees it: plain data. */
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

/** An action with its types: `Input` is what it takes, `Data` what it answers. */
export interface Action<
  Input = unknown,
  Data = unknown,
  Paginated extends boolean = boolean,
  Calls extends string = string,
> extends ActionDefinition {
  readonly calls: Calls | readonly Calls[];
  readonly paginated: Paginated;
  /** For the compiler only; never present. */
  readonly "~types"?: { input: Input; data: Data };
}

/** Params that core adds, and strips again before the platform sees them. */
export interface ReadControls {
  /** Which fields of the record to give back; all without it. */
  fields?: readonly string[] | undefined;
}

export interface ListControls extends ReadControls {
  /** How many items this page may have; the description gives default and maximum. */
  limit?: number | undefined;
  /** `meta.next_cursor` of the page before; the other params stay as they were. */
  cursor?: string | undefined;
}

export interface WriteControls {
  /** Check the call and answer what would be sent, without sending it. */
  dry_run?: boolean | undefined;
}

type ControlsOf<E> = E extends "read"
  ? ReadControls
  : E extends { weakest: "read" }
    ? ReadControls & WriteControls
    : WriteControls;

/** Defines an action with one record as its result. `params` stands before `run`, so that its types are inferred. */
export function action<
  P extends ParamsSource,
  R extends ResultSource,
  const E extends Effect | EffectRule,
  const K extends string,
>(spec: Spec<P, R, K> & ActionSpec<P, E>): Action<ParamsInput<P> & ControlsOf<E>, ResultData<R>, false, K> {
  return { ...spec, paginated: false } as never;
}

/** The example of a list. While the compiler infers P, its input is still unknown: then anything goes. */
type ListInput<P> = unknown extends ParamsInput<P> ? Dict : ParamsInput<P> & ListControls;

/** Defines a read that answers a list, page by page; `result` is one item. The operation says how it is paged. */
export function listAction<P extends ParamsSource, R extends ResultSource, const K extends string>(
  spec: Spec<P, R, K> & { example: NoInfer<ListInput<P>> },
): Action<ParamsInput<P> & ListControls, ResultData<R>[], true, K> {
  return { ...spec, effect: "read", paginated: true } as never;
}

/** The operations that an action may send, the main one first. */
export const operationNames = ({ calls }: Pick<ActionDefinition, "calls">): readonly string[] =>
  typeof calls === "string" ? [calls] : calls;
