import { z } from "zod";
import type { OpenableType } from "../platforms/connector-types.ts";
import type { FoundConnector } from "../store/queries/connectors.ts";

const time = z.iso.datetime();
export const connectorSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    connector_type: z.string(),
    external_user_id: z.string(),
    status: z.enum(["active", "reauth_required"]),
    source_template: z.object({ id: z.string(), name: z.string(), connector_type: z.string() }),
    replication_config: z.record(z.string(), z.string()),
    credentials: z.object({
      auth_method: z.string(),
      fields: z.array(z.string()),
      fingerprint: z.string(),
    }),
    last_error_code: z.string().nullable(),
    last_used_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Connector" });

export type ConnectorView = z.output<typeof connectorSchema>;

/** Returns the part of a connector's data that the API shows. This part contains no secret values. */
export function viewOf(
  row: FoundConnector,
  { published, title, definitionId, connector }: OpenableType,
): ConnectorView {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    id: row.id,
    name: row.name,
    connector_type: published,
    external_user_id: row.workspace,
    status: row.status,
    source_template: { id: definitionId, name: title, connector_type: published },
    replication_config: JSON.parse(row.config) as Record<string, string>,
    credentials: {
      auth_method: row.form,
      fields: Object.keys(connector.auth[row.form] ?? {}),
      fingerprint: row.fingerprint,
    },
    last_error_code: row.last_error_code,
    last_used_at: row.last_used_at === null ? null : time(row.last_used_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}
