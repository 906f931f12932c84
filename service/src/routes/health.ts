import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { route, type Route } from "../http/route.ts";

const healthSchema = z.object({ status: z.string() }).meta({ id: "Health" });

export const healthRoutes: readonly Route[] = [
  route({
    id: "health",
    method: "get",
    paths: ["/healthz"],
    tag: "Health",
    summary: "Whether the process runs",
    access: "open",
    errors: [431],
    answer: { description: "The process runs", schema: healthSchema },
    handle: async () => ({ body: { status: "ok" } }),
  }),
  route({
    id: "ready",
    method: "get",
    paths: ["/readyz"],
    tag: "Health",
    summary: "Whether the service accepts requests: its store can store data, and it is not stopping",
    access: "open",
    errors: [431],
    answer: { description: "The service accepts requests", schema: healthSchema },
    async handle(_, { store, isDraining }) {
      if (isDraining())
        throw new ConnectorError("draining", "The service is stopping.", {
          hint: "Use another replica, or call again in a few seconds.",
          retry_after: 5,
        });
      await store.check();
      return { body: { status: "ready" } };
    },
  }),
];
