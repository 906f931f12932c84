import type { ConnectedCredentials, ConnectorClass } from "./connector-class.ts";
import { hostedInAuth, readConstructorOptions, readModeOptions } from "./constructor-options.ts";
import { readCallOptions } from "../core/call/call-options.ts";
import { methodsOf } from "../core/call/entity-methods.ts";
import type { SendRequest } from "../core/call/request.ts";
import type { Execute } from "../core/call/transport.ts";
import type { FinishConnectOptions } from "../core/connect/connect-options.ts";
import type { StartedConnect } from "../core/connect/start-connect.ts";
import type { ConnectorOptions, ContextOf } from "../core/contract/call-options.ts";
import type { ExplainOptions, Explanation } from "../core/contract/approval.ts";
import type { AskedScopes } from "../core/connect/chosen-scopes.ts";
import type { GrantedCredentials, ApplicationRegistration } from "../core/contract/connect-flow.ts";
import type {
  CalledOperations,
  ConfigFields,
  ConnectorDefinition,
  CredentialForms,
  Entities,
  WithEventTokens,
  WithRawRequests,
} from "../core/contract/definition.ts";
import type { Operations } from "../core/contract/wire/operation.ts";
import type { CompiledConnector } from "../core/contract/compiled-connector.ts";
import type { AnyConnector, Connector, PolicyOf, WithPolicyNames } from "../core/contract/connector.ts";
import type { AllowListKinds, Policy } from "../core/contract/policy.ts";
import { displayCatalogue, displayConnector } from "../core/display/connector-display.ts";
import { systemClock } from "../core/ground/clock.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, at, isDict } from "../core/ground/json.ts";
import { loadOnce } from "../core/ground/lazy.ts";
import { readConnectorOptions } from "../core/open/connector-options.ts";
import { originsOf } from "../core/open/declared-origins.ts";
import type { OpenDefinition } from "../core/open/open-source.ts";
import { readPolicy } from "../core/policy/policy.ts";
import { requireStore } from "../core/policy/require-store.ts";
import { createActionIndex } from "../core/schema/find/action-index.ts";
import type { SchemasOf } from "../core/schema/compile-action.ts";
import type { DeclarationOptions, TypescriptOptions } from "../core/contract/tool.ts";
import type { ToolParts } from "../core/tool/offer/offered-actions.ts";
import type { ConnectSession } from "../hosted/connect-session.ts";
import type { createHosted } from "../hosted/create-connector.ts";
import { keepJobs } from "../core/job/jobs-of.ts";
import { readIdentity } from "../hosted/hosted-options.ts";
import { version } from "../version.ts";

/**
 * Creates the class of a connector from a valid definition. `schemasOf` returns the schemas of the actions. The
 * connectors of this package call this function. Other connectors call `defineConnector`.
 */
export function createConnectorClass<
  const F extends CredentialForms,
  const E extends Entities,
  const C extends ConfigFields = Record<never, ConfigFields[string]>,
  const O extends Operations = Operations,
  const N extends string = string,
  const T extends string = never,
  const A extends string = never,
  const Cap extends string = never,
  const K extends AllowListKinds = Record<never, never>,
>(
  schemasOf: SchemasOf,
  definition: ConnectorDefinition<F, E, C, O> &
    CalledOperations<E, O> &
    WithEventTokens<N, T> &
    WithRawRequests<A> &
    WithPolicyNames<Cap, K> &
    Pick<OpenDefinition, "connect">,
): ConnectorClass<F, Connector<E, ContextOf<N, T>, A, PolicyOf<E, Cap, K>>, C, PolicyOf<E, Cap, K>> {
  const given = definition as unknown as OpenDefinition;
  const connector = { ...given, unavailable: { ...hostedInAuth(given), ...given.unavailable } };
  const lookup = createActionIndex(connector, version, schemasOf);
  const terms = { ...connector, actions: lookup.names() };
  const describe: AnyConnector["describe"] = async (entity, action) =>
    displayCatalogue(await lookup.describe(entity, action));

  const searchActions: AnyConnector["searchActions"] = async (query, options) =>
    (await lookup.search(query, options)).actions;

  class DefinedConnector implements AnyConnector {
    static readonly connectorName = connector.name;
    static readonly title = connector.title;
    static readonly auth = connector.auth;
    static readonly origins = originsOf(connector);
    static readonly fileHosts = connector.fileHosts ?? [];
    static readonly config = connector.config ?? {};
    static readonly describe = describe;
    static readonly searchActions = searchActions;
    static async compiled(): Promise<CompiledConnector> {
      const { compileConnector } = await import("../core/schema/compile-connector.ts");
      const { describeDefaultTool } = await import("../core/tool/description.ts");
      return compileConnector(connector, lookup, {
        origins: DefinedConnector.origins,
        tool: await describeDefaultTool(connector, lookup),
      });
    }
    static async typescript(options?: TypescriptOptions): Promise<string> {
      const { typescriptOf } = await import("../core/typescript/code-declarations.ts");
      return typescriptOf({ connector, lookup, policies: [] }, options);
    }
    static async explain(options?: ExplainOptions): Promise<Explanation> {
      const { explainTool } = await import("../core/explain/explain.ts");
      return explainTool({ connector, lookup, policies: [] }, options);
    }
    static async declarations(options?: DeclarationOptions): Promise<string> {
      const { declarationsOf } = await import("../core/typescript/entity-declarations.ts");
      return declarationsOf({ connector, lookup, policies: [] }, options);
    }
    static readonly connectFlow = connector.connectFlow;
    static readonly checkPolicy = (policy: unknown): Policy => readPolicy(policy, terms);
    // Most programs connect no accounts, so this code is loaded only when needed.
    static async scopes(choice?: unknown): Promise<AskedScopes> {
      const { openScopes } = await import("../core/connect/open-connect.ts");
      return openScopes(connector, lookup, choice);
    }
    static async manifest(options?: unknown): Promise<ApplicationRegistration> {
      const { openManifest } = await import("../core/connect/open-connect.ts");
      return openManifest(connector, lookup, options);
    }
    static async startConnect(options: unknown, code?: unknown): Promise<StartedConnect> {
      const { openStart } = await import("../core/connect/open-connect.ts");
      return openStart(connector, options, code);
    }
    static async finishConnect(options: unknown, code?: unknown): Promise<readonly ConnectedCredentials[]> {
      const { openFinish } = await import("../core/connect/open-connect.ts");
      const { storeOfIssued } = await import("../core/connect/issued-tokens.ts");
      const grants = await openFinish(connector, options, code);
      const { config } = (options as FinishConnectOptions).pending;
      const { clock = systemClock, store: given, ...others } = readConnectorOptions(code);
      const now = clock.now();
      const connected_at = new Date(now).toISOString();
      return Promise.all(
        grants.map(async (grant) => {
          const store = await storeOfIssued(connector.name, grant, now, given);
          const accounts = await accountsOf(grant, config, {
            ...others,
            clock,
            store,
            connectedAt: connected_at,
          });
          const notes = connector.connectFlow!.notes?.(accounts) ?? [];
          const { issued: _used, ...granted } = grant;
          return { ...granted, connected_at, accounts, notes };
        }),
      );
    }
    static async create(options: unknown, code?: unknown): Promise<DefinedConnector> {
      const { createHosted } = await import("../hosted/create-connector.ts");
      const { connector_id: _none, ...given } = readConstructorOptions(connector, options);
      return sendToService(createHosted, given, ["auth", "config", "name", "validate"], code);
    }
    static async createSession(options: unknown, code?: unknown): Promise<ConnectSession & { url: string }> {
      const { createSession } = await import("../hosted/connect-session.ts");
      return createSession(connector, readConstructorOptions(connector, options), readConnectorOptions(code));
    }
    static async getSession(options: unknown, code?: unknown): Promise<ConnectSession> {
      const { getSession } = await import("../hosted/connect-session.ts");
      return getSession(readConstructorOptions(connector, options), readConnectorOptions(code));
    }
    static async confirmSession(options: unknown, code?: unknown): Promise<DefinedConnector> {
      const { confirmSession } = await import("../hosted/connect-session.ts");
      const given = readConstructorOptions(connector, options);
      return sendToService(
        (_, own, read) => confirmSession(own, read),
        given,
        ["session_id", "result"],
        code,
      );
    }
    static async update(options: unknown, code?: unknown): Promise<DefinedConnector> {
      const { updateHosted } = await import("../hosted/create-connector.ts");
      return sendToService(
        updateHosted,
        readConstructorOptions(connector, options),
        ["auth", "validate"],
        code,
      );
    }
    readonly name = connector.name;
    readonly execute: Execute;
    readonly request: SendRequest;
    readonly undo: AnyConnector["undo"];
    readonly check: AnyConnector["check"];
    readonly tool: AnyConnector["tool"];
    readonly tools: AnyConnector["tools"];
    readonly typescript: AnyConnector["typescript"];
    readonly explain: AnyConnector["explain"];
    readonly describe = describe;
    readonly searchActions = searchActions;

    constructor(options: unknown, code?: unknown) {
      const given = readConnectorOptions(code);
      const policies = Array.isArray(given.policy)
        ? given.policy.map((one, index) => readPolicy(one, terms, `policy[${index}]`))
        : [readPolicy(given.policy ?? {}, terms)];
      const mode = readModeOptions(connector, readConstructorOptions(connector, options), given);
      if (!given.store) requireStore(policies, connector);
      // Only these closures hold the credentials, so a printed connector does not show them.
      const opened = loadOnce(async () => {
        const { openConnector } = await import("./open-connector.ts");
        const { clock = systemClock } = given;
        return openConnector({ connector, lookup, mode, policies, code: { ...given, clock } });
      });
      this.execute = (...call) => opened(({ execute }) => execute(...call));
      this.request = (...call) => opened(({ request }) => request(...call));
      keepJobs(this, (use) => opened(({ jobs }) => use(jobs)));
      this.undo = async (result, callOptions) => {
        const undo = at(result, "meta.undo");
        if (!isDict(undo)) throw nothingToUndo();
        return this.execute(undo.entity, undo.action, undo.params, callOptions);
      };
      this.check = async (callOptions) => {
        const { signal } = readCallOptions(callOptions);
        return opened(({ check }) => check(signal));
      };
      const partsOf = (): ToolParts => ({
        connector,
        lookup,
        policies,
        callerUnder(policy) {
          if (!given.store) requireStore([policy], connector);
          const caller = loadOnce(() => opened(async ({ callerUnder }) => callerUnder(policy)));
          return {
            run: (...call) => caller(({ run }) => run(...call)),
            planJob: (id) => caller(({ planJob }) => planJob(id)),
          };
        },
        check: () => this.check(),
        outcome: mode.hosted && ((id, signal) => opened(({ outcome }) => outcome!(id, signal))),
      });
      this.tool = async (toolOptions) => {
        const { createDispatcher } = await import("../core/tool/dispatcher.ts");
        return createDispatcher(partsOf(), toolOptions);
      };
      this.tools = async (toolsOptions) => {
        const { createTools } = await import("../core/tool/tools.ts");
        return createTools(partsOf(), toolsOptions);
      };
      this.explain = async (explainOptions) => {
        const { explainTool } = await import("../core/explain/explain.ts");
        return explainTool(partsOf(), explainOptions);
      };
      this.typescript = async (typescriptOptions) => {
        const { typescriptOf } = await import("../core/typescript/code-declarations.ts");
        return typescriptOf(partsOf(), typescriptOptions);
      };
      Object.freeze(this);
    }
  }
  /**
   * Checks new credentials with every value of the setting that `accountsPer` names, such as `region`. If the option
   * `endpoint` replaces the platform's address, all values lead to the same address, so one check is enough.
   */
  const accountsOf = (
    { auth }: GrantedCredentials,
    config: Readonly<Record<string, string>>,
    code: ConnectorOptions,
  ) => {
    const name = connector.connectFlow?.accountsPer;
    const replaced = code.endpoint !== undefined;
    const field = name === undefined || replaced ? undefined : connector.config?.[name];
    const configs =
      field && "values" in field ? field.values.map((value) => ({ ...config, [name!]: value })) : [config];
    return Promise.all(
      configs.map(async (each) => {
        const settings = Object.keys(each).length > 0 ? { config: each } : {};
        return { ...settings, check: await new DefinedConnector({ auth, ...settings }, code).check() };
      }),
    );
  };
  /** Sends credentials to the service and opens the connector. `own`: the options that only `send` needs. */
  const sendToService = async (
    send: typeof createHosted,
    options: Dict,
    own: readonly string[],
    code: unknown,
  ): Promise<DefinedConnector> => {
    const identity = Object.fromEntries(Object.entries(options).filter(([name]) => !own.includes(name)));
    readIdentity(identity);
    // A failure after `send` would leave an unused connector at the service, so all options are checked first.
    void new DefinedConnector(identity, code);
    const connector_id = await send(connector, options, readConnectorOptions(code));
    return new DefinedConnector({ ...identity, connector_id }, code);
  };
  for (const entity of Object.keys(connector.entities))
    Object.defineProperty(DefinedConnector.prototype, entity, {
      get(this: DefinedConnector) {
        return methodsOf(lookup, this.execute, entity);
      },
    });
  displayConnector(DefinedConnector.prototype, connector.title, lookup);
  return DefinedConnector as unknown as ConnectorClass<
    F,
    Connector<E, ContextOf<N, T>, A, PolicyOf<E, Cap, K>>,
    C,
    PolicyOf<E, Cap, K>
  >;
}

const nothingToUndo = (): ConnectorError =>
  new ConnectorError("invalid_params", "This result has no meta.undo, so the call cannot be undone.", {
    path: "meta.undo",
    hint: "Pass the unchanged result of a write. Deletions, and writes that changed nothing, cannot be undone.",
  });
