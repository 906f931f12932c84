import type * as zod from "zod";
import type { Clock, Waits } from "../ground/clock.ts";
import type { Meta } from "./connector.ts";
import type { ConnectorError, Issue } from "../ground/errors.ts";
import type { GuardRead, Judgement } from "../policy/caps.ts";
import type { Dict } from "../ground/json.ts";

/** Zod itself, handed to the definitions when it is first needed, so that importing them loads nothing. */
export type Z = typeof zod.z;

/**
 * What a call does to the outside world, from weak to strong: `read` changes nothing, `write` changes something that
 * can be changed back, `spend` can raise what is paid, `destructive` cannot be undone.
 */
export const effects = ["read", "write", "spend", "destructive"] as const;
export type Effect = (typeof effects)[number];

/** An effect that depends on the params. `of` answers undefined where it cannot tell: the strongest counts then. */
export interface EffectRule {
  weakest: Effect;
  strongest: Effect;
  of: (params: Dict) => Effect | undefined;
}

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

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

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

/** What a platform answered to one operation. */
export interface Reply {
  body: unknown;
  /** What the caller should know though the call succeeded. */
  warnings?: readonly string[] | undefined;
  /** The platform's code, where the call found everything as it was asked to be (`already_reacted`). */
  already?: string | undefined;
  headers: Headers;
}

/** What an action's `run` may use. Aborts, retries and limits are taken care of in `send`. */
export interface RunContext {
  /** Sends one of the operations that the action names in `calls`. Arrays and objects are encoded as the platform wants. */
  send(operation: string, args: Dict): Promise<Reply>;
  /** The same for an operation that changes nothing, in an action that writes; `signal` in place of the caller's. */
  read(operation: string, args: Dict, signal?: AbortSignal): Promise<Reply>;
  /** What the caller asked of a list, besides its params. */
  page: { limit: number | undefined; cursor: string | undefined };
  /** A read without arguments, answered from memory after the first success. */
  once(operation: string): Promise<Reply>;
  signal: AbortSignal | undefined;
  clock: Clock;
  /** What the call may still wait: what `send` and `read` wait is taken off. */
  waits: Waits;
  /**
   * 32 hex digits by which the platform may know this call again. Those of a call with an idempotencyKey are made of it
   * and the params, in every process alike; else they are of this call alone.
   */
  mark(): Promise<string>;
  /** For an action that `settles`: the earlier call with the same idempotencyKey, where its outcome is in doubt. */
  doubt: Doubt | undefined;
}

/** Calls with one idempotencyKey that may have been done: when the first began and how it ended, when the last ended. */
export interface Doubt {
  since: number;
  until: number;
  error: ConnectorError;
}

/** What `run` gives back: the data, and what should stand in `meta`. */
export interface RunResult {
  data: unknown;
  meta?: Dict | undefined;
}

interface Spec<P extends ParamsSource, R extends ResultSource> {
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
  calls: string | readonly string[];
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

/** What stands in the place of what a call would write, and what would stand there. */
export interface Preview {
  before?: unknown;
  after?: unknown;
}

/** A call that takes another back; ready to execute. */
export interface Undo {
  entity: string;
  action: string;
  params: Dict;
}

/** An action as core sees it: plain data. */
export interface ActionDefinition {
  readonly description: string;
  readonly params: ParamsSource;
  readonly result?: ResultSource | undefined;
  readonly effect: Effect | EffectRule;
  readonly calls: string | readonly string[];
  readonly pick?: string | undefined;
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
> extends ActionDefinition {
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
export function action<P extends ParamsSource, R extends ResultSource, const E extends Effect | EffectRule>(
  spec: Spec<P, R> & ActionSpec<P, E>,
): Action<ParamsInput<P> & ControlsOf<E>, ResultData<R>, false> {
  return { ...spec, paginated: false } as never;
}

/** The example of a list. While the compiler infers P, its input is still unknown: then anything goes. */
type ListInput<P> = unknown extends ParamsInput<P> ? Dict : ParamsInput<P> & ListControls;

/** Defines a read that answers a list, page by page; `result` is one item. The operation says how it is paged. */
export function listAction<P extends ParamsSource, R extends ResultSource>(
  spec: Spec<P, R> & { example: NoInfer<ListInput<P>> },
): Action<ParamsInput<P> & ListControls, ResultData<R>[], true> {
  return { ...spec, effect: "read", paginated: true } as never;
}
