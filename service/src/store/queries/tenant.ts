/** Queries on behalf of a caller find only the connectors of this tenant. */
export interface Tenant {
  organization: string;
  /** Absent if the caller has an application token and thus access to all workspaces. */
  workspace?: string | undefined;
  /** If present, queries find only these connectors. */
  connectors?: readonly string[] | undefined;
}
