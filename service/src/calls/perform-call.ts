import { ConnectorError, type CallEvent, type Result } from "agent-connectors";
import type { Actor } from "../operations/audit.ts";
import type { Context } from "../http/context.ts";
import { fileResponse, passOn } from "./file-answer.ts";
import { knownError } from "../http/problem.ts";
import { changeConnector, type Found } from "../store/connectors.ts";
import type { Db } from "../store/store.ts";

type Outcome = ConnectorError["outcome"];

export interface Performed {
  result?: { text: string } | Response;
  error?: ConnectorError;
  event: CallEvent | undefined;
  /** What the store should know of it. */
  write(db: Db): Promise<void>;
}

/** One call of an action: its answer or its error, and what to keep of it. */
export async function performCall(
  row: Found,
  call: { entity: string; action: string; params: unknown; key: string | undefined },
  effects: Parameters<Context["instances"]["get"]>[1],
  actor: Actor,
  context: Context,
  note: (line: object) => void,
): Promise<Performed> {
  const { instances, limits, metrics, options, clock, audit } = context;
  const started = clock.now();
  let event: CallEvent | undefined;
  const performed: Performed = {
    event,
    async write(db) {
      await keepStatus(db, row, performed.error?.code, context);
      await audit.write(db, "execute", actor, row.id, detailOf(event));
    },
  };
  // Not the client's own signal: a call that a client has left is still finished, and its outcome kept.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.executeTimeoutMs);
  let end = () => {};
  let passing = false;
  try {
    end = limits.begin(row.id, row.workspace_id);
    const { data, meta } = await instances.get(row, effects).execute(call.entity, call.action, call.params, {
      signal: timeout.signal,
      idempotencyKey: call.key,
      context: (ended: CallEvent) => {
        event = ended;
      },
    });
    if (data instanceof ReadableStream) {
      const file = await passOn(data as ReadableStream<Uint8Array>, timeout.signal, (outcome) => {
        end();
        metrics.count("file_transfers_total", { connector_type: row.type, outcome });
      });
      passing = true;
      performed.result = fileResponse(file, meta);
    } else {
      const outcome = event?.effect === "read" ? "not_started" : "unknown";
      performed.result = { text: envelopeOf({ data, meta }, row.id, clock.now() - started, outcome) };
    }
  } catch (error) {
    const known = knownError(error);
    performed.error =
      known.code === "aborted" && timeout.signal.aborted ? timedOut(known, options.executeTimeoutMs) : known;
    // A file's first bytes can fail after the call has ended well.
    if (event) event = { ...event, outcome: performed.error.code };
  } finally {
    // A file takes the time that it takes, and its place among the calls until it has ended.
    clearTimeout(timer);
    if (!passing) end();
  }
  performed.event = event;
  const outcome = performed.error?.code ?? "ok";
  const { entity = "", action = "", params } = event ?? {};
  note({ entity, action, params, code: performed.error?.code });
  // Only names that the connector knows become labels.
  if (event?.effect !== undefined) {
    const labels = { connector_type: row.type, entity, action, outcome };
    metrics.count("upstream_requests_total", labels);
    metrics.time("upstream_duration_seconds", { connector_type: row.type }, event.ms);
  }
  return performed;
}

const timedOut = (error: ConnectorError, ms: number) =>
  new ConnectorError("upstream_timeout", `The call did not end within ${ms} ms.`, {
    outcome: error.outcome,
    retryable: false,
    hint:
      error.outcome === "unknown"
        ? "It is not known whether it was done. Look before you send it again."
        : "Ask for less, or try again later.",
  });

function envelopeOf({ data, meta }: Result, id: string, ms: number, outcome: Outcome): string {
  const envelope = {
    status: "success",
    result: data ?? null,
    connector_metadata: {
      ...meta,
      has_next_page: meta.has_more ?? false,
      end_cursor: meta.next_cursor ?? null,
    },
    execution_metadata: { connector_instance_id: id, execution_time_ms: Math.round(ms) },
  };
  try {
    return JSON.stringify(envelope);
  } catch {
    // What could be read can still be too deep to be written.
    throw new ConnectorError("upstream_invalid_response", "The platform's answer is nested too deeply.", {
      hint: outcome === "unknown" ? "The call was done; its answer cannot be given." : "Ask for less.",
      retryable: false,
      outcome,
    });
  }
}

export const detailOf = (event: CallEvent | undefined) =>
  event && {
    entity: event.entity,
    action: event.action,
    effect: event.effect,
    params: event.params,
    outcome: event.outcome,
    ms: event.ms,
  };

/** Of the caller's own mistakes the connector's record says nothing; of the platform's answers it does. */
const toldByPlatform = (code: string) => /^(upstream_|credential_|reauth_|refresh_)/.test(code);

/** What a call's end changes in the record: a refused credential shows until it works again, or is replaced. */
export function statusAfter(
  row: Found,
  code: string | undefined,
): Pick<Found, "status" | "last_error_code"> | undefined {
  if (code !== undefined && !toldByPlatform(code)) return undefined;
  const refused = code === "credential_rejected" || code === "reauth_required";
  const status = refused ? "reauth_required" : code === undefined ? "active" : row.status;
  const last_error_code = code ?? null;
  return status === row.status && last_error_code === row.last_error_code
    ? undefined
    : { status, last_error_code };
}

export const keepStatus = (db: Db, row: Found, code: string | undefined, { clock }: Context): Promise<void> =>
  changeConnector(db, row.id, { last_used_at: clock.now(), ...statusAfter(row, code) });
