import type { ConnectorOptions } from "../contract/call-options.ts";
import { defaultTotalWaitMs } from "../contract/call-options.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import type { ConnectFlow, GrantedCredentials, ApplicationRegistration } from "../contract/connect-flow.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { systemClock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { optionError, readOptions } from "../ground/read-options.ts";
import { readConnectorOptions } from "../open/connector-options.ts";
import { readConfig } from "../open/config.ts";
import { guardHttp } from "../open/declared-origins.ts";
import { endpointFor } from "../open/endpoint-template.ts";
import { readEndpoint } from "../open/endpoint.ts";
import { createHttp } from "../wire/retries.ts";
import {
  type AskedScopes,
  type ManifestOptions,
  choiceOptions,
  chosenScopes,
  manifestOptions,
} from "./chosen-scopes.ts";
import { checkRedirectUri } from "./redirect-uri.ts";
import { readFinishOptions, readStartOptions } from "./connect-options.ts";
import { finishConnect } from "./finish-connect.ts";
import { startConnect, type StartedConnect } from "./start-connect.ts";

/**
 * Starts to connect an account. Returns the address to open in the person's browser, and the data that `openFinish`
 * needs.
 * @throws ConnectorError `config_error`
 */
export async function openStart(
  connector: ConnectorDefinition,
  given: unknown,
  code: unknown,
): Promise<StartedConnect> {
  const flow = flowOf(connector);
  const options = readStartOptions(given, flow);
  const { clock = systemClock, ...rest } = readConnectorOptions(code);
  const { place, config } = placeOf(connector, options.config, rest);
  const authorizeUrl = flow.addresses(place).authorize;
  return startConnect({ name: connector.name, flow, authorizeUrl }, { ...options, config }, clock.now());
}

/**
 * Completes the connection of an account. Returns the credentials that the platform has issued.
 * @throws ConnectorError `config_error`, `connect_invalid`, `connect_denied`, `credential_rejected`, or an error of
 * the request
 */
export async function openFinish(
  connector: ConnectorDefinition,
  given: unknown,
  code: unknown,
): Promise<readonly GrantedCredentials[]> {
  const flow = flowOf(connector);
  const options = readFinishOptions(given, flow);
  const {
    clock = systemClock,
    fetch,
    totalWaitMs = defaultTotalWaitMs,
    ...rest
  } = readConnectorOptions(code);
  const { place } = placeOf(connector, options.pending.config, rest);
  const tokenUrl = flow.addresses(place).token;
  const { requestIdHeader = "x-request-id" } = connector;
  const timeoutMs = rest.timeoutMs ?? connector.timeoutMs ?? 30_000;
  const http = guardHttp(createHttp({ fetch, clock, timeoutMs, totalWaitMs, requestIdHeader }), {
    origins: [new URL(tokenUrl).origin],
    fileHosts: [],
    loopback: false,
  });
  const { name, title } = connector;
  return finishConnect({ name, title, flow, tokenUrl, http }, options, clock.now());
}

/** @throws ConnectorError `config_error` */
export const openScopes = (
  connector: ConnectorDefinition,
  lookup: ActionIndex,
  given: unknown,
): Promise<AskedScopes> => chosenScopes(connector, lookup, flowOf(connector), given, "options of scopes");

/** @throws ConnectorError `config_error` */
export async function openManifest(
  connector: ConnectorDefinition,
  lookup: ActionIndex,
  given: unknown,
): Promise<ApplicationRegistration> {
  const flow = flowOf(connector);
  const where = "options of manifest";
  const options: ManifestOptions = readOptions(given, { ...choiceOptions, ...manifestOptions }, where, "");
  const { name = "Agent", redirectUris = [], pkce = false, organization = false, ...choice } = options;
  if (!flow.registration)
    throw new ConnectorError("config_error", `${connector.title} creates no applications from a manifest.`, {
      hint: flow.needs.join(" "),
    });
  if (!/^[^\p{Cc}]{1,35}$/u.test(name))
    throw optionError("name", "name must have 1 to 35 characters.", "It is the name of the application.");
  for (const uri of redirectUris) checkRedirectUri(uri);
  const scopes = await chosenScopes(connector, lookup, flow, choice, where);
  return flow.registration({ name, scopes, redirectUris, pkce, organization });
}

function flowOf({ connectFlow, title }: ConnectorDefinition): ConnectFlow {
  if (connectFlow) return connectFlow;
  throw new ConnectorError("config_error", `The connector for ${title} cannot connect an account.`, {
    hint: "Pass the credentials as auth.",
  });
}

function placeOf(
  connector: ConnectorDefinition,
  given: unknown,
  { endpoint }: Pick<ConnectorOptions, "endpoint">,
) {
  const config = readConfig(connector.config ?? {}, given);
  const replaced = endpoint !== undefined;
  return {
    config,
    place: { endpoint: replaced ? readEndpoint(endpoint) : endpointFor(connector, config), replaced, config },
  };
}
