import type { Clock } from "../ground/clock.ts";
import type { Client, ClientOptions } from "./client.ts";
import type { Effect } from "./effect.ts";
import type { Operation, Operations } from "./operation.ts";
import type { Places } from "./policy.ts";
import type { ErrorCode } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { Action } from "./action.ts";
import type { GuardRead } from "./judgement.ts";

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

/** Names in the `calls` of all actions. */
type Called<E extends Entities> = {
  [N in keyof E]: { [A in keyof E[N]]: Extract<E[N][A]["calls"], string> }[keyof E[N]];
}[keyof E];

/** Without names that are known only at run time, such as `${string}.list`. */
type Literal<Name extends string> = Name extends unknown
  ? Record<never, never> extends Record<Name, 1>
    ? never
    : Name
  : never;

/** Requires an operation for every name in `calls`: one that is missing is a compile error with its name. */
export interface CalledOperations<E extends Entities, O extends Operations> {
  operations: Readonly<Record<Exclude<Literal<Called<E>>, keyof O>, Operation>>;
}

/** Everything that makes a connector: data, and `connect`, which knows the platform's wire. */
export interface ConnectorDefinition<
  F extends CredentialForms = CredentialForms,
  E extends Entities = Entities,
  C extends ConfigFields = ConfigFields,
  O extends Operations = Operations,
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
  /** The forms of credentials; `{}` for a platform without credentials. */
  auth: F;
  /** Fields of credentials that other connectors take and this one cannot, with the words of the refusal. */
  unavailable?: Readonly<Record<string, string>>;
  config?: C;
  entities: E;
  /** The order of the entities in descriptions, commonly used first; modules alone come in that of the alphabet. */
  order?: readonly (keyof E & string)[];
  operations: O;
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

export type FieldsOf<F extends CredentialForms> = { [Name in keyof F]: keyof F[Name] }[keyof F];
