import type { Action, ActionDefinition } from "./core/action.ts";
import { readCredentials } from "./core/auth.ts";
import { createCall, type Execute } from "./core/call.ts";
import { createLookup, type Lookup } from "./core/catalogue.ts";
import { systemClock } from "./core/clock.ts";
import type {
  AnyConnector,
  CallOptions,
  Check,
  CodeOptions,
  Connector,
  ConnectorDefinition,
  CredentialForms,
  CredentialsOf,
  Entities,
} from "./core/connector.ts";
import { createDispatcher } from "./core/dispatcher.ts";
import { ConnectorError } from "./core/errors.ts";
import { createHttp } from "./core/http.ts";
import { isDict, type Dict } from "./core/json.ts";
import { createLocalTransport } from "./core/local.ts";
import { readCodeOptions, readEndpoint } from "./core/options.ts";
import { checkPolicy, type Policy } from "./core/policy.ts";
import { createTools } from "./core/tools.ts";
import { version } from "./version.ts";

/** Open source mode: the credentials are in this process and go to the platform only. */
export interface OpenSourceOptions<F extends CredentialForms> {
  auth: CredentialsOf<F>;
}

export interface ConnectorClass<F extends CredentialForms, E extends Entities> {
  /**
   * @param options the credentials
   * @param code for code only: fetch, endpoint, time limits, policy, listener
   * @throws ConnectorError `credentials_mismatch`, `config_error`
   */
  new (options: OpenSourceOptions<F>, code?: CodeOptions): Connector<E>;
  /** The connector's type, such as `slack`. */
  readonly connectorName: string;
  /** The platform's own name, such as `Slack`. */
  readonly title: string;
  /** The forms of credentials that it takes. */
  readonly auth: F;
  /** What `describe` of an instance answers; it needs no credentials. */
  readonly describe: AnyConnector["describe"];
}

/** Makes a connector's class of its definition: the one place that joins a definition to a transport. */
export function defineConnector<const F extends CredentialForms, const E extends Entities>(
  definition: ConnectorDefinition<F, E>,
): ConnectorClass<F, E> {
  const connector = definition as unknown as ConnectorDefinition;
  checkNames(connector);
  const lookup = createLookup(connector, version);
  const actions = lookup.all.map(([entity, action]) => `${entity}.${action}`);

  class DefinedConnector implements AnyConnector {
    static readonly connectorName = connector.name;
    static readonly title = connector.title;
    static readonly auth = connector.auth;
    static readonly describe = lookup.describe;
    readonly name = connector.name;
    readonly execute: Execute;
    readonly check: AnyConnector["check"];
    readonly tool: AnyConnector["tool"];
    readonly tools: AnyConnector["tools"];
    readonly describe = lookup.describe;

    constructor(options: unknown, code?: unknown) {
      if (!isDict(options))
        throw new ConnectorError(
          "config_error",
          `new ${connector.title} connector: the options must be an object.`,
          {
            path: "options",
            hint: "Pass { auth: { ... } }.",
          },
        );
      const unknownOption = Object.keys(options).find((key) => key !== "auth");
      if (unknownOption !== undefined)
        throw new ConnectorError("config_error", `There is no option "${unknownOption.slice(0, 60)}".`, {
          path: unknownOption.slice(0, 60),
          hint: "Options: auth. What is for code only (fetch, endpoint, policy, ...) is the second argument.",
        });
      const {
        fetch,
        endpoint,
        timeoutMs = 30_000,
        totalWaitMs = 30_000,
        clock = systemClock,
        ...rest
      } = readCodeOptions(code);
      const policy = checkPolicy(rest.policy ?? {}, actions, "policy");
      const http = createHttp({
        fetch,
        clock,
        timeoutMs,
        totalWaitMs,
        requestIdHeader: connector.requestIdHeader,
      });
      // The credentials live in this closure only: no property, no message and no inspection shows them.
      const client = connector.connect(
        readCredentials(connector.title, connector.auth, options.auth) as never,
        {
          http,
          clock,
          endpoint: endpoint === undefined ? connector.endpoint : readEndpoint(endpoint),
        },
      );
      const transport = createLocalTransport(client, clock);
      const callUnder = (...policies: Policy[]) =>
        createCall(connector, lookup, transport, { policies, onCall: rest.onCall, clock });
      const execute = callUnder(policy);
      this.execute = execute;
      this.check = async ({ signal }: CallOptions = {}): Promise<Check> => {
        try {
          const { identity, scopes } = await client.identify({ repeatable: true, signal });
          return { status: "healthy", identity, ...(scopes ? { scopes } : {}) };
        } catch (error) {
          if (!ConnectorError.is(error) || error.code === "aborted") throw error;
          return { status: "unhealthy", error: error.toJSON() };
        }
      };
      const parts = { connector, lookup, policy, execute: (own: Policy) => callUnder(policy, own) };
      this.tool = (toolOptions) => createDispatcher(parts, toolOptions);
      this.tools = (toolsOptions) => createTools(parts, toolsOptions);
      Object.freeze(this);
    }
  }
  for (const entity of Object.keys(connector.entities))
    Object.defineProperty(DefinedConnector.prototype, entity, {
      get(this: DefinedConnector) {
        return methodsOf(lookup, this.execute, entity);
      },
    });
  return DefinedConnector as unknown as ConnectorClass<F, E>;
}

/** `slack.channels`: a function per action, and `.all` on the lists. */
function methodsOf(lookup: Lookup, execute: Execute, entity: string): object {
  const methods: Record<string, unknown> = {};
  for (const [name, action, { paginated }] of lookup.all) {
    if (name !== entity) continue;
    const method = (params?: unknown, options?: CallOptions) => execute(entity, action, params, options);
    methods[action] = paginated
      ? Object.assign(method, {
          all: (params?: Dict, options?: CallOptions) =>
            eachItem((page) => execute(entity, action, page, options), params),
        })
      : method;
  }
  return Object.freeze(methods);
}

async function* eachItem(
  fetchPage: (params: Dict) => ReturnType<Execute>,
  params: Dict = {},
): AsyncGenerator<unknown> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const { data, meta } = await fetchPage(cursor === undefined ? params : { ...params, cursor });
    if (Array.isArray(data)) yield* data;
    cursor = meta.next_cursor;
    if (cursor !== undefined && seen.has(cursor))
      throw new ConnectorError("upstream_invalid_response", "The platform gave the same page cursor twice.", {
        hint: "Not every item was read. Start again.",
        retryable: false,
      });
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}

/** Names that a connector, a promise or an object has a use for already. */
const reserved = new Set([
  "name",
  "execute",
  "describe",
  "check",
  "tool",
  "tools",
  "connector",
  "then",
  "catch",
  "finally",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "valueOf",
  "all",
]);

function checkNames({ name, entities }: ConnectorDefinition): void {
  const refuse = (what: string) =>
    new ConnectorError("config_error", `Connector ${name}: ${what}`, {
      hint: "Names are snake_case, and execute, describe, check, tool, then and the like are taken.",
    });
  for (const [entity, actions] of Object.entries(entities)) {
    if (reserved.has(entity) || !/^[a-z][a-z0-9_]*$/.test(entity))
      throw refuse(`"${entity}" cannot name an entity.`);
    for (const [action, definition] of Object.entries(actions as Record<string, Action>)) {
      if (reserved.has(action) || !/^[a-z][a-z0-9_]*$/.test(action))
        throw refuse(`"${action}" cannot name an action of ${entity}.`);
      if (!isAction(definition)) throw refuse(`${entity}.${action} is not an action.`);
    }
  }
}

const isAction = (value: Partial<ActionDefinition> | undefined) =>
  value?.description !== undefined &&
  value.effect !== undefined &&
  value.calls !== undefined &&
  value.params !== undefined;
