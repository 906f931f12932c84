import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import {
  activateDefinition,
  existing,
  readDefinitions,
  removeDefinition,
  uploadDefinition,
} from "../../definitions/change-definition.ts";
import { readDefinition } from "../../definitions/read-definition.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { customName } from "../../platforms/organization-types.ts";
import { findDefinitionFile, refuseDefinitionFile } from "../../store/definitions/definition-versions.ts";
import { actorOf } from "../shared/actor.ts";
import { definitionSchema, definitionViewsOf } from "./definition-view.ts";

const list = "/v1/integrations/definitions";
const one = `${list}/{name}/{version}`;
const tag = "Definitions";
const access = "application" as const;

type Caller = Pick<RouteRequest<unknown, unknown>, "claims" | "requestId" | "params">;

/** Routes with which an organization adds connector types of its own. */
export const definitionRoutes: readonly Route[] = [
  route({
    id: "uploadDefinition",
    method: "post",
    paths: [list],
    tag,
    summary: "Upload a version of a connector file. Connectors use it only after it was activated",
    access,
    uploads: true,
    body: z
      .strictObject({ file: z.string().meta({ description: "The text of a connector file" }) })
      .meta({ id: "DefinitionUpload" }),
    answer: {
      description: "The version. The same file again returns the same version",
      schema: definitionSchema,
    },
    async handle(request, context) {
      checkAccepted(context);
      const { limits, types, rateLimits } = context;
      await rateLimits.count("definitions", request.claims.organization);
      const { file: text } = request.body;
      const taken = types.all.flatMap(({ name }) => (customName(name) === undefined ? [name] : []));
      const read = await readDefinition(text, taken, limits.definitions);
      const row = await uploadDefinition(context, actorOf(request), { ...read, text }, limits.definitions);
      return { body: await viewOf(request, context, row) };
    },
  }),
  route({
    id: "listDefinitions",
    method: "get",
    paths: [list],
    tag,
    summary: "List the versions of the organization's definitions",
    access,
    answer: {
      description: "The versions, by name and version",
      schema: z.object({ data: z.array(definitionSchema) }).meta({ id: "DefinitionList" }),
    },
    handle: async ({ claims }, { store }) => ({
      body: { data: definitionViewsOf(await readDefinitions(store.db, claims.organization)) },
    }),
  }),
  route({
    id: "getDefinition",
    method: "get",
    paths: [one],
    tag,
    summary: "Get a version with its file",
    access,
    errors: [404],
    answer: {
      description: "The version, and the text of its file",
      schema: definitionSchema.extend({ file: z.string() }).meta({ id: "DefinitionWithFile" }),
    },
    async handle(request, context) {
      const { db } = context.store;
      const view = await viewOf(request, context, namedBy(request));
      const row = { ...view, organization_id: request.claims.organization };
      const file = (await findDefinitionFile(db, row)) ?? refuseDefinitionFile(db, row);
      return { body: { ...view, file } };
    },
  }),
  route({
    id: "activateDefinition",
    method: "post",
    paths: [`${one}/activate`],
    tag,
    summary:
      "Let all connectors of the type use this version from their next call on. Its hosts must be confirmed",
    access,
    errors: [404, 422],
    answer: { description: "The version", schema: definitionSchema },
    async handle(request, context) {
      checkAccepted(context);
      const named = namedBy(request);
      await activateDefinition(context, actorOf(request), named, context.limits.definitions);
      return { body: await viewOf(request, context, named) };
    },
  }),
  route({
    id: "deleteDefinition",
    method: "delete",
    paths: [one],
    tag,
    summary:
      "Delete a version. Without an active version, the connectors of the type cannot be used, and keep their credentials",
    access,
    errors: [404],
    answer: {
      description: "The version is deleted",
      schema: z
        .object({ name: z.string(), version: z.number(), deleted: z.literal(true) })
        .meta({ id: "DefinitionDeleted" }),
    },
    async handle(request, context) {
      const named = namedBy(request);
      await removeDefinition(context, actorOf(request), named);
      return { body: { ...named, deleted: true } };
    },
  }),
];

const namedBy = ({ params }: Caller) => ({
  name: (params["name"] ?? "").slice(0, 100),
  version: /^\d{1,9}$/.test(params["version"] ?? "") ? Number(params["version"]) : 0,
});

/** @throws ConnectorError `not_found` */
async function viewOf(
  { claims }: Caller,
  { store }: Context,
  named: { name: string; version: number },
): Promise<z.output<typeof definitionSchema>> {
  const found = await readDefinitions(store.db, claims.organization);
  const row = existing(found.versions, named);
  return definitionViewsOf({ ...found, versions: [row] })[0]!;
}

/** @throws ConnectorError `config_error` if the operator has not turned definitions on */
function checkAccepted({ acceptsDefinitions }: Context): void {
  if (acceptsDefinitions) return;
  throw new ConnectorError("config_error", "This service accepts no definitions of connectors.", {
    hint: "The operator starts the service with --definitions to accept them.",
  });
}
