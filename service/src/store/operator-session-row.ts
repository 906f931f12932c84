/**
 * A session in which an operator uses the pages of the service. Before the operator signs in, the session is only a
 * link.
 */
export interface OperatorSessionRow {
  id: string;
  organization_id: string;
  /** The application in whose name the operator connects accounts. */
  application_id: string;
  /** The name of the operator in the audit. */
  name: string;
  /** The roles, separated by spaces. */
  roles: string;
  /** The hash of the text in the sign-in link. Null if the link was used, or if there was no link. */
  link_hash: string | null;
  /** The hash of the cookie. Null if the link was not used yet. */
  cookie_hash: string | null;
  created_at: number;
  /** The time of the last request. The stored time can be up to a minute too early. */
  used_at: number;
  /** The time at which the link or the session ends. */
  expires_at: number;
}
