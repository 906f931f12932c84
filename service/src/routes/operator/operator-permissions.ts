import { z } from "zod";
import { tenantOf } from "../../access/visible-connectors.ts";
import { endPermission, standingPermissions } from "../../approvals/standing-permissions.ts";
import { route, type Route } from "../../http/route.ts";
import { permissionsPage } from "../../pages/operator-permissions.ts";
import { seeOther } from "../../pages/page.ts";
import { actorOf } from "../shared/actor.ts";
import { frameOf, operatorPages, operatorRoute } from "./operator-frame.ts";

const { href, role } = operatorPages.permissions;

/** The page on which signed-in people see and end standing permissions. */
export const operatorPermissionRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showPermissionsPage",
    method: "get",
    paths: [href],
    role,
    summary: "List the standing permissions",
    async handle({ operator }, context) {
      const found = await standingPermissions(context, tenantOf(operator.claims));
      return permissionsPage(frameOf(operator, href), found);
    },
  }),
  route({
    ...operatorRoute,
    id: "endPermissionOnPage",
    method: "post",
    paths: [`${href}/{permission_id}/end`],
    role,
    summary: "End a standing permission",
    body: z.strictObject({}),
    async handle({ params, operator, requestId }, context) {
      const { claims, name } = operator;
      const actor = actorOf({ claims, requestId });
      await endPermission(context, tenantOf(claims), params.permission_id ?? "", { by: name, actor });
      return seeOther(href);
    },
  }),
];
