import type { Backend, TransportCall } from "../core/call/transport.ts";
import type { ConnectorOptions } from "../core/contract/call-options.ts";
import type { CheckResult } from "../core/contract/connector.ts";
import type { ConnectorDefinition } from "../core/contract/definition.ts";
import type { AllowListKinds } from "../core/contract/policy.ts";
import { failOnAbort } from "../core/ground/abort.ts";
import type { Clock } from "../core/ground/clock.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, isDict, stringAt } from "../core/ground/json.ts";
import { connect } from "./connection.ts";
import { isIdOfJob } from "../core/job/job-errors.ts";
import { readOutcome } from "./approvals.ts";
import { createHostedJobs, readJobOutcome } from "./jobs.ts";
import { findConnector } from "./find-connector.ts";
import type { Identity } from "./hosted-options.ts";
import { readResult } from "./read-result.ts";

/** Opens a connector at a service, which stores the credentials. Each call is one request to the service. */
export function openHosted(
  connector: ConnectorDefinition,
  identity: Identity,
  code: ConnectorOptions & { clock: Clock },
): Backend {
  const connection = connect(identity, code);
  const { request } = connection;
  let found: Promise<string> | undefined;
  const connectorId = (signal: AbortSignal | undefined): Promise<string> => {
    if (identity.connectorId !== undefined) return Promise.resolve(identity.connectorId);
    if (!found) {
      // Other calls may be waiting for the same id, so the caller's signal must not abort this search.
      found = findConnector(connector, connection);
      found.catch(() => (found = undefined));
    }
    return failOnAbort("Looking up the connector", found, signal);
  };

  return {
    remote: true,
    async transport(call) {
      const id = encodeURIComponent(await connectorId(call.signal));
      const path = `/api/v1/connectors/sources/${id}/execute`;
      return readResult(await request({ ...executeRequest(connector, call), path }));
    },
    outcome: (id, signal) =>
      isIdOfJob(id) ? readJobOutcome(request, id, signal) : readOutcome(request, id, signal),
    jobs: createHostedJobs(request, code.clock),
    async check(signal) {
      try {
        const connector_id = await connectorId(signal);
        const answer = await request({
          what: "Checking the connector",
          method: "POST",
          path: `/v1/integrations/connectors/${encodeURIComponent(connector_id)}/check`,
          changes: false,
          signal,
        });
        return { ...readCheck(answer), connector_id };
      } catch (error) {
        if (!ConnectorError.is(error) || error.code === "aborted") throw error;
        return { status: "unhealthy", error: error.toJSON() };
      }
    },
  };
}

function executeRequest(
  { name, allowListKinds = {} }: ConnectorDefinition,
  {
    planned,
    params,
    effect,
    idempotencyKey,
    unchecked,
    external,
    eventTokens,
    signal,
    waits,
    context,
  }: TransportCall,
) {
  const { entity, action } = planned.compiled;
  const changes = effect !== "read";
  return {
    what: `${entity}.${action}`,
    method: "POST" as const,
    body: {
      entity,
      action,
      params: { ...planned.input, ...judgedIds(allowListKinds, planned.params, params) },
      ...(unchecked === true ? { unchecked } : {}),
      ...(changes && stringAt(context, "run") !== undefined ? { run: stringAt(context, "run") } : {}),
      ...(changes && external !== undefined && external !== "policy" ? { external } : {}),
      ...(Object.keys(eventTokens).length > 0 ? { context: { [name]: eventTokens } } : {}),
    },
    // If the response of a write is lost, the write is sent again with the same idempotency key. The service runs the
    // write only once.
    idempotencyKey: changes ? (idempotencyKey ?? crypto.randomUUID()) : undefined,
    hasCallersKey: idempotencyKey !== undefined,
    changes,
    field: "result",
    files: true,
    signal,
    waits,
  };
}

/**
 * Returns the params in which this process has replaced a name, such as a channel's name, with an id. The service gets
 * these ids, which the policy has checked, because it could find other ids for the names.
 */
const judgedIds = (allowListKinds: AllowListKinds, planned: Dict, resolved: Dict): Dict => {
  const names = Object.values(allowListKinds).flatMap((place) => place.params);
  return Object.fromEntries(
    names.filter((name) => resolved[name] !== planned[name]).map((name) => [name, resolved[name]]),
  );
};

const readCheck = (answer: unknown): CheckResult =>
  isDict(answer) && ["healthy", "unhealthy", "unchecked"].includes(String(answer.status))
    ? (answer as unknown as CheckResult)
    : { status: "healthy" };
