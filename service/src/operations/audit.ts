import type { Clock } from "agent-connectors";
import { uuid } from "../store/ids.ts";
import { addAudit } from "../store/audit.ts";
import { changeConnector } from "../store/connectors.ts";
import type { Db, Store } from "../store/store.ts";
import type { AuditRow } from "../store/tables.ts";

export type AuditEvent =
  | "token.application"
  | "token.scoped"
  | "token.revoke"
  | "connector.create"
  | "connector.rename"
  | "connector.credentials"
  | "connector.delete"
  | "connector.check"
  | "connector.status"
  | "execute";

/** Who did it. */
export interface Actor {
  organization: string;
  workspace?: string | undefined;
  application?: string | undefined;
  token?: string | undefined;
  request: string;
}

export interface Audit {
  /** In the transaction of what it tells of. */
  write(db: Db, event: AuditEvent, actor: Actor, connector?: string, detail?: object): Promise<void>;
  /** Soon: with others in one commit, within 100 ms. For reads, which change nothing that could be lost. */
  later(event: AuditEvent, actor: Actor, connector?: string, detail?: object): void;
  flush(): Promise<void>;
}

const groupMs = 100;

export function createAudit(store: Store, clock: Clock, onLost: (rows: number) => void): Audit {
  let waiting: AuditRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  const row = (event: AuditEvent, actor: Actor, connector?: string, detail: object = {}): AuditRow => ({
    id: uuid(clock.now()),
    at: clock.now(),
    organization_id: actor.organization,
    workspace_id: actor.workspace ?? null,
    application_id: actor.application ?? null,
    token_id: actor.token ?? null,
    event,
    connector_id: connector ?? null,
    detail: JSON.stringify(detail),
    request_id: actor.request,
  });
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const rows = waiting;
    waiting = [];
    const used = new Map<string, number>();
    try {
      if (rows.length > 0)
        await store.transaction(async (db) => {
          await addAudit(db, rows);
          for (const { connector_id, at } of rows) if (connector_id !== null) used.set(connector_id, at);
          // In one order, so that two replicas never wait for each other.
          for (const [id, last_used_at] of [...used].sort(([a], [b]) => (a < b ? -1 : 1)))
            await changeConnector(db, id, { last_used_at });
        });
    } catch {
      // The answers are given already; that rows are missing shows in the metrics and the log.
      onLost(rows.length);
    }
  };
  return {
    write: (db, event, actor, connector, detail) => addAudit(db, [row(event, actor, connector, detail)]),
    later(event, actor, connector, detail) {
      waiting.push(row(event, actor, connector, detail));
      if (waiting.length >= 500) void flush();
      else timer ??= setTimeout(() => void flush(), groupMs);
    },
    flush,
  };
}
