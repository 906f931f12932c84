import { ConnectorError } from "agent-connectors";
import {
  endApplicationTokens,
  listApplications,
  setDisabled,
  type Application,
} from "../store/queries/applications.ts";
import { deleteApplicationRow } from "../store/queries/delete-application-row.ts";
import { deleteOauthApplications } from "../store/queries/oauth-applications.ts";
import { deletePeopleRecords } from "../store/queries/people-records.ts";
import { deleteEndpointsOf } from "../store/queries/webhook-endpoints.ts";
import { countWorkspaces } from "../store/queries/workspaces.ts";
import type { Db } from "../store/store.ts";

/** Revokes an application's tokens. The application gets no new tokens until `enableApplication` is called. */
export async function disableApplication(db: Db, application: Application, now: number): Promise<void> {
  await setDisabled(db, application, now);
  await endApplicationTokens(db, application);
}

/** Lets a disabled application get tokens again. The revoked tokens stay invalid. */
export const enableApplication = (db: Db, application: Application): Promise<void> =>
  setDisabled(db, application, null);

/**
 * Deletes an application and its secrets, and revokes its tokens. If the organization has no other application, also
 * deletes the organization's OAuth applications, webhook endpoints and webhook deliveries.
 * @throws ConnectorError `validation_error` if the application is the only one of an organization that has users
 */
export async function deleteApplication(db: Db, application: Application): Promise<void> {
  const { organization_id } = application;
  const others = (await listApplications(db, organization_id)).length - 1;
  const users = others > 0 ? 0 : await countWorkspaces(db, organization_id);
  if (users > 0)
    throw new ConnectorError(
      "validation_error",
      `This is the last application of its organization, which has ${users} user${users === 1 ? "" : "s"}. Without this application, the users' connectors cannot be used.`,
      {
        path: "client_id",
        hint: 'Disable the application instead, or first delete each user with DELETE /v1/users/<external_user_id> or with the command "user delete".',
      },
    );
  await deleteApplicationRow(db, application);
  await deletePeopleRecords(db, application);
  if (others > 0) return;
  await deleteOauthApplications(db, organization_id);
  await deleteEndpointsOf(db, organization_id);
}
