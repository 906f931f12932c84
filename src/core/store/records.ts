import type { StoreDriver } from "../contract/store-driver.ts";
import { ConnectorError, type ErrorFields } from "../ground/errors.ts";
import { isDict } from "../ground/json.ts";
import { createTurns } from "../ground/turns.ts";
import { failureOf } from "./failure.ts";
import { withLease } from "./leases.ts";
import { withTimeLimit } from "./time-limit.ts";

/** One kind of values in a store. */
export interface Kind<T> {
  /** The first part of the keys, such as `tokens`. */
  name: string;
  /** The seconds from the last write of a value until the store forgets it. Default: the store keeps the value. */
  ttlSeconds?: number | undefined;
  /** Returns whether a stored value has the shape of this kind. */
  is(value: unknown): value is T;
}

/** The values of one kind in a store. `id` identifies a value. An id of another form than a key's is hashed by the caller. */
export interface Records<T> {
  read(id: string): Promise<T | undefined>;
  /**
   * Calls `change` with the stored value, and stores the value that `change` returns. If `change` returns the same
   * object, nothing is written. If `change` returns undefined as the value, the stored value is deleted. `change` must have
   * no effects, because it runs again if another process has changed the value meanwhile.
   * @throws ConnectorError `storage_unavailable`
   */
  update<R>(id: string, change: (value: T | undefined) => Changed<T, R>): Promise<R>;
  /**
   * Calls `run` with the stored value, while no other process calls `exchange` for this id, and stores the value that
   * `run` returns. If `run` returns undefined, nothing is stored. If another process has stored a newer value
   * meanwhile, that value is the result.
   * @throws ConnectorError `storage_unavailable`, or the error of `run`
   */
  exchange(id: string, run: (value: T | undefined) => Promise<T | undefined>): Promise<T | undefined>;
}

export interface Changed<T, R> {
  value: T | undefined;
  result: R;
}

/**
 * The text in the store. `writes` has the id of the last write of each of the last `keptWriters` writers, such as
 * `3f2a91c0.17`, the newest first, so that a write whose answer was lost finds itself.
 */
interface Entry<T> {
  value: T;
  writes: readonly string[];
  version: string;
}
const keptWriters = 32;

/** The milliseconds for which `update` tries to find out whether a write that failed has changed the value. */
const doubtMs = 5000;

/** The milliseconds for which `exchange` tries to store a value that exists nowhere else. */
const keepTryingMs = 30_000;

/** The milliseconds for which `update` competes with other processes. */
const contestMs = 30_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What the objects for one store share: turns, so that only other processes can be in the way of a write. */
interface Writer {
  name: string;
  inTurn: ReturnType<typeof createTurns>;
}
const writers = new WeakMap<StoreDriver, Writer>();
function writerOf(store: StoreDriver): Writer {
  const found = writers.get(store) ?? { name: crypto.randomUUID().slice(0, 8), inTurn: createTurns() };
  writers.set(store, found);
  return found;
}
let writes = 0;

export function recordsOf<T>(driver: StoreDriver, kind: Kind<T>): Records<T> {
  const store = withTimeLimit(driver);
  const keyOf = (id: string) => `${kind.name}/${id}`;
  const { name, inTurn } = writerOf(driver);
  const newWriteId = () => `${name}.${++writes}`;

  const readEntry = async (id: string): Promise<Entry<T> | undefined> => {
    const found = await store.read(keyOf(id)).catch(throwUnavailable("read"));
    return found && { ...parse(kind, id, found.value), version: found.version };
  };
  const write = (id: string, value: T, before: Entry<T> | undefined, writeId: string): Promise<boolean> => {
    const others = before?.writes.filter((one) => !one.startsWith(`${name}.`)) ?? [];
    const text = entryText(value, [writeId, ...others].slice(0, keptWriters));
    return store.write(keyOf(id), text, before?.version, kind.ttlSeconds);
  };

  const update = async <R>(id: string, change: (value: T | undefined) => Changed<T, R>): Promise<R> => {
    const writeId = newWriteId();
    const started = performance.now();
    let sent: { result: R; after: readonly string[] } | undefined;
    let failed: { isNew: boolean; at: number } | undefined;
    for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
      let before: Entry<T> | undefined;
      try {
        before = await readEntry(id);
      } catch (error) {
        if (!failed || performance.now() - failed.at > doubtMs) throw error;
        await wait(pause);
        continue;
      }
      // The answer was lost, or the client of the database has sent the write twice and got the second answer.
      if (sent && before?.writes.includes(writeId)) return sent.result;
      if (failed?.isNew) {
        failed.isNew = false;
        await wait(pause);
        continue;
      }
      if (sent && failed && before && isForgotten(before.writes, sent.after)) throw unknownWrite(keyOf(id));
      const { value, result } = change(before?.value);
      if (value === before?.value) return result;
      sent = { result, after: before?.writes ?? [] };
      try {
        const done =
          value === undefined
            ? await store.delete(keyOf(id), before!.version)
            : await write(id, value, before, writeId);
        if (done) return result;
      } catch (error) {
        const isInTime = !failed || performance.now() - failed.at <= doubtMs;
        if (store.retry === false || !isInTime || !failureOf(error).passes) throwUnavailable("write")(error);
        failed = { isNew: true, at: failed?.at ?? performance.now() };
        continue;
      }
      if (performance.now() - started > contestMs) throw tooManyWriters(keyOf(id));
      await wait(pause * Math.random());
    }
  };

  /** Stores a value, which may exist nowhere else, such as a token pair that a platform issues once. */
  const keep = async (id: string, value: T, before: Entry<T> | undefined): Promise<T> => {
    const writeId = newWriteId();
    const started = performance.now();
    for (let pause = 100; ; pause = Math.min(pause * 2, 2000))
      try {
        let failure: unknown;
        const done = await write(id, value, before, writeId).catch((error: unknown) => {
          failure = error;
          return false;
        });
        if (done) return value;
        const newer = await readEntry(id);
        if (newer?.writes.includes(writeId)) return value;
        if (failure === undefined) return newer === undefined ? value : newer.value;
        throw failure;
      } catch (error) {
        if (performance.now() - started > keepTryingMs) throw lost(keyOf(id), error);
        await wait(pause);
      }
  };
  const exchange: Records<T>["exchange"] = async (id, run) => {
    let isHeld = false;
    const held = async () => {
      isHeld = true;
      const before = await readEntry(id);
      const value = await run(before?.value);
      return value === undefined ? undefined : inTurn(keyOf(id), () => keep(id, value, before));
    };
    return withLease(store, keyOf(id), held).catch((error: unknown) => {
      throw isHeld ? error : throwUnavailable("write")(error);
    });
  };

  return {
    read: async (id) => (await readEntry(id))?.value,
    update: (id, change) => inTurn(keyOf(id), () => update(id, change)),
    exchange: (id, run) => inTurn(`exchange ${keyOf(id)}`, () => exchange(id, run)),
  };
}

export const entryText = (value: unknown, writes: readonly string[]): string =>
  JSON.stringify({ value, writes });

function parse<T>(kind: Kind<T>, id: string, text: string): { value: T; writes: readonly string[] } {
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {}
  if (isDict(entry) && kind.is(entry.value) && Array.isArray(entry.writes))
    return { value: entry.value, writes: entry.writes as string[] };
  throw new ConnectorError(
    "storage_unavailable",
    `The store has a value under ${kind.name}/${id} that is not a value of this package.`,
    {
      hint: "Nothing was overwritten. Use a store, table, prefix or directory for this package alone.",
      retryable: false,
    },
  );
}

/** Makes a ConnectorError `storage_unavailable` of an error of the store, whose text can contain an address. */
export const throwUnavailable =
  (doing: "read" | "write") =>
  (error: unknown): never => {
    if (ConnectorError.is(error)) throw error;
    const { passes } = failureOf(error);
    throw unavailable(`The store failed at ${doing}${named(error)}.`, error, {
      hint: passes
        ? "Call again when the store works."
        : "This fault stays until the store or its client is corrected.",
      retryable: passes,
    });
  };

/** Names the reason of a failure, such as ` (ECONNREFUSED)`. */
function named(error: unknown): string {
  const { reason } = failureOf(error);
  return reason === "" ? "" : ` (${reason})`;
}

const unavailable = (message: string, cause: unknown, fields: ErrorFields) =>
  Object.assign(new ConnectorError("storage_unavailable", message, fields), { cause });

const lost = (key: string, cause: unknown) =>
  unavailable(`The store failed${named(cause)}, so the new value of ${key} may be lost.`, cause, {
    hint: "If the value is a token that its platform issues once, connect the account again.",
  });

const unknownWrite = (key: string) =>
  new ConnectorError(
    "storage_unavailable",
    `The store did not answer a write of ${key}, and many others have written since.`,
    {
      hint: "Whether the value was written is not known. Call again.",
    },
  );

/** Returns whether so many others have written since the writes `after` that the id of a write in between is gone. */
const isForgotten = (writes: readonly string[], after: readonly string[]): boolean =>
  writes.length >= keptWriters && !writes.some((one) => after.includes(one));

const tooManyWriters = (key: string) =>
  new ConnectorError("storage_unavailable", `Too many processes write ${key} at the same time.`, {
    hint: "Nothing was written. Call again.",
  });
