import { z } from "zod";
import { route, type Route } from "../../http/route.ts";
import {
  configuration,
  connectableType,
  oauthApplicationSchema,
  oauthApplicationsOf,
  oauthNeedsOf,
  removeOauthApplication,
  setOauthApplication,
} from "./oauth-applications.ts";

const path = "/oauth/credentials";
const bothVersions = (rest: string): [string, string] => [`/v1${rest}`, `/api/v1${rest}`];
const tag = "OAuth applications";
const access = "application" as const;

const typeQuery = z.strictObject({ connector_type: z.string().max(100) });

export const oauthCredentialRoutes: readonly Route[] = [
  route({
    id: "setOauthApplication",
    method: "put",
    paths: bothVersions(path),
    tag,
    summary: "Store the client id and secret of the organization's application at a platform",
    access,
    body: z
      .strictObject({ connector_type: z.string().max(100), configuration })
      .meta({ id: "OauthCredentials" }),
    answer: { description: "The application, without its secret", schema: oauthApplicationSchema },
    async handle(request, context) {
      const { connector_type, configuration: application } = request.body;
      return { body: await setOauthApplication(request, { connector_type, application }, context) };
    },
  }),
  route({
    id: "listOauthApplications",
    method: "get",
    paths: bothVersions(path),
    tag,
    summary: "List the organization's applications at the platforms",
    access,
    answer: {
      description: "The applications, without their secrets",
      schema: z.object({ data: z.array(oauthApplicationSchema) }).meta({ id: "OauthApplicationList" }),
    },
    handle: async (request, context) => ({ body: { data: await oauthApplicationsOf(request, context) } }),
  }),
  route({
    id: "deleteOauthApplication",
    method: "delete",
    paths: bothVersions(`${path}/connector_type/{connector_type}`),
    tag,
    summary: "Delete the organization's application at a platform. Connectors keep their credentials",
    access,
    errors: [404, 422],
    answer: {
      description: "The application is deleted",
      schema: z
        .object({ connector_type: z.string(), deleted: z.literal(true) })
        .meta({ id: "OauthApplicationDeleted" }),
    },
    async handle(request, context) {
      const { published } = await removeOauthApplication(
        request,
        request.params.connector_type ?? "",
        context,
      );
      return { body: { connector_type: published, deleted: true } };
    },
  }),
  route({
    id: "getOauthSpec",
    method: "get",
    paths: bothVersions(`${path}/spec`),
    tag,
    summary:
      "Get the requirements for an application at a platform, and the redirect address to register there",
    access,
    query: typeQuery,
    answer: {
      description: "The fields to send, and what a person needs to register the application",
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
      const { $schema: _, ...schema } = z.toJSONSchema(configuration);
      return { body: { ...oauthNeedsOf(type, context), configuration: schema } };
    },
  }),
];
