import { effects } from "../access/scopes.ts";
import type { Type } from "../platforms/connector-types.ts";
import type { Found } from "../store/connectors.ts";
import type { ConnectorRow } from "../store/tables.ts";
import { type Sealer, ownerOf } from "./seal.ts";
import { ConnectorError } from "agent-connectors";

/** Credentials that the connector's own check has taken. */
export interface Fresh {
  type: Type;
  form: string;
  credentials: Readonly<Record<string, unknown>>;
  config: Readonly<Record<string, string>>;
}

/**
 * Credentials and config, read by the connector itself: what it would refuse in code is refused here. With `validate`
 * the platform is asked, too.
 */
export async function readNew(
  type: Type,
  credentials: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>> = {},
  validate = false,
): Promise<Fresh> {
  try {
    const connector = type.open(credentials, given as Record<string, string>, { effects });
    if (validate) {
      const { status, error } = await connector.check({ signal: AbortSignal.timeout(30_000) });
      if (status === "unhealthy" && error) throw ConnectorError.fromJSON(error);
    }
  } catch (error) {
    throw ConnectorError.is(error) ? asRequest(error) : error;
  }
  const { auth, config: fields } = type.connector;
  const names = Object.keys(credentials);
  const [form = "none"] =
    Object.entries(auth).find(
      ([, form]) =>
        Object.keys(form).length === names.length && names.every((name) => Object.hasOwn(form, name)),
    ) ?? [];
  // Kept in the one spelling that the connector knows, not in the caller's.
  const config = Object.entries(given).map(([name, value]) => {
    const text = String(value);
    return [name, fields[name]?.aliases[text] ?? text];
  });
  return { type, form, credentials, config: Object.fromEntries(config) as Record<string, string> };
}

/** The connector speaks of `auth` and `config`, a request of `credentials` and `environment`. */
function asRequest(error: ConnectorError): ConnectorError {
  const { code, message, path, hint, ...fields } = error.toJSON();
  // What a platform answered is its own: Slack's auth.test is no word of ours.
  const ours = path !== undefined && /^(auth|config)\b/.test(path);
  const renamed = (text: string) =>
    ours
      ? text.replace(/\bauth(?=[.:]| must)/g, "credentials").replace(/\bconfig(?=[.:]| must)/g, "environment")
      : text;
  const mismatch = code === "credentials_mismatch" ? "Credentials do not match any auth scheme. " : "";
  return new ConnectorError(
    code === "config_error" ? "validation_error" : code,
    mismatch + renamed(message),
    {
      ...fields,
      hint: hint?.replace(" Is the environment variable behind it set?", ""),
      ...(path === undefined
        ? {}
        : { path: path.replace(/^auth/, "credentials").replace(/^config/, "environment") }),
    },
  );
}

export function sealedRow(
  { type, form, credentials, config }: Fresh,
  sealer: Sealer,
  row: Pick<ConnectorRow, "id" | "organization_id" | "workspace_id" | "name"> & { now: number },
): ConnectorRow {
  const { id, organization_id, workspace_id, name, now } = row;
  const text = JSON.stringify(credentials);
  return {
    id,
    organization_id,
    workspace_id,
    type: type.name,
    name,
    config: JSON.stringify(config),
    credentials: sealer.seal(text, ownerOf({ id, organization_id, workspace_id, type: type.name })),
    credentials_version: 1,
    key_id: sealer.keyId,
    form,
    fingerprint: sealer.fingerprint(text),
    status: "active",
    last_error_code: null,
    last_used_at: null,
    created_at: now,
    updated_at: now,
  };
}

/** What the API shows of a connector. */
export function viewOf(row: Found, { published, title, definitionId, connector }: Type): object {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: row.id,
    name: row.name,
    connector_type: published,
    external_user_id: row.workspace,
    status: row.status,
    source_template: { id: definitionId, name: title, connector_type: published },
    replication_config: JSON.parse(row.config) as unknown,
    credentials: {
      auth_method: row.form,
      fields: Object.keys(connector.auth[row.form] ?? {}),
      fingerprint: row.fingerprint,
    },
    last_error_code: row.last_error_code,
    last_used_at: time(row.last_used_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}
