import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { tenantOf, visibleConnector } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { listStops } from "../../journal/stops.ts";
import { hasRole } from "../../operators/roles.ts";
import type { Operator } from "../../operators/signed-in-operator.ts";
import { connectorPage, type ConnectorPage } from "../../pages/operator-connector.ts";
import { connectorsPage, newLinkPage } from "../../pages/operator-connectors.ts";
import { seeOther } from "../../pages/page.ts";
import { effects } from "../../platforms/effects.ts";
import { listAuditRows } from "../../store/queries/audit-rows.ts";
import type { UsableConnector } from "../../store/queries/connectors.ts";
import { sessionBody } from "../connect/connect-session-body.ts";
import { checkRow } from "../connectors/check-connector.ts";
import { viewOf } from "../connectors/connector-view.ts";
import { createConnectSession } from "../connect/create-connect-session.ts";
import { deleteOneConnector } from "../connectors/delete-connector.ts";
import { explainRow } from "../connectors/explain-connector.ts";
import { connectorPageOf } from "../connectors/list-connectors.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";
import { endingConsents } from "./overview.ts";
import { listQuery } from "../shared/request-schemas.ts";

const { href, role } = operatorPages.connectors;
const one = `${href}/{connector_id}`;
const pageSize = 50;

const canBeConnected = ({ types }: Context, name: string) =>
  types.shown(name).connector?.connectFlow !== undefined;

export const operatorConnectorRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showConnectors",
    method: "get",
    paths: [href],
    role,
    summary: "List the connectors, and offer to connect an account",
    query: withoutEmpty(
      listQuery.safeExtend({
        status: z.enum(["active", "reauth_required"]).optional(),
        consent: z.literal("ending").optional(),
      }),
    ),
    async handle({ query, operator }, context) {
      const { external_user_id, status, consent } = query;
      const limits = { ...query, limit: pageSize };
      const consents = consent && endingConsents(context);
      const found = await connectorPageOf(operator.claims, limits, context, { status, consents });
      const types = context.types.all.filter(({ connector }) => connector.connectFlow);
      return connectorsPage(frameOf(operator, href), {
        connectors: found.data,
        next: found.next_cursor,
        filters: { external_user_id, status, consent },
        types: types.map(({ published, title }) => ({ value: published, text: title })),
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "showConnector",
    method: "get",
    paths: [one],
    role,
    summary: "Show one connector",
    handle: async ({ params, operator }, context) => pageOf(operator, params.connector_id, context),
  }),
  route({
    ...operatorRoute,
    id: "checkConnectorOnPage",
    method: "post",
    paths: [`${one}/check`],
    role,
    summary: "Ask the platform whether it accepts the credentials",
    body: z.strictObject({}),
    async handle({ params, operator, requestId }, context) {
      const row = await visibleConnector(context.store.db, operator.claims, params.connector_id);
      const check = await checkRow(row, { claims: operator.claims, requestId }, context);
      return pageOf(operator, row.id, context, check);
    },
  }),
  route({
    ...operatorRoute,
    id: "createConnectLink",
    method: "post",
    paths: ["/operate/connect"],
    role,
    summary: "Create a link with which a user connects an account, and show the link",
    body: withoutEmpty(sessionBody),
    async handle({ body, operator, requestId }, context) {
      const { view, url } = await createConnectSession({ claims: operator.claims, requestId }, body, context);
      return newLinkPage(frameOf(operator, href), {
        url,
        user: view.external_user_id,
        type: context.types.find(view.connector_type, "connector_type").title,
        expiresAt: view.expires_at,
      });
    },
  }),
  route({
    ...operatorRoute,
    id: "deleteConnectorOnPage",
    method: "post",
    paths: [`${one}/delete`],
    role: "admin",
    summary: "Delete a connector",
    body: z.strictObject({}),
    async handle({ params, operator, requestId }, context) {
      await deleteOneConnector({ claims: operator.claims, requestId }, params.connector_id, context);
      return seeOther(href);
    },
  }),
];

async function pageOf(
  operator: Operator,
  id: string | undefined,
  context: Context,
  check?: ConnectorPage["check"],
): Promise<Response> {
  const { claims, roles } = operator;
  const row = await visibleConnector(context.store.db, claims, id);
  const canRead = hasRole(roles, "audit:read");
  await context.audit.flush();
  const [stops, calls, explained] = await Promise.all([
    listStops(context, claims.organization),
    canRead
      ? listAuditRows(context.store.db, tenantOf(claims), { event: "execute", connector_id: row.id }, 10)
      : undefined,
    explanationOf(row, operator, context),
  ]);
  return connectorPage(frameOf(operator, href), {
    connector: viewOf(row, context),
    explained,
    calls,
    stops: stops.filter(
      ({ external_user_id: user, connector_id }) =>
        connector_id === row.id || (connector_id === undefined && (user ?? row.workspace) === row.workspace),
    ),
    check,
    can: {
      connect: canBeConnected(context, row.type),
      delete: hasRole(roles, "admin"),
      stop: hasRole(roles, "admin"),
      try: canRead,
    },
  });
}

/** Explains what the policies allow. Returns the reason if the service cannot use the connector. */
const explanationOf = (
  row: UsableConnector,
  { claims }: Operator,
  context: Context,
): Promise<ConnectorPage["explained"]> =>
  Promise.resolve()
    .then(() => explainRow(row, { claims: { ...claims, effects }, actions: "all", effects }, context))
    .catch((error: unknown) => {
      if (ConnectorError.is(error)) return error.message;
      throw error;
    });
