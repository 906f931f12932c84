import { randomUUID } from "node:crypto";
import { ConnectorError, type Clock } from "agent-connectors";
import type { KeyRing } from "../credentials/key-ring.ts";
import type { Sealer } from "../credentials/sealing.ts";
import { claimKey, findKey, finishKey, releaseKey } from "../store/queries/idempotency-keys.ts";
import { callInDoubt, nothingSent } from "../store/storage-errors.ts";
import type { Db, Store } from "../store/store.ts";
import type { IdempotencyRow } from "../store/tables.ts";
import { inProgress, keyReused, outcomeUnknown } from "./idempotency-errors.ts";
import { createRequestFingerprints } from "./request-fingerprint.ts";

export interface Answer {
  status: number;
  /** The body as JSON, exactly as it was sent. */
  text: string;
}

export interface KeyedRequest {
  /** The result of `keyScope` for the tenant and the route of the request. */
  scope: string;
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
}

export interface IdempotencyKeys {
  /**
   * Returns the stored answer of an earlier request with the same key. `inTransaction` and `around` also look for this
   * answer. Call `find` before other work that a repeated request must skip.
   */
  find(keyed: KeyedRequest): Promise<Replayable | undefined>;
  /**
   * Runs work that changes only the service's own store, and stores the answer in the same transaction. Returns an
   * answer that is already stored without calling `run`.
   * @param transaction the function that runs the transaction. Default: that of the store
   */
  inTransaction(
    keyed: KeyedRequest,
    run: (db: Db) => Promise<Answer>,
    transaction?: Store["transaction"],
  ): Promise<Replayable>;
  /**
   * Runs work that calls a platform, and stores the answer afterwards. Returns an answer that is already stored without
   * calling `run`. Before its first write, `run` must call `claim`, which stores that the key is used. If `claim`
   * throws, `run` must not send the write.
   * @param limitMs the time limit of `run`
   */
  around(
    keyed: KeyedRequest,
    limitMs: number,
    run: (claim: () => Promise<void>) => Promise<Ended>,
  ): Promise<Replayable>;
}

/** Returns the scope of a key. Equal keys in different scopes are independent of each other. */
export const keyScope = (organization: string, workspace: string, route: string): string =>
  JSON.stringify([organization, workspace, route]);

/** Milliseconds that a call gets after its time limit, to store its outcome. */
const graceMs = 5000;

/** The maximum size of the set `unsent`. */
const maxUnsent = 10_000;

export function createIdempotencyKeys(
  store: Store,
  sealer: Sealer,
  ring: KeyRing,
  clock: Clock,
  keptSeconds: number,
): IdempotencyKeys {
  /** The id of this process, in the row of each call that this process runs. */
  const owner = randomUUID();
  const fingerprints = createRequestFingerprints(ring);
  const associatedData = ({ scope, key }: KeyedRequest) => ["answer", scope, key];

  const startedRow = (keyed: KeyedRequest, limitMs: number): IdempotencyRow => ({
    scope: keyed.scope,
    key: keyed.key,
    fingerprint: fingerprints.of(keyed.request),
    state: "started",
    owner,
    deadline: clock.now() + limitMs + graceMs,
    status: null,
    answer: null,
    effect: null,
    expires_at: clock.now() + keptSeconds * 1000,
  });

  /**
   * Returns the answer of an earlier request with the same key.
   * @throws ConnectorError if the earlier request has no stored answer, or if `keyed` is a different request
   */
  const replay = (keyed: KeyedRequest, earlier: IdempotencyRow): Answer => {
    if (!fingerprints.match(keyed.request, earlier.fingerprint)) throw keyReused();
    if (earlier.state === "done" && earlier.answer !== null) {
      keyed.checkReader?.(earlier.effect);
      return { status: earlier.status!, text: sealer.open(earlier.answer, associatedData(keyed)) };
    }
    const lost =
      earlier.state === "unknown" ||
      clock.now() > earlier.deadline ||
      // `around` has checked that this process is not running the call. With SQLite, no other process runs calls.
      earlier.owner === owner ||
      store.kind === "sqlite";
    throw lost ? outcomeUnknown() : inProgress();
  };
  const done = (keyed: KeyedRequest, { status, text }: Answer, effect?: string) => ({
    state: "done" as const,
    status,
    answer: sealer.seal(text, associatedData(keyed)),
    effect: effect ?? null,
  });

  /** The fingerprints of the requests that this process is running, by scope and key. */
  const running = new Map<string, string>();
  /**
   * The keys of calls that sent no write to the platform, but whose row may remain after a failure of the store.
   * Another request can use such a key, and then replaces the row.
   */
  const unsent = new Set<string>();
  const markUnsent = (id: string) => {
    unsent.add(id);
    if (unsent.size > maxUnsent) unsent.delete(unsent.values().next().value!);
  };

  const stillRunning = (keyed: KeyedRequest, fingerprint: string): ConnectorError =>
    fingerprints.match(keyed.request, fingerprint) ? inProgress() : keyReused();

  /** Returns the error for a call whose key another request has used meanwhile. */
  const usedMeanwhile = (keyed: KeyedRequest, earlier: IdempotencyRow): unknown => {
    try {
      replay(keyed, earlier);
      return inProgress();
    } catch (error) {
      return error;
    }
  };

  const runOnce: (
    id: string,
    ...parameters: Parameters<IdempotencyKeys["around"]>
  ) => Promise<Answer> = async (id, keyed, limitMs, run) => {
    let claimed = false;
    let refusal: { error: unknown } | undefined;
    const refuse = (error: unknown) => {
      refusal = { error };
      // The connector gets this error, whose code says that nothing was sent. The caller of the service gets the
      // error in `refusal`.
      throw new ConnectorError("idempotency_in_progress", "The key is used.", { retryable: false });
    };
    const { answer, keep, mayHaveActed, effect, write } = await run(async () => {
      const row = startedRow(keyed, limitMs);
      const earlier = await store
        .transaction((db) => claimKey(db, row, clock.now(), unsent.has(id)))
        .catch((error: unknown) => {
          markUnsent(id);
          return refuse(nothingSent(error));
        });
      if (earlier) refuse(usedMeanwhile(keyed, earlier));
      claimed = true;
      unsent.delete(id);
    });
    if (refusal) {
      await store.transaction(async (db) => write?.(db)).catch(() => {});
      throw refusal.error;
    }
    try {
      await store.transaction(async (db) => {
        await write?.(db);
        const end = keep && done(keyed, answer, effect);
        if (end && claimed) await finishKey(db, keyed, end);
        else if (end)
          await claimKey(db, { ...startedRow(keyed, limitMs), ...end }, clock.now(), unsent.has(id));
        else if (claimed) await releaseKey(db, keyed);
      });
    } catch (error) {
      if (mayHaveActed) throw callInDoubt(error);
      if (claimed) markUnsent(id);
      throw nothingSent(error);
    }
    return answer;
  };

  return {
    async find(keyed) {
      const earlier = await findKey(store.db, keyed, clock.now());
      return earlier && { answer: replay(keyed, earlier), replayed: true };
    },
    inTransaction: (keyed, run, transaction = store.transaction) =>
      transaction(async (db) => {
        const earlier = await claimKey(db, startedRow(keyed, 0), clock.now());
        if (earlier) return { answer: replay(keyed, earlier), replayed: true };
        const answer = await run(db);
        await finishKey(db, keyed, done(keyed, answer));
        return { answer, replayed: false };
      }),
    async around(keyed, limitMs, run) {
      const id = JSON.stringify([keyed.scope, keyed.key]);
      const current = running.get(id);
      if (current !== undefined) throw stillRunning(keyed, current);
      running.set(id, fingerprints.of(keyed.request));
      try {
        const earlier = await findKey(store.db, keyed, clock.now());
        const free = earlier?.owner === owner && unsent.has(id);
        if (earlier && !free) return { answer: replay(keyed, earlier), replayed: true };
        return { answer: await runOnce(id, keyed, limitMs, run), replayed: false };
      } finally {
        running.delete(id);
      }
    },
  };
}
