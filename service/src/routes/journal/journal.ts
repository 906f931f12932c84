import { z } from "zod";
import { idPattern, tenantOf } from "../../access/visible-connectors.ts";
import { route, type Route } from "../../http/route.ts";
import { listWrites, placedEntryOf } from "../../journal/read-writes.ts";
import { undoRunOf } from "../../journal/undo-run.ts";
import { plainName } from "../../operators/names.ts";
import { actorOf } from "../shared/actor.ts";
import { limit, runId, userId } from "../shared/request-schemas.ts";
import { entrySchema, type EntryView } from "./journal-view.ts";

const connector_id = z.string().regex(idPattern).optional();

/** Lets people read what agents have written, and undo it. */
export const journalRoutes: readonly Route[] = [
  route({
    id: "listJournal",
    method: "get",
    paths: ["/v1/journal"],
    tag: "Journal",
    summary: "List the writes of the last 90 days, the newest first",
    access: "any",
    scope: "audit:read",
    query: z.strictObject({
      run: runId.optional(),
      connector_id,
      external_user_id: userId.optional(),
      limit,
      cursor: z.string().regex(idPattern).optional(),
    }),
    answer: {
      description: "The writes",
      schema: z
        .object({ data: z.array(entrySchema), next_cursor: z.string().nullable() })
        .meta({ id: "Journal" }),
    },
    async handle({ query, claims }, context) {
      const { run, limit: most = 100, cursor, external_user_id } = query;
      const { writes, last } = await listWrites(context, tenantOf(claims), {
        run,
        connector: query.connector_id,
        user: external_user_id,
        after: cursor,
        limit: most,
      });
      const now = context.clock.now();
      const data = writes.map((write) => placedEntryOf(write, now) as EntryView);
      return { body: { data, next_cursor: last ?? null } };
    },
  }),
  route({
    id: "undoRun",
    method: "post",
    paths: ["/v1/journal/runs/{run}/undo"],
    tag: "Journal",
    summary: "Undo the writes of a run that nobody has changed since. Works while writes are stopped",
    access: "application",
    scope: "connectors:execute",
    body: z
      .strictObject({
        by: plainName.min(1).max(200).meta({ description: "Who undoes the run." }),
        force: z.boolean().optional().meta({
          description: "Whether to undo writes of which nobody knows if somebody has changed their records.",
        }),
        connector_id,
        external_user_id: userId.optional(),
      })
      .meta({ id: "UndoRun" }),
    errors: [404, 422],
    answer: {
      description: "What has become of each write",
      schema: z
        .object({
          data: z.array(
            z.object({
              id: z.string(),
              connector: z.string(),
              connector_id: z.string(),
              entity: z.string(),
              action: z.string(),
              outcome: z.enum(["undone", "already", "changed", "not_known", "impossible", "failed"]),
              reason: z.string(),
            }),
          ),
        })
        .meta({ id: "RunUndone" }),
    },
    async handle({ params, body, claims, requestId }, context) {
      const { by, force = false } = body;
      const request = {
        run: params.run ?? "",
        by,
        force,
        connector: body.connector_id,
        user: body.external_user_id,
      };
      const data = await undoRunOf(context, claims, request, actorOf({ claims, requestId }));
      return { body: { data } };
    },
  }),
];
