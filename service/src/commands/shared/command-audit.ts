import { systemClock } from "agent-connectors/toolkit";
import { createAudit, type AuditEvent } from "../../operations/audit.ts";
import type { Application } from "../../store/queries/applications.ts";
import type { Db, Store } from "../../store/store.ts";

/** Writes an audit row. The request id is `command`, because a command has no HTTP request. */
export const auditCommand = (
  store: Store,
  db: Db,
  event: AuditEvent,
  { id, organization_id }: Pick<Application, "id" | "organization_id">,
  workspace?: string,
  detail: object = {},
): Promise<void> =>
  createAudit(store, systemClock, () => {}).write(
    db,
    event,
    { organization: organization_id, workspace, request: "command" },
    undefined,
    { client_id: id, ...detail },
  );
