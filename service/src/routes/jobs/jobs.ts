import { z } from "zod";
import { ConnectorError, jobsOf } from "agent-connectors";
import { readJob } from "agent-connectors/toolkit";
import { keptClaims } from "../../access/still-allowed.ts";
import { idPattern, tenantOf } from "../../access/visible-connectors.ts";
import { auditDetail, performCall } from "../../calls/perform-call.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { visibleJob, type FoundJob } from "../../jobs/find-job.ts";
import { aboutOf, endJobOf, jobsIn } from "../../jobs/job-services.ts";
import { plainName } from "../../operators/names.ts";
import { openJobRows, placeOf } from "../../store/queries/waiting-calls.ts";
import { executeResult } from "../connectors/execute.ts";
import { actorOf } from "../shared/actor.ts";
import { limit } from "../shared/request-schemas.ts";
import { requestedConnector } from "../shared/requested-connector.ts";
import { jobSchema, jobViewOf } from "./job-view.ts";

const paths: [string] = ["/v1/jobs"];
const one = `${paths[0]}/{job_id}`;

const view = (found: FoundJob, { types }: Context) =>
  jobViewOf(found, types.shown(aboutOf(found.job).connector.type).published);

/** Lets agents and applications read the work that platforms do for hours. A token sees only the jobs of its connectors. */
export const jobRoutes: readonly Route[] = [
  route({
    id: "listJobs",
    method: "get",
    paths,
    tag: "Jobs",
    summary: "List the jobs that have not ended",
    access: "any",
    scope: "connectors:execute",
    query: z.strictObject({
      limit,
      cursor: z
        .string()
        .regex(/^job_[0-9a-f]{32}$/)
        .optional(),
      connector_id: z.string().regex(idPattern).optional(),
    }),
    answer: {
      description: "The jobs",
      schema: z
        .object({ data: z.array(jobSchema), next_cursor: z.string().nullable() })
        .meta({ id: "JobList" }),
    },
    async handle({ query: { limit: most = 100, cursor, connector_id }, claims }, context) {
      const rows = await openJobRows(context.store, tenantOf(claims), {
        after: cursor,
        connector: connector_id,
        limit: most + 1,
      });
      const shown = rows.slice(0, most).map(placeOf);
      const data = [];
      for (const place of shown) {
        const job = await readJob(jobsIn(context, place), place.id);
        if (job && !job.ended) data.push(view({ place, job }, context));
      }
      return { body: { data, next_cursor: rows.length > most ? shown.at(-1)!.id : null } };
    },
  }),
  route({
    id: "getJob",
    method: "get",
    paths: [one],
    tag: "Jobs",
    summary: "Get a job, without its result",
    access: "any",
    scope: "connectors:execute",
    errors: [404],
    answer: { description: "The job", schema: jobSchema },
    async handle({ params, claims }, context) {
      return { body: view(await visibleJob(context, tenantOf(claims), params.job_id), context) };
    },
  }),
  route({
    id: "readJob",
    method: "get",
    paths: [`${one}/result`],
    tag: "Jobs",
    summary: "Read the result of a job from the platform, as often as you like",
    access: "any",
    scope: "connectors:execute",
    errors: [202, 404, 409, 424, 502, 504],
    answer: {
      description: "What the route of the call would have returned",
      schema: executeResult,
      media: ["application/json"],
    },
    async handle({ params, claims, requestId, note }, context) {
      const { place } = await visibleJob(context, tenantOf(claims), params.job_id);
      const row = await requestedConnector(context, claims, place.connector_id);
      note({ connector_id: row.id });
      const actor = { ...actorOf({ claims, requestId }), workspace: row.workspace_id };
      const { result, error, event } = await performCall(
        row,
        {
          run: (connector, options) => jobsOf(connector).result(place.id, options),
          idempotencyKey: undefined,
          effects: claims.effects,
          external: "policy",
          asker: { claims: keptClaims(claims), requestId },
        },
        actor,
        context,
      );
      context.audit.later("execute", actor, row, auditDetail(event));
      if (!result) throw error!;
      return result;
    },
  }),
  route({
    id: "cancelJob",
    method: "post",
    paths: [`${one}/cancel`],
    tag: "Jobs",
    summary: "Cancel a job. The platform may finish its work all the same, and nobody asks for it",
    access: "any",
    scope: "connectors:execute",
    body: z
      .strictObject({
        by: plainName
          .min(1)
          .max(200)
          .optional()
          .meta({ description: "Who cancels. Only the token of an application can say it." }),
      })
      .meta({ id: "JobCancellation" }),
    bodyOptional: true,
    errors: [404],
    answer: { description: "The job. A job that has ended stays as it is", schema: jobSchema },
    async handle({ params, body, claims }, context) {
      const { place } = await visibleJob(context, tenantOf(claims), params.job_id);
      const isAgent = claims.kind !== "application";
      if (isAgent && body?.by !== undefined)
        throw new ConnectorError("insufficient_scope", "The token of an agent cannot name a person.", {
          path: "by",
          hint: "Leave the field out, or use the application's token.",
        });
      const by = body?.by ?? (isAgent ? "The agent" : "The application");
      await endJobOf(context, place, { status: "cancelled", at: context.clock.now(), by });
      return { body: view(await visibleJob(context, tenantOf(claims), params.job_id), context) };
    },
  }),
];
