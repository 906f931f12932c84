import type { ReportProgress } from "../ground/call-progress.ts";
import type { Clock } from "../ground/clock.ts";
import { at, cut } from "../ground/json.ts";
import type { ExternalRule } from "./audience.ts";
import type { Effect } from "./effect.ts";
import type { JobHooks } from "./job.ts";
import type { Policy } from "./policy.ts";
import type { StoreDriver } from "./store-driver.ts";
import type { TracedRequest, TraceRequest } from "./wire/traced-request.ts";

/** Several policies. With an array type, TypeScript's error for one wrong name would have six lines instead of one. */
export type Policies<P extends object> = ArrayLike<P>;

/**
 * The second argument of a connector's constructor. Only code can set these options: params, the environment and HTTP
 * bodies cannot.
 */
export interface ConnectorOptions<P extends object = Policy> {
  /**
   * The function that sends every request. Default: `node:http` or `node:https` on Node, and the global `fetch` on
   * other runtimes. On Node, `fetch` is also the default if the process replaces or traces `fetch`, uses a proxy, or
   * sets a dispatcher of undici.
   */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * The address of a sandbox or emulator, which replaces the platform's address. The address must use https, or http on
   * loopback.
   */
  endpoint?: string | undefined;
  /** The time limit of one request, in milliseconds. Default: 30,000, unless the connector has another default. */
  timeoutMs?: number | undefined;
  /**
   * The maximum total time that one call waits for rate limits and between retries, in milliseconds. Default: 30,000.
   */
  totalWaitMs?: number | undefined;
  /** The source of time. Default: the system clock. */
  clock?: Clock | undefined;
  /**
   * The rules for allowed calls. Every policy must allow the effect and the action of a call. If a call raises
   * spending, every policy with caps must have a cap for each raised amount. The lowest cap applies. Default: all calls
   * are allowed, except those that raise spending.
   */
  policy?: P | Policies<P> | undefined;
  /**
   * Keeps what must outlive a call or this process: the tokens that the platform issues, the outcomes of writes with an
   * idempotencyKey, what actions keep between calls, the jobs that a platform works on, and the day's totals for spending caps. Connectors with the same
   * store share them, in any number of processes: those of the same credentials, and the totals of the same account. Required for caps that add up
   * the raises of a day, such as `max_day_raise`. Must be private: see `sealedStore`. Default: the memory of this
   * connector, which forgets everything when the process ends.
   */
  store?: StoreDriver | undefined;
  /**
   * The time at which a person gave consent for the account, as ISO text. `finishConnect` returns this time as
   * `connected_at`. With this time, `check()` warns before a consent of limited length ends. Default: unknown.
   */
  connectedAt?: string | undefined;
  /**
   * Follows calls and their requests: `openTelemetry()` of `agent-connectors/opentelemetry`. Default: nothing is traced.
   */
  tracing?: Tracing | undefined;
  /** Receives an event at the end of every call. Errors of this function are ignored. */
  onCall?: ((event: CallEvent) => void) | undefined;
  /**
   * Runs once per call, just before the first request that can change something at the platform. The function
   * receives the `context` of the call. If the function throws, the write is not sent and the call fails. An error that
   * is not a ConnectorError becomes `internal`. If it returns who has allowed the write, the journal keeps that.
   */
  beforeWrite?:
    | ((context: unknown) => Decision | undefined | void | Promise<Decision | undefined | void>)
    | undefined;
  /**
   * Runs before the connector refreshes the platform's tokens, also if another process is refreshing them. If the function
   * throws, the call fails. The function that it returns runs after the refresh: `fetched` if the connector has got and
   * stored new tokens, `shared` if it uses the tokens of another process.
   */
  onRefresh?: (() => (outcome: "fetched" | "shared" | "failed") => void) | undefined;
  /**
   * Whether the connector keeps every write in a journal: before its first request, and how it has ended. `stop` then refuses
   * writes, and `undoRun` undoes those of a run. Needs the option `store`. Costs three operations of the store for
   * each write, and none for a read. The hosted service always keeps a journal of its own. Default: false.
   */
  journal?: boolean | undefined;
  /**
   * For a service that stores the journal's entry of a call together with changes of its own. Gets the `context` of the call, and
   * returns a store that writes the entry to the option `store`. Default: the option `store` itself.
   */
  journalStore?: ((context: unknown) => StoreDriver | undefined) | undefined;
  /**
   * Whether the connector keeps the outcomes of writes with an idempotencyKey. Default: true. The hosted service
   * passes false and keeps the outcomes itself.
   */
  keepIdempotency?: boolean | undefined;
  /** For a service that goes on with the jobs of many users: what it keeps with a job, and how it stores the end. */
  jobs?: JobHooks | undefined;
}

/** For `connector.request()`, `entity` is `request`, and `action` is the target without the values of its params. */
export interface CallEvent {
  connector: string;
  entity: string;
  action: string;
  effect: Effect | undefined;
  /** Whether the call was a dry run, which sends no write. */
  dryRun: boolean;
  /** The names of the params, without their values. */
  params: readonly string[];
  /** `ok`, or the error's code. */
  outcome: string;
  /** The duration in milliseconds. */
  ms: number;
  /** The milliseconds for which the call has waited for rate limits and before it repeated requests. */
  waitedMs: number;
  /** How often the call has repeated a request. */
  retries: number;
  /** The id that the platform or the hosted service gave to the last request, for a question to its support. */
  requestId: string | undefined;
  context: unknown;
  callId: string | undefined;
}

export interface TracedCall {
  connector: string;
  /** Returns what is known of the call. It is complete when the call has ended. */
  event(): CallEvent;
  /** Returns what the caller passed as params. */
  params(): unknown;
}

/** Follows calls and their requests, for example as spans. */
export interface Tracing {
  /** Runs a call, and must return or throw what `work` does. */
  call<T>(call: TracedCall, work: () => Promise<T>): Promise<T>;
  request: TraceRequest<TracedRequest>;
}

/** Who has allowed a write. */
export interface Decision {
  /** The people who have agreed. */
  by: readonly string[];
  /** The id of the approval. */
  approval?: string | undefined;
  /** The id of the standing permission that covers the call, if nobody was asked about it. `by` has then who has given it. */
  permission?: string | undefined;
  /** The items of a batch that they have agreed to, as indexes in the call. The others are not sent. Default: all. */
  rows?: readonly number[] | undefined;
  /** The id of the write in the journal that this call undoes. Such a call runs although writes are stopped. */
  undoes?: string | undefined;
}

/** `Context`: the type of `context`. */
export interface CallOptions<Context = unknown> {
  /** Aborts the call: its requests, waits and retries, and the reading of further pages. */
  signal?: AbortSignal | undefined;
  /**
   * A key of 1 to 255 visible ASCII characters. A write runs once per key: a second call with the same key returns
   * the outcome of the first call. The key is kept for a day, in the option `store` or by the hosted service. Without a
   * `store`, the connector keeps its last 1,000 keys in memory. If the outcome of the first call is unknown, the second
   * call normally fails. In open source mode, some actions, such as `messages.create`, find out whether the first call
   * has succeeded.
   */
  idempotencyKey?: string | undefined;
  /**
   * A value that `onCall` and `beforeWrite` receive, such as the user of the application. For a connector with event
   * tokens, the field with the connector's name contains these tokens: `{ chat: { trigger_id } }`. `onCall` and
   * `beforeWrite` do not receive this field. The field `run` is the id of a conversation or run of an agent, within which the
   * `callId` of each call is another: a write that a tool repeats with the same run, `callId` and arguments runs once.
   */
  context?: Context | undefined;
  /** The model's id of the tool call. `onCall` receives this id unchanged. */
  callId?: string | undefined;
  /**
   * Whether to send values that this package does not know, such as a new type of report. The platform then
   * validates these values. Only actions whose documentation mentions this option use it. Default: false.
   */
  unchecked?: boolean | undefined;
  /**
   * Whether the call can write where people of another company can read. `allow`: unless a policy has `external:
   * false`. `policy`: only if a policy has `external: true`. `refuse`: never. Default: `allow`, and `policy` for a call
   * of a tool.
   */
  external?: ExternalRule | undefined;
  /** Who has allowed this call, for the journal. Calls that `approvals` has asked a person about have it already. */
  decision?: Decision | undefined;
  /**
   * Runs during a long call, and receives waits of at least a second, the state of reports, and the number of items
   * that `list.all()` has read. In hosted mode, the function receives only the waits before a request to the service is
   * repeated, and the number of items. Errors of this function are ignored.
   */
  onProgress?: ReportProgress | undefined;
}

/** `Account`: the name of the option that chooses an account, if the connector has one. */
export type RequestOptions<Context = unknown, Account extends string = never> = Pick<
  CallOptions<Context>,
  "signal" | "context" | "onProgress"
> & {
  /**
   * What the request does at the platform. A `read` is repeated after every failure that may pass. Any other request is
   * repeated only if it is certain that the platform did nothing. Default: `destructive`, which many policies refuse.
   */
  effect?: Effect | undefined;
  /** Query params of a REST request whose params are its body. */
  query?: object | undefined;
  /** Headers of a REST request, such as `accept` and `content-type`. */
  headers?: Readonly<Record<string, string>> | undefined;
} & { readonly [Name in Account]?: string | undefined };

/** `Token`: the union of the names of the connector's event tokens. The context can have any other fields. */
export type ContextOf<Name extends string, Token extends string> = [Token] extends [never]
  ? unknown
  : TokensOf<Name, Token> & (object | { readonly [other: string]: unknown });

type TokensOf<Name extends string, Token extends string> = {
  readonly [N in Name]?: { readonly [T in Token]?: string | undefined } | undefined;
};

export const defaultTotalWaitMs = 30_000;

/** Returns the run of a call, from its `context`. `defaultRun` is for a service whose callers need not name a run. Unlike `run`, it makes no call the repetition of another. */
export function runOf(context: unknown): string | undefined {
  const run = at(context, "run") ?? at(context, "defaultRun");
  return typeof run === "string" && run !== "" ? cut(run, 500) : undefined;
}
