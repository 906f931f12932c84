import { createHmac } from "node:crypto";
import { ConnectorError, type Clock } from "agent-connectors";
import { uuid } from "../store/ids.ts";
import type { KeyRing } from "../credentials/keyring.ts";
import type { Sealer } from "../credentials/seal.ts";
import { claimKey, finishKey, releaseKey } from "../store/idempotency.ts";
import type { Db, Store } from "../store/store.ts";
import type { IdempotencyRow } from "../store/tables.ts";

export interface Answer {
  status: number;
  /** JSON, as it was sent and will be sent again. */
  text: string;
}

/** A request with an Idempotency-Key: the place that its key has, and what it asked for. */
export interface Keyed {
  scope: string;
  key: string;
  /** The whole request, as it was understood. */
  request: unknown;
}

export interface Idempotency {
  /** Does it and keeps its answer in one transaction; a repetition gets that answer. */
  inTransaction(
    keyed: Keyed,
    run: (db: Db) => Promise<Answer>,
  ): Promise<{ answer: Answer; replayed: boolean }>;
  /** Marks it as started, does it, keeps the answer. `keep` tells whether an error may have done something. */
  around(
    keyed: Keyed,
    limitMs: number,
    run: () => Promise<{ answer: Answer; keep: boolean; write?: (db: Db) => Promise<void> }>,
  ): Promise<{ answer: Answer; replayed: boolean }>;
}

export function createIdempotency(
  store: Store,
  sealer: Sealer,
  ring: KeyRing,
  clock: Clock,
  keptSeconds: number,
): Idempotency {
  // Which process a started call belongs to: of one that is gone, nobody will write the end.
  const owner = uuid(clock.now());
  const mark = (keyId: string, request: unknown) =>
    `${keyId}.${createHmac("sha256", ring.key(keyId, "idempotency")).update(canonical(request)).digest("base64url")}`;
  const place = ({ scope, key }: Keyed) => ["answer", scope, key];

  const row = (keyed: Keyed, limitMs: number): IdempotencyRow => ({
    scope: keyed.scope,
    key: keyed.key,
    fingerprint: mark(ring.active, keyed.request),
    state: "started",
    owner,
    deadline: clock.now() + limitMs + 5000,
    status: null,
    answer: null,
    expires_at: clock.now() + keptSeconds * 1000,
  });

  /** The earlier request's answer, or why there is none. */
  const replay = (keyed: Keyed, earlier: IdempotencyRow): Answer => {
    const [keyId = ""] = earlier.fingerprint.split(".");
    if (!ring.has(keyId) || mark(keyId, keyed.request) !== earlier.fingerprint)
      throw new ConnectorError("idempotency_key_reused", "This idempotencyKey was used for another call.", {
        path: "options.idempotencyKey",
        hint: "Give every write a key of its own, and the same key only to its repetitions.",
      });
    if (earlier.state === "done" && earlier.answer !== null)
      return { status: earlier.status!, text: sealer.open(earlier.answer, place(keyed)) };
    const gone =
      earlier.state === "unknown" ||
      clock.now() > earlier.deadline ||
      (store.kind === "sqlite" && earlier.owner !== owner);
    throw gone
      ? new ConnectorError(
          "idempotency_outcome_unknown",
          "The call with this key was started, and the service stopped before its end.",
          {
            outcome: "unknown",
            hint: "It is not known whether it was done. Look before you send it again, with another key.",
          },
        )
      : new ConnectorError("idempotency_in_progress", "The call with this key still runs.", {
          hint: "Send it again, with the same key, to get its answer.",
          retry_after: 1,
        });
  };
  const done = (keyed: Keyed, { status, text }: Answer) => ({
    state: "done" as const,
    status,
    answer: sealer.seal(text, place(keyed)),
  });

  return {
    inTransaction: (keyed, run) =>
      store.transaction(async (db) => {
        const earlier = await claimKey(db, row(keyed, 0), clock.now());
        if (earlier) return { answer: replay(keyed, earlier), replayed: true };
        const answer = await run(db);
        await finishKey(db, keyed, done(keyed, answer));
        return { answer, replayed: false };
      }),
    async around(keyed, limitMs, run) {
      const earlier = await store.transaction((db) => claimKey(db, row(keyed, limitMs), clock.now()));
      if (earlier) return { answer: replay(keyed, earlier), replayed: true };
      const { answer, keep, write } = await run();
      await store.transaction(async (db) => {
        await write?.(db);
        if (keep) await finishKey(db, keyed, done(keyed, answer));
        else await releaseKey(db, keyed);
      });
      return { answer, replayed: false };
    },
  };
}

/** The same text for the same JSON, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
