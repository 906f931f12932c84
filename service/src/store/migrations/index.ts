import type { Migration } from "kysely/migration";
import { firstTables } from "./0001-first-tables.ts";
import { credentialIds } from "./0005-credential-ids.ts";
import { idempotencyEffect } from "./0002-idempotency-effect.ts";
import { auditWorkspace } from "./0003-audit-workspace.ts";
import { disabledApplications } from "./0004-disabled-applications.ts";
import { oauthApplications } from "./0006-oauth-applications.ts";
import { connectSessions } from "./0007-connect-sessions.ts";
import { policiesAndSpendTotals } from "./0008-policies-and-spend-totals.ts";
import { webhooks } from "./0009-webhooks.ts";
import { operatorSessions } from "./0010-operator-sessions.ts";
import { connectedAt } from "./0011-connected-at.ts";
import { refreshLeases } from "./0012-refresh-leases.ts";
import { rowLists } from "./0013-row-lists.ts";
import { confirmSessions } from "./0014-confirm-sessions.ts";
import { callStates } from "./0015-call-states.ts";
import { records } from "./0016-records.ts";
import { answers } from "./0017-answers.ts";
import { longLivedTokens } from "./0018-long-lived-tokens.ts";
import { approvals } from "./0019-approvals.ts";
import { journal } from "./0020-journal.ts";
import { auditCheckpoints } from "./0021-audit-checkpoints.ts";
import { permissions } from "./0022-permissions.ts";
import { waitingDeliveries } from "./0023-waiting-deliveries.ts";
import { jobs } from "./0024-jobs.ts";
import { expiry } from "./0025-expiry.ts";
import { auditLists } from "./0026-audit-lists.ts";
import { applicationLogos } from "./0027-application-logos.ts";
import { connectorStates } from "./0028-connector-states.ts";
import { dayTotals } from "./0029-day-totals.ts";
import { definitions } from "./0030-definitions.ts";
import { customTypes } from "./0031-custom-types.ts";

/** The migrations run in this order. Never change a migration after its release. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_first_tables": firstTables,
  "0002_idempotency_effect": idempotencyEffect,
  "0003_audit_workspace": auditWorkspace,
  "0004_disabled_applications": disabledApplications,
  "0005_credential_ids": credentialIds,
  "0006_oauth_applications": oauthApplications,
  "0007_connect_sessions": connectSessions,
  "0008_policies_and_spend_totals": policiesAndSpendTotals,
  "0009_webhooks": webhooks,
  "0010_operator_sessions": operatorSessions,
  "0011_connected_at": connectedAt,
  "0012_refresh_leases": refreshLeases,
  "0013_row_lists": rowLists,
  "0014_confirm_sessions": confirmSessions,
  "0015_call_states": callStates,
  "0016_records": records,
  "0017_answers": answers,
  "0018_long_lived_tokens": longLivedTokens,
  "0019_approvals": approvals,
  "0020_journal": journal,
  "0021_audit_checkpoints": auditCheckpoints,
  "0022_permissions": permissions,
  "0023_waiting_deliveries": waitingDeliveries,
  "0024_jobs": jobs,
  "0025_expiry": expiry,
  "0026_audit_lists": auditLists,
  "0027_application_logos": applicationLogos,
  "0028_connector_states": connectorStates,
  "0029_day_totals": dayTotals,
  "0030_definitions": definitions,
  "0031_custom_types": customTypes,
};

/**
 * The last migration of the oldest release that still works with the tables of this release. Later migrations only add
 * to the tables. A migration that takes something away sets this name to the first release that does not use it.
 */
export const oldestSchema = "0017_answers";
