import type { ExplainOptions, Explanation } from "../core/contract/approval.ts";
import type { ConnectorOptions } from "../core/contract/call-options.ts";
import type { FinishConnectOptions, StartConnectOptions } from "../core/connect/connect-options.ts";
import type { StartedConnect } from "../core/connect/start-connect.ts";
import type { AskedScopes, ManifestOptions, ScopeChoice } from "../core/connect/chosen-scopes.ts";
import type {
  ConnectFlow,
  GrantedCredentials,
  ApplicationRegistration,
} from "../core/contract/connect-flow.ts";
import type { AnyConnector, CheckResult, Connector } from "../core/contract/connector.ts";
import type { CompiledConnector } from "../core/contract/compiled-connector.ts";
import type { ConfigFields, CredentialForms, CredentialsOf, Entities } from "../core/contract/definition.ts";
import type { Policy } from "../core/contract/policy.ts";
import type { DeclarationOptions, TypescriptOptions } from "../core/contract/tool.ts";
import type { ConnectSession, ConnectSessionOptions } from "../hosted/connect-session.ts";
import type { HostedApplication, HostedIdentity, HostedUser } from "../hosted/hosted-options.ts";

type WithoutCredentials<F extends CredentialForms> = [keyof F] extends [never] ? true : false;

/** The fields `auth` and `config`. `config` exists only if the connector has settings. */
export type OpenSourceFields<
  F extends CredentialForms,
  C extends ConfigFields,
  Auth = CredentialsOf<F>,
> = (WithoutCredentials<F> extends true ? { auth?: Record<string, never> | undefined } : { auth: Auth }) &
  ([keyof C] extends [never]
    ? unknown
    : { config?: { readonly [Name in keyof C]?: string | undefined } | undefined });

type Never<T> = { [K in keyof T]?: never };

/**
 * The options of open source mode. The credentials stay in this process and are sent only to the platform. `auth` is an
 * object, or a function that reads the credentials of one account, for example from an installation store. The function
 * runs before the first request, and again when the platform has refused its credentials.
 */
export type OpenSourceOptions<F extends CredentialForms, C extends ConfigFields> = OpenSourceFields<
  F,
  C,
  CredentialsOf<F> | (() => Promise<CredentialsOf<F>>)
> &
  Never<HostedIdentity>;

/** The options of hosted mode. A service stores the credentials and makes the calls. */
export type HostedOptions = HostedIdentity & { auth?: never; config?: never };

/** The options of a new connector at the hosted service. */
export type CreateOptions<F extends CredentialForms, C extends ConfigFields> = OpenSourceFields<F, C> &
  Omit<HostedUser, "connector_id"> &
  HostedApplication & {
    /** The connector's name. Default: the service chooses one. */
    name?: string | undefined;
    /** Whether the service first asks the platform whether the credentials are valid. Default: false. */
    validate?: boolean | undefined;
  };

/** New credentials for a connector. `connector_id` is required if the user has several connectors of this type. */
export type UpdateOptions<F extends CredentialForms> = HostedIdentity & {
  auth: CredentialsOf<F>;
  /** Whether the service first asks the platform whether the new credentials are valid. Default: false. */
  validate?: boolean | undefined;
};

/** Credentials that a platform has issued, and the accounts that they can use. */
export interface ConnectedCredentials extends GrantedCredentials {
  /** The time of the consent, as ISO text. Store this time, and pass it to the connector as `connectedAt`. */
  readonly connected_at: string;
  /** The results of `check()`, one for each value of a setting such as Amazon's `region`. */
  readonly accounts: readonly { config?: Readonly<Record<string, string>>; check: CheckResult }[];
  /** Sentences for the person, for example about accounts that cannot be used. */
  readonly notes: readonly string[];
}

/** `Instance`: the type of the connectors. `P`: the type of their policies. */
export interface ConnectorClass<
  F extends CredentialForms = CredentialForms,
  Instance extends object = Connector<Entities>,
  C extends ConfigFields = ConfigFields,
  P extends object = Policy,
> {
  /**
   * @param options in open source mode the credentials, in hosted mode the user and the application
   * @param code options that only code can set, such as `fetch`, `endpoint`, `policy` and `onCall`
   * @throws ConnectorError `credentials_mismatch`, `config_error`, `region_not_allowed`
   */
  new (
    ...args: WithoutCredentials<F> extends true
      ? [options?: OpenSourceOptions<F, C> | HostedOptions, code?: ConnectorOptions<P>]
      : [options: OpenSourceOptions<F, C> | HostedOptions, code?: ConnectorOptions<P>]
  ): Instance;
  /**
   * Creates a connector at a hosted service, which stores the credentials. Returns the connector, ready for calls.
   * @throws ConnectorError `credentials_mismatch`, `config_error`, or an error of the service
   */
  create(options: CreateOptions<F, C>, code?: ConnectorOptions<P>): Promise<Instance>;
  /**
   * Replaces the credentials of a connector at a hosted service, for example after the user has connected again. The
   * connector keeps its id, name and settings. Existing instances use the new credentials.
   * @throws ConnectorError `credentials_mismatch`, `config_error`, or an error of the service
   */
  update(options: UpdateOptions<F>, code?: ConnectorOptions<P>): Promise<Instance>;
  /**
   * Creates a connect session at a hosted service, in which a user connects an account. Send the user's browser to
   * `url`. With `connector_id`, the session connects this connector again.
   * @throws ConnectorError `config_error`, or an error of the service
   */
  createSession(
    options: HostedIdentity & ConnectSessionOptions,
    code?: ConnectorOptions<P>,
  ): Promise<ConnectSession & { readonly url: string }>;
  /**
   * Returns the state of a connect session.
   * @throws ConnectorError `not_found`, `config_error`, or an error of the service
   */
  getSession(
    options: HostedIdentity & { session_id: string },
    code?: ConnectorOptions<P>,
  ): Promise<ConnectSession>;
  /**
   * Confirms that the user with the id `external_user_id` has come back to your application with this `result`. Take
   * the user from your own session, and never from the URL. Returns the connector, ready for calls.
   * @throws ConnectorError `connect_invalid`, `workspace_mismatch`, `config_error`, or an error of the service
   */
  confirmSession(
    options: HostedIdentity & { session_id: string; result: string },
    code?: ConnectorOptions<P>,
  ): Promise<Instance>;
  /**
   * Returns the scopes that the chosen actions need, by kind of token: `{ bot: ["channels:read"] }`. With
   * `allScopes: true`, adds the optional scopes. Pass the result to `startConnect` as `scopes`.
   * @throws ConnectorError `config_error`
   */
  scopes(choice?: ScopeChoice): Promise<AskedScopes>;
  /**
   * Returns the settings of an application for the chosen actions, such as the manifest of a Slack app, and the page
   * on which a person registers the application.
   * @throws ConnectorError `config_error` if the platform has no manifests
   */
  manifest(options?: ManifestOptions): Promise<ApplicationRegistration>;
  /**
   * Starts to connect an account of a person. Open `url` in the person's browser, and keep `pending` where only your
   * program can read it.
   * @throws ConnectorError `config_error`
   */
  startConnect(options: StartConnectOptions, code?: ConnectorOptions<P>): Promise<StartedConnect>;
  /**
   * Finishes the connection of an account. `callback`: the address to which the platform has sent the person back.
   * Returns the issued credentials and the results of their checks. `pending` can be used only once.
   * @throws ConnectorError `config_error`, `connect_invalid`, `connect_denied`, `credential_rejected`, or an error of
   * the request
   */
  finishConnect(
    options: FinishConnectOptions,
    code?: ConnectorOptions<P>,
  ): Promise<readonly ConnectedCredentials[]>;
  /** The flow that connects accounts in the person's browser, if the platform has one. */
  readonly connectFlow: ConnectFlow | undefined;
  /** The connector's type, such as `slack`. */
  readonly connectorName: string;
  /** The name of the platform, such as `Slack`. */
  readonly title: string;
  /** The accepted forms of credentials. */
  readonly auth: F;
  /** All origins to which the connector can send requests. */
  readonly origins: readonly string[];
  /** Endings of the host names that store files (`.example.com`). Files are read and sent over https, without credentials. */
  readonly fileHosts: readonly string[];
  /** The settings, such as a region. */
  readonly config: C;
  /** Works like `describe` of an instance, but needs no credentials. */
  readonly describe: AnyConnector["describe"];
  /** Works like `searchActions` of an instance, but needs no credentials. */
  readonly searchActions: AnyConnector["searchActions"];
  /** Works like `typescript` of an instance, but needs no credentials. */
  typescript(options?: Omit<TypescriptOptions, "caps" | "only" | "available"> & P): Promise<string>;
  /** Works like `explain` of an instance, but needs no credentials. */
  explain(options?: Omit<ExplainOptions, "caps" | "only" | "available"> & P): Promise<Explanation>;
  /**
   * Returns TypeScript declarations of the actions, their params and their results, with documentation for editors. They
   * export an interface such as `ShopConnector`, the type of a connector.
   * @throws ConnectorError `config_error`
   */
  declarations(options?: DeclarationOptions): Promise<string>;
  /**
   * Checks a policy, and returns a copy.
   * @throws ConnectorError `config_error` for an unknown name or a wrong value
   */
  readonly checkPolicy: (policy: unknown) => Policy;
  /** Returns the connector's compiled form: plain JSON. */
  readonly compiled: () => Promise<CompiledConnector>;
}

/** The same class, whose connectors have a name as their type. Declarations of other packages can then write this name. */
export type Named<Class, Instance extends object> =
  Class extends ConnectorClass<infer F, infer _, infer C, infer P>
    ? ConnectorClass<F, Instance, C, P>
    : never;
