import type { KeyRing } from "../credentials/key-ring.ts";
import {
  auditIdsAfter,
  auditRowsById,
  checkpointsAfter,
  existing,
} from "../store/queries/audit-checkpoints.ts";
import type { Db } from "../store/store.ts";
import type { AuditCheckpointRow, AuditRow } from "../store/tables.ts";
import { firstUuid } from "../store/uuid.ts";
import {
  checkpointHash,
  checkSignature,
  entryOf,
  isCleared,
  linkOf,
  readEntries,
} from "./checkpoint-content.ts";

export interface VerifiedAudit {
  /** What is wrong, in sentences. Empty if nothing is. */
  faults: string[];
  checkpoints: number;
  rows: number;
  /** The rows whose details were removed with their users. */
  cleared: number;
  /** The number and the hash of the newest checkpoint. Whoever keeps it elsewhere can later prove that nothing was cut off. */
  head: string | undefined;
}

export interface VerifyOptions {
  now: number;
  /** The time before which the service has deleted audit rows. */
  keptSince: number;
  /** A `head` of an earlier verification. */
  head?: string | undefined;
}

/** A row that is younger may have no checkpoint yet. */
const youngMs = 600_000;
const page = 200;

/** Compares the audit rows of an organization with their checkpoints, from the oldest checkpoint that is kept. */
export async function verifyAudit(
  db: Db,
  ring: KeyRing,
  organization: string,
  { now, keptSince, head: expected }: VerifyOptions,
): Promise<VerifiedAudit> {
  const faults: string[] = [];
  const covered = new Set<string>();
  let [checkpoints, rows, cleared] = [0, 0, 0];
  let [previous, first]: (AuditCheckpointRow | undefined)[] = [];
  let foundHead = expected === undefined;
  for (;;) {
    const found = await checkpointsAfter(db, organization, previous?.number ?? -1, page);
    for (const checkpoint of found) {
      checkpoints++;
      const { number } = checkpoint;
      first ??= checkpoint;
      if (first === checkpoint && Number(first.previous.split(".")[0]) >= keptSince)
        faults.push(`The checkpoints before ${number} are missing.`);
      if (previous && number !== previous.number + 1)
        faults.push(`The checkpoints ${previous.number + 1} to ${number - 1} are missing.`);
      else if (previous && checkpoint.previous !== linkOf(previous))
        faults.push(
          `Checkpoint ${previous.number} was changed, or checkpoint ${number} does not belong after it.`,
        );
      if (checkSignature(ring, checkpoint) === "wrong")
        faults.push(`The signature of checkpoint ${number} is wrong.`);
      foundHead ||= expected === `${number}:${checkpointHash(checkpoint)}`;
      const entries = readEntries(checkpoint.entries);
      for (const { id } of entries) covered.add(id);
      const checked = await checkRows(db, organization, entries, keptSince);
      faults.push(...checked.faults);
      rows += checked.rows;
      cleared += checked.cleared;
      previous = checkpoint;
    }
    if (found.length < page) break;
  }
  if (previous && checkSignature(ring, previous) === "unknown")
    faults.push(`The key ring has no key that has signed the newest checkpoint, ${previous.number}.`);
  if (!foundHead)
    faults.push(
      "There is no checkpoint with the expected number and hash, so checkpoints were removed or replaced. Or the store was restored from a backup that is older than the head.",
    );
  faults.push(...(await rowsWithoutCheckpoint(db, organization, first, covered, now)));
  return {
    faults,
    checkpoints,
    rows,
    cleared,
    head: previous && `${previous.number}:${checkpointHash(previous)}`,
  };
}

async function checkRows(
  db: Db,
  organization: string,
  entries: ReturnType<typeof readEntries>,
  keptSince: number,
): Promise<{ faults: string[]; rows: number; cleared: number }> {
  const faults: string[] = [];
  const ids = entries.map(({ id }) => id);
  const found = new Map((await auditRowsById(db, organization, ids)).map((row) => [row.id, row]));
  const emptied: AuditRow[] = [];
  for (const { id, fixed, cleared } of entries) {
    const row = found.get(id);
    if (!row) {
      if (id >= firstUuid(keptSince)) faults.push(`The row ${id} is missing.`);
      continue;
    }
    const now = entryOf(row);
    if (now.fixed !== fixed || (now.cleared !== cleared && !isCleared(row)))
      faults.push(`The row ${id} was changed.`);
    else if (now.cleared !== cleared) emptied.push(row);
  }
  // The service clears a row only when it deletes the row's user, with all connectors.
  const [workspaces, connectors] = [idsOf(emptied, "workspace_id"), idsOf(emptied, "connector_id")];
  const alive = [
    await existing(db, "workspaces", workspaces),
    await existing(db, "connectors", connectors),
  ] as const;
  for (const { id, workspace_id, connector_id } of emptied)
    if (
      (workspace_id === null && connector_id === null) ||
      alive[0].has(workspace_id ?? "") ||
      alive[1].has(connector_id ?? "")
    )
      faults.push(`The details of the row ${id} were removed.`);
  return { faults, rows: found.size, cleared: emptied.length };
}

const idsOf = (rows: readonly AuditRow[], column: "workspace_id" | "connector_id"): string[] => [
  ...new Set(rows.flatMap((row) => row[column] ?? [])),
];

async function rowsWithoutCheckpoint(
  db: Db,
  organization: string,
  first: AuditCheckpointRow | undefined,
  covered: ReadonlySet<string>,
  now: number,
): Promise<string[]> {
  const faults: string[] = [];
  const [start] = first ? readEntries(first.entries) : [];
  const young = firstUuid(now - youngMs);
  for (let after = start?.id ?? ""; ;) {
    const ids = await auditIdsAfter(db, organization, after, 5000);
    for (const id of ids)
      if (id < young && !covered.has(id)) faults.push(`The row ${id} is in no checkpoint.`);
    if (ids.length < 5000) return faults;
    after = ids.at(-1)!;
  }
}
