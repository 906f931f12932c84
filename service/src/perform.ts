import { ConnectorError, type CallEvent, type Result } from "agent-connectors";
import type { Actor } from "./audit.ts";
import type { Context } from "./context.ts";
import { knownError } from "./problem.ts";
import { changeConnector, type Found } from "./store/connectors.ts";
import type { Db } from "./store/store.ts";

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
  call: { entity: string; action: string; params: unknown },
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
  const timeout = AbortSignal.timeout(options.executeTimeoutMs);
  try {
    const result = await limits.within(row.id, row.workspace_id, () =>
      instances.get(row, effects).execute(call.entity, call.action, call.params, {
        signal: timeout,
        context: (ended: CallEvent) => {
          event = ended;
        },
      }),
    );
    performed.result = answerOf(
      result,
      row.id,
      clock.now() - started,
      event?.effect === "read" ? "not_started" : "unknown",
    );
  } catch (error) {
    const known = knownError(error);
    performed.error =
      known.code === "aborted" && timeout.aborted ? timedOut(known, options.executeTimeoutMs) : known;
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

/** By RFC 8187, which takes fewer characters than an address does. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** `text/plain; charset=utf-8`: nothing that could make another header of it. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=("[\w .+-]*"|[\w.+-]*))*$/;

/** The envelope; or the bytes themselves, for a download. */
function answerOf(
  { data, meta }: Result,
  id: string,
  ms: number,
  outcome: Outcome,
): { text: string } | Response {
  if (data instanceof Uint8Array) {
    const name = typeof meta.filename === "string" ? meta.filename : "download";
    const type = typeof meta.content_type === "string" ? meta.content_type : "application/octet-stream";
    return new Response(new Uint8Array(data), {
      headers: {
        "content-type": mediaType.test(type) ? type : "application/octet-stream",
        "content-disposition": `attachment; filename="${name.replace(/[^\w.-]/g, "_").slice(0, 100)}"; filename*=UTF-8''${encoded(name.slice(0, 200))}`,
        "x-content-type-options": "nosniff",
      },
    });
  }
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
    return { text: JSON.stringify(envelope) };
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
