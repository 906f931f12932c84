import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { callbackUrl } from "../../connect/connect-services.ts";
import {
  openOauthApplication,
  saveOauthApplication,
  type OauthApplication,
} from "../../credentials/oauth-applications.ts";
import type { Context } from "../../http/context.ts";
import type { RouteRequest } from "../../http/route.ts";
import type { OpenableType, ShownType } from "../../platforms/connector-types.ts";
import { deleteOauthApplications, listOauthApplications } from "../../store/queries/oauth-applications.ts";
import type { OauthApplicationRow } from "../../store/tables.ts";
import { actorOf } from "../shared/actor.ts";

type Caller = Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">;
type View = z.output<typeof oauthApplicationSchema>;

const text = z.string().regex(/^[\x21-\x7e]{1,2048}$/, "must have 1 to 2048 visible ASCII characters");
export const configuration = z.strictObject({ client_id: text, client_secret: text });
export const oauthApplicationSchema = z
  .object({
    id: z.string(),
    scope_type: z.literal("organization"),
    scope_id: z.string(),
    connector_type: z.string(),
    connector_definition_id: z.string(),
    client_id: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "OauthApplication" });

/** Returns the fields that the API shows, without the client secret. */
const viewOf = (
  row: OauthApplicationRow,
  { sealer, types }: Context,
): z.output<typeof oauthApplicationSchema> => {
  const { published, definitionId } = types.shown(row.type);
  return {
    id: row.id,
    scope_type: "organization",
    scope_id: row.organization_id,
    connector_type: published,
    connector_definition_id: definitionId,
    client_id: openOauthApplication(row, sealer).client_id,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
};

/** @throws ConnectorError `unknown_connector_type`, or `validation_error` if the type has no OAuth */
export function connectableType({ types }: Context, name: string): OpenableType {
  const type = types.find(name, "connector_type");
  if (type.connector.connectFlow) return type;
  throw new ConnectorError(
    "validation_error",
    `Accounts of ${type.published} cannot be connected by OAuth.`,
    {
      path: "connector_type",
      hint: "Create the connector with credentials: POST /v1/integrations/connectors.",
    },
  );
}

/** Returns what a person needs to register an application at the platform. */
export function oauthNeedsOf(type: OpenableType, { publicUrl }: Context) {
  return {
    connector_type: type.published,
    redirect_url: publicUrl === undefined ? null : callbackUrl(publicUrl, type),
    needs: [...type.connector.connectFlow!.needs],
  };
}

export async function setOauthApplication(
  { claims, requestId }: Caller,
  { connector_type, application }: { connector_type: string; application: OauthApplication },
  context: Context,
): Promise<View> {
  const { store, sealer, audit, clock } = context;
  const type = connectableType(context, connector_type);
  const owner = { organization_id: claims.organization, type: type.name };
  const row = await store.transaction(async (db) => {
    await audit.write(db, "oauth_application.set", actorOf({ claims, requestId }), undefined, {
      type: type.name,
    });
    return saveOauthApplication(db, sealer, owner, application, clock.now());
  });
  return viewOf(row, context);
}

/** Returns the organization's applications, without their secrets. */
export async function oauthApplicationsOf(
  { claims }: Pick<Caller, "claims">,
  context: Context,
): Promise<View[]> {
  const rows = await listOauthApplications(context.store.db, claims.organization);
  return rows.map((row) => viewOf(row, context));
}

/** @throws ConnectorError `not_found` */
export async function removeOauthApplication(
  { claims, requestId }: Caller,
  connectorType: string,
  { store, types, audit }: Context,
): Promise<ShownType> {
  const type = types.storedName(connectorType, "connector_type");
  const shown = types.shown(type);
  await store.transaction(async (db) => {
    if (!(await deleteOauthApplications(db, claims.organization, type)))
      throw new ConnectorError(
        "not_found",
        `This organization has no OAuth application for ${shown.published}.`,
        {
          path: "connector_type",
          hint: "GET /v1/oauth/credentials lists the applications.",
        },
      );
    await audit.write(db, "oauth_application.delete", actorOf({ claims, requestId }), undefined, {
      type,
    });
  });
  return shown;
}
