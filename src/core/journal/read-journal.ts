import type { EndedWrite, JournalEntry, StartedWrite, UndoneWrite, WriteStatus } from "./journal-entry.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { type Clock, systemClock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { cut } from "../ground/json.ts";
import { type OptionTypes, optionTypes, readOptions } from "../ground/read-options.ts";
import { outcomes } from "../store/kinds.ts";
import { endedWrites, startedWrites, undoneWrites } from "./journal-kinds.ts";
import { recordsOf, throwUnavailable } from "../store/records.ts";
import { withTimeLimit } from "../store/time-limit.ts";
import { markOf, runMark } from "./write-id.ts";

/** Which writes of a journal. */
export interface JournalFilter {
  /** Only the writes of this run. */
  run?: string | undefined;
  /** The id of a write. Only earlier writes are returned. */
  after?: string | undefined;
  /** The maximum number of writes, from 1 to 1,000. Default: 50. */
  limit?: number | undefined;
  /** The source of time. Default: the system clock. */
  clock?: Clock | undefined;
}

/** The number of keys that one read of a store returns. */
const pageOfKeys = 1000;

const filterTypes: OptionTypes = {
  clock: optionTypes.clock,
  run: optionTypes.string,
  after: optionTypes.string,
  limit: {
    says: "a whole number from 1 to 1000",
    is: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1000,
  },
};

/**
 * Returns the writes in the journal of a store, the newest first. They are kept for 90 days.
 * @throws ConnectorError `config_error`, `storage_unavailable`
 */
export async function journal(store: StoreDriver, filter?: JournalFilter): Promise<JournalEntry[]> {
  const read = readOptions(filter, filterTypes, "filter", "filter.") as JournalFilter;
  const { run, after, limit = 50, clock = systemClock } = read;
  const mark = run === undefined ? undefined : await runMark(run);
  const ids: string[] = [];
  for await (const id of idsOf(store, startedWrites.name, after)) {
    if (mark === undefined || markOf(id) === mark) ids.push(id);
    if (ids.length === limit) break;
  }
  const writes = await Promise.all(ids.map((id) => readWrite(store, id)));
  const now = clock.now();
  return writes.flatMap((one) =>
    one && (run === undefined || one.started.run === run) ? [entryOf(one, now)] : [],
  );
}

/** Returns the ids of one kind of records, the newest first. */
export async function* idsOf(store: StoreDriver, kind: string, after?: string): AsyncGenerator<string> {
  const driver = withTimeLimit(store);
  let last = after === undefined ? undefined : `${kind}/${after}`;
  for (;;) {
    const keys = await driver.list(`${kind}/`, last, pageOfKeys).catch(throwUnavailable("read"));
    for (const key of keys) yield key.slice(kind.length + 1);
    if (keys.length < pageOfKeys) return;
    last = keys.at(-1)!;
  }
}

/** The records of one write. */
export interface FoundWrite {
  id: string;
  started: StartedWrite;
  ended?: EndedWrite | undefined;
  undone?: UndoneWrite | undefined;
}

export async function readWrite(store: StoreDriver, id: string): Promise<FoundWrite | undefined> {
  const [started, ended, undone] = await Promise.all([
    recordsOf(store, startedWrites).read(id),
    recordsOf(store, endedWrites).read(id),
    recordsOf(store, undoneWrites).read(id),
  ]);
  return started && { id, started, ended, undone };
}

const isoOf = (time: number): string => new Date(time).toISOString();

/** Returns the entry of a write. `now`: the time, in milliseconds since the epoch. */
export function entryOf({ id, started: write, ended, undone }: FoundWrite, now: number): JournalEntry {
  const { callId, started, after: _after, ...facts } = write;
  const { ended: end, left: _left, ...outcome } = ended ?? {};
  return {
    id,
    status: statusOf(started, ended, now),
    ...facts,
    ...(callId === undefined ? {} : { call_id: callId }),
    ...outcome,
    ...(undone?.done ? { undone: { by: undone.by, at: isoOf(undone.at) } } : {}),
    started_at: isoOf(started),
    ...(end === undefined ? {} : { ended_at: isoOf(end) }),
  };
}

/** A write without an end is running for as long as its requests, retries and waits can take. */
function statusOf(started: number, ended: EndedWrite | undefined, now: number): WriteStatus {
  if (!ended) return now < started + outcomes.limitSeconds * 1000 ? "running" : "unknown";
  if (!ended.error) return "ok";
  return ended.error.outcome === "unknown" ? "unknown" : "failed";
}

export const noRun = (run: string): ConnectorError =>
  new ConnectorError("not_found", `The journal has no write of the run ${JSON.stringify(cut(run, 80))}.`, {
    path: "run",
    hint: "Only connectors with the option journal keep their writes, for 90 days. List the journal to see its runs.",
  });
