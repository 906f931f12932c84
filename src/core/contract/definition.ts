import type { Clock } from "../ground/clock.ts";
import type { PlatformClient, PlatformClientOptions, RawRequests } from "./client.ts";
import type { ConnectFlow } from "./connect-flow.ts";
import type { CompiledSchemas } from "./compiled-connector.ts";
import type { Effect } from "./effect.ts";
import type { Operation, OperationDefaults, Operations } from "./wire/operation.ts";
import type { AskedJob } from "./search.ts";
import type { AudienceReader } from "./audience.ts";
import type { AllowListKinds } from "./policy.ts";
import type { ErrorCode } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { Action } from "./action.ts";
import type { TextSources } from "./result.ts";
import type { IndirectCalls } from "./action-scopes.ts";
import type { AuthSchemes } from "./auth-scheme.ts";
import type { GuardRead } from "./judgement.ts";

/** The entities of a connector by name. Each entity is a module whose exports are actions. */
export type Entities = Readonly<Record<string, Readonly<Record<string, Action>>>>;

/** One set of credential fields that a connector accepts. */
export type CredentialForm = Readonly<Record<string, CredentialField>>;

export interface CredentialField {
  description: string;
  /** Whether the field can be left out. Default: false. */
  optional?: boolean;
  /** Whether the value can contain spaces and characters of any language, as a password can. Default: false. */
  text?: boolean;
  /** The format of a value (`pattern`), and the description of that format in error messages (`says`). */
  accepts?: { pattern: TextTest; says: string };
}

export type TextTest = Pick<RegExp, "test">;

export type CredentialForms = Readonly<Record<string, CredentialForm>>;

export type ConfigField = ChoiceField | VariableField;

/** A setting that has one of a few values, such as a region. */
export interface ChoiceField {
  description: string;
  default: string;
  values: readonly string[];
  /**
   * Other spellings of the values. The key is the spelling, and the value is one of `values`:
   * `{ eu: "https://api.eu.example.com" }`.
   */
  aliases: Readonly<Record<string, string>>;
  /** The error code for a value that is not allowed. Default: `config_error`. */
  code?: ErrorCode;
}

/** A setting that is a text, such as the `{subdomain}` in `https://{subdomain}.example.com`. */
export interface VariableField {
  description: string;
  default?: string;
  /** Whether a setting without a default can be left out. Default: false. */
  optional?: boolean;
  /** The format of a whole value. Default: letters, digits and hyphens, as in one part of a host name. */
  pattern?: string | TextTest;
}

export type ConfigFields = Readonly<Record<string, ConfigField>>;

/** The names of the operations in the `calls` of all actions. */
type Called<E extends Entities> = {
  [N in keyof E]: { [A in keyof E[N]]: Extract<E[N][A]["calls"], string> }[keyof E[N]];
}[keyof E];

/** The names that TypeScript knows exactly, without names such as `${string}.list`. */
type Literal<Name extends string> = Name extends unknown
  ? Record<never, never> extends Record<Name, 1>
    ? never
    : Name
  : never;

/** An operation for every name in `calls`. The compile error shows the name of a missing operation. */
export interface CalledOperations<E extends Entities, O extends Operations> {
  operations: Readonly<Record<Exclude<Literal<Called<E>>, keyof O>, Operation>>;
}

export interface WithEventTokens<N extends string, T extends string> {
  name: N;
  eventTokens?: Readonly<Record<T, string>>;
}

export interface WithRawRequests<Account extends string> {
  rawRequests?: RawRequests<Account>;
}

type Soon<T> = T | Promise<T>;

export interface ConnectorDefinition<
  F extends CredentialForms = CredentialForms,
  E extends Entities = Entities,
  C extends ConfigFields = ConfigFields,
  O extends Operations = Operations,
> extends Partial<TextSources> {
  /** The connector's type, as used in its import path: `shop`. */
  name: string;
  /** The name of the platform: `Shop`. */
  title: string;
  /**
   * The address of the platform's API, without a trailing slash. A name in braces is a setting in `config`:
   * `https://{subdomain}.example.com`.
   */
  endpoint: string | ((config: Readonly<Record<keyof C, string>>) => string);
  /** Other addresses to which the connector sends requests, such as the address that issues tokens. */
  origins?: readonly string[];
  /** Endings of the host names that store files (`.example.com`). Files are read and sent over https, without credentials. */
  fileHosts?: readonly string[];
  /**
   * The ways to put credentials into requests, by name. An operation lists the names of its schemes in its own field
   * `auth`. Default: the scheme that has the name of the caller's credential form.
   */
  schemes?: AuthSchemes;
  /** Defaults for all operations, such as constant headers. */
  wire?: OperationDefaults;
  /** The operation that `check()` sends, and the dotted path (`pick`) of the user or account in the response. */
  identify?: { calls: string; params?: Dict; pick?: string };
  /** The default time limit of one request, in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** The accepted forms of credentials. `{}` means that the platform needs no credentials. */
  auth: F;
  /** Error messages for credential fields that this connector does not support, by the name of the field. */
  unavailable?: Readonly<Record<string, string>>;
  config?: C;
  /** The steps with which a person connects an account. If absent, credentials can only be passed as `auth`. */
  connectFlow?: ConnectFlow;
  entities: E;
  /** The order of the entities in descriptions, the most used entity first. Default: alphabetical. */
  order?: readonly (keyof E & string)[];
  operations: O;
  /**
   * Returns the connector's compiled form, or undefined. For actions in the compiled form, the compiled schemas
   * replace `params` and `result`.
   */
  compiled?: () => CompiledSchemas | undefined;
  /**
   * Creates the client that sends the operations to the platform. Called at the first call of an instance. Default: a
   * client that makes requests from the data in `operations`, `schemes` and `wire`.
   */
  connect?: (given: CredentialsOf<CredentialForms>, options: PlatformClientOptions) => Soon<PlatformClient>;
  /**
   * How `connector.request()` makes requests. The client's `send` must then send the operation in its option `raw`.
   * Default: REST requests, or no requests if the connector has its own `connect`.
   */
  rawRequests?: RawRequests;
  /** The response header that contains the platform's request id. Default: `x-request-id`. */
  requestIdHeader?: string;
  /** The default of the tool option `effects`. Default: `["read"]`. */
  toolEffects?: readonly Effect[];
  /** The names of the spending caps that a policy can set, such as `max_amount`. */
  caps?: readonly string[];
  /** The names in `caps` whose values are amounts of money, which a policy writes with a currency: `{ USD: 2 }`. */
  moneyCaps?: readonly string[];
  /**
   * The names in `caps` that limit the sum of all raises of one day. A connector with such a cap needs the option
   * `store`.
   */
  dayCaps?: readonly string[];
  /** The kinds of things that an allow-list (`policy.only`) can contain, such as `channel`. */
  allowListKinds?: AllowListKinds;
  /**
   * The descriptions of the event tokens, by name, such as `trigger_id`. The platform sends an event token to the
   * application with an event or a click. Callers pass event tokens in the call option `context`, never as params, so
   * that a model can neither see nor choose them.
   */
  eventTokens?: Readonly<Record<string, string>>;
  /** Creates the function that replaces names with ids. Called once per instance, at its first call. */
  resolver?: (clock: Clock) => Soon<NameResolver>;
  /** Creates the function that says who can read a write. Called once per instance, at its first call. */
  audience?: (clock: Clock) => Soon<AudienceReader>;
  /** Operations that a call can send besides the `calls` of its action. The action's scopes include their scopes. */
  indirectCalls?: IndirectCalls;
  /**
   * Returns fields that every dry run of a write shows, such as the user and the workspace. Returned `params` replace
   * the params that the dry run shows, for example to make times readable.
   */
  preview?: (params: Dict, read: GuardRead) => Promise<Dict>;
  /**
   * Predicts the platform's response to a write, for every dry run. `already`: the platform's code if the write would
   * change nothing. Throws the error that the write would throw.
   */
  foresee?: (
    params: Dict,
    call: { operation: string; read: GuardRead },
  ) => Promise<{ already?: string | undefined }>;
  /** The fields of `meta` without which a model cannot understand the data, such as `ids` with the id for each name. */
  legend?: readonly string[];
  /** Lines of the tool's description about formats that the signatures do not show. */
  toolNotes?: string;
  /** More of these lines, by entity. Only for tools that offer the entity. */
  entityNotes?: Readonly<Record<string, string>>;
  /** The meaning of fields without a description, by name (`total`) or by path (`tax.total`), for editors. */
  fieldNotes?: () => Promise<Readonly<Record<string, string>>>;
  /** Words that people search for, and the platform's words for the same thing: `{ room: ["channel"] }`. */
  synonyms?: Readonly<Record<string, readonly string[]>>;
  /** Loads what people ask for, and the actions that do it. The first search calls this function. */
  jobs?: () => Promise<readonly AskedJob[]>;
  /** The actions that a tool offers by default, as `entity.action`. Default: all actions. */
  everyday?: readonly string[];
  /** The actions that a tool offers only if an `include` has their full name, as `entity.action`. Default: none. */
  onlyByName?: readonly string[];
  /** Other names that callers use for actions. The key is the alias: `{ "chat.post": "messages.create" }`. */
  actionAliases?: Readonly<Record<string, string>>;
  /**
   * Other names that callers use for params. The key is the alias in lower-case letters and digits, and the value is
   * a param or a list of params. A read action uses the first param in the list that the action has. A write action
   * uses only the first param in the list.
   */
  paramAliases?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Returns other spellings of a text that does not match a param's pattern, such as `#general` for `general`. A read
   * action takes the first spelling that matches. A write action takes a spelling only if no other spelling matches.
   */
  respellings?: (text: string) => readonly string[];
  /**
   * Functions that derive a missing required param from the other params. The key is the missing param. For example, a
   * link to a message contains the channel, so the param `channel` can be missing.
   */
  implied?: Readonly<Record<string, (params: Dict) => string | undefined>>;
}

/** Replaces names with ids, and converts times to the platform's format. */
export interface NameResolver {
  /**
   * Returns the params with ids. `operation`: the operation to send. `read` runs a read action of the same connector.
   * @throws ConnectorError `invalid_params` if a name matches nothing or several things
   */
  (params: Dict, call: { operation: string; read: GuardRead }): Promise<Dict>;
  /** Runs after each write, so that later calls can use a new name at once. `data`: undefined if the outcome is unknown. */
  learn?(write: { entity: string; params: Dict; data: unknown }): void;
}

type OptionalFields<Form extends CredentialForm> = {
  [Field in keyof Form]: Form[Field] extends { optional: true } ? Field : never;
}[keyof Form];

/** The credentials of one form. TypeScript reports an object that mixes the fields of two forms. */
export type CredentialsOf<F extends CredentialForms> = {
  [Name in keyof F]: { readonly [Field in Exclude<keyof F[Name], OptionalFields<F[Name]>>]: string } & {
    readonly [Field in OptionalFields<F[Name]>]?: string | undefined;
  } & {
    readonly [Other in Exclude<FieldsOf<F>, keyof F[Name]>]?: never;
  };
}[keyof F];

export type FieldsOf<F extends CredentialForms> = { [Name in keyof F]: keyof F[Name] }[keyof F];
