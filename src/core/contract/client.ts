import type { Clock, WaitBudget } from "../ground/clock.ts";
import type { Dict } from "../ground/json.ts";
import type { AroundRefresh, TokenPair } from "./access-token.ts";
import type { Download, Http } from "./http-types.ts";
import type { Reply, RunResult } from "./run-context.ts";

/** A connection to a platform with one set of credentials: the seam where a connector's wire knowledge sits. */
export interface Client {
  /** Sends an operation of the connector's `operations`; throws ConnectorError for whatever the platform refuses. */
  send(operation: string, args: Dict, options: SendOptions): Promise<Reply>;
  /** Adds to the result of an action with `enrich`; fails only for an abort. */
  enrich?(result: RunResult, params: Dict, signal: AbortSignal | undefined): Promise<RunResult>;
  /** Who the credentials are, and their scopes where the platform tells. */
  identify(options: SendOptions): Promise<Identified>;
}

export interface Identified {
  identity: Dict;
  scopes?: readonly string[] | undefined;
  /** The kind of token, where operations have scopes by it. */
  kind?: string | undefined;
}

export interface SendOptions {
  /** May it be sent again though it is not known whether it arrived? True for reads. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
  /** What the call may still wait; by default the total wait, for this operation alone. */
  waits?: WaitBudget | undefined;
}

export interface ClientOptions {
  http: Http;
  /** Without a trailing slash. */
  endpoint: string;
  /** Code put the endpoint there: whatever would go to another address of the platform goes to it too. */
  replaced: boolean;
  /** Reads a file as a stream, without credentials. */
  download: Download;
  /** The settings, checked, with their defaults. */
  config: Readonly<Record<string, string>>;
  clock: Clock;
  /** Milliseconds that one call may wait for its turn. */
  totalWaitMs: number;
  /** Given new tokens before they are used. */
  onTokenRefresh?: ((tokens: TokenPair) => void | Promise<void>) | undefined;
  /** Runs every refresh of an access token, where code wants to. */
  aroundRefresh?: AroundRefresh | undefined;
}
