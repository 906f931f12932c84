import type { Clock, WaitBudget } from "../ground/clock.ts";
import type { Dict } from "../ground/json.ts";
import type { TokenStore } from "./tokens.ts";
import type { Download, Http } from "./wire/http-types.ts";
import type { Operation } from "./wire/operation.ts";
import type { PlatformReply, RunResult } from "./run-context.ts";

/** A connection to a platform with one set of credentials. */
export interface PlatformClient {
  /**
   * Sends one of the connector's `operations`, or the operation in `options.raw`.
   * @throws ConnectorError if the platform refuses the operation
   */
  send(operation: string, args: Dict, options: SendOptions): Promise<PlatformReply>;
  /**
   * True if `send` runs `beforeSend` itself, after all waits. If absent or false, the caller of `send` runs
   * `beforeSend` first.
   */
  passesBeforeSend?: boolean;
  /**
   * Adds information, such as names, to the result of an action that has `enrich: true`. Throws only if the signal
   * aborts.
   */
  enrich?(result: RunResult, call: EnrichedCall): Promise<RunResult>;
  /** Returns the user or account that the credentials belong to, and the scopes if the platform lists them. */
  identify(options: SendOptions): Promise<Identified>;
}

/** The call whose result `enrich` gets. */
export interface EnrichedCall {
  /** The action's main operation. */
  operation: string;
  params: Dict;
  /** The dotted paths of the fields in the param `fields`. Undefined if the caller gets all fields. */
  fields: readonly string[] | undefined;
  signal: AbortSignal | undefined;
  /** The remaining waiting time of the call. */
  waits: WaitBudget;
}

export interface Identified {
  identity: Dict;
  /** False if the connector has no operation that checks the credentials. */
  checked?: false | undefined;
  scopes?: readonly string[] | undefined;
  /** The kind of the token, such as `bot`. */
  kind?: string | undefined;
}

export interface SendOptions {
  /** Whether it is safe to send the operation again if the outcome of the first attempt is unknown. True for reads. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
  /** The remaining waiting time of the call. Default: a new budget of `totalWaitMs`. */
  waits?: WaitBudget | undefined;
  /** Runs before every request that is not repeatable. A thrown error stops the request. */
  beforeSend?: (() => Promise<void>) | undefined;
  /** The query string that gets the next page of a list. Only for lists whose paging is `link` or `next-url`. */
  nextQuery?: string | undefined;
  /** Returns a key that identifies this write. Some platforms perform only one write per key. */
  idempotencyKey?: (() => Promise<string>) | undefined;
  /** A request of `connector.request()`. The `body` of the reply is then the platform's answer, unchanged. */
  raw?: RawRequest | undefined;
}

/** A request for which the connector has no operation. */
export interface RawRequest {
  operation: Operation;
  /** The account that the caller chose, if the credentials can use several. */
  account?: string | undefined;
}

/** The arguments of `connector.request()`. They are plain JSON. */
export interface GivenRequest {
  target: string;
  /** An object, or a list that is the whole body. */
  params: Dict | readonly unknown[];
  query: Dict;
  /** The names are in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** How `connector.request()` makes requests. */
export interface RawRequests<Account extends string = string> {
  /**
   * Makes the operation and its arguments. The `paging` of the operation says where the next cursor is.
   * @throws ConnectorError `invalid_params`
   */
  operation: (given: GivenRequest) => { operation: Operation; args: Dict };
  /** The name of the option that chooses the account. */
  account?: Account;
}

export interface PlatformClientOptions {
  http: Http;
  /** The address of the platform, without a trailing slash. */
  endpoint: string;
  /**
   * Whether the caller has replaced the platform's address with the option `endpoint`. If so, all requests go to
   * `endpoint`.
   */
  replaced: boolean;
  download: Download;
  /** The `fetch` of the caller's options, for a client that cannot use `http`. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** The connector's settings, checked and completed with the defaults. */
  config: Readonly<Record<string, string>>;
  clock: Clock;
  /** The time limit of one request, in milliseconds. `http` applies it itself. */
  timeoutMs: number;
  /** The maximum total waiting time of one call, in milliseconds. */
  totalWaitMs: number;
  /** The store of the tokens that the platform issues for these credentials. Pass this store to `createTokenCache`. */
  tokenStore: TokenStore;
}
