import type { Actor } from "../operations/audit.ts";
import type { OperatorSessionRow } from "../store/operator-session-row.ts";
import { uuid } from "../store/uuid.ts";
import type { Role } from "./roles.ts";

/** Milliseconds for which a sign-in link works. */
export const linkMs = 600_000;
/** The lifetime of a session after its last request, in milliseconds. */
const idleMs = 3_600_000;
/** The maximum lifetime of a session, in milliseconds. */
export const absoluteMs = 12 * 3_600_000;

export const operatorCookieName = "operator";

/** The person who gets a session, and the person's roles. */
export interface NewOperator {
  organization_id: string;
  application_id: string;
  name: string;
  roles: readonly Role[];
}

/** Returns the row of a session that has neither a link nor a cookie yet. */
export const newSessionRow = ({ roles, ...operator }: NewOperator, now: number): OperatorSessionRow => ({
  ...operator,
  roles: roles.join(" "),
  id: uuid(now),
  link_hash: null,
  cookie_hash: null,
  created_at: now,
  used_at: now,
  expires_at: now + linkMs,
});

/** Returns the end of a session if no more requests come, in milliseconds since the epoch. */
export const endOf = ({ created_at }: Pick<OperatorSessionRow, "created_at">, now: number): number =>
  Math.min(created_at + absoluteMs, now + idleMs);

/** Returns the actor for an audit row about the sign-in or sign-out of an operator. */
export const actorOfOperator = (row: OperatorSessionRow, request: string): Actor => ({
  organization: row.organization_id,
  application: row.application_id,
  token: row.id,
  operator: row.name,
  request,
});
