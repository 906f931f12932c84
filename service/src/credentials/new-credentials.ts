import { ConnectorError } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import type { OpenableType } from "../platforms/connector-types.ts";
import type { ConnectorRow } from "../store/tables.ts";
import type { StoreOptions } from "./connector-stores.ts";
import { associatedDataOf, type Sealer } from "./sealing.ts";

/** Credentials and config that the connector has accepted. */
export interface CheckedCredentials {
  type: OpenableType;
  /** The kind of credentials, such as `token` or `oauth`. */
  form: string;
  credentials: Readonly<Record<string, unknown>>;
  config: Readonly<Record<string, string>>;
}

export interface CheckOptions {
  /** Whether to ask the platform if the credentials are valid. Default: false. */
  validate?: boolean | undefined;
  /** The options that keep the tokens that the platform issues during the check. Default: a new store in memory. */
  stores?: StoreOptions | undefined;
}

/**
 * Checks credentials and config by opening a connector with them. Stores the platform's new tokens in the
 * store of `stores` before the connector uses them.
 * @param given the config of the connector, from the request
 */
export async function checkCredentials(
  type: OpenableType,
  credentials: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>> = {},
  { validate = false, stores = { store: memoryStore() } }: CheckOptions = {},
): Promise<CheckedCredentials> {
  try {
    const connector = type.open(credentials, given as Record<string, string>, {
      policies: [],
      ...stores,
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
        names.every((name) => Object.hasOwn(form, name)) &&
        Object.entries(form).every(([name, { optional }]) => optional === true || names.includes(name)),
    ) ?? [];
  // A config value in a request can be an alias. The store contains the value that the alias stands for.
  const config = Object.entries(given).map(([name, value]) => {
    const text = String(value);
    const field = fields[name];
    return [name, (field && "aliases" in field ? field.aliases[text] : undefined) ?? text];
  });
  return { type, form, credentials, config: Object.fromEntries(config) as Record<string, string> };
}

/** Replaces the package's names `auth` and `config` with `credentials` and `environment`, the names in requests. */
function asRequestError(error: ConnectorError): ConnectorError {
  const { code, message, path, hint, ...fields } = error.toJSON();
  // In other errors, `auth` may have another meaning, for example in Slack's method `auth.test`.
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
      // A caller of the service cannot set the environment variable that the hint asks for.
      hint: hint?.replace(/ ?Check that the environment variable for it is set\./, "") || undefined,
      ...(path === undefined
        ? {}
        : { path: path.replace(/^auth\b/, "credentials").replace(/^config\b/, "environment") }),
    },
  );
}

/** Returns the row of a connector, with encrypted credentials. */
export function sealedRow(
  { type, form, credentials, config }: CheckedCredentials,
  sealer: Sealer,
  row: Pick<ConnectorRow, "id" | "credential_id" | "organization_id" | "workspace_id" | "name"> & {
    now: number;
    /** The time of the person's consent. Null if the credentials were obtained outside the service. */
    connected_at?: number | null;
  },
): ConnectorRow {
  const { id, credential_id, organization_id, workspace_id, name, now, connected_at = null } = row;
  const text = JSON.stringify(credentials);
  return {
    id,
    organization_id,
    workspace_id,
    type: type.name,
    name,
    config: JSON.stringify(config),
    credentials: sealer.seal(
      text,
      associatedDataOf({ id, organization_id, workspace_id, type: type.name, credential_id }),
    ),
    credentials_version: 1,
    credential_id,
    key_id: sealer.keyId,
    form,
    fingerprint: sealer.fingerprint(text),
    account: null,
    connected_at,
    status: "active",
    last_error_code: null,
    last_used_at: null,
    created_at: now,
    updated_at: now,
  };
}
