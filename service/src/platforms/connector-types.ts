import {
  ConnectorError,
  type AnyConnector,
  type AskedScopes,
  type CallOptions,
  type ConnectedCredentials,
  type ConnectorOptions,
  type Explanation,
  type Policy,
  type Result,
  type StartedConnect,
} from "agent-connectors";
import type {
  ConnectFlow,
  FinishConnectOptions,
  ScopeChoice,
  StartConnectOptions,
  ConfigFields,
  CredentialForms,
} from "agent-connectors/toolkit";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import type { Destinations } from "./egress-guard.ts";
import { kindOf, routedStore } from "./routed-store.ts";

/** A connector whose `execute` accepts any string as entity and action. Unknown names fail at run time. */
export interface RunnableConnector extends AnyConnector {
  execute(entity: string, action: string, params: unknown, options?: CallOptions): Promise<Result>;
}

/** The class that `defineConnector` returns. */
export interface ConnectorClass {
  new (options: never, code?: ConnectorOptions): AnyConnector;
  readonly connectorName: string;
  readonly title: string;
  readonly auth: CredentialForms;
  readonly config: ConfigFields;
  readonly origins: readonly string[];
  readonly fileHosts: readonly string[];
  readonly describe: AnyConnector["describe"];
  explain(options?: object): Promise<Explanation>;
  readonly connectFlow: ConnectFlow | undefined;
  readonly checkPolicy: (policy: unknown) => Policy;
  scopes(choice?: ScopeChoice): Promise<AskedScopes>;
  startConnect(options: StartConnectOptions, code?: ConnectorOptions): Promise<StartedConnect>;
  finishConnect(
    options: FinishConnectOptions,
    code?: ConnectorOptions,
  ): Promise<readonly ConnectedCredentials[]>;
}

/** A connector type that the service offers. */
export interface ConnectorType {
  connector: ConnectorClass;
  /** Options that only the operator can set, such as an endpoint or a policy. */
  code?: ConnectorOptions;
  /**
   * Whether to store the platform's access tokens, so that other replicas and later starts can use them. Default: true.
   */
  shareTokens?: boolean;
  /**
   * The operator's application at the platform. Organizations without an application of their own connect accounts
   * through this application.
   */
  application?: { client_id: string; client_secret: string };
}

/** The ids that existing clients use for connector types. */
const definitionIds: Readonly<Record<string, string>> = {
  slack: "c2281cee-86f9-4a86-bb48-d23286b4c7bd",
  "amazon-ads": "c6b0a29e-1da9-4512-9002-7bfd0cba2246",
};

/** A connector type, with the functions that create, check and connect its connectors. */
export interface OpenableType {
  /** The name in the store, such as `slack`. */
  name: string;
  /** The name in responses, such as `Slack` or `Amazon-Ads`. */
  published: string;
  title: string;
  definitionId: string;
  connector: ConnectorClass;
  application: ConnectorType["application"];
  /** The hash of the definition, if it can change while the service runs. */
  version?: string | undefined;
  /** @throws ConnectorError `credentials_mismatch`, `region_not_allowed`, `config_error` */
  open(
    auth: unknown,
    config: Readonly<Record<string, string>>,
    options: OpenConnectorOptions,
  ): RunnableConnector;
  /** Calls `startConnect` of the connector with the operator's options. */
  startConnect(options: StartConnectOptions): Promise<StartedConnect>;
  /** Calls `finishConnect` of the connector with the operator's options. */
  finishConnect(options: FinishConnectOptions): Promise<readonly ConnectedCredentials[]>;
}

/** The names of a connector type in responses. `connector` is undefined if the service does not offer the type. */
export type ShownType = Pick<OpenableType, "published" | "title" | "definitionId"> & {
  connector: ConnectorClass | undefined;
};

export interface OpenConnectorOptions {
  /** The policies of the connector besides the operator's policy. Every policy must allow a call. */
  policies: readonly Policy[];
  onCall?: ConnectorOptions["onCall"];
  beforeWrite?: ConnectorOptions["beforeWrite"];
  /** Keeps tokens, the totals of the day, and what actions keep between calls. */
  store: StoreDriver;
  onRefresh?: ConnectorOptions["onRefresh"];
  /** The time of the consent, as ISO text. */
  connectedAt?: string | undefined;
  /** Whether the store keeps every write. False for a check of credentials. */
  journal?: boolean | undefined;
  /** Where the journal keeps the entry of one call. */
  journalStore?: ConnectorOptions["journalStore"];
  /** What the service does with the jobs of the connector. Absent for a check of credentials. */
  jobs?: ConnectorOptions["jobs"];
  /** Gets every request instead of the platform. Only for a trial, which sends nothing. */
  fetch?: typeof globalThis.fetch;
  totalWaitMs?: number;
}

export interface ConnectorTypes {
  all: readonly OpenableType[];
  /**
   * Finds a type by its name in any letter case, or by its definition id.
   * @param path the request field that contains the name, for the error
   * @throws ConnectorError `unknown_connector_type`
   */
  find(name: string, path: string): OpenableType;
  /**
   * Returns the name in the store for a name or a definition id in a request. Also accepts a known type that the running
   * service does not offer, because the store can have rows of this type.
   * @param path the request field that contains the name, for the error
   * @throws ConnectorError `unknown_connector_type`
   */
  storedName(name: string, path: string): string;
  /**
   * Returns the type of a stored row.
   * @throws ConnectorError `unknown_connector_type` if the running service does not offer the type
   */
  offered(storedName: string): OpenableType;
  /**
   * Returns the names of a stored row's type. The running service may no longer offer the type, for example after a
   * start with other connectors.
   */
  shown(storedName: string): ShownType;
}

export const createConnectorTypes = (
  connectors: readonly ConnectorType[],
  fetchFor: FetchFor,
  tracing?: ConnectorOptions["tracing"],
): ConnectorTypes => findableTypes(connectors.map((one) => openableType(one, fetchFor, tracing)));

export type FetchFor = (destinations: Destinations) => typeof globalThis.fetch;

export function openableType(
  { connector, code: given, shareTokens = true, application }: ConnectorType,
  fetchFor: FetchFor,
  tracing?: ConnectorOptions["tracing"],
): OpenableType {
  const code = { tracing, ...given };
  const { connectorName: name, title } = connector;
  const published = title.replaceAll(" ", "-");
  const { origins, fileHosts } = connector;
  // If the operator has set an endpoint, requests can go only to this endpoint.
  const fetch =
    code.fetch ??
    fetchFor(
      code.endpoint === undefined
        ? { origins, fileHosts }
        : { origins: [new URL(code.endpoint).origin], fileHosts: [] },
    );
  const memory = memoryStore();
  const tokensInMemory = (store: StoreDriver) =>
    routedStore((key) => [kindOf(key) === "tokens" ? memory : store, key]);
  return {
    name,
    published,
    title,
    definitionId: definitionIds[name] ?? name,
    connector,
    application,
    open(auth, config, { policies, store, ...hooks }) {
      const options = { auth, ...(Object.keys(config).length > 0 ? { config } : {}) };
      return new connector(options as never, {
        ...code,
        fetch,
        ...hooks,
        store: shareTokens ? store : tokensInMemory(store),
        // The service itself stores the outcomes of idempotency keys.
        keepIdempotency: false,
        policy: [...[code.policy ?? []].flat().map((one) => ({ name: "service", ...one })), ...policies],
      }) as RunnableConnector;
    },
    startConnect: (options) => connector.startConnect(options, { ...code, fetch }),
    finishConnect: (options) => connector.finishConnect(options, { ...code, fetch }),
  };
}

export function findableTypes(all: readonly OpenableType[]): ConnectorTypes {
  const named = (storedName: string) => all.find(({ name }) => name === storedName);
  const fold = (text: string) => text.toLowerCase().replace(/[ _]/g, "-");
  const find: ConnectorTypes["find"] = (name, path) => {
    const isNamed = (type: OpenableType) =>
      [type.name, fold(type.published)].includes(fold(name)) || type.definitionId === name.toLowerCase();
    const type = all.find(isNamed);
    if (type) return type;
    throw new ConnectorError("unknown_connector_type", "There is no such connector type here.", {
      path,
      hint: `Types: ${all.map(({ published }) => published).join(", ")}; the letter case does not matter.`,
    });
  };
  return {
    all,
    offered(storedName) {
      const type = named(storedName);
      if (type) return type;
      throw new ConnectorError(
        "unknown_connector_type",
        `This service runs without the connector type ${storedName}.`,
        { hint: "The operator must start the service with this connector type." },
      );
    },
    shown: (storedName) =>
      named(storedName) ?? {
        published: storedName,
        title: storedName,
        definitionId: definitionIds[storedName] ?? storedName,
        connector: undefined,
      },
    find,
    storedName(name, path) {
      const known = Object.entries(definitionIds).find(
        ([stored, id]) => stored === fold(name) || id === name.toLowerCase(),
      );
      return known?.[0] ?? find(name, path).name;
    },
  };
}
