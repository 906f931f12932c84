import type { RouteRequest } from "../http/route.ts";
import type { Actor } from "../operations/audit.ts";

/** The author of a request, for the audit. */
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
