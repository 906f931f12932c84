import { createHash } from "node:crypto";
import type { Tables } from "../tables.ts";

/**
 * The tables whose rows decide who may do what, and their checked columns. The other columns change with every call, or
 * are encrypted and bound to their row, or are only shown to people.
 */
const columns = {
  applications: [
    "id",
    "organization_id",
    "name",
    "epoch",
    "created_at",
    "disabled_at",
    "return_urls",
    "confirm_sessions",
  ],
  application_secrets: ["id", "application_id", "hash", "created_at"],
  operator_sessions: [
    "id",
    "organization_id",
    "application_id",
    "name",
    "roles",
    "link_hash",
    "cookie_hash",
    "created_at",
    "used_at",
    "expires_at",
  ],
  oauth_applications: ["id", "organization_id", "type", "sealed", "key_id", "created_at", "updated_at"],
  // The hash stands for the file.
  definitions: [
    "id",
    "organization_id",
    "name",
    "version",
    "hash",
    "hosts",
    "application_id",
    "created_at",
    "activated_at",
  ],
  custom_types: ["id", "organization_id", "name", "hosts", "confirmed_by", "confirmed_at", "version", "hash"],
  webhook_endpoints: [
    "id",
    "organization_id",
    "url",
    "description",
    "event_types",
    "status",
    "disabled_reason",
    "sealed",
    "key_id",
    "created_at",
    "updated_at",
  ],
  workspaces: ["id", "organization_id", "name", "epoch", "created_at"],
  connectors: [
    "id",
    "organization_id",
    "workspace_id",
    "type",
    "name",
    "config",
    "credentials",
    "credentials_version",
    "credential_id",
    "key_id",
    "form",
    "fingerprint",
    "account",
    "connected_at",
    "created_at",
    "updated_at",
  ],
  connect_sessions: [
    "id",
    "organization_id",
    "workspace_id",
    "application_id",
    "type",
    "connector_id",
    "request",
    "status",
    "link_hash",
    "state_hash",
    "cookie_hash",
    "result_hash",
    "outcome",
    "created_at",
    "expires_at",
  ],
  policies: ["organization_id", "workspace_id", "connector_id", "target", "type", "policy"],
  long_lived_tokens: [
    "id",
    "organization_id",
    "workspace_id",
    "application_id",
    "application_epoch",
    "workspace_epoch",
    "name",
    "hash",
    "scopes",
    "effects",
    "external",
    "connector_ids",
    "created_at",
    "expires_at",
  ],
  revoked_tokens: ["id", "expires_at"],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

export type ProtectedTable = keyof typeof columns;

export type ProtectedRow<Table extends ProtectedTable> = Pick<
  Tables[Table],
  (typeof columns)[Table][number] & keyof Tables[Table]
>;

const dayMs = 86_400_000;

/** The tables whose rows expire, with the milliseconds after the expiry for which a row can still be read. */
const kept: { readonly [Table in ProtectedTable]?: number } = {
  operator_sessions: dayMs,
  connect_sessions: dayMs,
  long_lived_tokens: dayMs,
  revoked_tokens: 0,
};

/** Returns the name of a row in a list. `id`: see `idOf`. */
export const nameOf = (table: ProtectedTable, id: string): string => `${table}/${id}`;

/** Returns the text that identifies a row in its list, such as the type of an OAuth application. */
export function idOf(table: ProtectedTable, row: object): string {
  const { id, target, type, name } = row as Readonly<Record<"id" | "target" | "type" | "name", string>>;
  if (table === "policies") return `${target}/${type}`;
  if (table === "custom_types") return name;
  return table === "oauth_applications" ? type : id;
}

/** Returns the entry of a row in a list: a hash of the checked columns and, if the row expires, `@` and the time. */
export function entryOf<Table extends ProtectedTable>(table: Table, row: ProtectedRow<Table>): string {
  const values = row as Readonly<Record<string, unknown>>;
  const text = JSON.stringify([table, ...columns[table].map((name) => values[name])]);
  const hash = createHash("sha256").update(text).digest("base64url");
  const [ms, expiresAt] = [kept[table], values["expires_at"] as number | null];
  return ms === undefined || expiresAt === null ? hash : `${hash}@${expiresAt + ms}`;
}

/** Returns whether the row of an entry has expired, so that the entry is no longer needed. */
export function hasExpired(entry: string, now: number): boolean {
  const [, until] = entry.split("@");
  return until !== undefined && Number(until) < now;
}
