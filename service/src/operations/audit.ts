import type { Clock } from "agent-connectors";
import { addAuditRows, laterAuditRow } from "../store/queries/audit-rows.ts";
import { isUsedLately, setLastUsed } from "../store/queries/connectors.ts";
import type { Db, Store } from "../store/store.ts";
import type { AuditRow, ConnectorRow } from "../store/tables.ts";
import { uuid } from "../store/uuid.ts";
import type { Change } from "../store/write-together.ts";

export const auditEvents = [
  "token.application",
  "token.scoped",
  "token.long_lived",
  "token.agreed",
  "token.agreement_end",
  "token.revoke",
  "token.refused",
  "application.add",
  "application.secret",
  "application.disable",
  "application.enable",
  "application.revoke",
  "application.delete",
  "application.rename",
  "application.logo",
  "application.return_urls",
  "application.confirm_sessions",
  "application.sign_in",
  "oauth_application.set",
  "oauth_application.delete",
  "definition.upload",
  "definition.confirm",
  "definition.activate",
  "definition.delete",
  "user.revoke",
  "user.delete",
  "connect.create",
  "connect.start",
  "connect.return",
  "connect.confirm",
  "connect.fail",
  "connect.sign_in",
  "connector.create",
  "connector.rename",
  "connector.credentials",
  "connector.delete",
  "connector.check",
  "policy.set",
  "policy.delete",
  "webhook.create",
  "webhook.change",
  "webhook.secret",
  "webhook.disable",
  "webhook.delete",
  "webhook.test",
  "webhook.redeliver",
  "operator.link",
  "operator.sign_in",
  "operator.sign_out",
  "operator.refused",
  "operator.end",
  "execute",
  "approval.ask",
  "approval.link",
  "approval.decide",
  "approval.cancel",
  "approval.end",
  "permission.give",
  "permission.end",
  "job.end",
  "stop.set",
  "stop.end",
  "run.undo",
] as const;
export type AuditEvent = (typeof auditEvents)[number];

/** The ids of the caller and the request that caused an event. */
export interface Actor {
  organization: string;
  workspace?: string | undefined;
  application?: string | undefined;
  /** The id of the token, or of the operator's session. */
  token?: string | undefined;
  /** The name of the operator. Absent if no operator caused the event. */
  operator?: string | undefined;
  request: string;
}

type UsedConnector = Pick<ConnectorRow, "id" | "organization_id" | "last_used_at">;

export interface Audit {
  /** Writes a row now. `db`: the transaction that makes the audited change. */
  write(db: Db, event: AuditEvent, actor: Actor, connector?: string, detail?: object): Promise<void>;
  /** Returns the change that writes a row together with an earlier change. */
  change(event: AuditEvent, actor: Actor, connector?: string, detail?: object): Change;
  /**
   * Writes a row within 100 ms, together with other rows, and when the connector was last used. A crash before that loses
   * the row, so use this method only for calls that change nothing.
   */
  later(event: AuditEvent, actor: Actor, connector?: UsedConnector, detail?: object): void;
  /**
   * Writes a row about a refused sign-in within 100 ms. Anybody can be refused, so nobody must be able to fill the table:
   * of the refusals of an application within an hour, only the first, the tenth, the hundredth and so on are written.
   * The detail `refused` has their number.
   */
  refused(event: "token.refused" | "operator.refused", actor: Actor, detail: object): void;
  /** Writes the waiting rows. Resolves when these rows and the rows of earlier flushes are written. */
  flush(): Promise<void>;
}

const groupMs = 100;

/**
 * @param onLost gets the number of rows that could not be written
 * @param onRow gets the organization of each row, also of one whose transaction may fail
 */
export function createAudit(
  store: Store,
  clock: Clock,
  onLost: (rows: number) => void,
  onRow: (organization: string) => void = () => {},
): Audit {
  let waiting: AuditRow[] = [];
  let waitingUses = new Map<string, UsedConnector>();
  let timer: NodeJS.Timeout | undefined;
  const row = (event: AuditEvent, actor: Actor, connector?: string, detail: object = {}): AuditRow => {
    onRow(actor.organization);
    const at = clock.now();
    return {
      id: uuid(at),
      at,
      organization_id: actor.organization,
      workspace_id: actor.workspace ?? null,
      application_id: actor.application ?? null,
      token_id: actor.token ?? null,
      operator: actor.operator ?? null,
      event,
      connector_id: connector ?? null,
      detail: JSON.stringify(detail),
      request_id: actor.request,
    };
  };
  const writeGroup = async (rows: readonly AuditRow[], used: ReadonlyMap<string, UsedConnector>) => {
    try {
      // One statement needs no transaction.
      if (used.size === 0) await addAuditRows(store.db, rows);
      else
        await store.transaction(async (db) => {
          await addAuditRows(db, rows);
          // Every replica updates the connectors in the order of their ids, so two replicas cannot deadlock.
          for (const id of [...used.keys()].sort()) await setLastUsed(db, used.get(id)!, clock.now());
        });
    } catch {
      // The responses were already sent, so no caller can get this error. `onLost` reports the missing rows.
      onLost(rows.length);
    }
  };
  let written: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const [rows, used] = [waiting, waitingUses];
    [waiting, waitingUses] = [[], new Map()];
    written = written.then(() => writeGroup(rows, used));
    return written;
  };
  const later: Audit["later"] = (event, actor, connector, detail) => {
    waiting.push(row(event, actor, connector?.id, detail));
    if (connector && !isUsedLately(connector, clock.now())) waitingUses.set(connector.id, connector);
    if (waiting.length >= 500) void flush();
    else timer ??= setTimeout(() => void flush(), groupMs);
  };
  const countRefusal = countPerHour(clock);
  return {
    write: (db, event, actor, connector, detail) => addAuditRows(db, [row(event, actor, connector, detail)]),
    change: (event, actor, connector, detail) =>
      laterAuditRow(store.db, row(event, actor, connector, detail)),
    later,
    refused(event, actor, detail) {
      const refused = countRefusal(`${event}/${actor.application}`);
      if (Number.isInteger(Math.log10(refused))) later(event, actor, undefined, { ...detail, refused });
    },
    flush,
  };
}

/** Returns a function that counts the calls with each name in the current hour. */
function countPerHour(clock: Clock): (name: string) => number {
  const counts = new Map<string, number>();
  let current = 0;
  return (name) => {
    const hour = Math.floor(clock.now() / 3_600_000);
    if (hour !== current) counts.clear();
    current = hour;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}
