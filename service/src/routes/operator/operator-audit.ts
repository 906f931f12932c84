import { z } from "zod";
import { route, type Route } from "../../http/route.ts";
import { auditEvents } from "../../operations/audit.ts";
import { auditPage } from "../../pages/operator-audit.ts";
import { auditPageOf } from "../account/audit.ts";
import { auditQuery } from "../account/audit-query.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";

const { href, role } = operatorPages.audit;
const pageSize = 50;

/** The form has dates instead of times. A wrong date becomes a wrong time, which `auditQuery` refuses. */
const query = withoutEmpty(z.preprocess((fields) => withTimes(fields as Record<string, string>), auditQuery));

function withTimes({ since, until, ...rest }: Record<string, string>): unknown {
  const startOfDay = (date: string | undefined) => (date === undefined ? undefined : `${date}T00:00:00Z`);
  return { ...rest, since: startOfDay(since), until: startOfDay(until) };
}

export const operatorAuditRoute: Route = route({
  ...operatorRoute,
  id: "showAudit",
  method: "get",
  paths: [href],
  role,
  summary: "Show the audit",
  query,
  async handle({ query, operator }, context) {
    const { data, next_cursor } = await auditPageOf(operator.claims, { ...query, limit: pageSize }, context);
    const { event, external_user_id, operator: by, since, until } = query;
    return auditPage(frameOf(operator, href), {
      rows: data,
      next: next_cursor,
      filters: {
        event,
        external_user_id,
        operator: by,
        since: since?.slice(0, 10),
        until: until?.slice(0, 10),
      },
      events: auditEvents,
    });
  },
});
