import type { PlatformClient, PlatformClientOptions, SendOptions } from "../../contract/client.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import type { Operation, RateWire } from "../../contract/wire/operation.ts";
import type { PlatformReply } from "../../contract/run-context.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { type Dict, at, isDict } from "../../ground/json.ts";
import { createRateLimiter, type Rate } from "../rate-limiter.ts";
import { isRepeatable } from "../repeatable-writes.ts";
import { createAuthorizer } from "./authorizer.ts";
import { buildRequest, pathAndQuery } from "./build-request.ts";
import { createExchange, isSameOrigin } from "./exchange.ts";
import { withDefaults } from "./operation-defaults.ts";
import { pollUntilDone, type StatusReply } from "./polling.ts";

/** The part of a definition that determines the requests of its operations. */
export type WireDefinition = Pick<
  ConnectorDefinition,
  "title" | "auth" | "schemes" | "wire" | "operations" | "identify" | "requestIdHeader"
>;

/** The rate of an operation without `perMinute`. Only the rate headers of a response stop its requests. */
const unlimited: Rate = { perMinute: 600_000, burst: 10_000 };

const rateOf = ({ perMinute, burst = 1 }: RateWire): Rate =>
  perMinute === undefined ? unlimited : { perMinute, burst };

/**
 * Creates the client that makes requests from the data of the operations. A connector without `connect` uses this
 * client. A connector's own `connect` can build on this client.
 */
export function createWireClient(
  definition: WireDefinition,
  credentials: Readonly<Record<string, string>>,
  options: PlatformClientOptions,
): PlatformClient {
  const { title, identify, requestIdHeader = "x-request-id" } = definition;
  const { endpoint, replaced, clock, totalWaitMs } = options;
  const limiter = createRateLimiter(options);
  const authorize = createAuthorizer(definition, credentials, options);
  const exchange = createExchange({ options, authorize, limiter, requestIdHeader });
  const complete = new Map<string, Operation>();
  const operationOf = (name: string): Operation => {
    const operation = complete.get(name) ?? withDefaults(definition.operations[name]!, definition.wire);
    complete.set(name, operation);
    return operation;
  };

  async function send(name: string, args: Dict, given: SendOptions): Promise<PlatformReply> {
    const operation = given.raw ? withDefaults(given.raw.operation, definition.wire) : operationOf(name);
    const { method, origin, rate, polling } = operation;
    const what = `${title} ${name}`;
    const lane = `${title} ${rate?.lane ?? name}`;
    const waits = given.waits ?? { left: totalWaitMs };
    const how = { ...given, waits };
    const { signal, repeatable } = how;
    const built = buildRequest(operation, args, { nextQuery: how.nextQuery });
    const url = (origin === undefined || replaced ? endpoint : origin) + pathAndQuery(built);
    const key = await keyHeaders(operation, how);
    const headers = { ...acceptHeaders(operation), ...built.headers, ...key };
    const canRepeat = key !== undefined || isRepeatable(operation, args);
    const request = { method, url, headers, body: built.body, repeatable, canRepeat };
    if (rate) await limiter.turn(lane, rateOf(rate), signal, waits);

    const context = { what, operation, how, lane };
    const reply = await exchange(context, request);
    if (!polling) return withoutStatus(reply);
    const readState = (address: string) => {
      const state = URL.canParse(address, url) ? new URL(address, url).href : "";
      if (!isSameOrigin(state, url)) throw foreignState(what);
      return exchange(context, {
        method: "GET",
        url: state,
        headers: acceptHeaders(operation),
        repeatable: true,
      });
    };
    const writes = !repeatable;
    return withoutStatus(
      await pollUntilDone(polling, reply, { what, clock, signal, waits, writes, readState }),
    );
  }

  return {
    send,
    passesBeforeSend: true,
    async identify(how) {
      if (!identify) return { identity: {}, checked: false };
      const { body } = await send(identify.calls, identify.params ?? {}, how);
      const record = identify.pick === undefined ? body : at(body, identify.pick);
      return { identity: isDict(record) ? record : {} };
    },
  };
}

/** Returns the `accept` header. For GraphQL, adds the media type of GraphQL over HTTP. */
function acceptHeaders({ response, body }: Operation): Record<string, string> {
  if (response?.kind === "text" || response?.kind === "file") return { accept: "*/*" };
  const graphql = body?.kind === "graphql" ? "application/graphql-response+json, " : "";
  return { accept: `${graphql}application/json` };
}

async function keyHeaders(
  { idempotencyHeader }: Operation,
  { repeatable, idempotencyKey }: SendOptions,
): Promise<Record<string, string> | undefined> {
  if (idempotencyHeader === undefined || repeatable || !idempotencyKey) return undefined;
  return { [idempotencyHeader.toLowerCase()]: await idempotencyKey() };
}

const withoutStatus = ({ status: _status, ...reply }: StatusReply): PlatformReply => reply;

const foreignState = (what: string) =>
  new ConnectorError("upstream_invalid_response", `${what}: the state of the work is at another address.`, {
    hint: "Credentials are sent only to the platform's own address. Check at the platform whether the request had an effect.",
    outcome: "unknown",
  });
