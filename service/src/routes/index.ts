import type { Route } from "../http/route.ts";
import { applicationRoutes } from "./applications.ts";
import { readAudit } from "./audit.ts";
import { checkConnector } from "./check-connector.ts";
import { typeRoutes } from "./connector-types.ts";
import { connectPageRoutes } from "./connect-pages.ts";
import { connectSessionRoutes } from "./connect-sessions.ts";
import { connectorRoutes } from "./connectors.ts";
import { execute } from "./execute.ts";
import { healthRoutes } from "./health.ts";
import { oauthCredentialRoutes } from "./oauth-credentials.ts";
import { operatorAuditRoute } from "./operator-audit.ts";
import { operatorConnectorRoutes } from "./operator-connectors.ts";
import { operatorOauthApplicationRoutes } from "./operator-oauth-applications.ts";
import { operatorSessionRoutes } from "./operator-sessions.ts";
import { operatorSignInRoutes } from "./operator-sign-in.ts";
import { operatorWebhookRoutes } from "./operator-webhooks.ts";
import { policyRoutes } from "./policies.ts";
import { tokenRoutes } from "./tokens.ts";
import { userRoutes } from "./users.ts";
import { webhookDeliveryRoutes } from "./webhook-deliveries.ts";
import { webhookRoutes } from "./webhooks.ts";
import { workspaceRoute } from "./workspaces.ts";

export const routes: readonly Route[] = [
  ...tokenRoutes,
  ...applicationRoutes,
  ...oauthCredentialRoutes,
  ...connectSessionRoutes,
  ...connectPageRoutes,
  ...connectorRoutes,
  execute,
  checkConnector,
  workspaceRoute,
  ...userRoutes,
  ...policyRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  readAudit,
  ...operatorSignInRoutes,
  ...operatorConnectorRoutes,
  ...operatorOauthApplicationRoutes,
  ...operatorWebhookRoutes,
  operatorAuditRoute,
  ...operatorSessionRoutes,
  ...typeRoutes,
  ...healthRoutes,
];
