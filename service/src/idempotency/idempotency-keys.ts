import { randomUUID } from "node:crypto";
import { ConnectorError, type Clock } from "agent-connectors";
import type { KeyRing } from "../credentials/key-ring.ts";
import type { Sealer } from "../credentials/sealing.ts";
import { claimKey, finishKey, releaseKey } from "../store/queries/idempotency-keys.ts";
import type { Db, Store } from "../store/store.ts";
import type { IdempotencyRow } from "../store/tables.ts";
import { createRequestFingerprints } from "./request-fingerprint.ts";

export interface Answer {
  status: number;
  /** The body as JSON, exactly as it was sent. */
  text: string;
}

/** A request with an idempotency key. */
export interface KeyedRequest {
  /** The tenant and the route. */
  scope: string;
  key: string;
  /** The parsed request. A repeated request must be equal to it. */
  request: unknown;
  /**
   * Checks that the caller may read a kept answer of a call with this effect. The effect is null if it was not stored.
   * @throws ConnectorError if the caller may not read it
   */
  checkReader?: (effect: string | null) => void;
}

export interface Replayable {
  answer: Answer;
  /** Whether the answer comes from an earlier request with the same key. */
  replayed: boolean;
}

/** The end of a run. */
export interface Ended {
  answer: Answer;
  /** Whether to keep the answer. If not, the key can be used again. */
  keep: boolean;
  /** The effect of the call, which is stored with the answer. */
  effect?: string | undefined;
  /** A function that runs in the transaction that stores the answer. */
  write?: (db: Db) => Promise<void>;
}

export interface IdempotencyKeys {
  /** Runs work in the service's own store. The same transaction stores the answer. */
  inTransaction(keyed: KeyedRequest, run: (db: Db) => Promise<Answer>): Promise<Replayable>;
  /**
   * Runs work outside the store. Commits the start, runs the work, then stores the answer. `limitMs` is the time limit
   * of the run.
   */
  around(keyed: KeyedRequest, limitMs: number, run: () => Promise<Ended>): Promise<Replayable>;
}

/** Returns the scope of a key. Different tenants or routes can use the same key independently. */
export const keyScope = (organization: string, workspace: string, route: string): string =>
  JSON.stringify([organization, workspace, route]);

/** The extra time after the time limit in which a run may still end. */
const graceMs = 5000;

export function createIdempotencyKeys(
  store: Store,
  sealer: Sealer,
  ring: KeyRing,
  clock: Clock,
  keptSeconds: number,
): IdempotencyKeys {
  /** The id of this process. If a process has ended, its calls never finish. */
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
   * Returns the answer of the earlier request.
   * @throws ConnectorError if there is no answer, or if the requests differ
   */
  const replay = (keyed: KeyedRequest, earlier: IdempotencyRow): Answer => {
    if (!fingerprints.match(keyed.request, earlier.fingerprint))
      throw new ConnectorError("idempotency_key_reused", "This idempotencyKey was used for another call.", {
        path: "options.idempotencyKey",
        hint: "Use a new key for every write, and repeat a key only with the same call.",
      });
    if (earlier.state === "done" && earlier.answer !== null) {
      keyed.checkReader?.(earlier.effect);
      return { status: earlier.status!, text: sealer.open(earlier.answer, associatedData(keyed)) };
    }
    const lost =
      earlier.state === "unknown" ||
      clock.now() > earlier.deadline ||
      // Only one process uses a SQLite store at a time, so any other owner has ended.
      (store.kind === "sqlite" && earlier.owner !== owner);
    throw lost ? outcomeUnknown() : stillRunning();
  };
  const done = (keyed: KeyedRequest, { status, text }: Answer, effect?: string) => ({
    state: "done" as const,
    status,
    answer: sealer.seal(text, associatedData(keyed)),
    effect: effect ?? null,
  });

  return {
    inTransaction: (keyed, run) =>
      store.transaction(async (db) => {
        const earlier = await claimKey(db, startedRow(keyed, 0), clock.now());
        if (earlier) return { answer: replay(keyed, earlier), replayed: true };
        const answer = await run(db);
        await finishKey(db, keyed, done(keyed, answer));
        return { answer, replayed: false };
      }),
    async around(keyed, limitMs, run) {
      const earlier = await store.transaction((db) => claimKey(db, startedRow(keyed, limitMs), clock.now()));
      if (earlier) return { answer: replay(keyed, earlier), replayed: true };
      const { answer, keep, effect, write } = await run();
      await store.transaction(async (db) => {
        await write?.(db);
        if (keep) await finishKey(db, keyed, done(keyed, answer, effect));
        else await releaseKey(db, keyed);
      });
      return { answer, replayed: false };
    },
  };
}

const outcomeUnknown = () =>
  new ConnectorError(
    "idempotency_outcome_unknown",
    "The call with this key was started, and the service stopped before it ended.",
    {
      outcome: "unknown",
      hint: "The call may have taken effect. Check before you send it again with another key.",
    },
  );

const stillRunning = () =>
  new ConnectorError("idempotency_in_progress", "The call with this key is still running.", {
    hint: "Send it again with the same key to get its answer.",
    retry_after: 1,
  });
