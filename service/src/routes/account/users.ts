import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { deleteUser } from "../../operations/delete-user.ts";
import { endUserTokens, findWorkspace, type Workspace } from "../../store/queries/workspaces.ts";
import type { Db } from "../../store/store.ts";
import { actorOf } from "../shared/actor.ts";
import { userId } from "../shared/request-schemas.ts";

const one = "/users/{external_user_id}";
const pathsOf = (rest: string): [string] => [`/v1${rest}`];

export const userRoutes: readonly Route[] = [
  route({
    id: "revokeUserTokens",
    method: "post",
    paths: pathsOf(`${one}/tokens/revoke`),
    tag: "Users",
    summary: "Revoke all scoped tokens of a user",
    access: "application",
    errors: [404, 422],
    answer: {
      description: "The tokens are revoked",
      schema: z
        .object({ external_user_id: z.string(), revoked: z.literal(true) })
        .meta({ id: "UserTokensRevoked" }),
    },
    async handle({ params, ...request }, context) {
      const external_user_id = userIdOf(params);
      await revokeUser(request, external_user_id, context);
      return { body: { external_user_id, revoked: true } };
    },
  }),
  route({
    id: "deleteUser",
    method: "delete",
    paths: pathsOf(one),
    tag: "Users",
    summary: "Delete a user with all connectors, credentials, tokens and idempotency keys",
    access: "application",
    scope: "connectors:write",
    errors: [404, 422],
    answer: {
      description: "The user is deleted",
      schema: z
        .object({
          external_user_id: z.string(),
          connectors: z.number().int().meta({ description: "The number of deleted connectors." }),
          deleted_at: z.iso.datetime(),
        })
        .meta({ id: "UserDeleted" }),
    },
    async handle({ params, ...request }, context) {
      const external_user_id = userIdOf(params);
      const connectors = await removeUser(request, external_user_id, context);
      const deleted_at = new Date(context.clock.now()).toISOString();
      return { body: { external_user_id, connectors, deleted_at } };
    },
  }),
];

type Asker = Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">;

/** Revokes the tokens of a user. @throws ConnectorError `not_found` */
export const revokeUser = (
  { claims, requestId }: Asker,
  name: string,
  { store, audit }: Pick<Context, "store" | "audit">,
): Promise<void> =>
  store.transaction(async (db) => {
    const user = await existingUser(db, claims.organization, name);
    await endUserTokens(db, user);
    await audit.write(db, "user.revoke", actorOf({ claims, requestId }, user.id));
  });

/** Deletes a user. Returns the number of deleted connectors. @throws ConnectorError `not_found` */
export async function removeUser(
  { claims, requestId }: Asker,
  name: string,
  { store, audit, openConnectors }: Pick<Context, "store" | "audit" | "openConnectors">,
): Promise<number> {
  // `deleteUser` must also remove the details of the audit rows that wait in memory.
  await audit.flush();
  const ids = await store.transaction(async (db) => {
    const deleted = await deleteUser(db, await existingUser(db, claims.organization, name));
    const detail = { connectors: deleted.length };
    await audit.write(db, "user.delete", actorOf({ claims, requestId }), undefined, detail);
    return deleted;
  });
  for (const id of ids) openConnectors.close(id);
  return ids.length;
}

/** @throws ConnectorError `validation_error` */
function userIdOf({ external_user_id }: Readonly<Record<string, string>>): string {
  const read = userId.safeParse(external_user_id);
  if (read.success) return read.data;
  throw new ConnectorError("validation_error", `external_user_id: ${read.error.issues[0]!.message}.`, {
    path: "external_user_id",
    hint: "Send the user's id in the path, percent-encoded. It has 1 to 250 characters.",
  });
}

/** @throws ConnectorError `not_found` */
async function existingUser(db: Db, organization: string, name: string): Promise<Workspace> {
  const found = await findWorkspace(db, organization, name);
  if (found) return found;
  throw new ConnectorError("not_found", "There is no such user.", {
    path: "external_user_id",
    hint: "GET /v1/workspaces lists the users.",
  });
}
