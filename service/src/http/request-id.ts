import type { Clock } from "agent-connectors";
import { uuid } from "../store/uuid.ts";

/** Returns the id that the client has given to its request, or a new one. */
export const requestIdOf = (request: Request, clock: Clock): string => {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : `req_${uuid(clock.now())}`;
};
