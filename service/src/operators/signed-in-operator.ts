import { timingSafeEqual } from "node:crypto";
import { ConnectorError } from "agent-connectors";
import type { Claims } from "../access/access-tokens.ts";
import { scopes } from "../access/scopes.ts";
import { publicUrlOf } from "../connect/connect-services.ts";
import { cookieOf } from "../connect/cookie.ts";
import { hashOf } from "../credentials/secret-text.ts";
import {
  findOperatorSession,
  setOperatorSessionUsed,
  type FoundOperatorSession,
} from "../store/queries/operator-sessions.ts";
import type { OperatorServices } from "./operator-services.ts";
import { isRole, type Role } from "./roles.ts";
import { endOf, operatorCookieName } from "./session-row.ts";

/** The minimum milliseconds between two updates of a session's `used_at`. */
const usedMs = 60_000;

export interface Operator {
  name: string;
  roles: readonly Role[];
  /** The application's name, which users see when they connect an account with a link of the operator. */
  application: string;
  /** The text that each form of the session must contain. */
  csrf: string;
  claims: Claims;
}

/** Returns the operator whose browser has sent this request. @throws ConnectorError `missing_token` */
export async function signedInOperator(services: OperatorServices, request: Request): Promise<Operator> {
  const { store, clock } = services;
  const secret = cookieOf(request, publicUrlOf(services), operatorCookieName) ?? "";
  const now = clock.now();
  const row = await findOperatorSession(store.db, "cookie_hash", hashOf(secret), now);
  if (!row)
    throw new ConnectorError("missing_token", "You are not signed in, or your session has ended.", {
      path: "cookie",
      hint: 'Ask for a sign-in link. The command "agent-connectors-service operator-link" prints one.',
    });
  if (now - row.used_at >= usedMs)
    await setOperatorSessionUsed(store.db, row, { used_at: now, expires_at: endOf(row, now) });
  return {
    name: row.name,
    roles: row.roles.split(" ").filter(isRole),
    application: row.application,
    csrf: csrfOf(secret),
    claims: claimsOf(row),
  };
}

/**
 * Derives the text for the forms from the cookie's secret. The store contains a different hash of this secret, from
 * which nobody can derive the text.
 */
const csrfOf = (secret: string): string => hashOf(`csrf ${secret}`);

export function isCsrfOf({ csrf }: Operator, given: string | undefined): boolean {
  const [one, other] = [Buffer.from(csrf), Buffer.from(given ?? "")];
  return one.length === other.length && timingSafeEqual(one, other);
}

// The claims cover the whole organization, because the operator's roles already limit the pages.
const claimsOf = (row: FoundOperatorSession): Claims => ({
  kind: "operator",
  id: row.id,
  operator: row.name,
  organization: row.organization_id,
  application: row.application_id,
  application_epoch: 0,
  scopes,
  effects: [],
  external: false,
  issued_at: Math.floor(row.created_at / 1000),
  expires_at: Math.floor(row.expires_at / 1000),
});
