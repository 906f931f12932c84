import type { Clock } from "agent-connectors";
import type { KeyRing } from "../credentials/key-ring.ts";
import {
  addCheckpoint,
  auditedOrganizations,
  auditIdsAfter,
  auditRowsById,
  entriesSince,
  lastCheckpoint,
} from "../store/queries/audit-checkpoints.ts";
import type { Db, Store } from "../store/store.ts";
import { firstUuid } from "../store/uuid.ts";
import { entriesText, entryOf, linkOf, readEntries, signatureOf } from "./checkpoint-content.ts";

export interface Checkpoints {
  /** Says that an organization gets audit rows. Their checkpoint follows within a second after they are committed. */
  expect(organization: string): void;
  /** Covers rows that processes have left without a checkpoint, and rows that were committed late. */
  sweep(): Promise<void>;
  /** Writes the last checkpoints. */
  close(): Promise<void>;
}

const roundMs = 1000;
/** A replica leaves the checkpoint to the next round if another one has just written one, so that one replica reads the rows of a second. */
const leaveMs = 900;
/** Rounds for an organization after its last audit row, because a transaction may commit the row later. */
const rounds = 3;
/** How far a round and a sweep look back for rows that were committed late. */
const [roundBackMs, sweepBackMs] = [10_000, 300_000];
/** The greatest difference between the clocks of two replicas. */
const clocksMs = 5000;
/** The most rows of a checkpoint. */
const most = 2000;

/**
 * Writes checkpoints of the audit: each second, one for every organization that has new rows. Several replicas write into one
 * chain, because only one of them can store the next number.
 */
export function createCheckpoints(
  { db }: Pick<Store, "db">,
  ring: KeyRing,
  clock: Clock,
  onFault: (error: unknown) => void,
): Checkpoints {
  const expected = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();

  const coverAll = async (leave: number) => {
    for (const [organization, left] of expected)
      try {
        if (await addNext(db, ring, clock.now(), organization, roundBackMs, leave)) continue;
        if (left > 1) expected.set(organization, left - 1);
        else expected.delete(organization);
      } catch (error) {
        // The next row of the organization, or the sweep, tries again.
        expected.delete(organization);
        onFault(error);
      }
  };
  const roundAfter = async (earlier: Promise<void>) => {
    await earlier;
    await coverAll(leaveMs);
    timer = undefined;
    if (expected.size > 0) start();
  };
  const start = () => {
    timer ??= setTimeout(() => void (written = roundAfter(written)), roundMs).unref();
  };
  return {
    expect(organization) {
      expected.set(organization, rounds);
      start();
    },
    async sweep() {
      for (const organization of await auditedOrganizations(db))
        while (await addNext(db, ring, clock.now(), organization, sweepBackMs));
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      // No later round follows.
      await written;
      await coverAll(0);
    },
  };
}

/**
 * Adds a checkpoint for the rows that have none. Returns false if there are no such rows. If the last checkpoint is younger than
 * `leaveMs`, adds nothing, and returns true, because there may be rows.
 */
async function addNext(
  db: Db,
  ring: KeyRing,
  now: number,
  organization: string,
  backMs: number,
  leaveMs = 0,
): Promise<boolean> {
  const last = await lastCheckpoint(db, organization);
  const age = now - Number(last?.at ?? 0);
  if (age >= 0 && age < leaveMs) return true;
  const since = Math.min(now, Number(last?.at ?? now)) - backMs;
  const covered = new Set(
    (await entriesSince(db, organization, since - clocksMs)).flatMap((entries) =>
      readEntries(entries).map(({ id }) => id),
    ),
  );
  const ids: string[] = [];
  for (let after = firstUuid(since); ids.length < most;) {
    const found = await auditIdsAfter(db, organization, after, most);
    ids.push(...found.filter((id) => !covered.has(id)));
    if (found.length < most) break;
    after = found.at(-1)!;
  }
  if (ids.length === 0) return false;
  const rows = await auditRowsById(db, organization, ids.slice(0, most));
  const content = {
    organization_id: organization,
    number: Number(last?.number ?? 0) + 1,
    at: now,
    entries: entriesText(rows.map(entryOf).toSorted((a, b) => (a.id < b.id ? -1 : 1))),
    previous: last ? linkOf(last) : "",
  };
  await addCheckpoint(db, { ...content, signature: signatureOf(ring, content) });
  return true;
}
