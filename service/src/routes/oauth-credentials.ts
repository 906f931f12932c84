import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { callbackUrl } from "../connect/connect-services.ts";
import { openOauthApplication, saveOauthApplication } from "../credentials/oauth-applications.ts";
import type { Context } from "../http/context.ts";
import { route, type Route } from "../http/route.ts";
import type { OpenableType } from "../platforms/connector-types.ts";
import { deleteOauthApplications, listOauthApplications } from "../store/queries/oauth-applications.ts";
import type { OauthApplicationRow } from "../store/tables.ts";
import { actorOf } from "./actor.ts";

const path = "/oauth/credentials";
const bothVersions = (rest: string): [string, string] => [`/v1${rest}`, `/api/v1${rest}`];
const tag = "OAuth applications";
const access = "application" as const;

const text = z.string().regex(/^[\x21-\x7e]{1,2048}$/, "must have 1 to 2048 visible ASCII characters");
const configuration = z.strictObject({ client_id: text, client_secret: text });
const typeQuery = z.strictObject({ connector_type: z.string().max(100) });

const applicationSchema = z
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

/** Returns the data of an OAuth application that the API shows. This data does not contain the client secret. */
const viewOf = (
  row: OauthApplicationRow,
  { published, definitionId }: OpenableType,
  { sealer }: Context,
): z.output<typeof applicationSchema> => ({
  id: row.id,
  scope_type: "organization",
  scope_id: row.organization_id,
  connector_type: published,
  connector_definition_id: definitionId,
  client_id: openOauthApplication(row, sealer).client_id,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

/** @throws ConnectorError `unknown_connector_type`, or `validation_error` if accounts of the type cannot be connected */
function connectableType({ types }: Context, name: string): OpenableType {
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

export const oauthCredentialRoutes: readonly Route[] = [
  route({
    id: "setOauthApplication",
    method: "put",
    paths: bothVersions(path),
    tag,
    summary: "Store the client id and secret of the organisation's application at a platform",
    access,
    body: z
      .strictObject({ connector_type: z.string().max(100), configuration })
      .meta({ id: "OauthCredentials" }),
    answer: { description: "The application, without its secret", schema: applicationSchema },
    async handle({ body, claims, requestId }, context) {
      const { store, sealer, audit, clock } = context;
      const type = connectableType(context, body.connector_type);
      const owner = { organization_id: claims.organization, type: type.name };
      const row = await store.transaction(async (db) => {
        await audit.write(db, "oauth_application.set", actorOf({ claims, requestId }), undefined, {
          type: type.name,
        });
        return saveOauthApplication(db, sealer, owner, body.configuration, clock.now());
      });
      return { body: viewOf(row, type, context) };
    },
  }),
  route({
    id: "listOauthApplications",
    method: "get",
    paths: bothVersions(path),
    tag,
    summary: "List the organisation's applications at the platforms",
    access,
    answer: {
      description: "The applications, without their secrets",
      schema: z.object({ data: z.array(applicationSchema) }).meta({ id: "OauthApplicationList" }),
    },
    async handle({ claims }, context) {
      const rows = await listOauthApplications(context.store.db, claims.organization);
      return {
        body: {
          data: rows.map((row) => viewOf(row, context.types.find(row.type, "connector_type"), context)),
        },
      };
    },
  }),
  route({
    id: "deleteOauthApplication",
    method: "delete",
    paths: bothVersions(`${path}/connector_type/{connector_type}`),
    tag,
    summary: "Delete the organisation's application at a platform. Connectors keep their credentials",
    access,
    errors: [404, 422],
    answer: {
      description: "The application is deleted",
      schema: z
        .object({ connector_type: z.string(), deleted: z.literal(true) })
        .meta({ id: "OauthApplicationDeleted" }),
    },
    async handle({ params, claims, requestId }, { store, types, audit }) {
      const { name, published } = types.find(params.connector_type ?? "", "connector_type");
      await store.transaction(async (db) => {
        if (!(await deleteOauthApplications(db, claims.organization, name)))
          throw new ConnectorError(
            "not_found",
            `This organisation has no OAuth application for ${published}.`,
            {
              path: "connector_type",
              hint: `GET /v1${path} lists the applications.`,
            },
          );
        await audit.write(db, "oauth_application.delete", actorOf({ claims, requestId }), undefined, {
          type: name,
        });
      });
      return { body: { connector_type: published, deleted: true } };
    },
  }),
  route({
    id: "getOauthSpec",
    method: "get",
    paths: bothVersions(`${path}/spec`),
    tag,
    summary: "Get what an application at a platform needs, and the redirect address to register there",
    access,
    query: typeQuery,
    answer: {
      description: "The fields of the application, and what a person needs first",
      schema: z
        .object({
          connector_type: z.string(),
          configuration: z.record(z.string(), z.unknown()),
          redirect_url: z.string().nullable().meta({
            description:
              "The address to register at the platform. Null if the service has no public address.",
          }),
          needs: z.array(z.string()),
        })
        .meta({ id: "OauthSpec" }),
    },
    async handle({ query }, context) {
      const type = connectableType(context, query.connector_type);
      const { publicUrl } = context;
      const { $schema: _, ...schema } = z.toJSONSchema(configuration);
      return {
        body: {
          connector_type: type.published,
          configuration: schema,
          redirect_url: publicUrl === undefined ? null : callbackUrl(publicUrl, type),
          needs: [...type.connector.connectFlow!.needs],
        },
      };
    },
  }),
];
