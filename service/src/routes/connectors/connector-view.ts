import { consentOf } from "agent-connectors/toolkit";
import { z } from "zod";
import type { Context } from "../../http/context.ts";
import type { FoundConnector } from "../../store/queries/connectors.ts";

const time = z.iso.datetime();

export const consentSchema = z
  .object({
    given_at: time.nullable(),
    ends_at: time.nullable(),
    note: z.string().optional().meta({ description: "Explains why the times are unknown." }),
    warning: z.string().optional().meta({ description: "Says that the consent ends soon, or has ended." }),
  })
  .meta({ id: "Consent", description: "How long the platform accepts the credentials." });

export const connectorSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    connector_type: z.string(),
    external_user_id: z.string(),
    status: z.enum(["active", "reauth_required", "type_not_offered"]).meta({
      description: "type_not_offered: the service runs without this connector type, so no call is possible.",
    }),
    source_template: z.object({ id: z.string(), name: z.string(), connector_type: z.string() }),
    replication_config: z.record(z.string(), z.string()),
    credentials: z.object({
      auth_method: z.string(),
      fields: z.array(z.string()),
      fingerprint: z.string(),
    }),
    consent: consentSchema.nullable().meta({ description: "Null if the consent never ends." }),
    last_error_code: z.string().nullable(),
    last_used_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Connector" });

export type ConnectorView = z.output<typeof connectorSchema>;

/** Returns the fields of a connector that the API shows. No field contains a secret value. */
export function viewOf(
  row: FoundConnector,
  { types, clock }: Pick<Context, "types" | "clock">,
): ConnectorView {
  const { published, title, definitionId, connector } = types.shown(row.type);
  const time = (ms: number) => new Date(ms).toISOString();
  const connectedAt = row.connected_at === null ? undefined : time(row.connected_at);
  return {
    id: row.id,
    name: row.name,
    connector_type: published,
    external_user_id: row.workspace,
    status: connector ? row.status : "type_not_offered",
    source_template: { id: definitionId, name: title, connector_type: published },
    replication_config: JSON.parse(row.config) as Record<string, string>,
    credentials: {
      auth_method: row.form,
      fields: Object.keys(connector?.auth[row.form] ?? {}),
      fingerprint: row.fingerprint,
    },
    consent: consentOf(connector?.connectFlow, connectedAt, clock.now()) ?? null,
    last_error_code: row.last_error_code,
    last_used_at: row.last_used_at === null ? null : time(row.last_used_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}
