import { ConnectorError } from "agent-connectors";
import { auditFilterOf, auditQuery } from "../routes/account/audit-query.ts";
import { auditViewOf } from "../routes/account/audit-view.ts";
import type { Settings } from "../startup/settings.ts";
import { wholeNumber } from "../startup/whole-number.ts";
import { verifyAudit } from "../audit/verify-audit.ts";
import { defaultLimits } from "../limits/limit-values.ts";
import { auditedOrganizations } from "../store/queries/audit-checkpoints.ts";
import { listAuditRows, type AuditFilter } from "../store/queries/audit-rows.ts";
import { noMoreWords, print } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";

const pageSize = 500;

/** Prints the newest audit rows of all organizations, or with the word `verify` what was changed in the table. */
export async function audit(words: readonly string[], settings: Settings): Promise<void> {
  if (words[0] === "verify") return verify(words.slice(1), settings);
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

/**
 * Compares the audit with its checkpoints. The words are heads of an earlier run, which must still be there.
 * @throws ConnectorError `internal` if something was changed
 */
async function verify(heads: readonly string[], settings: Settings): Promise<void> {
  const expected = new Map(heads.map((head) => readHead(head)));
  const now = Date.now();
  const { auditDays } = { ...defaultLimits, ...settings.limits };
  await withStore(settings, async ({ db }, keys) => {
    const organizations = await auditedOrganizations(db);
    let faults = 0;
    for (const organization of new Set([...organizations, ...expected.keys()])) {
      const found = await verifyAudit(db, keys, organization, {
        now,
        keptSince: now - auditDays * 86_400_000,
        head: expected.get(organization),
      });
      faults += found.faults.length;
      for (const fault of found.faults) print(`${organization}: ${fault}`);
      const { rows, checkpoints, cleared, head } = found;
      print(
        `${organization}: ${rows} rows in ${checkpoints} checkpoints, ${cleared} rows of deleted users.${head === undefined ? "" : ` Head: ${organization}/${head}`}`,
      );
    }
    if (faults > 0)
      throw new ConnectorError("internal", `The audit was changed. Faults: ${faults}.`, {
        hint: "Keep the store and the log as they are, and find out who can write to the database.",
      });
  });
}

/** Reads `<organization>/<number>:<hash>`. */
function readHead(text: string): [organization: string, head: string] {
  const [, organization, head] = /^(.+)\/(\d+:[\w-]{43})$/.exec(text) ?? [];
  if (organization !== undefined && head !== undefined) return [organization, head];
  throw new ConnectorError("config_error", `"${text.slice(0, 60)}" is no head of a checkpoint.`, {
    hint: 'Copy it from the output of "audit verify": <organization>/<number>:<hash>.',
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
  const isTime = name === "since" || name === "until";
  throw new ConnectorError("config_error", `--${name}: ${message}.`, {
    hint: isTime ? "Write a time like 2030-01-31T12:00:00Z." : "Run with --help to see the filters.",
  });
}
