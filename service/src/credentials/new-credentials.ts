import { ConnectorError, memoryCredentialStore, type CredentialStore } from "agent-connectors";
import type { OpenableType } from "../platforms/connector-types.ts";
import { effects } from "../platforms/effects.ts";
import type { ConnectorRow } from "../store/tables.ts";
import { associatedDataOf, type Sealer } from "./sealing.ts";

/** Credentials and config that the connector has accepted. */
export interface CheckedCredentials {
  type: OpenableType;
  form: string;
  credentials: Readonly<Record<string, unknown>>;
  config: Readonly<Record<string, string>>;
}

export interface CheckOptions {
  /** Whether to check the credentials with the platform. Default: false. */
  validate?: boolean | undefined;
  /** The store for tokens that the platform issues during the check. Default: a store in memory. */
  credentialStore?: CredentialStore | undefined;
}

/**
 * Checks credentials by opening the connector with them, so the service and the connector refuse the same credentials.
 * With `validate`, also asks the platform whether it accepts the credentials. New tokens are stored in
 * `credentialStore` before they are used.
 */
export async function checkCredentials(
  type: OpenableType,
  credentials: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>> = {},
  { validate = false, credentialStore = memoryCredentialStore() }: CheckOptions = {},
): Promise<CheckedCredentials> {
  try {
    const connector = type.open(credentials, given as Record<string, string>, {
      effects,
      credentialStore,
    });
    if (validate) {
      const { status, error } = await connector.check({ signal: AbortSignal.timeout(30_000) });
      if (status === "unhealthy" && error) throw ConnectorError.fromJSON(error);
    }
  } catch (error) {
    throw ConnectorError.is(error) ? asRequestError(error) : error;
  }
  const { auth, config: fields } = type.connector;
  const names = Object.keys(credentials);
  const [form = "none"] =
    Object.entries(auth).find(
      ([, form]) =>
        Object.keys(form).length === names.length && names.every((name) => Object.hasOwn(form, name)),
    ) ?? [];
  // A caller can send an alias of a value. The store keeps the value that the connector itself uses.
  const config = Object.entries(given).map(([name, value]) => {
    const text = String(value);
    return [name, fields[name]?.aliases[text] ?? text];
  });
  return { type, form, credentials, config: Object.fromEntries(config) as Record<string, string> };
}

/**
 * Replaces field names in an error, because the connector's fields `auth` and `config` have the names `credentials` and
 * `environment` in a request.
 */
function asRequestError(error: ConnectorError): ConnectorError {
  const { code, message, path, hint, ...fields } = error.toJSON();
  // Error texts of a platform are not changed. For example, `auth` in Slack's `auth.test` is not a field of the
  // request.
  const aboutFields = path !== undefined && /^(auth|config)\b/.test(path);
  const renamed = (text: string) =>
    aboutFields
      ? text.replace(/\bauth(?=[.:]| must)/g, "credentials").replace(/\bconfig(?=[.:]| must)/g, "environment")
      : text;
  const mismatch = code === "credentials_mismatch" ? "Credentials do not match any auth scheme. " : "";
  return new ConnectorError(
    code === "config_error" ? "validation_error" : code,
    mismatch + renamed(message),
    {
      ...fields,
      // The connector's hint mentions environment variables, which a caller of the service cannot set.
      hint: hint?.replace(/ ?Check that the environment variable for it is set\.$/, "") || undefined,
      ...(path === undefined
        ? {}
        : { path: path.replace(/^auth\b/, "credentials").replace(/^config\b/, "environment") }),
    },
  );
}

/** Returns the row of a new connector, with encrypted credentials. */
export function sealedRow(
  { type, form, credentials, config }: CheckedCredentials,
  sealer: Sealer,
  row: Pick<ConnectorRow, "id" | "credential_id" | "organization_id" | "workspace_id" | "name"> & {
    now: number;
  },
): ConnectorRow {
  const { id, credential_id, organization_id, workspace_id, name, now } = row;
  const text = JSON.stringify(credentials);
  return {
    id,
    organization_id,
    workspace_id,
    type: type.name,
    name,
    config: JSON.stringify(config),
    credentials: sealer.seal(text, associatedDataOf({ id, organization_id, workspace_id, type: type.name })),
    credentials_version: 1,
    credential_id,
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
