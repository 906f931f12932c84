import { ConnectorError, type Clock } from "agent-connectors";
import { createOnce, type Claim, type StoreDriver } from "agent-connectors/store";
import type { KeyRing } from "../credentials/key-ring.ts";
import { recordStore, type KnownRecords, type LaterChanges } from "../credentials/record-stores.ts";
import type { Sealer } from "../credentials/sealing.ts";
import { callInDoubt, nothingSent } from "../store/storage-errors.ts";
import type { Db, Store } from "../store/store.ts";
import type { Change } from "../store/write-together.ts";
import { inProgress, keyReused, outcomeUnknown } from "./idempotency-errors.ts";
import { answerId, keptAnswers, type Answer, type KeptAnswer, type KeyScope } from "./kept-answers.ts";
import { fingerprintOf, oldFingerprintsOf } from "./request-fingerprint.ts";

export interface KeyedRequest {
  /** Equal keys in different scopes are independent of each other. */
  scope: KeyScope;
  key: string;
  /** The parsed request. A later request with the same key must be equal to this request. */
  request: unknown;
  /**
   * Checks that the caller is allowed to get a stored answer. `effect`: the effect of the call that led to the
   * answer, or null if no effect is stored.
   * @throws ConnectorError if the caller is not allowed to get the answer
   */
  checkReader?: (effect: string | null) => void;
}

export interface Replayable {
  answer: Answer;
  /** Whether the answer comes from an earlier request with the same key. */
  replayed: boolean;
}

/** The outcome of work that ran with an idempotency key. */
export interface Ended {
  answer: Answer;
  /** Whether to store the answer. If false, another request can use the key. */
  keep: boolean;
  /**
   * Whether the call may have changed something on the platform. If true, a failure of the store makes the outcome
   * unknown.
   */
  mayHaveActed: boolean;
  /** The effect of the call, which is stored with the answer. */
  effect?: string | undefined;
  /** Writes the other changes of the call, in the transaction that stores the answer. */
  write?: (db: Db) => Promise<void>;
  /** Returns the same changes, to be made together with the answer, or undefined if they need `write`. */
  changes?: () => readonly Change[] | undefined;
}

/**
 * Stores that a key is used. `entry`: a change that is made together with it, such as the start of the call in the journal.
 * @throws if the key is used by another call. Then the caller must not send its write
 */
export type ClaimKey = (entry?: Change) => Promise<void>;

export interface IdempotencyKeys {
  /**
   * Returns the stored answer of an earlier request with the same key. `inTransaction` and `around` also look for this
   * answer. Call `find` before other work that a repeated request must skip.
   */
  find(keyed: KeyedRequest): Promise<Replayable | undefined>;
  /**
   * Runs work that changes only the service's own store, and stores the answer in the same transaction. Returns an
   * answer that is already stored without calling `run`.
   */
  inTransaction(keyed: KeyedRequest, run: (db: Db) => Promise<Answer>): Promise<Replayable>;
  /**
   * Runs work that calls a platform, and stores the answer afterwards. Returns an answer that is already stored without
   * calling `run`. Before its first write, `run` must call `claim`, which stores that the key is used. If `claim`
   * throws, `run` must not send the write.
   */
  around(keyed: KeyedRequest, run: (claim: ClaimKey) => Promise<Ended>): Promise<Replayable>;
}

/** Seconds that a call gets after its time limit, to store its outcome. */
const graceSeconds = 5;

export function createIdempotencyKeys(
  store: Store,
  sealer: Sealer,
  ring: KeyRing,
  clock: Clock,
  { idempotencySeconds, executeTimeoutMs }: { idempotencySeconds: number; executeTimeoutMs: number },
): IdempotencyKeys {
  // With SQLite, no other process runs calls, so a call of another process has ended.
  const limitSeconds = store.kind === "sqlite" ? 0 : executeTimeoutMs / 1000 + graceSeconds;
  const once = createOnce(keptAnswers(idempotencySeconds, limitSeconds), clock);
  const storeOf = (
    { scope }: KeyedRequest,
    db = store.db,
    known?: KnownRecords,
    later?: LaterChanges,
  ): StoreDriver => ({
    ...recordStore(
      { ...store, db },
      sealer,
      { organization_id: scope.organization, connector_id: "" },
      { known, later },
    ),
    retry: false,
  });
  const idOf = ({ scope, key }: KeyedRequest) => answerId(scope, key);
  const claimKey = (keyed: KeyedRequest, db?: Db, known?: KnownRecords, later?: LaterChanges) =>
    once.claim(storeOf(keyed, db, known, later), idOf(keyed), fingerprintOf(keyed.request));

  const findClaim = async (keyed: KeyedRequest, db?: Db, known?: KnownRecords) => {
    const findWith = (fingerprint: string) => once.find(storeOf(keyed, db, known), idOf(keyed), fingerprint);
    const found = await findWith(fingerprintOf(keyed.request));
    if (found?.state !== "other") return found;
    for (const fingerprint of oldFingerprintsOf(ring, keyed.request)) {
      const old = await findWith(fingerprint);
      if (old?.state !== "other") return old;
    }
    return found;
  };

  /**
   * Returns the answer of an earlier request with the same key.
   * @throws ConnectorError if the earlier request has no stored answer, or if `keyed` is a different request
   */
  const replay = (keyed: KeyedRequest, earlier: Claim<KeptAnswer | null>): Replayable => {
    if (earlier.state === "other") throw keyReused();
    if (earlier.state === "running") throw inProgress();
    if (earlier.state !== "done" || !earlier.outcome) throw outcomeUnknown();
    const { effect, ...answer } = earlier.outcome;
    keyed.checkReader?.(effect);
    return { answer, replayed: true };
  };

  /** The fingerprints of the requests that this process is running. Reads do not claim their keys. */
  const running = new Map<string, string>();

  const runOnce = async (
    keyed: KeyedRequest,
    known: KnownRecords,
    run: Parameters<IdempotencyKeys["around"]>[1],
  ): Promise<Answer> => {
    const id = idOf(keyed);
    let claimed = false;
    let refusal: { error: unknown } | undefined;
    const refuse = (error: unknown) => {
      refusal = { error };
      // The connector gets this error, whose code says that nothing was sent. The caller of the service gets the
      // error in `refusal`.
      throw new ConnectorError("idempotency_in_progress", "The key is used.", { retryable: false });
    };
    const claim: ClaimKey = async (entry) => {
      const later = entry && { store, changes: [entry], isDone: false };
      const { state } = await claimKey(keyed, undefined, known, later).catch((error: unknown) =>
        refuse(nothingSent(error)),
      );
      if (state === "other") refuse(keyReused());
      if (state === "in_doubt") refuse(outcomeUnknown());
      if (state !== "first") refuse(inProgress());
      claimed = true;
    };
    const ended = await run(claim).catch(async (error: unknown) => {
      if (claimed) await once.finish(storeOf(keyed), id, null).catch(() => {});
      throw refusal ? refusal.error : error;
    });
    const { answer, keep, mayHaveActed, effect = null, write, changes } = ended;
    if (refusal) {
      await store.transaction(async (db) => write?.(db)).catch(() => {});
      throw refusal.error;
    }
    try {
      const together = keep && claimed ? changes?.() : undefined;
      if (together) {
        const later = { store, changes: together, isDone: false };
        await once.finish(storeOf(keyed, undefined, known, later), id, { ...answer, effect });
        if (later.isDone) return answer;
        // Another process has taken over the key, and its answer stays.
      }
      await store.transaction(async (db) => {
        await write?.(db);
        const records = storeOf(keyed, db, known);
        if (!keep && claimed) await once.release(records, id);
        if (keep && (claimed || (await claimKey(keyed, db, known)).state === "first"))
          await once.finish(records, id, { ...answer, effect });
      });
    } catch (error) {
      if (mayHaveActed) {
        await once.finish(storeOf(keyed), id, null).catch(() => {});
        throw callInDoubt(error);
      }
      if (claimed) await once.release(storeOf(keyed), id).catch(() => {});
      throw nothingSent(error);
    }
    return answer;
  };

  return {
    async find(keyed) {
      const earlier = await findClaim(keyed);
      return earlier && replay(keyed, earlier);
    },
    inTransaction: (keyed, run) =>
      store.transaction(async (db) => {
        const claim = await claimKey(keyed, db);
        if (claim.state !== "first") return replay(keyed, (await findClaim(keyed, db)) ?? claim);
        try {
          const answer = await run(db);
          await once.finish(storeOf(keyed, db), idOf(keyed), { ...answer, effect: null });
          return { answer, replayed: false };
        } catch (error) {
          // The transaction deletes the claim. This process forgets it too.
          await once.release(storeOf(keyed, db), idOf(keyed)).catch(() => {});
          throw error;
        }
      }, keyed.scope.organization),
    async around(keyed, run) {
      const [id, fingerprint] = [idOf(keyed), fingerprintOf(keyed.request)];
      const current = running.get(id);
      if (current !== undefined) throw current === fingerprint ? inProgress() : keyReused();
      running.set(id, fingerprint);
      try {
        const known: KnownRecords = new Map();
        const earlier = await findClaim(keyed, undefined, known);
        return earlier
          ? replay(keyed, earlier)
          : { answer: await runOnce(keyed, known, run), replayed: false };
      } finally {
        running.delete(id);
      }
    },
  };
}
