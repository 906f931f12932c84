import { sql } from "kysely";
import { ConnectorError } from "agent-connectors";
import { route, type Route } from "../http/route.ts";
import { healthSchema } from "../http/schemas.ts";

export const healthRoutes: readonly Route[] = [
  route({
    id: "health",
    method: "get",
    paths: ["/healthz"],
    tag: "Health",
    summary: "The process answers",
    access: "open",
    errors: [431],
    answer: { description: "It does", schema: healthSchema },
    handle: async () => ({ body: { status: "ok" } }),
  }),
  route({
    id: "ready",
    method: "get",
    paths: ["/readyz"],
    tag: "Health",
    summary: "The service takes requests: its store answers, and it is not stopping",
    access: "open",
    errors: [431],
    answer: { description: "It does", schema: healthSchema },
    async handle(_, { store, isDraining }) {
      if (isDraining())
        throw new ConnectorError("draining", "The service is stopping.", {
          hint: "Use another replica, or come back in a few seconds.",
          retry_after: 5,
        });
      await sql`select 1`.execute(store.db);
      return { body: { status: "ready" } };
    },
  }),
];
