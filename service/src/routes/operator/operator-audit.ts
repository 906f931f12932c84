import { z } from "zod";
import { tenantOf } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { auditEvents } from "../../operations/audit.ts";
import { auditPage } from "../../pages/operator-audit.ts";
import { listApplications } from "../../store/queries/applications.ts";
import { listAuditRows, type AuditFilter } from "../../store/queries/audit-rows.ts";
import { auditFilterOf, auditQuery } from "../account/audit-query.ts";
import { auditLines, exportFormats, mediaTypes } from "./audit-export.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";

const { href, role } = operatorPages.audit;
const pageSize = 50;

/** The form has dates, and the links of the start page have times. `auditQuery` refuses a wrong date or time. */
function withTimes({ since, until, ...rest }: Record<string, string>): unknown {
  const startOfDay = (date: string | undefined) =>
    date === undefined || date.includes("T") ? date : `${date}T00:00:00Z`;
  return { ...rest, since: startOfDay(since), until: startOfDay(until) };
}
const withDates = <Query>(query: z.ZodType<Query>) =>
  withoutEmpty(z.preprocess((fields) => withTimes(fields as Record<string, string>), query));

const rowsOf = async (
  { audit, store }: Context,
  tenant: Parameters<typeof listAuditRows>[1],
  filter: AuditFilter,
  limit: number,
) => {
  await audit.flush();
  return listAuditRows(store.db, tenant, filter, limit);
};

export const operatorAuditRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showAudit",
    method: "get",
    paths: [href],
    role,
    summary: "Show the audit",
    query: withDates(auditQuery),
    async handle({ query, operator }, context) {
      const { claims } = operator;
      const found = await rowsOf(context, tenantOf(claims), auditFilterOf(query), pageSize + 1);
      const { since, until, cursor: _, limit: __, ...filters } = query;
      return auditPage(frameOf(operator, href), {
        rows: found.slice(0, pageSize),
        next: found.length > pageSize ? found[pageSize - 1]!.id : null,
        filters: { ...filters, since: since?.slice(0, 10), until: until?.slice(0, 10) },
        events: auditEvents,
        applications: await listApplications(context.store.db, claims.organization),
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "exportAudit",
    method: "get",
    paths: [`${href}/export`],
    role,
    summary: "Send the rows of the audit as a file",
    query: withDates(auditQuery.safeExtend({ format: z.enum(exportFormats) })),
    async handle({ query, operator }, context) {
      const { format, ...filter } = query;
      const tenant = tenantOf(operator.claims);
      const rows = (cursor: string | undefined, limit: number) =>
        rowsOf(context, tenant, { ...auditFilterOf(filter), cursor }, limit);
      return new Response(auditLines(format, rows), {
        headers: {
          "content-type": mediaTypes[format],
          "content-disposition": `attachment; filename="audit.${format}"`,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        },
      });
    },
  }),
];
