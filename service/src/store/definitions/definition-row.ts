/** A version of a connector definition that an organization has uploaded. It never changes, except for `activated_at`. */
export interface DefinitionRow {
  id: string;
  organization_id: string;
  name: string;
  /** Counts the versions of this name from 1. */
  version: number;
  /** The SHA-256 of `file` as 64 hexadecimal digits. */
  hash: string;
  /** The connector file as JSON. */
  file: string;
  /** The hosts that the file names, as a JSON array: see `hostsOfFile` of `agent-connectors/import`. */
  hosts: string;
  application_id: string | null;
  created_at: number;
  /** The time at which the version last became active. Null for a version that never was. */
  activated_at: number | null;
}

/**
 * A connector type that one organization has. The operator has confirmed its hosts, and they never change, because the
 * credentials of the type's connectors can go to each of them.
 */
export interface CustomTypeRow {
  id: string;
  organization_id: string;
  name: string;
  /** The hosts as a JSON array. */
  hosts: string;
  /** The name of the person who has run the command. */
  confirmed_by: string;
  confirmed_at: number;
  /** The version that the connectors use. Null if no version is active. */
  version: number | null;
  /** The hash of that version. */
  hash: string | null;
}
