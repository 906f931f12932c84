import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { idPattern, visibleConnector } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { listStops, resumeWrites, stopWrites, type StopTarget } from "../../journal/stops.ts";
import { plainName } from "../../operators/names.ts";
import { findWorkspace } from "../../store/queries/workspaces.ts";
import { actorOf } from "../shared/actor.ts";
import { userId } from "../shared/request-schemas.ts";
import { entrySchema, stopSchema } from "./journal-view.ts";

const paths: [string] = ["/v1/stops"];
const by = plainName.min(1).max(200);
const target = {
  external_user_id: userId.optional(),
  connector_id: z.string().regex(idPattern).optional(),
};
const oneTarget = (given: { external_user_id?: unknown; connector_id?: unknown }) =>
  given.external_user_id === undefined || given.connector_id === undefined;
const oneTargetMessage = {
  path: ["connector_id"],
  message: "send external_user_id or connector_id, not both",
};

/** Lets applications stop all writes. The token of an agent can neither stop nor resume. */
export const stopRoutes: readonly Route[] = [
  route({
    id: "stopWrites",
    method: "post",
    paths,
    tag: "Journal",
    summary: "Refuse all writes of the organization, a user or a connector at once. Reads still work",
    access: "application",
    scope: "policies:write",
    body: z
      .strictObject({
        ...target,
        by: by.meta({ description: "Who stops the writes. Agents read it." }),
        reason: z.string().max(500).optional().meta({ description: "Why. Agents read it." }),
        wait_seconds: z.number().min(0).max(30).optional().meta({
          description: "How long to wait for the end of the writes that are under way. Default: 0.",
        }),
      })
      .refine(oneTarget, oneTargetMessage)
      .meta({ id: "StopRequest" }),
    errors: [404],
    answer: {
      description: "The stop. Only the writes under way can still reach the platform",
      schema: stopSchema.extend({ under_way: z.array(entrySchema) }).meta({ id: "Stopped" }),
    },
    async handle({ body, claims, requestId }, context) {
      const { by: person, reason, wait_seconds = 0 } = body;
      const found = await targetOf(context, claims.organization, body);
      const actor = actorOf({ claims, requestId }, found.user?.id);
      const how = { by: person, reason, waitMs: wait_seconds * 1000 };
      return { body: await stopWrites(context, found, how, actor) };
    },
  }),
  route({
    id: "listStops",
    method: "get",
    paths,
    tag: "Journal",
    summary: "List the stops of the organization",
    access: "application",
    scope: "policies:read",
    answer: {
      description: "The stops",
      schema: z.object({ data: z.array(stopSchema) }).meta({ id: "StopList" }),
    },
    handle: async ({ claims }, context) => ({
      body: { data: await listStops(context, claims.organization) },
    }),
  }),
  route({
    id: "resumeWrites",
    method: "delete",
    paths,
    tag: "Journal",
    summary: "End a stop of the organization, a user or a connector",
    access: "application",
    scope: "policies:write",
    query: z.strictObject({ ...target, by: by.optional() }).refine(oneTarget, oneTargetMessage),
    errors: [404],
    answer: {
      description: "Whether there was a stop",
      schema: z.object({ resumed: z.boolean() }).meta({ id: "Resumed" }),
    },
    async handle({ query, claims, requestId }, context) {
      const found = await targetOf(context, claims.organization, query);
      const actor = actorOf({ claims, requestId }, found.user?.id);
      return { body: { resumed: await resumeWrites(context, found, { by: query.by, actor }) } };
    },
  }),
];

/** @throws ConnectorError `not_found`, `connector_not_found` */
export async function targetOf(
  { store }: Pick<Context, "store">,
  organization: string,
  {
    external_user_id,
    connector_id,
  }: { external_user_id?: string | undefined; connector_id?: string | undefined },
): Promise<StopTarget> {
  if (connector_id !== undefined) {
    const row = await visibleConnector(store.db, { organization }, connector_id);
    return { organization, connector: row.id, user: { id: row.workspace_id, name: row.workspace } };
  }
  if (external_user_id === undefined) return { organization };
  const user = await findWorkspace(store.db, organization, external_user_id);
  if (user) return { organization, user };
  throw new ConnectorError("not_found", "There is no such user.", {
    path: "external_user_id",
    hint: "GET /v1/workspaces lists the users.",
  });
}
