import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { idPattern, tenantOf } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { hasRole } from "../../operators/roles.ts";
import { userPage, usersPage, type ShownUser } from "../../pages/operator-users.ts";
import { seeOther } from "../../pages/page.ts";
import { listConnectors } from "../../store/lists/connector-list.ts";
import { listWorkspaces, type ListedWorkspace } from "../../store/queries/workspaces.ts";
import { removeUser, revokeUser } from "../account/users.ts";
import { viewOf } from "../connectors/connector-view.ts";
import { userId } from "../shared/request-schemas.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";

const { href, role } = operatorPages.users;
const one = `${href}/{user_id}`;
const pageSize = 50;

export const operatorUserRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showUsers",
    method: "get",
    paths: [href],
    role,
    summary: "List the users",
    query: withoutEmpty(
      z.strictObject({ name_contains: userId.optional(), cursor: z.string().regex(idPattern).optional() }),
    ),
    async handle({ query: { name_contains, cursor }, operator }, { store }) {
      const rows = await listWorkspaces(store.db, operator.claims.organization, {
        after: cursor,
        contains: name_contains,
        limit: pageSize + 1,
      });
      return usersPage(frameOf(operator, href), {
        users: rows.slice(0, pageSize).map(shownUser),
        next: rows.length > pageSize ? rows[pageSize - 1]!.id : null,
        filters: { name_contains },
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "showUser",
    method: "get",
    paths: [one],
    role,
    summary: "Show one user",
    async handle({ params, operator }, context) {
      const { claims, roles } = operator;
      const user = await existingUser(context, claims.organization, params["user_id"]);
      const tenant = { ...tenantOf(claims), workspace: user.id };
      const rows = await listConnectors(context.store.db, tenant, { limit: pageSize });
      return userPage(frameOf(operator, href), {
        user: shownUser(user),
        connectors: rows.map((row) => viewOf(row, context)),
        can: { read: hasRole(roles, "audit:read"), delete: hasRole(roles, "admin") },
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "revokeUserOnPage",
    method: "post",
    paths: [`${one}/revoke`],
    role: "admin",
    summary: "End the tokens of a user",
    body: z.strictObject({}),
    async handle({ params, operator: { claims }, requestId }, context) {
      const { id, name } = await existingUser(context, claims.organization, params["user_id"]);
      await revokeUser({ claims, requestId }, name, context);
      return seeOther(`${href}/${id}`);
    },
  }),
  route({
    ...operatorRoute,
    id: "deleteUserOnPage",
    method: "post",
    paths: [`${one}/delete`],
    role: "admin",
    summary: "Delete a user",
    body: z.strictObject({}),
    async handle({ params, operator: { claims }, requestId }, context) {
      const { name } = await existingUser(context, claims.organization, params["user_id"]);
      await removeUser({ claims, requestId }, name, context);
      return seeOther(href);
    },
  }),
];

const shownUser = ({ id, name, connectors, created_at }: ListedWorkspace): ShownUser => ({
  id,
  name,
  connectors,
  created_at: new Date(created_at).toISOString(),
});

/** @throws ConnectorError `not_found`, both for an unknown id and for a user of another organization */
async function existingUser(
  { store }: Pick<Context, "store">,
  organization: string,
  id = "",
): Promise<ListedWorkspace> {
  const [found] = idPattern.test(id) ? await listWorkspaces(store.db, organization, { id, limit: 1 }) : [];
  if (found) return found;
  throw new ConnectorError("not_found", "There is no such user.", {
    path: "user_id",
    hint: "The page Users lists the users.",
  });
}
