import type { StoreDriver } from "../contract/store-driver.ts";
import { ConnectorError } from "../ground/errors.ts";
import { isDict } from "../ground/json.ts";
import { createTurns } from "../ground/turns.ts";
import { withLease } from "./leases.ts";

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
  /** Resolves with ids in sorted order, 100 unless `limit` says otherwise. */
  list(after?: string, limit?: number): Promise<string[]>;
}

export interface Changed<T, R> {
  value: T | undefined;
  result: R;
}

/** The text in the store. `writes` are the ids of the last writes, so that a write whose answer was lost finds itself. */
interface Entry<T> {
  value: T;
  writes: readonly string[];
  version: string;
}
const keptWrites = 32;

/** The milliseconds for which `update` tries to find out whether a write that failed has changed the value. */
const doubtMs = 5000;

/** The milliseconds for which `update` competes with other processes. */
const contestMs = 30_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The turns of this process, so that only other processes can be in the way of a write. */
const turns = new WeakMap<StoreDriver, ReturnType<typeof createTurns>>();
function turnsOf(store: StoreDriver): ReturnType<typeof createTurns> {
  const found = turns.get(store) ?? createTurns();
  turns.set(store, found);
  return found;
}

export function recordsOf<T>(store: StoreDriver, kind: Kind<T>): Records<T> {
  const keyOf = (id: string) => `${kind.name}/${id}`;
  const inTurn = turnsOf(store);

  const readEntry = async (id: string): Promise<Entry<T> | undefined> => {
    const found = await store.read(keyOf(id)).catch(throwUnavailable("read"));
    return found && { ...parse(kind, id, found.value), version: found.version };
  };
  const write = (id: string, value: T, before: Entry<T> | undefined, writeId: string): Promise<boolean> => {
    const writes = [writeId, ...(before?.writes ?? [])].slice(0, keptWrites);
    return store.write(keyOf(id), JSON.stringify({ value, writes }), before?.version, kind.ttlSeconds);
  };

  const update = async <R>(id: string, change: (value: T | undefined) => Changed<T, R>): Promise<R> => {
    const writeId = newWriteId();
    const started = performance.now();
    let failed: { result: R; isNew: boolean; at: number } | undefined;
    for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
      let before: Entry<T> | undefined;
      try {
        before = await readEntry(id);
      } catch (error) {
        if (!failed || performance.now() - failed.at > doubtMs) throw error;
        await wait(pause);
        continue;
      }
      if (failed && before?.writes.includes(writeId)) return failed.result;
      if (failed?.isNew) {
        failed.isNew = false;
        await wait(pause);
        continue;
      }
      const { value, result } = change(before?.value);
      if (value === before?.value) return result;
      try {
        const done =
          value === undefined
            ? await store.delete(keyOf(id), before!.version)
            : await write(id, value, before, writeId);
        if (done) return result;
      } catch (error) {
        if (failed && performance.now() - failed.at > doubtMs) throwUnavailable("write")(error);
        failed = { result, isNew: true, at: failed?.at ?? performance.now() };
        // The value names its last writes only, so the next read must not wait.
        continue;
      }
      if (performance.now() - started > contestMs) throw tooManyWriters(keyOf(id));
      await wait(pause * Math.random());
    }
  };

  const exchange: Records<T>["exchange"] = (id, run) =>
    withLease(store, keyOf(id), async () => {
      const before = await readEntry(id);
      const value = await run(before?.value);
      if (value === undefined) return undefined;
      const writeId = newWriteId();
      const started = performance.now();
      for (let pause = 100; ; pause *= 2)
        try {
          if (await write(id, value, before, writeId)) return value;
          const newer = await readEntry(id);
          return newer === undefined || newer.writes.includes(writeId) ? value : newer.value;
        } catch (error) {
          // The value may exist nowhere else, such as a token pair that a platform issues once.
          if (performance.now() - started > doubtMs) throwUnavailable("write")(error);
          await wait(pause);
        }
    });

  return {
    read: async (id) => (await readEntry(id))?.value,
    update: (id, change) => inTurn(keyOf(id), () => update(id, change)),
    exchange: (id, run) => inTurn(`exchange ${keyOf(id)}`, () => exchange(id, run)),
    async list(after, limit) {
      const keys = await store
        .list(keyOf(""), after === undefined ? undefined : keyOf(after), limit)
        .catch(throwUnavailable("list"));
      return keys.map((key) => key.slice(kind.name.length + 1));
    },
  };
}

const newWriteId = (): string => crypto.randomUUID().slice(0, 8);

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
    { hint: "Nothing was overwritten. Use a store, table, prefix or directory for this package alone." },
  );
}

const throwUnavailable =
  (doing: "read" | "write" | "list") =>
  (error: unknown): never => {
    if (ConnectorError.is(error)) throw error;
    const unavailable = new ConnectorError("storage_unavailable", `The store failed at ${doing}.`, {
      hint: "Call again when the store works.",
    });
    throw Object.assign(unavailable, { cause: error });
  };

const tooManyWriters = (key: string) =>
  new ConnectorError("storage_unavailable", `Too many processes write ${key} at the same time.`, {
    hint: "Nothing was written. Call again.",
  });
