import {
  ConnectorError,
  type AnyConnector,
  type CallOptions,
  type Clock,
  type CodeOptions,
  type ConfigFields,
  type CredentialForms,
  type Effect,
  type Result,
} from "agent-connectors";
import type { Destinations } from "./egress-guard.ts";

/** A connector with entity and action as plain strings. The call checks them. */
export interface RunnableConnector extends AnyConnector {
  execute(entity: string, action: string, params: unknown, options?: CallOptions): Promise<Result>;
}

/** The class that `defineConnector` returns. */
export interface ConnectorClass {
  new (options: never, code?: CodeOptions): AnyConnector;
  readonly connectorName: string;
  readonly title: string;
  readonly auth: CredentialForms;
  readonly config: ConfigFields;
  readonly origins: readonly string[];
  readonly fileHosts: readonly string[];
  readonly describe: AnyConnector["describe"];
}

/** One connector type that the service offers. */
export interface ConnectorType {
  connector: ConnectorClass;
  /** Options that the operator sets: a sandbox's fetch, an endpoint, a policy. */
  code?: CodeOptions;
  /** Whether the store keeps access tokens, for other replicas and for the next start. Default: true. */
  shareTokens?: boolean;
}

/** The ids that the published interface gives to connector types. */
const definitionIds: Readonly<Record<string, string>> = {
  slack: "c2281cee-86f9-4a86-bb48-d23286b4c7bd",
  "amazon-ads": "c6b0a29e-1da9-4512-9002-7bfd0cba2246",
};

/** A connector type, ready to open connectors. */
export interface OpenableType {
  /** `slack`: the name in the store and in URLs. */
  name: string;
  /** `Slack`, `Amazon-Ads`: the published spelling. */
  published: string;
  title: string;
  definitionId: string;
  connector: ConnectorClass;
  shareTokens: boolean;
  /** The clock that decides when the connector's tokens expire. */
  clock: Clock;
  /** @throws ConnectorError `credentials_mismatch`, `region_not_allowed`, `config_error` */
  open(
    auth: unknown,
    config: Readonly<Record<string, string>>,
    options: OpenConnectorOptions,
  ): RunnableConnector;
}

export interface OpenConnectorOptions {
  /** The effects that calls may have. */
  effects: readonly Effect[];
  onCall?: CodeOptions["onCall"];
  aroundRefresh?: CodeOptions["aroundRefresh"];
  onTokenRefresh?: CodeOptions["onTokenRefresh"];
}

export interface ConnectorTypes {
  all: readonly OpenableType[];
  /**
   * Finds a type by its name in any letter case, or by its definition id.
   * @param path the request field that holds the name, for the error
   * @throws ConnectorError `unknown_connector_type`
   */
  find(name: string, path: string): OpenableType;
}

export function createConnectorTypes(
  connectors: readonly ConnectorType[],
  fetchFor: (destinations: Destinations) => typeof globalThis.fetch,
  clock: Clock,
): ConnectorTypes {
  const all = connectors.map(({ connector, code = {}, shareTokens = true }): OpenableType => {
    const { connectorName: name, title } = connector;
    const published = title.replaceAll(" ", "-");
    const { origins, fileHosts } = connector;
    // An endpoint from the operator replaces the platform's own addresses.
    const fetch =
      code.fetch ??
      fetchFor(
        code.endpoint === undefined
          ? { origins, fileHosts }
          : { origins: [new URL(code.endpoint).origin], fileHosts: [] },
      );
    return {
      name,
      published,
      title,
      definitionId: definitionIds[name] ?? name,
      connector,
      shareTokens,
      clock: code.clock ?? clock,
      open(auth, config, { effects, onCall, aroundRefresh, onTokenRefresh }) {
        const operator = code.policy?.effects;
        const options = { auth, ...(Object.keys(config).length > 0 ? { config } : {}) };
        return new connector(options as never, {
          ...code,
          fetch,
          onCall,
          aroundRefresh,
          onTokenRefresh,
          // The service keeps outcomes in its store, for all replicas.
          keepIdempotency: false,
          policy: {
            ...code.policy,
            effects: operator ? effects.filter((effect) => operator.includes(effect)) : effects,
          },
        }) as RunnableConnector;
      },
    };
  });
  const fold = (text: string) => text.toLowerCase().replace(/[ _]/g, "-");
  return {
    all,
    find(name, path) {
      const type = all.find((type) => type.name === fold(name) || type.definitionId === name.toLowerCase());
      if (type) return type;
      throw new ConnectorError("unknown_connector_type", "There is no such connector type here.", {
        path,
        hint: `Types: ${all.map(({ published }) => published).join(", ")}; the letter case does not matter.`,
      });
    },
  };
}
