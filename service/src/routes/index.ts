import type { Route } from "../http/route.ts";
import { approvalRoutes } from "./approvals/approvals.ts";
import { permissionRoutes } from "./approvals/permissions.ts";
import { approvePageRoutes } from "./approvals/approve-pages.ts";
import { applicationRoutes } from "./account/applications.ts";
import { readAudit } from "./account/audit.ts";
import { definitionRoutes } from "./definitions/definitions.ts";
import { checkConnector } from "./connectors/check-connector.ts";
import { typeRoutes } from "./connectors/connector-types.ts";
import { connectPageRoutes } from "./connect/connect-pages.ts";
import { connectSessionRoutes } from "./connect/connect-sessions.ts";
import { connectorRoutes } from "./connectors/connectors.ts";
import { explainConnector } from "./connectors/explain-connector.ts";
import { execute } from "./connectors/execute.ts";
import { toolRoutes } from "./connectors/tools.ts";
import { healthRoutes } from "./health.ts";
import { jobRoutes } from "./jobs/jobs.ts";
import { journalRoutes } from "./journal/journal.ts";
import { stopRoutes } from "./journal/stops.ts";
import { longLivedTokenRoutes } from "./account/long-lived-tokens.ts";
import { mcpRoute } from "./mcp/mcp.ts";
import { oauthCredentialRoutes } from "./account/oauth-credentials.ts";
import { operatorApprovalRoutes } from "./operator/operator-approvals.ts";
import { agreePageRoutes } from "./people/agree-pages.ts";
import { agreementRoutes } from "./people/agreements.ts";
import { signInRoutes } from "./people/sign-ins.ts";
import { operatorPeopleRoutes } from "./operator/operator-people.ts";
import { oauthRoutes } from "./people/oauth.ts";
import { operatorAuditRoutes } from "./operator/operator-audit.ts";
import { operatorApplicationRoutes } from "./operator/operator-applications.ts";
import { operatorUserRoutes } from "./operator/operator-users.ts";
import { logoRoute } from "./connect/logo.ts";
import { operatorPolicyRoutes } from "./operator/operator-policies.ts";
import { operatorPermissionRoutes } from "./operator/operator-permissions.ts";
import { operatorJournalRoutes } from "./operator/operator-journal.ts";
import { operatorConnectorRoutes } from "./operator/operator-connectors.ts";
import { operatorOauthApplicationRoutes } from "./operator/operator-oauth-applications.ts";
import { operatorSessionRoutes } from "./operator/operator-sessions.ts";
import { operatorSignInRoutes } from "./operator/operator-sign-in.ts";
import { operatorTokenRoutes } from "./operator/operator-tokens.ts";
import { operatorWebhookRoutes } from "./operator/operator-webhooks.ts";
import { policyRoutes } from "./account/policies.ts";
import { tokenRoutes } from "./account/tokens.ts";
import { userRoutes } from "./account/users.ts";
import { webhookDeliveryRoutes } from "./webhooks/webhook-deliveries.ts";
import { webhookRoutes } from "./webhooks/webhooks.ts";
import { workspaceRoute } from "./account/workspaces.ts";

export const routes: readonly Route[] = [
  ...tokenRoutes,
  ...longLivedTokenRoutes,
  ...applicationRoutes,
  ...oauthCredentialRoutes,
  ...connectSessionRoutes,
  ...connectPageRoutes,
  logoRoute,
  ...connectorRoutes,
  execute,
  ...toolRoutes,
  mcpRoute,
  ...oauthRoutes,
  ...agreePageRoutes,
  ...signInRoutes,
  ...agreementRoutes,
  checkConnector,
  explainConnector,
  ...approvalRoutes,
  ...permissionRoutes,
  ...approvePageRoutes,
  ...jobRoutes,
  ...journalRoutes,
  ...stopRoutes,
  workspaceRoute,
  ...userRoutes,
  ...policyRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  readAudit,
  ...operatorSignInRoutes,
  ...operatorConnectorRoutes,
  ...operatorApprovalRoutes,
  ...operatorPermissionRoutes,
  ...operatorPolicyRoutes,
  ...operatorUserRoutes,
  ...operatorApplicationRoutes,
  ...operatorOauthApplicationRoutes,
  ...operatorTokenRoutes,
  ...operatorPeopleRoutes,
  ...operatorWebhookRoutes,
  ...operatorJournalRoutes,
  ...operatorAuditRoutes,
  ...operatorSessionRoutes,
  ...typeRoutes,
  ...definitionRoutes,
  ...healthRoutes,
];
