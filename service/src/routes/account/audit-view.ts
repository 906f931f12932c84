import { z } from "zod";
import type { FoundAuditRow } from "../../store/queries/audit-rows.ts";

export const auditRowSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    event: z.string(),
    external_user_id: z.string().nullable(),
    client_id: z.string().nullable(),
    token_id: z.string().nullable(),
    operator: z.string().nullable(),
    connector_id: z.string().nullable(),
    request_id: z.string(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "AuditRow" });

/** Returns the fields that the API and the command `audit` show. */
export const auditViewOf = (row: FoundAuditRow): z.output<typeof auditRowSchema> => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  event: row.event,
  external_user_id: row.workspace,
  client_id: row.application_id,
  token_id: row.token_id,
  operator: row.operator,
  connector_id: row.connector_id,
  request_id: row.request_id,
  detail: JSON.parse(row.detail) as Record<string, unknown>,
});
