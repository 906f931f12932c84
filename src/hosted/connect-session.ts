import type { ConnectorOptions } from "../core/contract/call-options.ts";
import type { ConnectorDefinition } from "../core/contract/definition.ts";
import type { Effect } from "../core/contract/effect.ts";
import { systemClock } from "../core/ground/clock.ts";
import { ConnectorError, type ErrorJson } from "../core/ground/errors.ts";
import { type Dict, stringAt } from "../core/ground/json.ts";
import { type OptionTypes, optionError, optionTypes, readOptions } from "../core/ground/read-options.ts";
import { type Connection, connect } from "./connection.ts";
import { hostedFields, readIdentity } from "./hosted-options.ts";

/** A session at a hosted service, in which a person connects an account. */
export interface ConnectSession {
  readonly id: string;
  /**
   * `pending`: nobody has used the link. `started`: the person is at the platform. `awaiting_confirmation`: your
   * application must confirm the result.
   */
  readonly status: "pending" | "started" | "awaiting_confirmation" | "connected" | "failed" | "expired";
  /** The id of the connector to connect again. After the connection, the id of the session's first connector. */
  readonly connector_id: string | null;
  /** The connectors of the session, after the connection. A bot token and a user token have separate connectors. */
  readonly connector_ids: readonly string[];
  /**
   * The granted scopes, by kind of token. A person can grant fewer scopes than were asked for. Empty until the
   * account is connected.
   */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /** Sentences for the person, for example about accounts that cannot be used. */
  readonly notes: readonly string[];
  readonly error: Pick<ErrorJson, "code" | "message" | "hint"> | null;
  /** The ISO time at which the session ends. */
  readonly expires_at: string;
}

/**
 * The options of a session. Default: the scopes without which the connector's everyday actions fail, except actions that
 * always spend money.
 */
export interface ConnectSessionOptions {
  /** As the option `actions` of a tool: `everyday` or `all`. Default: `everyday`. */
  actions?: "everyday" | "all" | undefined;
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  effects?: readonly Effect[] | undefined;
  /** Whether to add the optional scopes, without which an action works but does less. Default: false. */
  all_scopes?: boolean | undefined;
  /** The kinds of tokens, such as `["bot"]`. Default: the first kind of the platform. */
  tokens?: readonly string[] | undefined;
  /** The scopes to ask for, by kind of token. Pass `scopes` instead of all options above. */
  scopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * The address of your application to which the person returns: one of the return addresses that the service knows
   * for your application. Without `return_url`, call `getSession` to find out when the account is connected.
   */
  return_url?: string | undefined;
  /**
   * Whether your server must confirm the session with `confirmSession` before the connector exists. Without
   * `return_url`, the page shows the person a code, which your application passes as `result`. Default: true if your
   * application has return addresses, or if its setting `confirm_sessions` is on.
   */
  confirm?: boolean | undefined;
  name?: string | undefined;
  config?: Readonly<Record<string, string>> | undefined;
}

const list = { says: "an array of texts", is: Array.isArray };
const own = {
  actions: optionTypes.string,
  include: list,
  exclude: list,
  effects: list,
  all_scopes: optionTypes.boolean,
  tokens: list,
  scopes: optionTypes.object,
  return_url: optionTypes.string,
  confirm: optionTypes.boolean,
  name: optionTypes.string,
  config: optionTypes.object,
} satisfies OptionTypes;

const path = "/v1/connect/sessions";

/** Creates a session. Returns the session and the link to open in the person's browser. */
export async function createSession(
  connector: ConnectorDefinition,
  options: Dict,
  code: ConnectorOptions,
): Promise<ConnectSession & { url: string }> {
  const { identity, rest } = split(options);
  const {
    actions: set,
    include,
    exclude,
    effects,
    all_scopes,
    config,
    ...fields
  } = readOptions(rest, own, "options of createSession", "") as ConnectSessionOptions;
  const { session, request, identity: who } = open(identity, code);
  const actions = defined({ set, include, exclude, effects, all_scopes });
  const created = await request({
    what: "Starting to connect an account",
    method: "POST",
    path,
    body: {
      external_user_id: await session.externalUserId(undefined),
      connector_type: connector.name,
      ...defined({ ...fields, connector_id: who.connectorId, environment: config }),
      ...(Object.keys(actions).length > 0 ? { actions } : {}),
    },
    changes: true,
    field: "url",
  });
  return created as ConnectSession & { url: string };
}

export async function getSession(options: Dict, code: ConnectorOptions): Promise<ConnectSession> {
  const { identity, rest } = split(options);
  const id = textIn(rest, "session_id");
  const answer = await open(identity, code).request({
    what: "Getting the connect session",
    method: "GET",
    path: `${path}/${encodeURIComponent(id)}`,
    changes: false,
    field: "status",
  });
  return answer as ConnectSession;
}

/** Confirms a session. Returns the id of its connector. */
export async function confirmSession(options: Dict, code: ConnectorOptions): Promise<string> {
  const { identity, rest } = split(options);
  const id = textIn(rest, "session_id");
  const result = textIn(rest, "result");
  const { session, requestAsApplication } = open(identity, code);
  const confirmed = await requestAsApplication({
    what: "Confirming the connect session",
    method: "POST",
    path: `${path}/${encodeURIComponent(id)}/confirm`,
    body: { result, external_user_id: await session.externalUserId(undefined) },
    changes: true,
    field: "connector_id",
  });
  const connectorId = stringAt(confirmed, "connector_id");
  if (connectorId !== undefined) return connectorId;
  throw new ConnectorError("upstream_invalid_response", "The response of the service has no connector.", {
    outcome: "unknown",
    hint: "Get the session to see whether the account is connected.",
  });
}

const open = (identity: Dict, code: ConnectorOptions): Connection =>
  connect(readIdentity(identity), { ...code, clock: code.clock ?? systemClock });

/** Returns the options that identify the user and the service, and the other options. */
function split(options: Dict): { identity: Dict; rest: Dict } {
  const entries = Object.entries(options);
  const isIdentity = ([name]: [string, unknown]) => hostedFields.includes(name);
  return {
    identity: Object.fromEntries(entries.filter(isIdentity)),
    rest: Object.fromEntries(entries.filter((entry) => !isIdentity(entry))),
  };
}

function textIn(rest: Dict, name: string): string {
  const value = rest[name];
  if (typeof value === "string" && value !== "" && value.length <= 200) return value;
  throw optionError(
    name,
    `${name} must be a text of 1 to 200 characters.`,
    "Take session_id and result from the address to which the person returned.",
  );
}

const defined = (fields: Dict): Dict =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
