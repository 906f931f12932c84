import { z } from "zod";
import { tenantOf } from "../access/visible-connectors.ts";
import { route, type Route } from "../http/route.ts";
import { listAuditRows } from "../store/queries/audit-rows.ts";
import { auditFilterOf, auditQuery } from "./audit-query.ts";
import { auditRowSchema, auditViewOf } from "./audit-view.ts";

export const readAudit: Route = route({
  id: "readAudit",
  method: "get",
  paths: ["/v1/audit", "/api/v1/audit"],
  tag: "Audit",
  summary: "Read the audit: the rows that the token can see, newest first",
  access: "any",
  scope: "audit:read",
  query: auditQuery,
  answer: {
    description: "The rows, newest first",
    schema: z
      .object({ data: z.array(auditRowSchema), next_cursor: z.string().nullable() })
      .meta({ id: "AuditList" }),
  },
  async handle({ query, claims }, { store, audit }) {
    await audit.flush();
    const { limit = 100 } = query;
    const rows = await listAuditRows(store.db, tenantOf(claims), auditFilterOf(query), limit + 1);
    return {
      body: {
        data: rows.slice(0, limit).map(auditViewOf),
        next_cursor: rows.length > limit ? rows[limit - 1]!.id : null,
      },
    };
  },
});
