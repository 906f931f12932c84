import type { ErrorCode } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";

/**
 * The authorization code flow of OAuth 2 (RFC 6749, section 4.1), in which a person gives an application access to an
 * account.
 */
export interface ConnectFlow {
  /** Returns the address of the consent page, and the address that exchanges a code for credentials. */
  addresses: (place: ConnectTarget) => { authorize: string; token: string };
  /**
   * The kinds of tokens that the platform issues, such as `bot` and `user`. One consent can give a token of each kind.
   */
  tokens: Readonly<Record<string, ConnectToken>>;
  /** The text between two scopes in the address of the consent page. */
  scopeSeparator: " " | ",";
  /** How the application sends its client id and client secret: in the header `Authorization`, or in the body. */
  clientAuth: "basic" | "body";
  /**
   * The applications that use PKCE (RFC 7636) to protect the code. `always`: all applications. `public`: only
   * applications that have no client secret.
   */
  pkce: "always" | "public";
  /**
   * The query param with the id of the account to connect again, such as `team`. The param is sent only if
   * `accepts` matches the id.
   */
  accountParam?: { readonly name: string; readonly accepts: RegExp };
  /** Returns a description of each scope for the person who grants it: `{ "chat:write": "Send messages" }`. */
  scopeWords: () => Promise<Readonly<Record<string, string>>>;
  /**
   * An action needs any one of the scopes in `need`. Returns those that a person is asked for. Default: the first of
   * them, unless another one of them is asked for anyway.
   */
  scopesFor?: (need: readonly string[]) => readonly string[];
  /**
   * Returns the data with which a person registers an application at the platform. Absent if the platform does not
   * accept such data.
   */
  registration?: (request: ApplicationRegistrationRequest) => ApplicationRegistration;
  /** Reads the credentials from the platform's response. Returns [] if the response contains no credentials. */
  read: (body: Dict, application: OAuthApplication, now: number) => readonly GrantedCredentials[];
  /**
   * The errors to throw if the platform refuses to exchange a code for credentials. The keys are the platform's
   * error codes.
   */
  refusals: Readonly<Record<string, ConnectRefusal>>;
  /**
   * The name of the setting that selects some of the person's accounts, such as `region`. The same
   * credentials work with each value of this setting.
   */
  accountsPer?: string;
  /**
   * Returns sentences for the person who has connected an account. For example, they name the accounts that cannot be
   * used.
   * `accounts`: one result of `check()` for each value of the setting `accountsPer`.
   */
  notes?: (accounts: readonly CheckedAccount[]) => readonly string[];
  /**
   * The number of days after which a consent ends. Consents from before the day `since` never end. Absent if no consent
   * ends.
   */
  lifetime?: { readonly days: number; readonly since: string };
  /** The things that a person needs before the first step, such as an application at the platform. */
  needs: readonly string[];
}

export interface CheckedAccount {
  config?: Readonly<Record<string, string>>;
  check: {
    status: string;
    identity?: Readonly<Record<string, unknown>>;
    error?: { message: string };
  };
}

export interface ApplicationRegistrationRequest {
  name: string;
  scopes: Readonly<Record<string, readonly string[]>>;
  redirectUris: readonly string[];
  pkce: boolean;
  organization: boolean;
}

/** The data of an application, and the address of the page on which a person registers this application. */
export interface ApplicationRegistration {
  manifest: Dict;
  url: string;
}

export interface ConnectTarget {
  endpoint: string;
  /** Whether the developer's code has set the option `endpoint`, for example to the address of a sandbox. */
  replaced: boolean;
  config: Readonly<Record<string, string>>;
}

export interface ConnectToken {
  /** The query param of the consent page that contains the scopes. Absent if the platform has no scopes. */
  scopeParam?: string;
  /** Scopes that every consent asks for. */
  scopes?: readonly string[];
}

export interface ConnectRefusal {
  code: ErrorCode;
  message: string;
  hint: string;
}

/** An application that is registered at the platform. A public application has no client secret. */
export interface OAuthApplication {
  client_id: string;
  client_secret?: string | undefined;
}

export interface GrantedCredentials {
  /** The kind of the token, such as `bot`. */
  token: string;
  /** The credentials for `auth` of the connector. */
  auth: Readonly<Record<string, string>>;
  /**
   * The tokens that came with the code, if `auth` has only a refresh token: `expires_in` in seconds. `finishConnect`
   * checks the credentials with them, and does not return them.
   */
  issued?: {
    access_token: string;
    refresh_token?: string | undefined;
    expires_in?: number | undefined;
  };
  /**
   * The time at which the access token in `auth` expires, in milliseconds since the epoch. Absent if the access token
   * never expires.
   */
  expires_at?: number;
  /** The granted scopes. A person can grant fewer scopes than were asked for. */
  scopes: readonly string[];
  /** The account, such as a workspace. Absent if the platform's response does not contain the account. */
  account?: { id: string; name?: string | undefined } | undefined;
  /** The id of the user to whom the token belongs. Absent if the platform's response does not contain the user. */
  user?: string | undefined;
}
