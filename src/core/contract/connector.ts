import type { ErrorJson } from "../ground/errors.ts";
import type { Action } from "./action.ts";
import type { CallOptions } from "./call-options.ts";
import type { Catalogue } from "./compiled-action.ts";
import type { Entities } from "./definition.ts";
import type { Result } from "./result.ts";
import type { AgentTool, ToolOptions, ToolsOptions } from "./tool.ts";

type InputOf<A> = A extends Action<infer Input> ? Input : never;

type DataOf<A> = A extends Action<unknown, infer Data> ? Data : never;

/** Without an input there is no such action: then anything may be given, so that the wrong name alone is the error. */
type Arguments<Input> = [Input] extends [never]
  ? readonly unknown[]
  : Record<never, never> extends Input
    ? [params?: Input | undefined, options?: CallOptions]
    : [params: Input, options?: CallOptions];

type Method<A> = ((...args: Arguments<InputOf<A>>) => Promise<Result<DataOf<A>>>) &
  (A extends Action<unknown, infer Data, true>
    ? {
        /** Every item, page by page, each page fetched when it is needed. */
        all(
          ...args: Arguments<InputOf<A>>
        ): AsyncIterableIterator<Data extends readonly (infer Item)[] ? Item : never>;
      }
    : unknown);

/** Whether the platform accepts the credentials, and who they are there. */
export interface Check {
  status: "healthy" | "unhealthy";
  /** Who the credentials are, in the platform's own fields. */
  identity?: Readonly<Record<string, unknown>>;
  /** Scopes that the platform says the token has. */
  scopes?: readonly string[];
  /** Actions that the token cannot do, by `entity.action`, and why. */
  unavailable?: Readonly<Record<string, string>>;
  /** Hosted mode: the connector's id at the service, to be passed as `connector_id` from then on. */
  connector_id?: string;
  error?: ErrorJson;
}

/** What every connector has, whatever its platform; tools and adapters need no more. */
export interface AnyConnector {
  readonly name: string;
  /** Its entities and actions with signatures, JSON Schemas and examples; all, of one entity, or of one action. */
  describe(entity?: string, action?: string): Promise<Catalogue>;
  /**
   * Takes a write back: runs the call that its result has in `meta.undo`, under the same policy.
   * @throws ConnectorError `invalid_params` where there is no way back
   */
  undo(result: Pick<Result, "meta">, options?: CallOptions): Promise<Result>;
  /** Asks the platform who the credentials are. Answers, rather than throws, when they are refused. */
  check(options?: CallOptions): Promise<Check>;
  /** The tool for an agent: `{entity, action, params?}`, with its description and JSON Schema. */
  tool(options?: ToolOptions): Promise<AgentTool>;
  /** The same as several tools: one per action, or one that reads and one that writes. */
  tools(options?: ToolsOptions): Promise<AgentTool[]>;
}

/** A name as it was given, or, in place of one that there is not, the names that there are. */
type OneOf<Name, Names> = [Name] extends [Names] ? Name : Names & string;

type ActionsOf<E, N> = N extends keyof E ? E[N] : never;

type ActionOf<E, N, A> = A extends keyof ActionsOf<E, N> ? ActionsOf<E, N>[A] : never;

/** A connector: `execute`, and a method for every action. Both modes have this type. */
export type Connector<E extends Entities> = AnyConnector & {
  /**
   * Runs one action. Bad params are refused before anything is sent.
   * @throws ConnectorError
   */
  execute<N extends string, A extends string>(
    entity: OneOf<N, keyof E>,
    action: OneOf<A, keyof ActionsOf<E, N>>,
    ...args: Arguments<InputOf<ActionOf<E, N, A>>>
  ): Promise<Result<DataOf<ActionOf<E, N, A>>>>;
} & { readonly [N in keyof E]: { readonly [A in keyof E[N]]: Method<E[N][A]> } };
