import {
  ConnectorError,
  type CallEvent,
  type CallOptions,
  type Clock,
  type Effect,
  type Result,
} from "agent-connectors";
import type { Decision, ExternalRule } from "agent-connectors/toolkit";
import type { Sealer } from "../credentials/sealing.ts";
import type { ClaimKey } from "../idempotency/idempotency-keys.ts";
import type { ConcurrencyLimits, PlaceOwner } from "../limits/concurrency-limits.ts";
import type { ServiceLimits } from "../limits/limit-values.ts";
import type { Actor, Audit } from "../operations/audit.ts";
import { toConnectorError } from "../operations/errors-for-callers.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { RunnableConnector } from "../platforms/connector-types.ts";
import { customName } from "../platforms/organization-types.ts";
import { isUsedLately, type UsableConnector } from "../store/queries/connectors.ts";
import { nothingSent } from "../store/storage-errors.ts";
import type { Db, Store } from "../store/store.ts";
import type { Change } from "../store/write-together.ts";
import { createCallJournal } from "./call-journal.ts";
import { statusAfter, writeStatus } from "./connector-status.ts";
import { fileResponse, startFile } from "./file-response.ts";
import { envelopeText } from "./result-envelope.ts";
import type { CallContext, OpenConnectors } from "./open-connectors.ts";

export interface CallServices {
  openConnectors: OpenConnectors;
  concurrencyLimits: ConcurrencyLimits;
  limits: ServiceLimits;
  metrics: Metrics;
  audit: Audit;
  clock: Clock;
  store: Store;
  sealer: Sealer;
}

/** What a call returned: the result of an action, or a text that is the whole response, also if the call failed. */
export type Returned = Result | { text: string; error: ConnectorError | undefined; data?: unknown };

export interface ActionCall {
  /** Runs the action. */
  run(connector: RunnableConnector, options: CallOptions): Promise<Returned>;
  /** Short-lived tokens from an event of the platform, such as Slack's `trigger_id`. They are never stored. */
  eventTokens?: Readonly<Record<string, string>> | undefined;
  idempotencyKey: string | undefined;
  /** Whether the action can send values that the package does not know. */
  unchecked?: boolean | undefined;
  /** The effects that the call is allowed to have. */
  effects: readonly Effect[];
  /** Whether the call can write where people of another company can read. */
  external: ExternalRule;
  beforeWrite?: CallContext["beforeWrite"];
  /** Stores, just before the first write is sent, that the idempotency key of the call is used. */
  claim?: ClaimKey | undefined;
  /** The run of the call, for the journal. Default: the calls with one token are one run. */
  run_id?: string | undefined;
  /** Who asks, for a job that goes on after the request. */
  asker?: CallContext["asker"];
  /** Who has allowed the call, for the journal. */
  decision?: CallOptions["decision"];
}

export interface Performed {
  result?: { text: string } | Response;
  /** What the action returned. Absent for a file, and after an error. */
  data?: unknown;
  /** The error of the call. A call of a tool has a `result` too, which says what went wrong. */
  error?: ConnectorError | undefined;
  event: CallEvent | undefined;
  /** Whether the call may have changed something on the platform. */
  mayHaveActed: boolean;
  /** Writes the call's outcome to the connector's row, to the audit table and, with `claim`, to the journal. */
  write(db: Db): Promise<void>;
  /** Returns what `write` writes, as changes that are made together with an earlier change, or undefined if `write` must do it. */
  changes(): readonly Change[] | undefined;
}

/** Returns the tenant that a call of this connector counts for. */
export const ownerOf = ({
  organization_id,
  workspace_id,
  id,
}: Pick<UsableConnector, "organization_id" | "workspace_id" | "id">): PlaceOwner => ({
  organization: organization_id,
  workspace: workspace_id,
  connector: id,
});

/** Runs an action. If the action fails, returns the error and does not throw. */
export async function performCall(
  row: UsableConnector,
  {
    run,
    eventTokens,
    idempotencyKey,
    unchecked,
    effects,
    external,
    beforeWrite,
    claim,
    run_id,
    asker,
    decision,
  }: ActionCall,
  actor: Actor,
  { openConnectors, concurrencyLimits, limits, metrics, audit, clock, store, sealer }: CallServices,
): Promise<Performed> {
  const started = clock.now();
  const entry = claim && createCallJournal({ store, sealer }, row, claim);
  let event: CallEvent | undefined;
  let decided = decision;
  const performed: Performed = {
    event,
    mayHaveActed: false,
    async write(db) {
      await writeStatus(db, row, performed.error?.code, clock.now());
      await audit.write(db, "execute", actor, row.id, auditDetail(event, decided));
      await entry?.writeEnd(db);
    },
    changes() {
      if (statusAfter(row, performed.error?.code) || !isUsedLately(row, clock.now())) return undefined;
      const audited = audit.change("execute", actor, row.id, auditDetail(event, decided));
      return [audited, ...(entry?.endChanges() ?? [])];
    },
  };
  // Only the time limit aborts the call. If the client disconnects, the call still finishes, and its outcome is stored.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limits.executeTimeoutMs);
  const callContext: CallContext = {
    onEvent: (ended) => (event = ended),
    // The connector would take an error of the database for a fault of this code.
    beforeWrite:
      beforeWrite &&
      (async () =>
        (decided =
          (await beforeWrite().catch((error: unknown) => {
            throw nothingSent(error);
          })) ?? decided)),
    asker,
    journal: entry?.store,
    ...(run_id === undefined ? {} : { run: run_id }),
    ...(actor.token === undefined ? {} : { defaultRun: `token ${actor.token}` }),
  };
  let end = () => {};
  let streaming = false;
  try {
    end = concurrencyLimits.beginCall(ownerOf(row));
    const returned = await run(await openConnectors.get(row, effects), {
      signal: timeout.signal,
      idempotencyKey,
      unchecked,
      external,
      ...(decision ? { decision } : {}),
      context: { [row.type]: eventTokens, ...callContext },
    });
    if ("text" in returned) {
      performed.result = { text: returned.text };
      performed.data = returned.data;
      performed.error = returned.error;
    } else if (returned.data instanceof ReadableStream) {
      const stream = returned.data as ReadableStream<Uint8Array>;
      const file = await startFile(stream, timeout.signal, (outcome) => {
        end();
        metrics.count("file_transfers_total", { connector_type: labelOf(row.type), outcome });
      });
      streaming = true;
      performed.result = fileResponse(file, returned.meta);
    } else {
      const outcome = event?.effect === "read" ? "not_started" : "unknown";
      performed.data = returned.data;
      performed.result = { text: envelopeText(returned, row.id, clock.now() - started, outcome) };
    }
  } catch (error) {
    const known = toConnectorError(error);
    performed.error =
      known.code === "aborted" && timeout.signal.aborted ? timedOut(known, limits.executeTimeoutMs) : known;
    // The event may have reported success before this error, for example before the first bytes of a download.
    if (event) event = { ...event, outcome: performed.error.code };
  } finally {
    // A download counts as a running call until it ends. The callback of `startFile` then calls `end`.
    clearTimeout(timer);
    if (!streaming) end();
  }
  performed.event = event;
  performed.mayHaveActed = performed.error
    ? performed.error.outcome !== "not_started"
    : event !== undefined && event.effect !== "read";
  countCall(metrics, row.type, event, performed.error);
  return performed;
}

/**
 * Counts a call of a known action. The event of an unknown action has no `effect`. Counting the names of unknown
 * actions would let clients create any number of labels.
 */
function countCall(
  metrics: Metrics,
  type: string,
  event: CallEvent | undefined,
  error: ConnectorError | undefined,
): void {
  if (event?.effect === undefined) return;
  const connector_type = labelOf(type);
  const { entity, action } = connector_type === type ? event : { entity: "custom", action: "custom" };
  const outcome = error?.code ?? "ok";
  metrics.count("upstream_requests_total", { connector_type, entity, action, outcome });
  metrics.time("upstream_duration_seconds", { connector_type }, event.ms);
}

/** Organizations choose the names of their own types, so all of them share one label. */
const labelOf = (type: string): string => (customName(type) === undefined ? type : "custom");

const timedOut = (error: ConnectorError, ms: number) =>
  new ConnectorError("upstream_timeout", `The call did not end within ${ms} ms.`, {
    outcome: error.outcome,
    retryable: false,
    hint:
      error.outcome === "unknown"
        ? "The call may have taken effect. Check before you send it again."
        : "Request less data, or try again later.",
  });

export const auditDetail = (event: CallEvent | undefined, decision?: Decision): object | undefined =>
  event && {
    entity: event.entity,
    action: event.action,
    effect: event.effect,
    params: event.params,
    outcome: event.outcome,
    ms: event.ms,
    ...(decision ? { decision } : {}),
  };
