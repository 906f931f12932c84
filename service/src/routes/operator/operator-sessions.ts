import { ConnectorError } from "agent-connectors";
import { z } from "zod";
import { idPattern } from "../../access/visible-connectors.ts";
import { route, type Route } from "../../http/route.ts";
import { hasRole } from "../../operators/roles.ts";
import type { Operator } from "../../operators/signed-in-operator.ts";
import { sessionsPage, type ShownSession } from "../../pages/operator-sessions.ts";
import { seeOther } from "../../pages/page.ts";
import {
  deleteOperatorSession,
  listOperatorSessions,
  type OperatorSessionFilter,
} from "../../store/queries/operator-sessions.ts";
import type { OperatorSessionRow } from "../../store/operator-session-row.ts";
import { actorOf } from "../shared/actor.ts";
import { frameOf, operatorPages, operatorRoute } from "./operator-frame.ts";

const { href } = operatorPages.sessions;

const seesAll = ({ roles }: Operator): boolean => hasRole(roles, "admin");

/** Selects the sessions that an operator can see and end. Only the role `admin` includes sessions of other operators. */
const visibleTo = (operator: Operator): OperatorSessionFilter => ({
  organization_id: operator.claims.organization,
  ...(seesAll(operator) ? {} : { name: operator.name }),
});

export const operatorSessionRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showSessions",
    method: "get",
    paths: [href],
    summary: "Show the sessions of operators",
    async handle({ operator }, { store, clock }) {
      const rows = await listOperatorSessions(store.db, clock.now(), visibleTo(operator));
      const shown = rows.map((row) => shownSession(row, operator));
      return sessionsPage(frameOf(operator, href), shown, seesAll(operator));
    },
  }),
  route({
    ...operatorRoute,
    id: "endSessionOnPage",
    method: "post",
    paths: [`${href}/{session_id}/end`],
    summary: "End a session",
    body: z.strictObject({}),
    async handle({ params, operator, claims, requestId }, { store, audit }) {
      const { session_id = "" } = params;
      await store.transaction(async (db) => {
        const row = idPattern.test(session_id)
          ? await deleteOperatorSession(db, session_id, visibleTo(operator))
          : undefined;
        if (!row) throw new ConnectorError("not_found", "There is no such session, or it has ended.");
        const detail = { session: row.id, operator: row.name };
        await audit.write(db, "operator.end", actorOf({ claims, requestId }), undefined, detail);
      });
      return seeOther(href);
    },
  }),
];

const shownSession = (row: OperatorSessionRow, { claims }: Operator): ShownSession => ({
  id: row.id,
  name: row.name,
  roles: row.roles.split(" ").join(", "),
  status: row.id === claims.id ? "current" : row.link_hash === null ? "signed_in" : "link",
  created_at: new Date(row.created_at).toISOString(),
  used_at: new Date(row.used_at).toISOString(),
  expires_at: new Date(row.expires_at).toISOString(),
});
