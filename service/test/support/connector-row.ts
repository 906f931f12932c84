import type { ConnectorRow } from "../../src/store/tables.ts";

/** Returns a row of the table `connectors`. Fills the columns that the test does not set. */
export const connectorRow = (more: Partial<ConnectorRow> & Pick<ConnectorRow, "id">): ConnectorRow => ({
  organization_id: "o1",
  workspace_id: "w1",
  type: "slack",
  name: "Slack",
  config: "{}",
  credentials: "sealed",
  credentials_version: 1,
  credential_id: more.id,
  key_id: "k1",
  form: "token",
  fingerprint: "f",
  account: null,
  connected_at: null,
  status: "active",
  last_error_code: null,
  last_used_at: null,
  created_at: 1_900_000_000_000,
  updated_at: 1_900_000_000_000,
  ...more,
});
