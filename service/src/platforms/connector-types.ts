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
import type { Destinations } from "./egress.ts";

/** A connector as the service runs it: names come as text, and the call itself checks them. */
export interface RunnableConnector extends AnyConnector {
  execute(entity: string, action: string, params: unknown, options?: CallOptions): Promise<Result>;
}

/** A connector's class, as `defineConnector` makes it. */
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

/** One type that the service offers. `code` is the operator's: a sandbox's fetch, an endpoint, a policy. */
export interface ConnectorType {
  connector: ConnectorClass;
  code?: CodeOptions;
  /** Are access tokens kept in the store, for other replicas and the next start? True by default. */
  shareTokens?: boolean;
}

/** The ids by which callers of the published interface name a type. */
const definitionIds: Readonly<Record<string, string>> = {
  slack: "c2281cee-86f9-4a86-bb48-d23286b4c7bd",
  "amazon-ads": "c6b0a29e-1da9-4512-9002-7bfd0cba2246",
};

export interface Type {
  /** `slack`: in the store and in URLs. */
  name: string;
  /** `Slack`, `Amazon-Ads`: the published spelling. */
  published: string;
  title: string;
  definitionId: string;
  connector: ConnectorClass;
  shareTokens: boolean;
  /** The clock by which the connector's tokens expire. */
  clock: Clock;
  /** @throws ConnectorError `credentials_mismatch`, `region_not_allowed`, `config_error` */
  open(auth: unknown, config: Readonly<Record<string, string>>, allowed: Allowed): RunnableConnector;
}

export interface Allowed {
  effects: readonly Effect[];
  onCall?: CodeOptions["onCall"];
  aroundRefresh?: CodeOptions["aroundRefresh"];
  onTokenRefresh?: CodeOptions["onTokenRefresh"];
}

export interface Types {
  all: readonly Type[];
  /** By name in any letter case, or by definition id. */
  find(name: string): Type | undefined;
  /** @throws ConnectorError `unknown_connector_type` */
  named(name: string, path: string): Type;
}

export function createTypes(
  connectors: readonly ConnectorType[],
  fetchFor: (destinations: Destinations) => typeof globalThis.fetch,
  clock: Clock,
): Types {
  const all = connectors.map(({ connector, code = {}, shareTokens = true }): Type => {
    const { connectorName: name, title } = connector;
    const published = title.replaceAll(" ", "-");
    const { origins, fileHosts } = connector;
    // The operator's endpoint stands in for the platform; without one, the platform's own addresses are all there is.
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
          // Outcomes are kept in the store, for every replica.
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
  const find = (name: string) =>
    all.find((type) => type.name === fold(name) || type.definitionId === name.toLowerCase());
  return {
    all,
    find,
    named(name, path) {
      const type = find(name);
      if (type) return type;
      throw new ConnectorError("unknown_connector_type", "There is no such connector type here.", {
        path,
        hint: `Types: ${all.map(({ published }) => published).join(", ")}; the letter case does not matter.`,
      });
    },
  };
}
