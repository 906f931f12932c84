import type { ConnectorError } from "agent-connectors";
import { problemResponse } from "./problem.ts";
import type { RequestHandler } from "./server.ts";

/** Handles requests while the service waits for its store: the process runs, and is not ready. */
export const waiting =
  (reason: ConnectorError): RequestHandler =>
  async (request) =>
    new URL(request.url).pathname === "/healthz"
      ? Response.json({ status: "ok" })
      : problemResponse(reason, "waiting");
