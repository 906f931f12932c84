import type { Action, Effect } from "./action.ts";
import type { Clock } from "../ground/clock.ts";
import type { ErrorCode, ErrorJson } from "../ground/errors.ts";
import type { Client, ClientOptions } from "./client.ts";
import type { AroundRefresh } from "../wire/token-cache.ts";
import type { GuardRead } from "../policy/caps.ts";
import type { Dict } from "../ground/json.ts";
import type { Places } from "../policy/allow-list.ts";
import type { Operations } from "./operation.ts";
import type { Policy } from "../policy/policy.ts";
import type { AgentTool, ToolOptions, ToolsOptions } from "../tool/tool.ts";
import type { Catalogue } from "../schema/lookup.ts";

/** The entities of a connector: `import * as entities`, each a module whose exports are actions. */
export type Entities = Readonly<Record<string, Readonly<Record<string, Action>>>>;

/** One form of credentials: its fields, all required, in the order in which they are asked for. */
export type CredentialForm = Readonly<Record<string, CredentialField>>;
export interface CredentialField {
  description: string;
  /** What a value must look like, and the words for it. The value itself is never shown. */
  accepts?: { pattern: RegExp; says: string };
}
export type CredentialForms = Readonly<Record<string, CredentialForm>>;

/** A setting beside the credentials, such as a region: one of a few values. */
export interface ConfigField {
  description: string;
  default: string;
  values: readonly string[];
  /** Other spellings of the values. */
  aliases: Readonly<Record<string, string>>;
  /** The code of a value that is not allowed; `config_error` without it. */
  code?: ErrorCode;
}
export type ConfigFields = Readonly<Record<string, ConfigField>>;

/** Everything that makes a connector: data, and `connect`, which knows the platform's wire. */
export interface ConnectorDefinition<
  F extends CredentialForms = CredentialForms,
  E extends Entities = Entities,
  C extends ConfigFields = ConfigFields,
> {
  /** The connector's type, as in its import path: `slack`. */
  name: string;
  /** The platform's own name: `Slack`. */
  title: string;
  /** Where requests go, without a trailing slash. */
  endpoint: string | ((config: Readonly<Record<keyof C, string>>) => string);
  /** Addresses beside the endpoint that requests may go to, such as that of the tokens. */
  origins?: readonly string[];
  /** Ends of host names (`.example.com`) from which files are read over https, without credentials. */
  fileHosts?: readonly string[];
  /** Milliseconds that one request may take, where 30,000 is not enough. */
  timeoutMs?: number;
  auth: F;
  /** Fields of credentials that other connectors take and this one cannot, with the words of the refusal. */
  unavailable?: Readonly<Record<string, string>>;
  config?: C;
  entities: E;
  /** The order of the entities in descriptions, commonly used first; modules alone come in that of the alphabet. */
  order?: readonly (keyof E & string)[];
  operations: Operations;
  connect: (credentials: CredentialsOf<CredentialForms>, options: ClientOptions) => Client;
  /** The header in which the platform puts its own id of a request. */
  requestIdHeader: string;
  /** Effects that a tool has when its options do not say. */
  toolEffects: readonly Effect[];
  /** Names of the caps that a policy may set on what its actions raise: `max_bid`. */
  caps?: readonly string[];
  /** Kinds of things that a policy can keep calls to: `channel`. */
  places?: Places;
  /** Makes what puts ids in the place of names; what it remembers is one connector's. */
  resolver?: (clock: Clock) => Resolve;
  /** What a dry run should say of any write beside its params: who would do it, and where. */
  preview?: (params: Dict, read: GuardRead) => Promise<Dict>;
  /** Lines for the tool's description: formats that the signatures cannot show. */
  toolNotes?: string;
  /** Other names for `entity.action` that callers bring along. */
  actionAliases?: Readonly<Record<string, string>>;
  /** Other names for params; letters and digits only, lower case. Of several the first that the action has is meant; for what changes something only the first of all. */
  paramAliases?: Readonly<Record<string, string | readonly string[]>>;
  /** Other spellings of a text that a param's pattern refuses; one is taken where no second fits, for a read the first: `#general` for `general`. */
  respellings?: (text: string) => readonly string[];
  /** What the others say of a required param that is not there: a message's link names its channel. */
  implied?: Readonly<Record<string, (params: Dict) => string | undefined>>;
}

/**
 * Params with the ids of what they name, and times as the platform has them. `operation` is the one that is sent, `read`
 * runs a read of the connector's own. Throws ConnectorError `invalid_params` for names of nothing, and of several things.
 */
export type Resolve = (params: Dict, call: { operation: string; read: GuardRead }) => Promise<Dict>;

/** The credentials of each form; a mix of two forms is none. */
export type CredentialsOf<F extends CredentialForms> = {
  [Name in keyof F]: { readonly [Field in keyof F[Name]]: string } & {
    readonly [Other in Exclude<FieldsOf<F>, keyof F[Name]>]?: never;
  };
}[keyof F];
type FieldsOf<F extends CredentialForms> = { [Name in keyof F]: keyof F[Name] }[keyof F];

/** For code only; never read from params, the environment or an HTTP body. */
export interface CodeOptions {
  /** Used for every request; by default the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** In place of the platform's address: https, or http on loopback. This is how sandboxes and emulators are reached. */
  endpoint?: string | undefined;
  /** Milliseconds that one request may take; 30,000 by default (Amazon Ads: 60,000). */
  timeoutMs?: number | undefined;
  /** Milliseconds that one call may spend waiting for rate limits and between tries; 30,000 by default. */
  totalWaitMs?: number | undefined;
  clock?: Clock | undefined;
  policy?: Policy | undefined;
  /**
   * Given new tokens before they are used, where they rotate (Slack): keep them, since the old refresh token is used up.
   * A call waits for it, and fails when it fails.
   */
  onTokenRefresh?: ((tokens: TokenPair) => void | Promise<void>) | undefined;
  /** Told of every call when it ends; what it throws is ignored. */
  onCall?: ((event: CallEvent) => void) | undefined;
  /** Runs every refresh of an access token; processes that share the credentials can share its outcome here. */
  aroundRefresh?: AroundRefresh | undefined;
  /** Are the outcomes of writes with an idempotencyKey kept here? True by default; the hosted service keeps its own. */
  receipts?: boolean | undefined;
}

/** The tokens that take the place of those that have ended. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds that the access token is good for. */
  expires_in: number;
}

export interface CallEvent {
  connector: string;
  entity: string;
  action: string;
  effect: Effect | undefined;
  /** Names of the params; never their values. */
  params: readonly string[];
  /** `ok`, or the error's code. */
  outcome: string;
  ms: number;
  context: unknown;
  callId: string | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts waits, retries, paging and the request itself. */
  signal?: AbortSignal | undefined;
  /**
   * At most 255 visible ASCII characters. A write with the same key is done once: its repetition gets the first one's
   * outcome. Kept for a day, in this process or by the hosted service. Where the first one's outcome is in doubt, and
   * the action can look for what it wrote (Slack's `messages.create`), its repetition in this process looks.
   */
  idempotencyKey?: string | undefined;
  /** Handed to `onCall` as it is. */
  context?: unknown;
  /** The id that a model gave the call; handed to `onCall` as it is. */
  callId?: string | undefined;
}

export interface Meta {
  /** Lists: pass it as `cursor` for the next page. Absent on the last one. */
  next_cursor?: string;
  has_more?: boolean;
  /** What was put right in the call before it was sent. */
  normalized?: readonly string[];
  /** What the platform warned of. */
  warnings?: readonly string[];
  /** The platform's code, where everything was already as asked. */
  already?: string;
  /** The code of the error that left a write in doubt, where the platform then showed that it was done. */
  recovered?: string;
  /** The call that takes this write back. */
  undo?: { entity: string; action: string; params: Readonly<Record<string, unknown>> };
  dry_run?: true;
  /** Files: the name that others gave it, which is no path to write to as it is. */
  filename?: string;
  content_type?: string;
  /** Files: bytes, where they are known beforehand. */
  size?: number;
  readonly [name: string]: unknown;
}

export interface Result<Data = unknown> {
  data: Data;
  meta: Meta;
}

type InputOf<A> = A extends Action<infer Input, unknown, boolean> ? Input : never;
type DataOf<A> = A extends Action<unknown, infer Data, boolean> ? Data : never;
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
