import { z } from "zod";
import { idPattern, tenantOf } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { listWrites, placedEntryOf } from "../../journal/read-writes.ts";
import { listStops, resumeWrites, stopWrites } from "../../journal/stops.ts";
import { hasRole } from "../../operators/roles.ts";
import { journalPage, stoppedPage, type ShownStop } from "../../pages/operator-journal.ts";
import { seeOther } from "../../pages/page.ts";
import { nextLink } from "../../pages/parts.ts";
import { findConnector } from "../../store/queries/connectors.ts";
import { targetOf } from "../journal/stops.ts";
import { actorOf } from "../shared/actor.ts";
import { userId } from "../shared/request-schemas.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";

const { href, role } = operatorPages.journal;
const pageSize = 50;

/** The value of the button, without which an empty form would stop all users. */
const of = z.literal("writes");

/** The time for which the page waits until the writes that are under way have ended. */
const waitMs = 5000;

/** Returns the stops with the names of their connectors. */
async function namedStops(context: Context, organization: string): Promise<ShownStop[]> {
  const stops = await listStops(context, organization);
  return Promise.all(
    stops.map(async (stop) => {
      if (stop.connector_id === undefined) return stop;
      const row = await findConnector(context.store.db, { organization }, stop.connector_id);
      return row ? { ...stop, connector: `${row.name} of ${row.workspace}` } : stop;
    }),
  );
}

/** The pages on which signed-in people read what agents have written, and stop all writes. */
export const operatorJournalRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showJournal",
    method: "get",
    paths: [href],
    role,
    summary: "Show the writes of agents",
    query: withoutEmpty(z.strictObject({ cursor: z.string().regex(idPattern).optional() })),
    async handle({ query: { cursor }, operator }, context) {
      const { claims, roles } = operator;
      const filter = { after: cursor, limit: pageSize };
      const { writes, last } = await listWrites(context, tenantOf(claims), filter);
      const now = context.clock.now();
      return journalPage(frameOf(operator, href), {
        stops: await namedStops(context, claims.organization),
        writes: writes.map((write) => placedEntryOf(write, now)),
        more: nextLink(href, {}, last ?? null, "Earlier writes"),
        canStop: hasRole(roles, "admin"),
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "stopOnPage",
    method: "post",
    paths: [`${href}/stop`],
    role: "admin",
    summary: "Stop all writes",
    body: withoutEmpty(
      z.strictObject({
        of,
        external_user_id: userId.optional(),
        connector_id: z.string().regex(idPattern).optional(),
        reason: z.string().max(500).optional(),
      }),
    ),
    async handle({ body, operator, requestId }, context) {
      const { claims, name } = operator;
      const target = await targetOf(context, claims.organization, body);
      const actor = actorOf({ claims, requestId }, target.user?.id);
      const stop = await stopWrites(context, target, { by: name, reason: body.reason, waitMs }, actor);
      return stoppedPage(frameOf(operator, href), stop.under_way);
    },
  }),
  route({
    ...operatorRoute,
    id: "resumeOnPage",
    method: "post",
    paths: [`${href}/resume`],
    role: "admin",
    summary: "End a stop",
    body: withoutEmpty(
      z.strictObject({
        of,
        external_user_id: userId.optional(),
        connector_id: z.string().regex(idPattern).optional(),
      }),
    ),
    async handle({ body, operator, requestId }, context) {
      const { claims, name } = operator;
      const target = await targetOf(context, claims.organization, body);
      await resumeWrites(context, target, {
        by: name,
        actor: actorOf({ claims, requestId }, target.user?.id),
      });
      return seeOther(href);
    },
  }),
];
