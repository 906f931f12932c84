import type { RouteRequest } from "../http/route.ts";
import type { Actor } from "../operations/audit.ts";

/** Returns the ids of the caller and of the request, for the audit. */
export const actorOf = ({
  claims,
  requestId,
}: Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">): Actor => ({
  organization: claims.organization,
  workspace: claims.workspace?.id,
  application: claims.application,
  token: claims.id,
  request: requestId,
});
