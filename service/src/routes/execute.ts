import { z } from "zod";
import { ConnectorError, type ErrorJson } from "agent-connectors";
import { idempotencyKey, keyHeaders, replayed, scopeOf } from "../calls/idempotency-header.ts";
import { detailOf, keepStatus, performCall, statusAfter } from "../calls/perform-call.ts";
import { problemOf } from "../http/problem.ts";
import { route, type Route } from "../http/route.ts";
import { executeBody, resultSchema } from "../http/schemas.ts";
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
    uploads: true,
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
      let file: Response | undefined;
      const perform = async () => {
        const performed = await performCall(row, { ...call, key }, claims.effects, actor, context, note);
        if (performed.result instanceof Response) file = performed.result;
        return performed;
      };
      // A file that is not going to be sent after all is let go.
      const orLetGo = async (error: unknown): Promise<never> => {
        await file?.body?.cancel();
        throw error;
      };

      if (key === undefined) {
        const { result, error, write, event } = await perform();
        // What changed something is in the audit before the answer is; reads follow in a group.
        const changed = (event?.effect ?? "read") !== "read" || statusAfter(row, error?.code) !== undefined;
        if (!changed) context.audit.later("execute", actor, row.id, detailOf(event));
        else await context.store.transaction(write).catch(orLetGo);
        if (error) throw error;
        return result!;
      }
      const scope = scopeOf(claims.organization, row.workspace_id, "execute");
      const keyed = { scope, key, request: { connector: row.id, ...call, params: call.params ?? {} } };
      const { executeTimeoutMs } = context.options;
      const around = context.idempotency.around(keyed, executeTimeoutMs, async () => {
        const { result, error, write } = await perform();
        // Bytes are not kept: with the same key they are fetched again.
        if (result instanceof Response) return { answer: { status: 200, text: "" }, write, keep: false };
        const answer = error
          ? { status: error.status, text: JSON.stringify(problemOf(error, requestId)) }
          : { status: 200, text: result!.text };
        return { answer, write, keep: !error || error.outcome !== "not_started" };
      });
      const outcome = await around.catch(orLetGo);
      if (file) return file;
      const { status, text } = outcome.answer;
      if (status >= 400) throw ConnectorError.fromJSON(JSON.parse(text) as ErrorJson);
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
