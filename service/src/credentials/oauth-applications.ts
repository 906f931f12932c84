import { ConnectorError } from "agent-connectors";
import type { OAuthApplication } from "agent-connectors/toolkit";
import type { OpenableType } from "../platforms/connector-types.ts";
import {
  addOauthApplication,
  changeOauthApplication,
  findOauthApplication,
} from "../store/queries/oauth-applications.ts";
import type { Db } from "../store/store.ts";
import type { OauthApplicationRow } from "../store/tables.ts";
import { uuid } from "../store/uuid.ts";
import type { Sealer } from "./sealing.ts";

/** The client id and client secret of an application that is registered at a platform. */
export type OauthApplication = Required<{ [Field in keyof OAuthApplication]: string }>;

const associatedDataOf = ({
  organization_id,
  type,
  id,
}: Pick<OauthApplicationRow, "organization_id" | "type" | "id">) => [
  "oauth-application",
  organization_id,
  type,
  id,
];

export const openOauthApplication = (row: OauthApplicationRow, sealer: Sealer): OauthApplication =>
  JSON.parse(sealer.open(row.sealed, associatedDataOf(row))) as OauthApplication;

/** Stores or replaces an organization's application for a connector type. */
export async function saveOauthApplication(
  db: Db,
  sealer: Sealer,
  owner: Pick<OauthApplicationRow, "organization_id" | "type">,
  application: OauthApplication,
  now: number,
): Promise<OauthApplicationRow> {
  const found = await findOauthApplication(db, owner);
  const kept = found ?? { ...owner, id: uuid(now), created_at: now };
  const sealed = sealer.seal(JSON.stringify(application), associatedDataOf(kept));
  const change = { sealed, key_id: sealer.keyId, updated_at: now };
  const row = { ...kept, ...change };
  await (found ? changeOauthApplication(db, row, change) : addOauthApplication(db, row));
  return row;
}

/**
 * Returns the application with which the organization's users connect accounts of this type. Default: the application
 * of the operator.
 * @throws ConnectorError `config_error` if there is no application
 */
export async function oauthApplicationFor(
  db: Db,
  sealer: Sealer,
  organization_id: string,
  { name, published, application }: OpenableType,
): Promise<OauthApplication> {
  const row = await findOauthApplication(db, { organization_id, type: name });
  if (row) return openOauthApplication(row, sealer);
  if (application) return application;
  throw new ConnectorError("config_error", `This organization has no OAuth application for ${published}.`, {
    path: "connector_type",
    hint: `Register an application at the platform, and send its client id and secret to PUT /v1/oauth/credentials.`,
  });
}
