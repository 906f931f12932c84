/** The tenant of a caller. Queries on behalf of the caller find only the connectors of this tenant. */
export interface Tenant {
  organization: string;
  /**
   * The id of the caller's workspace. Absent if the caller has an application token and thus access to all workspaces.
   */
  workspace?: string | undefined;
  /** The ids of connectors. If present, queries find only these connectors. */
  connectors?: readonly string[] | undefined;
}
