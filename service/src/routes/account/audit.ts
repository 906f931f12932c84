import { z } from "zod";
import type { Claims } from "../../access/access-tokens.ts";
import { tenantOf } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { listAuditRows } from "../../store/queries/audit-rows.ts";
import { auditFilterOf, auditQuery } from "./audit-query.ts";
import { auditRowSchema, auditViewOf } from "./audit-view.ts";

const auditPage = z
  .object({ data: z.array(auditRowSchema), next_cursor: z.string().nullable() })
  .meta({ id: "AuditList" });

export const readAudit: Route = route({
  id: "readAudit",
  method: "get",
  paths: ["/v1/audit"],
  tag: "Audit",
  summary: "Read the audit: the rows that the token can see, newest first",
  access: "any",
  scope: "audit:read",
  query: auditQuery,
  answer: {
    description: "The rows, newest first",
    schema: auditPage,
  },
  handle: async ({ query, claims }, context) => ({ body: await auditPageOf(claims, query, context) }),
});

/** Returns one page of the audit rows that the caller can see, newest first. */
export async function auditPageOf(
  claims: Claims,
  query: z.output<typeof auditQuery>,
  { store, audit }: Pick<Context, "store" | "audit">,
): Promise<z.output<typeof auditPage>> {
  await audit.flush();
  const { limit = 100 } = query;
  const rows = await listAuditRows(store.db, tenantOf(claims), auditFilterOf(query), limit + 1);
  return {
    data: rows.slice(0, limit).map(auditViewOf),
    next_cursor: rows.length > limit ? rows[limit - 1]!.id : null,
  };
}
