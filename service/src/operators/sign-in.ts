import { ConnectorError } from "agent-connectors";
import { publicUrlOf } from "../connect/connect-services.ts";
import { cookieHeader, cookieOf } from "../connect/cookie.ts";
import { hashOf, newSecretText } from "../credentials/secret-text.ts";
import {
  addOperatorSession,
  deleteOperatorSession,
  findOperatorSession,
  useOperatorLink,
  type FoundOperatorSession,
} from "../store/queries/operator-sessions.ts";
import type { Db } from "../store/store.ts";
import type { OperatorSessionRow } from "../store/operator-session-row.ts";
import type { OperatorServices } from "./operator-services.ts";
import {
  absoluteMs,
  actorOfOperator,
  endOf,
  newSessionRow,
  operatorCookieName,
  type NewOperator,
} from "./session-row.ts";

/** Returns the row of a sign-in link, and the secret text of the link. */
export function newOperatorLink(
  operator: NewOperator,
  now: number,
): { row: OperatorSessionRow; link: string } {
  const link = newSecretText();
  return { row: { ...newSessionRow(operator, now), link_hash: hashOf(link) }, link };
}

/** @throws ConnectorError `not_found` if the link does not exist or was used */
export async function operatorOfLink(
  { store, clock }: OperatorServices,
  link: string,
): Promise<FoundOperatorSession> {
  const row = await findOperatorSession(store.db, "link_hash", hashOf(link), clock.now());
  if (row) return row;
  throw unusableLink();
}

const unusableLink = () =>
  new ConnectorError("not_found", "This link was used, has expired, or is not complete.", {
    hint: 'Ask for a new link. The command "agent-connectors-service operator-link" prints one.',
  });

/** Starts the session of a link, which works only once. Returns the header that sets the session's cookie. */
export async function signInWithLink(
  services: OperatorServices,
  request: Request,
  link: string,
  requestId: string,
): Promise<string> {
  const row = await operatorOfLink(services, link);
  return startSession(services, request, row, requestId, async (db, started) => {
    if (!(await useOperatorLink(db, row, started))) throw unusableLink();
  });
}

/** Starts a session without a link. Returns the header that sets the session's cookie. */
export const signIn = (
  services: OperatorServices,
  request: Request,
  operator: NewOperator,
  requestId: string,
): Promise<string> => {
  const row = newSessionRow(operator, services.clock.now());
  return startSession(services, request, row, requestId, (db, started) =>
    addOperatorSession(db, { ...row, ...started }),
  );
};

type Started = Pick<OperatorSessionRow, "cookie_hash" | "used_at" | "expires_at">;

/** Gives a session a new cookie, and ends the earlier session of this browser. */
async function startSession(
  services: OperatorServices,
  request: Request,
  row: OperatorSessionRow,
  requestId: string,
  store: (db: Db, started: Started) => Promise<void>,
): Promise<string> {
  const now = services.clock.now();
  const secret = newSecretText();
  await services.store.transaction(async (db) => {
    await store(db, { cookie_hash: hashOf(secret), used_at: now, expires_at: endOf(row, now) });
    await services.audit.write(db, "operator.sign_in", actorOfOperator(row, requestId));
  });
  await endSession(services, request, requestId);
  return cookieHeader(publicUrlOf(services), operatorCookieName, secret, absoluteMs / 1000);
}

/** Ends the session of this browser, if there is one. Returns the header that deletes the cookie. */
export async function signOut(
  services: OperatorServices,
  request: Request,
  requestId: string,
): Promise<string> {
  await endSession(services, request, requestId);
  return cookieHeader(publicUrlOf(services), operatorCookieName, "", 0);
}

async function endSession(services: OperatorServices, request: Request, requestId: string): Promise<void> {
  const { store, audit, clock } = services;
  const secret = cookieOf(request, publicUrlOf(services), operatorCookieName);
  if (secret === undefined) return;
  const row = await findOperatorSession(store.db, "cookie_hash", hashOf(secret), clock.now());
  if (!row) return;
  await store.transaction(async (db) => {
    if (await deleteOperatorSession(db, row.id))
      await audit.write(db, "operator.sign_out", actorOfOperator(row, requestId));
  });
}
