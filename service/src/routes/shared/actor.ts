import type { RouteRequest } from "../../http/route.ts";
import type { Actor } from "../../operations/audit.ts";

/** Returns the ids for the audit. `workspace`: the workspace that the request concerns. */
export const actorOf = (
  { claims, requestId }: Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">,
  workspace: string | undefined = claims.workspace?.id,
): Actor => ({
  organization: claims.organization,
  workspace,
  application: claims.application,
  token: claims.id,
  operator: claims.operator,
  request: requestId,
});
