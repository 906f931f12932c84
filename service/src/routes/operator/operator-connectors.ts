import { z } from "zod";
import { visibleConnector } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { hasRole } from "../../operators/roles.ts";
import { connectorPage, connectorsPage, newLinkPage } from "../../pages/operator-connectors.ts";
import { seeOther } from "../../pages/page.ts";
import { sessionBody } from "../connect/connect-session-body.ts";
import { viewOf } from "../connectors/connector-view.ts";
import { createConnectSession } from "../connect/create-connect-session.ts";
import { deleteOneConnector } from "../connectors/delete-connector.ts";
import { connectorPageOf } from "../connectors/list-connectors.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";
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
    query: withoutEmpty(listQuery),
    async handle({ query, operator }, context) {
      const limits = { ...query, limit: pageSize };
      const { data, next_cursor } = await connectorPageOf(operator.claims, limits, context);
      const types = context.types.all.filter(({ connector }) => connector.connectFlow);
      return connectorsPage(frameOf(operator, href), {
        connectors: data,
        next: next_cursor,
        user: query.external_user_id,
        types: types.map(({ published }) => published),
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
    async handle({ params, operator }, context) {
      const row = await visibleConnector(context.store.db, operator.claims, params.connector_id);
      const view = viewOf(row, context);
      return connectorPage(frameOf(operator, href), view, {
        canConnect: canBeConnected(context, row.type),
        canDelete: hasRole(operator.roles, "admin"),
      });
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
        type: view.connector_type,
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
