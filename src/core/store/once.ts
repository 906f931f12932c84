import type { StoreDriver } from "../contract/store-driver.ts";
import { rejectAfterGrace, rejectOnAbort } from "../ground/abort.ts";
import { type Clock, monotonic, systemClock } from "../ground/clock.ts";
import { type Earlier, isOnceRecord, type OnceRecord, withoutRun } from "./once-record.ts";
import { type Changed, type Kind, recordsOf, throwUnavailable } from "./records.ts";
import { withTimeLimit } from "./time-limit.ts";

/** One use of "the first outcome of this key wins", such as the idempotency keys of writes. */
export interface OnceUse<T> {
  /** The first part of the keys in the store. */
  name: string;
  /** The seconds for which the store keeps an outcome. After that, the key can be claimed again. */
  keptSeconds: number;
  /** The seconds after its start from which a run without an outcome is in doubt, because its process has probably ended. */
  limitSeconds: number;
  /** Returns whether a stored outcome has the shape of this use. Outcomes are stored as JSON. */
  is(outcome: unknown): outcome is T;
}

export type Claim<T> =
  /** The caller must run the work, and then call `finish` or `release`. `earlier`: see `Once.claim`. */
  | { state: "first"; earlier?: Earlier<T> }
  /** The work has ended with this outcome. */
  | { state: "done"; outcome: T }
  /** The work is running, here or in another process. */
  | { state: "running"; since: number }
  /** The work has started and has no outcome: its process has ended, or could not store the outcome. */
  | { state: "in_doubt"; since: number }
  /** The key was used for other work: the fingerprints differ. */
  | { state: "other" };

/**
 * Lets work run once per key. All processes with the same store share the keys. Each function takes the store, so
 * that a driver that is bound to a transaction can write the outcome together with other changes.
 */
export interface Once<T> {
  /** Reads the state of a key. Resolves with undefined if the key is free. */
  find(store: StoreDriver, id: string, fingerprint: string): Promise<Claim<T> | undefined>;
  /**
   * Claims a key. Of all callers, in all processes, one gets `first`.
   * @param fingerprint a hash of the work. A second call must have the same fingerprint
   * @param again whether the work may run again after an earlier run that is in doubt, or has this outcome.
   * Default: never
   * @param signal ends the wait for the store, at most a second after the abort. A claim that succeeds later is released
   * @throws ConnectorError `storage_unavailable`. The caller must not run the work, and this process can claim the key again
   * @throws the reason of `signal`, if the signal aborts
   */
  claim(
    store: StoreDriver,
    id: string,
    fingerprint: string,
    options?: { again?: ((outcome: T | undefined) => boolean) | undefined; signal?: AbortSignal | undefined },
  ): Promise<Claim<T>>;
  /** Stores the outcome of the work. If the store fails, the work is in doubt. */
  finish(store: StoreDriver, id: string, outcome: T): Promise<void>;
  /**
   * Frees the key, because the work did nothing. After an earlier run whose outcome is unknown, the key stays as that run
   * has left it. If the store fails, this process can still claim the key again.
   */
  release(store: StoreDriver, id: string): Promise<void>;
  /**
   * Waits while the work is running, at most for `limitSeconds` after its start in this process, or after
   * this call. Ignores failed reads.
   * @throws the reason of `signal`, if the signal aborts
   */
  wait(
    store: StoreDriver,
    id: string,
    fingerprint: string,
    signal?: AbortSignal,
  ): Promise<Claim<T> | undefined>;
}

/** The shortest and the longest time between two reads of a key, in milliseconds. */
const [shortestPause, longestPause] = [10, 1000];

/** The maximum number of keys in `unsent`. */
const maxUnsent = 10_000;

export function createOnce<T>(use: OnceUse<T>, clock: Clock = systemClock): Once<T> {
  const owner = crypto.randomUUID();
  const kind: Kind<OnceRecord<T>> = {
    name: use.name,
    ttlSeconds: use.keptSeconds,
    is: (value): value is OnceRecord<T> =>
      isOnceRecord(value) && (!value.ended || use.is(value.ended.outcome)),
  };
  /** The keys whose work runs in this process. */
  const held = new Set<string>();
  /** The keys that are claimed in the store, perhaps, although this process has not run the work. */
  const unsent = new Set<string>();

  const stateOf = (id: string, record: OnceRecord<T>, fingerprint: string): Claim<T> => {
    const { since, earlier, ended } = record;
    if (record.fingerprint !== fingerprint) return { state: "other" };
    if (ended) return { state: "done", outcome: ended.outcome };
    const runs = record.owner === owner ? held.has(id) : clock.now() < since + use.limitSeconds * 1000;
    return { state: runs ? "running" : "in_doubt", since: earlier?.since ?? since };
  };
  const newMark = async (store: StoreDriver): Promise<string | undefined> => {
    const mark = `leases/${use.name}/${crypto.randomUUID()}`;
    // Without a mark, the clocks of the processes decide.
    const written = await withTimeLimit(store)
      .write(mark, owner, undefined, use.limitSeconds)
      .catch(() => undefined);
    return written === undefined ? undefined : mark;
  };
  /** Returns whether a run can still be running. The clocks of processes can differ by minutes, and the store has one clock. */
  const hasMark = async (store: StoreDriver, mark: string): Promise<boolean> =>
    (await withTimeLimit(store).read(mark).catch(throwUnavailable("read"))) !== undefined;
  const markUnsent = (id: string) => {
    unsent.add(id);
    if (unsent.size > maxUnsent) unsent.delete(unsent.values().next().value!);
  };

  const find: Once<T>["find"] = async (store, id, fingerprint) => {
    const record = await recordsOf(store, kind).read(id);
    if (!record || (record.owner === owner && unsent.has(id))) return undefined;
    const claim = stateOf(id, record, fingerprint);
    if (claim.state !== "in_doubt" || record.owner === owner || !record.mark) return claim;
    return (await hasMark(store, record.mark)) ? { state: "running", since: claim.since } : claim;
  };

  const claim = async (
    store: StoreDriver,
    id: string,
    fingerprint: string,
    again?: (outcome: T | undefined) => boolean,
  ): Promise<Claim<T>> => {
    const started = clock.now();
    const mark = again && (await newMark(store));
    const take = (earlier?: Earlier<T>): Changed<OnceRecord<T>, Claim<T>> => ({
      value: {
        fingerprint,
        owner,
        since: started,
        ...(mark ? { mark } : {}),
        ...(earlier ? { earlier } : {}),
      },
      result: { state: "first", ...(earlier ? { earlier } : {}) },
    });
    /** The mark that the store has forgotten, so its run has ended. */
    let forgotten: string | undefined;
    const change = (
      record: OnceRecord<T> | undefined,
    ): Changed<OnceRecord<T>, Claim<T> & { unchecked?: string }> => {
      if (!record || (record.owner === owner && !record.ended && unsent.has(id))) return take();
      const claim = stateOf(id, record, fingerprint);
      const outcome = claim.state === "done" ? claim.outcome : undefined;
      if ((claim.state !== "done" && claim.state !== "in_doubt") || !again?.(outcome))
        return { value: record, result: claim };
      if (claim.state === "in_doubt" && record.owner !== owner && record.mark && record.mark !== forgotten)
        return { value: record, result: { ...claim, unchecked: record.mark } };
      return take({ since: record.earlier?.since ?? record.since, last: record.since, outcome });
    };
    let claim: Claim<T>;
    try {
      for (;;) {
        const { unchecked, ...found } = await recordsOf(store, kind).update(id, change);
        claim = found;
        if (unchecked === undefined) break;
        if (await hasMark(store, unchecked)) return { state: "running", since: started };
        forgotten = unchecked;
      }
    } catch (error) {
      if (!held.has(id)) markUnsent(id);
      throw error;
    }
    if (claim.state === "first") {
      held.add(id);
      unsent.delete(id);
    }
    return claim;
  };
  const release: Once<T>["release"] = async (store, id) => {
    try {
      await recordsOf(store, kind).update(id, (record) => {
        const mine = record && !record.ended && record.owner === owner;
        return { value: mine ? withoutRun(record) : record, result: undefined };
      });
    } catch (error) {
      markUnsent(id);
      throw error;
    } finally {
      held.delete(id);
    }
  };

  return {
    find,
    async claim(store, id, fingerprint, { again, signal } = {}) {
      const claiming = claim(store, id, fingerprint, again);
      try {
        return await rejectAfterGrace(claiming, signal);
      } catch (error) {
        // Nobody runs the work of a claim that succeeds now.
        if (signal?.aborted)
          void claiming
            .then(({ state }) => (state === "first" ? release(store, id) : undefined))
            .catch(() => {});
        throw error;
      }
    },
    release,
    async finish(store, id, outcome) {
      try {
        await recordsOf(store, kind).update(id, (record) => ({
          // Another process may have taken over the key. The first stored outcome wins.
          value:
            record && (record.ended || record.owner !== owner ? record : { ...record, ended: { outcome } }),
          result: undefined,
        }));
      } finally {
        held.delete(id);
      }
    },
    async wait(store, id, fingerprint, signal) {
      const now = monotonic(clock);
      let end = now() + use.limitSeconds * 1000;
      let found: Claim<T> | undefined;
      for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
        try {
          found = await rejectOnAbort(find(store, id, fingerprint), signal);
          if (found?.state !== "running") return found;
          // The start of another process is a time of another clock.
          if (held.has(id)) end = Math.min(end, found.since + use.limitSeconds * 1000);
        } catch (error) {
          if (signal?.aborted) throw error;
        }
        if (now() >= end) return found;
        await clock.sleep(pause, signal);
      }
    },
  };
}
