import { z } from "zod";
import { ConnectorError, type CallEvent, type Result } from "agent-connectors";
import type { Actor } from "../audit.ts";
import type { Context } from "../context.ts";
import { idempotencyKey, keyHeaders, replayed, scopeOf } from "../keyed.ts";
import { knownError, problemOf } from "../problem.ts";
import { route, type Route } from "../route.ts";
import { executeBody, resultSchema } from "../schemas.ts";
import { changeConnector, type Found } from "../store/connectors.ts";
import type { Db } from "../store/store.ts";
import { connectorOf } from "./connectors.ts";
import { actorOf } from "./tokens.ts";

export const executeRoutes: readonly Route[] = [
  route({
    id: "execute",
    method: "post",
    paths: [
      "/api/v1/connectors/sources/{connector_id}/execute",
      "/api/v1/integrations/connectors/{connector_id}/execute",
      "/v1/integrations/connectors/{connector_id}/execute",
    ],
    tag: "Execute",
    summary: "Run one action; a download answers the bytes themselves",
    access: "any",
    scope: "connectors:execute",
    body: executeBody,
    headers: keyHeaders,
    errors: [404, 409, 424, 502, 504],
    answer: {
      description: "What the platform answered",
      schema: resultSchema,
      media: ["application/json"],
    },
    async handle({ params, body, claims, request, requestId, note }, context) {
      const key = idempotencyKey(request);
      const row = await connectorOf(context, claims, params.connector_id);
      note({ connector_id: row.id });
      const actor = { ...actorOf({ claims, requestId }), workspace: row.workspace_id };
      const call = { entity: body.entity, action: body.action, params: body.params ?? undefined };
      const perform = () => runCall(row, call, claims.effects, actor, context, note);

      if (key === undefined) {
        const { result, error, write, event } = await perform();
        // What changed something is in the audit before the answer is; reads follow in a group.
        const changed = (event?.effect ?? "read") !== "read" || statusAfter(row, error?.code) !== undefined;
        if (!changed) context.audit.later("execute", actor, row.id, detailOf(event));
        else await context.store.transaction(write);
        if (error) throw error;
        return result!;
      }
      const scope = scopeOf(claims.organization, row.workspace_id, "execute");
      const keyed = { scope, key, request: { connector: row.id, ...call, params: call.params ?? {} } };
      const { executeTimeoutMs } = context.options;
      let download: Response | undefined;
      const outcome = await context.idempotency.around(keyed, executeTimeoutMs, async () => {
        const { result, error, write } = await perform();
        if (result instanceof Response) {
          // Bytes are not kept: with the same key they are fetched again.
          download = result;
          return { answer: { status: 200, body: null }, write, keep: false };
        }
        const answer = error
          ? { status: error.status, body: problemOf(error, requestId) }
          : { status: 200, body: result!.body };
        return { answer, write, keep: !error || error.outcome !== "not_started" };
      });
      if (download) return download;
      const { status, body: stored } = outcome.answer;
      if (status >= 400) throw ConnectorError.fromJSON(stored as never);
      return replayed(outcome);
    },
  }),
  route({
    id: "checkConnector",
    method: "post",
    paths: [
      "/api/v1/integrations/connectors/{connector_id}/check",
      "/v1/integrations/connectors/{connector_id}/check",
    ],
    tag: "Execute",
    summary: "Ask the platform whether it takes the credentials",
    access: "any",
    scope: "connectors:execute",
    errors: [404],
    answer: {
      description: "Whether it does, and who they are there",
      schema: z
        .looseObject({
          status: z.enum(["healthy", "unhealthy"]),
          identity: z.record(z.string(), z.unknown()).optional(),
          scopes: z.array(z.string()).optional(),
          error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
        })
        .meta({ id: "Check" }),
    },
    async handle({ params, claims, requestId, note }, context) {
      const row = await connectorOf(context, claims, params.connector_id);
      note({ connector_id: row.id });
      const check = await context.limits.within(row.id, row.workspace_id, async () =>
        context.instances
          .get(row, claims.effects)
          .check({ signal: AbortSignal.timeout(context.options.executeTimeoutMs) }),
      );
      const actor = { ...actorOf({ claims, requestId }), workspace: row.workspace_id };
      await context.store.transaction(async (db) => {
        await keepStatus(db, row, check.error?.code, context);
        await context.audit.write(db, "connector.check", actor, row.id, { status: check.status });
      });
      return { body: check };
    },
  }),
];

interface Performed {
  result?: { body: unknown } | Response;
  error?: ConnectorError;
  event: CallEvent | undefined;
  /** What the store should know of it. */
  write(db: Db): Promise<void>;
}

async function runCall(
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
    performed.result = answerOf(result, row.id, clock.now() - started);
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
function answerOf({ data, meta }: Result, id: string, ms: number): { body: unknown } | Response {
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
  return {
    body: {
      status: "success",
      result: data ?? null,
      connector_metadata: {
        ...meta,
        has_next_page: meta.has_more ?? false,
        end_cursor: meta.next_cursor ?? null,
      },
      execution_metadata: { connector_instance_id: id, execution_time_ms: Math.round(ms) },
    },
  };
}

const detailOf = (event: CallEvent | undefined) =>
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
function statusAfter(
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

const keepStatus = (db: Db, row: Found, code: string | undefined, { clock }: Context): Promise<void> =>
  changeConnector(db, row.id, { last_used_at: clock.now(), ...statusAfter(row, code) });
