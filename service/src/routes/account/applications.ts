import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { deleteApplication, disableApplication, enableApplication } from "../../access/change-application.ts";
import { addressFault } from "../../connect/public-url.ts";
import type { Context } from "../../http/context.ts";
import { route, type Reply, type Route, type RouteRequest } from "../../http/route.ts";
import type { AuditEvent } from "../../operations/audit.ts";
import {
  endApplicationTokens,
  findApplication,
  listApplications,
  setConfirmSessions,
  setReturnUrls,
  type Application,
} from "../../store/queries/applications.ts";
import type { Db } from "../../store/store.ts";
import { actorOf } from "../shared/actor.ts";
import { applicationSchema, applicationViewOf } from "./application-view.ts";

const list = "/organization/applications";
const one = `${list}/{client_id}`;
const pathsOf = (rest: string): [string] => [`/v1${rest}`];

/** Calls `run` and writes an audit row, in one transaction. `after`: the changed application. */
export async function changeApplication(
  { params, claims, requestId }: Pick<RouteRequest<unknown, unknown>, "params" | "claims" | "requestId">,
  { store, audit }: Context,
  event: AuditEvent,
  run: (db: Db, application: Application) => Promise<void>,
): Promise<{ client_id: string; after: Application | undefined }> {
  return store.transaction(async (db) => {
    const application = await existingApplication(db, claims.organization, params.client_id);
    await run(db, application);
    const client_id = application.id;
    await audit.write(db, event, actorOf({ claims, requestId }), undefined, { client_id });
    return { client_id, after: await findApplication(db, client_id) };
  });
}

/** @throws ConnectorError `not_found`, both for an unknown id and for an application of another organization */
export async function existingApplication(db: Db, organization: string, id = ""): Promise<Application> {
  const found = /^[\x21-\x7e]{1,200}$/.test(id) ? await findApplication(db, id) : undefined;
  if (found?.organization_id === organization) return found;
  throw noApplication();
}

export const noApplication = (): ConnectorError =>
  new ConnectorError("not_found", "There is no such application.", {
    path: "client_id",
    hint: `GET /v1${list} lists the applications of this organization.`,
  });

const changed = async (...args: Parameters<typeof changeApplication>): Promise<Reply> => ({
  body: applicationViewOf((await changeApplication(...args)).after!),
});

const returnUrl = z.string().superRefine((text, check) => {
  const fault = addressFault(text);
  if (fault !== undefined) check.addIssue({ code: "custom", message: fault });
});

const access = "application" as const;
const errors = [404];

export const applicationRoutes: readonly Route[] = [
  route({
    id: "listApplications",
    method: "get",
    paths: pathsOf(list),
    tag: "Applications",
    summary: "List the applications of the organization",
    access,
    answer: {
      description: "The applications, oldest first",
      schema: z.object({ data: z.array(applicationSchema) }).meta({ id: "ApplicationList" }),
    },
    handle: async ({ claims }, { store }) => ({
      body: { data: (await listApplications(store.db, claims.organization)).map(applicationViewOf) },
    }),
  }),
  route({
    id: "disableApplication",
    method: "post",
    paths: pathsOf(`${one}/disable`),
    tag: "Applications",
    summary: "Disable an application and revoke its tokens",
    access,
    errors,
    answer: { description: "The application", schema: applicationSchema },
    handle: (request, context) =>
      changed(request, context, "application.disable", (db, application) =>
        disableApplication(db, application, context.clock.now()),
      ),
  }),
  route({
    id: "enableApplication",
    method: "post",
    paths: pathsOf(`${one}/enable`),
    tag: "Applications",
    summary: "Enable a disabled application",
    access,
    errors,
    answer: { description: "The application", schema: applicationSchema },
    handle: (request, context) => changed(request, context, "application.enable", enableApplication),
  }),
  route({
    id: "setReturnUrls",
    method: "put",
    paths: pathsOf(`${one}/return_urls`),
    tag: "Applications",
    summary: "Set the addresses to which a person can return after connecting an account",
    access,
    body: z.strictObject({ return_urls: z.array(returnUrl).max(20) }).meta({ id: "ReturnUrls" }),
    errors,
    answer: { description: "The application", schema: applicationSchema },
    handle: (request, context) =>
      changed(request, context, "application.return_urls", (db, application) =>
        setReturnUrls(db, application, request.body.return_urls),
      ),
  }),
  route({
    id: "setConfirmSessions",
    method: "put",
    paths: pathsOf(`${one}/confirm_sessions`),
    tag: "Applications",
    summary: "Set whether the application must confirm all its connect sessions",
    access,
    body: z.strictObject({ confirm_sessions: z.boolean() }).meta({ id: "ConfirmSessions" }),
    errors,
    answer: { description: "The application", schema: applicationSchema },
    handle: (request, context) =>
      changed(request, context, "application.confirm_sessions", (db, application) =>
        setConfirmSessions(db, application, request.body.confirm_sessions),
      ),
  }),
  route({
    id: "revokeApplicationTokens",
    method: "post",
    paths: pathsOf(`${one}/tokens/revoke`),
    tag: "Applications",
    summary: "Revoke all tokens of an application, and all scoped tokens that it has issued",
    access,
    errors,
    answer: {
      description: "The tokens are revoked",
      schema: z
        .object({ client_id: z.string(), revoked: z.literal(true) })
        .meta({ id: "ApplicationTokensRevoked" }),
    },
    async handle(request, context) {
      const { client_id } = await changeApplication(
        request,
        context,
        "application.revoke",
        endApplicationTokens,
      );
      return { body: { client_id, revoked: true } };
    },
  }),
  route({
    id: "deleteApplication",
    method: "delete",
    paths: pathsOf(one),
    tag: "Applications",
    summary: "Delete an application with its secrets and tokens",
    access,
    errors: [404, 422],
    answer: {
      description: "The application is deleted",
      schema: z
        .object({ client_id: z.string(), deleted: z.literal(true) })
        .meta({ id: "ApplicationDeleted" }),
    },
    async handle(request, context) {
      const { client_id } = await changeApplication(
        request,
        context,
        "application.delete",
        deleteApplication,
      );
      return { body: { client_id, deleted: true } };
    },
  }),
];
