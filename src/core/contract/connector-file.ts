import type { Dict } from "../ground/json.ts";
import type { Action, ActionDefinition } from "./action.ts";
import type { AuthSchemes } from "./auth-scheme.ts";
import type { ActionData, fileFormat } from "./compiled-connector.ts";
import type { ConfigField, ConnectorDefinition, CredentialField } from "./definition.ts";
import type { Effect } from "./effect.ts";
import type { OperationDefaults, Operations } from "./wire/operation.ts";

/**
 * A connector as plain JSON, for `defineConnector`. The fields are those of `ConnectorDefinition`, but every pattern
 * is a string.
 */
export interface ConnectorFile {
  readonly format: typeof fileFormat;
  readonly name: string;
  readonly title: string;
  readonly endpoint: string;
  readonly origins?: readonly string[];
  readonly fileHosts?: readonly string[];
  readonly config?: Readonly<Record<string, ConfigField>>;
  readonly auth: Readonly<Record<string, FileCredentialForm>>;
  readonly unavailable?: Readonly<Record<string, string>>;
  readonly schemes?: AuthSchemes;
  readonly wire?: OperationDefaults;
  readonly operations: Operations;
  readonly identify?: { readonly calls: string; readonly params?: Dict; readonly pick?: string };
  /** The steps with which a person connects an account. */
  readonly connectFlow?: FileConnectFlow;
  readonly actions: Readonly<Record<string, Readonly<Record<string, FileAction>>>>;
  readonly order?: readonly string[];
  readonly requestIdHeader?: string;
  readonly timeoutMs?: number;
  readonly toolEffects?: readonly Effect[];
  readonly toolNotes?: string;
  readonly entityNotes?: Readonly<Record<string, string>>;
  readonly caps?: readonly string[];
  readonly moneyCaps?: readonly string[];
  readonly dayCaps?: readonly string[];
  readonly legend?: readonly string[];
  readonly platformFields?: readonly string[];
  readonly peopleMaps?: readonly string[];
  readonly platformMessages?: readonly string[];
  readonly everyday?: readonly string[];
  readonly onlyByName?: readonly string[];
  readonly actionAliases?: Readonly<Record<string, string>>;
  readonly paramAliases?: Readonly<Record<string, string | readonly string[]>>;
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  /**
   * How far the actions were proven. `imported`: a program made them from an API description, and nobody has checked
   * them. `verified`: tests compare them with the platform's documents, recordings or emulators. `live`: they were
   * called at the platform.
   */
  readonly evidence?: Evidence;
  /** The description from which the file was made. `sha256`: the hash of its bytes. */
  readonly source?: { readonly kind: string; readonly sha256: string };
}

/** The authorization code flow of OAuth 2 (RFC 6749, section 4.1), as data. */
export interface FileConnectFlow {
  /** The consent page. A query of this address is sent too: `?access_type=offline`. */
  readonly authorizeUrl: string;
  /** The address that exchanges a code for tokens. */
  readonly tokenUrl: string;
  /** The kind of the issued token. Default: `user`. */
  readonly token?: string;
  /** The query param of the consent page that contains the scopes. Absent if the platform has no scopes. */
  readonly scopeParam?: string;
  /** Default: a space. */
  readonly scopeSeparator?: " " | ",";
  /** Scopes that every consent asks for. */
  readonly scopes?: readonly string[];
  /** A description of each scope for the person who grants it. */
  readonly scopeWords?: Readonly<Record<string, string>>;
  /** How the client's id and secret are sent. Default: `body`. */
  readonly clientAuth?: "basic" | "body";
  /** Whether all applications use PKCE, or only those without a secret. Default: `public`. */
  readonly pkce?: "always" | "public";
  /**
   * What the consent gives for credentials with other names: `{ "api_token": "access_token" }`. The flow fills the first
   * form of `auth` whose fields it has all, and prefers one with a `refresh_token`.
   */
  readonly credentials?: Readonly<
    Record<string, "client_id" | "client_secret" | "access_token" | "refresh_token">
  >;
  /** The dotted paths of the account's id and name in the response with the tokens. */
  readonly account?: { readonly id: string; readonly name?: string };
  /** The dotted path of the user's id in the response with the tokens. */
  readonly user?: string;
  /** The things that a person needs before the first step, as sentences. */
  readonly needs: readonly string[];
}

export type Evidence = (typeof evidenceLevels)[number];
export const evidenceLevels = ["imported", "verified", "live"] as const;

type FileCredentialForm = Readonly<
  Record<
    string,
    Omit<CredentialField, "accepts"> & {
      readonly accepts?: { readonly pattern: string; readonly says: string };
    }
  >
>;

export interface FileAction extends Omit<ActionData, "effect" | "signature" | "calls" | "scopes"> {
  readonly effect: Effect;
  readonly calls: string | readonly string[];
  /** The dotted path of the record or of the list in the response. Default: the operation's `response.pick`. */
  readonly pick?: string | undefined;
  /** Names of params to copy into the result if the response contains no record. */
  readonly echo?: readonly string[] | undefined;
  /** The other operations in `calls` that every call sends, whose scopes are required too. */
  readonly needs?: readonly string[] | undefined;
  /** The read actions that the functions of the code call before a write, as `entity.action`. */
  readonly reads?: readonly string[] | undefined;
  /** The signature that tool texts show. Default: a signature that is made from the params. */
  readonly signature?: string | undefined;
}

/** The functions that code can add to an action of a connector file. */
export type ActionCode = Pick<
  ActionDefinition,
  | "check"
  | "item"
  | "view"
  | "excerpt"
  | "prepare"
  | "guard"
  | "preview"
  | "undo"
  | "run"
  | "settles"
  | "enrich"
>;

/** The functions that code adds to a connector file, by entity and action. */
export type ConnectorCode<F extends ConnectorFile = ConnectorFile> = {
  readonly [E in keyof F["actions"]]?: { readonly [A in keyof F["actions"][E]]?: ActionCode };
};

/** The functions that code can add to the whole connector of a connector file. */
export type SharedCode = Pick<ConnectorDefinition, "audience" | "preview" | "resolver">;

export type FormsOf<F extends ConnectorFile> = {
  readonly [N in keyof F["auth"]]: {
    readonly [K in keyof F["auth"][N]]: CredentialField &
      (F["auth"][N][K] extends { readonly optional: true } ? { optional: true } : unknown);
  };
};

/** The actions of a connector file. TypeScript does not know the fields of their params and records. */
export type EntitiesOf<F extends ConnectorFile> = {
  readonly [E in keyof F["actions"]]: {
    readonly [A in keyof F["actions"][E]]: F["actions"][E][A] extends { readonly paginated: true }
      ? Action<Dict, Dict[], true>
      : Action<Dict, Dict, false>;
  };
};

export type ConfigOf<F extends ConnectorFile> =
  F["config"] extends Readonly<Record<string, ConfigField>> ? F["config"] : Record<never, ConfigField>;
