import { z } from "zod";
import type { CheckResult } from "agent-connectors";
import { writeStatus } from "../../calls/connector-status.ts";
import { ownerOf } from "../../calls/perform-call.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import type { UsableConnector } from "../../store/queries/connectors.ts";
import { actorOf } from "../shared/actor.ts";
import { consentSchema } from "./connector-view.ts";
import { requestedConnector } from "../shared/requested-connector.ts";

export const checkConnector: Route = route({
  id: "checkConnector",
  method: "post",
  paths: ["/v1/integrations/connectors/{connector_id}/check"],
  tag: "Execute",
  summary: "Ask the platform whether it accepts the credentials",
  access: "any",
  scope: "connectors:execute",
  errors: [404],
  answer: {
    description: "Whether the platform accepts the credentials, and the account that they belong to",
    schema: z
      .looseObject({
        status: z.enum(["healthy", "unhealthy", "unchecked"]),
        identity: z.record(z.string(), z.unknown()).optional(),
        scopes: z.array(z.string()).optional(),
        consent: consentSchema.optional(),
        warnings: z.array(z.string()).optional(),
        error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
      })
      .meta({ id: "Check" }),
  },
  async handle({ params, claims, requestId, note }, context) {
    const row = await requestedConnector(context, claims, params.connector_id);
    note({ connector_id: row.id });
    return { body: await checkRow(row, { claims, requestId }, context) };
  },
});

/** Checks the credentials of a connector, and stores its status and an audit row. */
export async function checkRow(
  row: UsableConnector,
  { claims, requestId }: Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">,
  { store, audit, limits, concurrencyLimits, openConnectors, clock }: Context,
): Promise<CheckResult> {
  const check = await concurrencyLimits.aroundCall(ownerOf(row), async () => {
    const connector = await openConnectors.get(row, claims.effects);
    return connector.check({ signal: AbortSignal.timeout(limits.executeTimeoutMs) });
  });
  const actor = { ...actorOf({ claims, requestId }), workspace: row.workspace_id };
  await store.transaction(async (db) => {
    await writeStatus(db, row, check.error?.code, clock.now());
    await audit.write(db, "connector.check", actor, row.id, { status: check.status });
  });
  return check;
}
