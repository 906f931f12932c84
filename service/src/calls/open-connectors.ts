import { ConnectorError, type CallEvent, type Effect, type Policy } from "agent-connectors";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import type { Decision, JobHooks } from "agent-connectors/toolkit";
import type { AskedBy } from "./asked-by.ts";
import { associatedDataOf, type Sealer } from "../credentials/sealing.ts";
import type { ConnectorStores } from "../credentials/connector-stores.ts";
import type { OpenableType, OpenConnectorOptions, RunnableConnector } from "../platforms/connector-types.ts";
import type { TypesOf } from "../platforms/organization-types.ts";
import type { UsableConnector } from "../store/queries/connectors.ts";
import type { ConnectorPolicies } from "../store/queries/policies.ts";

/** The value that the service passes as `context` to every call of a connector. */
export interface CallContext {
  /** The id of the conversation or run of an agent, for the journal. */
  run?: string | undefined;
  /** The run of a write whose caller has named none. */
  defaultRun?: string | undefined;
  /** Receives the event at the end of the call. */
  onEvent(event: CallEvent): void;
  /** Who asks, for a job that goes on after the request. */
  asker?: Pick<AskedBy, "claims" | "requestId"> | undefined;
  /** The store for the journal's entry of this call. Default: the store of the connector. */
  journal?: StoreDriver | undefined;
  /**
   * Runs just before the first write is sent to the platform. A thrown error stops the write. Can return who has allowed the write, for
   * the journal.
   */
  beforeWrite?: (() => Promise<Decision | undefined>) | undefined;
}

export interface OpenConnectors {
  /**
   * Returns a connector with the decrypted credentials of `row`. The connector refuses calls that a policy in
   * `row` does not allow, and actions whose effect is not in `effects`.
   * @throws ConnectorError `policy_denied` if a policy of the row is invalid in this version of the service
   */
  get(row: UsableConnector, effects: readonly Effect[]): Promise<RunnableConnector>;
  /** Returns a connector with the same policies, which keeps nothing, and whose requests `fetch` gets instead of the platform. */
  trial(
    row: UsableConnector,
    effects: readonly Effect[],
    fetch: typeof globalThis.fetch,
  ): Promise<RunnableConnector>;
  close(id: string): void;
}

export const maxOpenConnectors = 1000;

/**
 * Keeps the `maxOpenConnectors` most recently used connectors in memory, so that a call can use the access tokens and
 * the cached data of earlier calls. After the credentials are replaced, `get` creates a new connector.
 */
export function createOpenConnectors(
  typesOf: TypesOf,
  stores: ConnectorStores,
  sealer: Sealer,
  jobHooksOf: (row: UsableConnector) => JobHooks,
): OpenConnectors {
  const openConnector = (
    type: OpenableType,
    row: UsableConnector,
    effects: readonly Effect[],
    options: Omit<OpenConnectorOptions, "policies">,
  ): RunnableConnector => {
    const policies = policiesOf(row).map(([name, text]) => checked(name, text, type.connector.checkPolicy));
    const credentials = JSON.parse(sealer.open(row.credentials, associatedDataOf(row))) as object;
    return type.open(credentials, JSON.parse(row.config) as Record<string, string>, {
      ...options,
      policies: [{ effects }, ...policies],
    });
  };
  const optionsOf = (row: UsableConnector): Omit<OpenConnectorOptions, "policies"> => ({
    onCall: (event) => (event.context as CallContext | undefined)?.onEvent(event),
    beforeWrite: (context) => (context as CallContext | undefined)?.beforeWrite?.(),
    ...stores.of(row),
    journal: true,
    journalStore: (context) => (context as CallContext | undefined)?.journal,
    jobs: jobHooksOf(row),
    connectedAt: row.connected_at === null ? undefined : new Date(row.connected_at).toISOString(),
  });
  const open = new Map<string, { id: string; version: string | undefined; connector: RunnableConnector }>();
  return {
    async get(row, effects) {
      const type = (await typesOf(row.organization_id, row.type)).offered(row.type);
      const policies = policiesOf(row).map(([, text]) => text);
      const key = [row.id, row.credentials_version, type.version, effects.join(), policies.join()].join("/");
      // A definition can be large, and its earlier versions would stay in memory.
      if (!open.has(key))
        for (const [old, { id, version }] of open)
          if (id === row.id && version !== type.version) open.delete(old);
      const found = open.get(key) ?? {
        id: row.id,
        version: type.version,
        connector: openConnector(type, row, effects, optionsOf(row)),
      };
      // A `Map` keeps the order of insertion, so its first connector is the least recently used.
      open.delete(key);
      open.set(key, found);
      if (open.size > maxOpenConnectors) open.delete(open.keys().next().value!);
      return found.connector;
    },
    async trial(row, effects, fetch) {
      const type = (await typesOf(row.organization_id, row.type)).offered(row.type);
      return openConnector(type, row, effects, { store: memoryStore(), fetch, totalWaitMs: 0 });
    },
    close(id) {
      for (const [key, value] of open) if (value.id === id) open.delete(key);
    },
  };
}

const policiesOf = ({ organization_policy, user_policy, connector_policy }: ConnectorPolicies) =>
  Object.entries({
    organization: organization_policy,
    user: user_policy,
    connector: connector_policy,
  }).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));

/** Checks a stored policy again, because a new version of the connector can have other actions. */
function checked(name: string, text: string, checkPolicy: (policy: unknown) => Policy): Policy {
  try {
    // The service itself asks people, so the connector does not know the rules of approvals.
    const { approval: _, approval_page: __, ...policy } = JSON.parse(text) as Record<string, unknown>;
    return { ...checkPolicy(policy), name };
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    throw new ConnectorError(
      "policy_denied",
      `The policy of the ${name} is not valid any more: ${error.message}`,
      {
        path: "connector_id",
        hint: "An application must set the policy again, with PUT /v1/policies. Until then, every call is refused.",
      },
    );
  }
}
