import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { readLogo } from "../../access/application-logo.ts";
import { deleteApplication, disableApplication, enableApplication } from "../../access/change-application.ts";
import { route, type Route } from "../../http/route.ts";
import type { AuditEvent } from "../../operations/audit.ts";
import { plainName } from "../../operators/names.ts";
import {
  applicationPage,
  applicationsPage,
  type ShownApplication,
} from "../../pages/operator-applications.ts";
import { seeOther } from "../../pages/page.ts";
import {
  applicationsWithUse,
  deleteLogo,
  setLogo,
  type ListedApplication,
} from "../../store/lists/application-list.ts";
import { setName, type Application } from "../../store/queries/applications.ts";
import type { Db } from "../../store/store.ts";
import { applicationViewOf } from "../account/application-view.ts";
import { changeApplication, noApplication } from "../account/applications.ts";
import { logoPath } from "../shared/application-face.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";

const { href, role } = operatorPages.applications;
const one = `${href}/{client_id}`;

interface Change<Body> {
  id: string;
  /** The end of the path. */
  rest: string;
  summary: string;
  event: AuditEvent;
  body: z.ZodType<Body>;
  uploads?: boolean;
  /** Whether the change would end the session of an operator of this application. */
  endsSessions?: boolean;
  run(db: Db, application: Application, change: { body: Body; now: number }): Promise<void>;
}

/** Returns the route of a form that changes an application. */
const changing = <Body>({
  id,
  rest,
  summary,
  event,
  body,
  uploads = false,
  endsSessions,
  run,
}: Change<Body>): Route =>
  route({
    ...operatorRoute,
    id,
    method: "post",
    paths: [`${one}/${rest}`],
    role,
    summary,
    body: withoutEmpty(body),
    uploads,
    async handle({ params, body: form, operator: { claims }, requestId }, context) {
      if (endsSessions && params["client_id"] === claims.application)
        throw new ConnectorError("validation_error", "You are signed in through this application.", {
          path: "client_id",
          hint: "Sign in through another application, or use the command of the service.",
        });
      const now = context.clock.now();
      const { client_id, after } = await changeApplication(
        { params, claims, requestId },
        context,
        event,
        (db, application) => run(db, application, { body: form, now }),
      );
      return seeOther(after ? `${href}/${encodeURIComponent(client_id)}` : href);
    },
  });

const nothing = z.strictObject({});

export const operatorApplicationRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showApplications",
    method: "get",
    paths: [href],
    role,
    summary: "List the applications",
    async handle({ operator }, { store }) {
      const rows = await applicationsWithUse(store.db, operator.claims.organization);
      const own = operator.claims.application;
      return applicationsPage(
        frameOf(operator, href),
        rows.map((row) => shownApplication(row, own)),
      );
    },
  }),
  route({
    ...operatorRoute,
    id: "showApplication",
    method: "get",
    paths: [one],
    role,
    summary: "Show one application",
    async handle({ params, operator }, { store }) {
      const rows = await applicationsWithUse(store.db, operator.claims.organization);
      const found = rows.find(({ id }) => id === params["client_id"]);
      if (!found) throw noApplication();
      return applicationPage(frameOf(operator, href), shownApplication(found, operator.claims.application));
    },
  }),
  changing({
    id: "renameApplicationOnPage",
    rest: "name",
    summary: "Set the name that people see",
    event: "application.rename",
    body: z.strictObject({ name: plainName.trim().min(1).max(200) }),
    run: (db, application, { body }) => setName(db, application, body.name),
  }),
  changing({
    id: "setLogoOnPage",
    rest: "logo",
    summary: "Set the logo that people see",
    event: "application.logo",
    body: z.strictObject({ logo: z.string() }),
    uploads: true,
    run: (db, { id: application_id, organization_id }, { body, now }) =>
      setLogo(db, { application_id, organization_id, content: readLogo(body.logo), updated_at: now }),
  }),
  changing({
    id: "deleteLogoOnPage",
    rest: "logo/delete",
    summary: "Remove the logo",
    event: "application.logo",
    body: nothing,
    run: (db, { id }) => deleteLogo(db, id),
  }),
  changing({
    id: "disableApplicationOnPage",
    rest: "disable",
    summary: "Disable an application and revoke its tokens",
    event: "application.disable",
    body: nothing,
    endsSessions: true,
    run: (db, application, { now }) => disableApplication(db, application, now),
  }),
  changing({
    id: "enableApplicationOnPage",
    rest: "enable",
    summary: "Enable a disabled application",
    event: "application.enable",
    body: nothing,
    run: enableApplication,
  }),
  changing({
    id: "deleteApplicationOnPage",
    rest: "delete",
    summary: "Delete an application with its secrets and tokens",
    event: "application.delete",
    body: nothing,
    endsSessions: true,
    run: deleteApplication,
  }),
];

const shownApplication = (row: ListedApplication, own: string): ShownApplication => ({
  ...applicationViewOf(row),
  secrets: row.secrets,
  last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  logo: logoPath(row.id, row.logo_at),
  own: row.id === own,
});
