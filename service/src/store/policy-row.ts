/** A policy that an application has set. */
export interface PolicyRow {
  id: string;
  organization_id: string;
  /** The workspace of the user or of the connector. Null for a policy of the organization. */
  workspace_id: string | null;
  /** Null for a policy of the organization or of a user. */
  connector_id: string | null;
  /**
   * The id of the organization, the workspace or the connector that the policy applies to. For a policy that is kept
   * for an account without a connector: the id of the workspace and the account.
   */
  target: string;
  /** The connector type, such as `slack`. */
  type: string;
  /** The policy as JSON. */
  policy: string;
  created_at: number;
  updated_at: number;
}
