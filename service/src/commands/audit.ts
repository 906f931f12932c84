import { ConnectorError } from "agent-connectors";
import { auditFilterOf, auditQuery } from "../routes/account/audit-query.ts";
import { auditViewOf } from "../routes/account/audit-view.ts";
import type { Settings } from "../startup/settings.ts";
import { wholeNumber } from "../startup/whole-number.ts";
import { listAuditRows, type AuditFilter } from "../store/queries/audit-rows.ts";
import { noMoreWords, print } from "./command-line.ts";
import { withStore } from "./existing-store.ts";

const pageSize = 500;

/** Prints the newest audit rows of all organizations. */
export async function audit(words: readonly string[], settings: Settings): Promise<void> {
  noMoreWords(words, 0, "audit");
  let left = wholeNumber("--limit", settings.audit.limit ?? "100", 1_000_000, 1);
  const filter = readFilter(settings);
  await withStore(settings, async ({ db }) => {
    let cursor: string | undefined;
    while (left > 0) {
      const limit = Math.min(left, pageSize);
      const rows = await listAuditRows(db, undefined, { ...filter, cursor }, limit);
      for (const row of rows)
        print(JSON.stringify({ ...auditViewOf(row), organization_id: row.organization_id }));
      if (rows.length < limit) break;
      left -= rows.length;
      cursor = rows.at(-1)!.id;
    }
  });
}

/** @throws ConnectorError `config_error` */
function readFilter({ user, audit: { event, connector, since, until } }: Settings): AuditFilter {
  const read = auditQuery.safeParse({
    external_user_id: user,
    event,
    connector_id: connector,
    since,
    until,
  });
  if (read.success) return auditFilterOf(read.data);
  const [{ path, message } = { path: [], message: "" }] = read.error.issues;
  const name = { external_user_id: "user", connector_id: "connector" }[String(path[0])] ?? String(path[0]);
  throw new ConnectorError("config_error", `--${name}: ${message}.`, {
    hint: "Write a time like 2030-01-31T12:00:00Z.",
  });
}
