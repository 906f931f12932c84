/** The part of the store that a caller can see. */
export interface Tenant {
  organization: string;
  /** Absent if the caller can see all workspaces of the organization. */
  workspace?: string | undefined;
  /** If present, the caller can see only these connectors. */
  connectors?: readonly string[] | undefined;
}
