import type { CallOptions } from "../contract/call-options.ts";
import type { JournalEntry, UndoneWrite } from "./journal-entry.ts";
import type { DryRun, Result } from "../contract/result.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { type Clock, systemClock } from "../ground/clock.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";
import { type OptionTypes, optionTypes, readOptions } from "../ground/read-options.ts";
import { append } from "../store/append.ts";
import { startedWrites, undoneWrites } from "./journal-kinds.ts";
import { recordsOf } from "../store/records.ts";
import { type FoundWrite, entryOf, idsOf, noRun, readWrite } from "./read-journal.ts";
import { unchangedSince } from "./unchanged.ts";
import { markOf, runMark } from "./write-id.ts";

/** The part of a connector that undoes writes. */
export interface Undoing {
  readonly name: string;
  execute(entity: never, action: never, params: never, options?: CallOptions): Promise<Result>;
}

export interface UndoRunOptions {
  /** Who undoes the run, such as an address. */
  by: string;
  /** Whether to undo writes of which nobody knows if somebody has changed their records since. Default: false. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** The source of time. Default: the system clock. */
  clock?: Clock | undefined;
}

/**
 * `undone`: the write is undone now. `already`: it was undone before, or there is nothing to undo. `changed`: somebody has
 * changed the record since, so it was left. `not_known`: it is not known whether somebody has, so it was left.
 * `impossible`: the write cannot be undone. `failed`: the undo has failed.
 */
export type UndoOutcome = "undone" | "already" | "changed" | "not_known" | "impossible" | "failed";

/** What has become of one write of the run. */
export interface UndoneEntry extends Pick<JournalEntry, "id" | "connector" | "entity" | "action"> {
  outcome: UndoOutcome;
  /** One sentence for a person. */
  reason: string;
}

const types: OptionTypes = {
  by: { ...optionTypes.string, required: true },
  force: optionTypes.boolean,
  signal: optionTypes.signal,
  clock: optionTypes.clock,
};

/**
 * Undoes the writes of a run, the newest first. Leaves a write whose record somebody has changed since. Undoes no write
 * twice, whoever calls this function. Works while writes are stopped.
 * @param connectors the connectors that have made the writes. Their policies apply
 * @throws ConnectorError `not_found` if the journal has no write of the run, `config_error`, `storage_unavailable`
 */
export async function undoRun(
  store: StoreDriver,
  run: string,
  connectors: readonly Undoing[],
  options: UndoRunOptions,
): Promise<UndoneEntry[]> {
  const read = readOptions(options, types, "options", "") as unknown as UndoRunOptions;
  const { by, force = false, signal, clock = systemClock } = read;
  const mark = await runMark(run);
  const writes: FoundWrite[] = [];
  for await (const id of idsOf(store, startedWrites.name)) {
    const found = markOf(id) === mark ? await readWrite(store, id) : undefined;
    if (found?.started.run === run) writes.push(found);
  }
  if (writes.length === 0) throw noRun(run);
  const entries: UndoneEntry[] = [];
  for (const write of writes) {
    signal?.throwIfAborted();
    const connector = connectors.find(({ name }) => name === write.started.connector);
    const undoing = { write, connector, force, by, signal, clock };
    const [outcome, reason] = await undoWrite(store, undoing);
    const { connector: name, entity, action } = write.started;
    entries.push({ id: write.id, connector: name, entity, action, outcome, reason });
  }
  return entries;
}

type Answer = readonly [UndoOutcome, reason: string];

async function undoWrite(
  store: StoreDriver,
  {
    write,
    connector,
    force,
    by,
    signal,
    clock,
  }: Omit<UndoRunOptions, "clock"> & {
    write: FoundWrite;
    connector: Undoing | undefined;
    clock: Clock;
  },
): Promise<Answer> {
  const { id, started, ended, undone } = write;
  const { status, undo, error, already } = entryOf(write, clock.now());
  if (undone?.done) return ["already", `${undone.by} has undone it at ${isoOf(undone.at)}.`];
  if (undone)
    return ["failed", `${undone.by} has started to undo it at ${isoOf(undone.at)}. Look at the platform.`];
  if (status === "running") return ["impossible", "It is still running. Undo the run again later."];
  if (error?.outcome === "not_started") return ["already", "It was not sent."];
  if (already !== undefined) return ["already", "It changed nothing."];
  if (!undo)
    return [
      "impossible",
      ended && !error ? "No call undoes it." : "It is not known what it has done. Look at the platform.",
    ];
  if (!connector) return ["impossible", `No connector named ${started.connector} was given.`];
  const decision = { by: [by], undoes: id };
  const call = (more: object, rest: CallOptions = {}) =>
    connector.execute(undo.entity as never, undo.action as never, { ...undo.params, ...more } as never, {
      ...rest,
      decision,
      signal,
      context: { run: `undo ${started.run}` },
    });
  try {
    const { data, meta } = await call({ dry_run: true });
    if (meta.already !== undefined) return ["already", "The platform already has the state from before."];
    const same = unchangedSince(started.after ?? ended?.left, (data as DryRun).before);
    if (same === false) return ["changed", "Somebody has changed the record since, so it was left as it is."];
    if (same === undefined && !force)
      return ["not_known", "It is not known whether somebody has changed the record since. Use force."];
  } catch (thrown) {
    return ["failed", sentenceOf(thrown, signal)];
  }
  // The claim comes first, so that nobody undoes a write twice, also after a crash.
  const claim = { by, at: clock.now(), claim: crypto.randomUUID() };
  const first =
    (await append(store, undoneWrites, id, claim)) ||
    (await recordsOf(store, undoneWrites).read(id))?.claim === claim.claim;
  if (!first) return ["already", "Somebody else undoes it now."];
  const mark = (value: UndoneWrite | undefined) =>
    recordsOf(store, undoneWrites).update(id, () => ({ value, result: undefined }));
  try {
    await call({}, { idempotencyKey: `undo-${id}` });
    // The write is undone, so a fault of the store must not hide it.
    await mark({ ...claim, done: true }).catch(() => {});
    return ["undone", `It was undone with ${undo.entity}.${undo.action}.`];
  } catch (thrown) {
    if (ConnectorError.is(thrown) && thrown.outcome === "not_started") await mark(undefined);
    return ["failed", sentenceOf(thrown, signal)];
  }
}

const isoOf = (time: number): string => new Date(time).toISOString();

function sentenceOf(thrown: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) throw signal.reason;
  const { message, outcome } = toConnectorError(thrown);
  return outcome === "unknown" ? `${message} It may have been undone. Look at the platform.` : message;
}
