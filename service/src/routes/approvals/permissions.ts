import { z } from "zod";
import { idPattern, tenantOf } from "../../access/visible-connectors.ts";
import {
  endPermission,
  standingPermissions,
  type PlacedPermission,
} from "../../approvals/standing-permissions.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { plainName } from "../../operators/names.ts";
import { actorOf } from "../shared/actor.ts";

const paths: [string] = ["/v1/permissions"];
const time = z.iso.datetime();

const permissionSchema = z
  .object({
    id: z.string(),
    text: z.string().meta({ description: "What it covers, until when, and who has given it." }),
    connector_id: z.string(),
    connector_type: z.string(),
    external_user_id: z.string(),
    entity: z.string(),
    action: z.string(),
    up_to: z.number().optional(),
    currency: z.string().optional(),
    given_by: z.string(),
    given_at: time,
    until: time,
    approval: z.string().meta({ description: "The approval with whose decision it was given." }),
    ended: z.object({ by: z.string(), at: time }).optional(),
  })
  .meta({ id: "Permission" });

export type PermissionView = z.output<typeof permissionSchema>;

function viewOf({ permission, place }: PlacedPermission, { types }: Context): PermissionView {
  const { scope, tool, ...shown } = permission;
  return {
    ...shown,
    connector_id: scope,
    connector_type: types.shown(tool).published,
    external_user_id: place.user,
  };
}

/** Lists and ends the standing permissions that people have given with decisions. The token of an agent can end none. */
export const permissionRoutes: readonly Route[] = [
  route({
    id: "listPermissions",
    method: "get",
    paths,
    tag: "Approvals",
    summary: "List the standing permissions that have not ended, of the connectors that the token can see",
    access: "any",
    scope: "connectors:execute",
    query: z.strictObject({ connector_id: z.string().regex(idPattern).optional() }),
    answer: {
      description: "The permissions",
      schema: z.object({ data: z.array(permissionSchema) }).meta({ id: "PermissionList" }),
    },
    async handle({ query, claims }, context) {
      const found = await standingPermissions(context, tenantOf(claims), query.connector_id);
      return { body: { data: found.map((one) => viewOf(one, context)) } };
    },
  }),
  route({
    id: "endPermission",
    method: "delete",
    paths: [`${paths[0]}/{permission_id}`],
    tag: "Approvals",
    summary: "End a standing permission at once",
    access: "application",
    scope: "approvals:decide",
    query: z.strictObject({
      by: plainName
        .min(1)
        .max(200)
        .optional()
        .meta({ description: "Who ends it. Default: the application." }),
    }),
    errors: [404],
    answer: { description: "The permission, which has ended", schema: permissionSchema },
    async handle({ params, query: { by = "the application" }, claims, requestId }, context) {
      const actor = actorOf({ claims, requestId });
      const ended = await endPermission(context, tenantOf(claims), params.permission_id ?? "", { by, actor });
      return { body: viewOf(ended, context) };
    },
  }),
];
