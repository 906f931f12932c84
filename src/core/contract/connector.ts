import type { ErrorJson } from "../ground/errors.ts";
import type { Action } from "./action.ts";
import type { MissingScope } from "./action-scopes.ts";
import type { ExplainOptions, Explanation } from "./approval.ts";
import type { CallOptions, RequestOptions } from "./call-options.ts";
import type { Catalogue } from "./compiled-action.ts";
import type { AllowListKinds, CapAmount, CapsOfAccounts, Policy } from "./policy.ts";
import type { DryRun, Result } from "./result.ts";
import type { FoundAction, SearchOptions } from "./search.ts";
import type { AgentTool, ToolOptions, ToolsOptions, TypescriptOptions } from "./tool.ts";

type InputOf<A> = A extends Action<infer Input extends object> ? Input : never;

type DataOf<A> = A extends Action<unknown, infer Data> ? Data : never;

/** An unknown action accepts any arguments, so that TypeScript reports only the wrong name. */
type Arguments<Input, Context, D = false> = [Input] extends [never]
  ? readonly [params?: { readonly [name: string]: unknown; dry_run?: D }, ...others: unknown[]]
  : Record<never, never> extends Input
    ? [params?: Params<Input, D> | undefined, options?: CallOptions<Context>]
    : [params: Params<Input, D>, options?: CallOptions<Context>];

/** The params of a call. `D` is the type of the param `dry_run`, which only writes have. */
type Params<Input, D> = "dry_run" extends keyof Input ? Input & { dry_run?: D } : Input;

type CallData<A, D> = D extends true ? DryRun : DataOf<A>;

type Flag = boolean | undefined;

/** The method of an action: `shop.orders.list`. */
export type Method<A, Context> = (<D extends Flag = false>(
  ...args: Arguments<InputOf<A>, Context, D>
) => Promise<Result<CallData<A, D>>>) &
  (A extends Action<unknown, infer Data, true>
    ? {
        /**
         * Iterates over the items of all pages. Each page is fetched when the caller asks for the first item of the
         * page.
         */
        all(
          ...args: Arguments<InputOf<A>, Context>
        ): AsyncIterableIterator<Data extends readonly (infer Item)[] ? Item : never>;
      }
    : unknown);

/** The result of `check()`. */
export interface CheckResult {
  /** `unchecked`: the connector has no operation that checks the credentials, so nothing was sent. */
  status: "healthy" | "unhealthy" | "unchecked";
  /** The user or account that the credentials belong to, in the platform's own fields. */
  identity?: Readonly<Record<string, unknown>>;
  /** The scopes of the token, if the platform lists them. */
  scopes?: readonly string[];
  /** The kind of the token, such as `bot`. */
  token_kind?: string;
  /**
   * The scopes that the token lacks for the connector's everyday actions, or for the actions in an `include` of its
   * policy. Required scopes come first.
   * Absent if the scopes of the token are unknown.
   */
  missing_scopes?: readonly MissingScope[];
  /** The actions that the token cannot run. The keys are `entity.action`, and the values are the reasons. */
  unavailable?: Readonly<Record<string, string>>;
  /**
   * The connector's id at the hosted service. Pass this id as `connector_id` when you construct the connector. Absent
   * in open source mode.
   */
  connector_id?: string;
  /** The start and the end of the consent for the account. Absent if the consent has no end. */
  consent?: Consent;
  /** Reasons to act soon, such as a consent that ends. Absent if there is nothing to do. */
  warnings?: readonly string[];
  /** The reason for the status `unhealthy`. */
  error?: ErrorJson;
}

/** The time during which a platform accepts the credentials of a consent. */
export interface Consent {
  /** The time of the consent, as ISO text. Null if the time is unknown. */
  given_at: string | null;
  /** The time at which the platform stops accepting the credentials. Null if the time is unknown. */
  ends_at: string | null;
  /** The reason why the times are unknown. */
  note?: string;
  /** A sentence for people, if the consent ends soon or has ended. */
  warning?: string;
}

/** The methods that every connector has. Tools and adapters use only these methods. */
export interface AnyConnector<P extends object = Policy> {
  readonly name: string;
  /** Returns the signatures, JSON Schemas and examples of all actions, of one entity, or of one action. */
  describe(entity?: string, action?: string): Promise<Catalogue>;
  /**
   * Finds actions by words, such as "make a channel private". The best match comes first.
   * @throws ConnectorError `invalid_params`
   */
  searchActions(query: string, options?: SearchOptions): Promise<readonly FoundAction[]>;
  /**
   * Undoes a write: runs the call in `meta.undo` of the write's result. The connector's policy applies to this call.
   * @throws ConnectorError `invalid_params` if the result has no `meta.undo`
   */
  undo(result: Pick<Result, "meta">, options?: CallOptions): Promise<Result>;
  /**
   * Asks the platform to whom the credentials belong. If the platform refuses the credentials or does not respond,
   * returns the status `unhealthy` and the error.
   */
  check(options?: CallOptions): Promise<CheckResult>;
  /** Returns one tool for an agent. The tool's arguments are `{entity, action, params?}`. */
  tool(options?: Omit<ToolOptions, "caps" | "only"> & P): Promise<AgentTool>;
  /** Returns the connector's tools. The options `shape` and `split` decide how many tools there are. */
  tools(options?: Omit<ToolsOptions, "caps" | "only"> & P): Promise<AgentTool[]>;
  /**
   * Explains what an agent may do that gets `tool()` with the same options: in sentences that a person can sign, with examples of
   * calls that are refused.
   * @throws ConnectorError `config_error`
   */
  explain(options?: Omit<ExplainOptions, "caps" | "only"> & P): Promise<Explanation>;
  /**
   * Returns TypeScript declarations of the actions that `tool()` with the same options would offer, for a model that
   * writes code: a namespace with methods such as `shop.orders.list()`, and the types of the results.
   * @throws ConnectorError `config_error`
   */
  typescript(options?: Omit<TypescriptOptions, "caps" | "only"> & P): Promise<string>;
}

/** For an invalid name, TypeScript's error message lists the valid names. */
type OneOf<Name, Names> = [Name] extends [Names] ? Name : Names & string;

type ActionsOf<E, N> = N extends keyof E ? E[N] : never;

type ActionOf<E, N, A> = A extends keyof ActionsOf<E, N> ? ActionsOf<E, N>[A] : never;

/**
 * A connector without the methods of its actions. `Context`: the type of the call option `context`. `Account`: the name
 * of the option with which `request` chooses an account. `P`: the type of the connector's policies.
 */
export type ConnectorBase<
  E extends object,
  Context = unknown,
  Account extends string = never,
  P extends object = Policy,
> = AnyConnector<P> & {
  /**
   * Runs one action. Invalid params fail before anything is sent.
   * @throws ConnectorError; its `code` and `outcome` say what happened
   */
  execute<N extends string, A extends string, D extends Flag = false>(
    entity: OneOf<N, keyof E>,
    action: OneOf<A, keyof ActionsOf<E, N>>,
    ...args: Arguments<InputOf<ActionOf<E, N, A>>, Context, D>
  ): Promise<Result<CallData<ActionOf<E, N, A>, D>>>;
  /**
   * Sends a request that no action covers. Only your code can do this: no tool offers it. `data` is the platform's
   * answer, unchanged, and `meta` has `status`, `request_id` and `next_cursor`. Works only in open source mode.
   *
   * The policies apply. A policy that limits more than effects (`include`, `exclude`, `only`, or `caps` for a write)
   * refuses the request, because nothing can check whether the request keeps to such a limit.
   *
   * @param target the name of a method (`team.billing.info`), or the method and path of a REST request (`GET /v2/orders`,
   * `DELETE /notes/{id}`)
   * @param params the arguments. For a REST request: the values in the path, and then the query (GET, HEAD, DELETE) or
   * the body. An array is the whole body
   * @throws ConnectorError `policy_denied`, `config_error`, `invalid_params`, or an error of the platform, with the same
   * codes and outcomes as `execute`
   */
  request<Data = unknown>(
    target: string,
    params?: object,
    options?: RequestOptions<Context, Account>,
  ): Promise<Result<Data>>;
};

/**
 * A connector has the method `execute`, and one method per action, such as `shop.orders.list()`. The type is the same in
 * open source mode and in hosted mode.
 */
export type Connector<
  E extends object,
  Context = unknown,
  Account extends string = never,
  P extends object = Policy,
> = ConnectorBase<E, Context, Account, P> & { readonly [N in keyof E]: Methods<E[N], Context> };

/** The methods of one entity. With a type of its own, TypeScript's errors show its name. */
type Methods<Actions, Context> = { readonly [A in keyof Actions]: Method<Actions[A], Context> };

/**
 * The policies of one connector. TypeScript reports names of actions, caps and kinds that the connector does not have,
 * but accepts a policy whose names only the running program knows.
 */
type NamedPolicy<Action extends string, Cap extends string, Kind extends string> = Omit<
  Policy,
  "caps" | "only"
> & {
  include?: readonly Action[] | NamesAtRunTime | undefined;
  exclude?: readonly Action[] | NamesAtRunTime | undefined;
  caps?: { readonly [N in Cap]?: CapAmount | CapsOfAccounts | undefined } | undefined;
  only?: { readonly [N in Kind]?: readonly string[] } | undefined;
};

// An array of literals does not have this type, because its `indexOf` accepts only these literals.
interface NamesAtRunTime {
  readonly indexOf: (name: string) => number;
}

export interface WithPolicyNames<Cap extends string, Kinds extends AllowListKinds> {
  caps?: readonly Cap[];
  allowListKinds?: Kinds;
}

/** The policies of a connector with these entities, caps and kinds of allow-lists. */
export type PolicyOf<E extends object, Cap extends string, Kinds extends AllowListKinds> = NamedPolicy<
  "everyday" | { [N in keyof E & string]: N | `${N}.*` | `${N}.${keyof E[N] & string}` }[keyof E & string],
  | Cap
  | ([Cap] extends [never] ? never : "max_change_percent")
  | Extract<Kinds[keyof Kinds]["capsField"], string>,
  keyof Kinds & string
>;
