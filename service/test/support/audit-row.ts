import type { AuditRow } from "../../src/store/tables.ts";
import { uuid } from "../../src/store/uuid.ts";

/** Returns a row of the table `audit`, of a call. Fills the columns that the test does not set. */
export const auditRow = (more: Partial<AuditRow> & Pick<AuditRow, "at">): AuditRow => ({
  id: uuid(Number(more.at)),
  organization_id: "o",
  workspace_id: null,
  application_id: null,
  token_id: null,
  operator: null,
  event: "execute",
  connector_id: null,
  detail: "{}",
  request_id: "r",
  ...more,
});
