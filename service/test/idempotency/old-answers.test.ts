import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { createSealer } from "../../src/credentials/sealing.ts";
import { createIdempotencyKeys } from "../../src/idempotency/idempotency-keys.ts";
import { sealOldAnswers } from "../../src/idempotency/old-answers.ts";
import { oldFingerprintsOf } from "../../src/idempotency/request-fingerprint.ts";
import { runMigrations } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import type { Store } from "../../src/store/store.ts";
import { errorOf } from "../support/errors.ts";
import { protect, ringOf } from "../support/keys.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

const ring = ringOf({ k1: 1, k2: 2 });
const sealer = createSealer(ring);
const limits = { idempotencySeconds: 86_400, executeTimeoutMs: 60_000 };
const clock = { now: Date.now, sleep: () => Promise.resolve() };
const scope = { organization: "o1", workspace: "a user", route: "create" };
const scopeText = '["o1","a user","create"]';
const request = { text: "Hello" };
const answer = { status: 422, text: '{"code":"validation_error"}' };
const never = () => Promise.reject(new Error("It ran a second time."));

onBothStores((newLocation) => {
  let store: Store;
  afterEach(() => store.close());

  /** Fills a store of the release before the migration with a key of each state, and upgrades it. */
  async function upgrade() {
    store = connectTo(await newLocation({ tables: false }));
    const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0017"));
    await store.transaction((db) => runMigrations(db, older));
    await protect(store);
    const sealed = (key: string) => sealer.seal(answer.text, ["answer", scopeText, key]);
    const add = (
      key: string,
      state: string,
      more: { answer?: string; effect?: string; hours?: number } = {},
    ) =>
      sql`insert into idempotency
        (scope, key, fingerprint, state, owner, deadline, status, answer, effect, expires_at)
        values (${scopeText}, ${key}, ${oldFingerprintsOf(ring, request)[1]}, ${state}, 'a process',
          ${Date.now() + 60_000}, ${more.answer === undefined ? null : answer.status}, ${more.answer ?? null},
          ${more.effect ?? null}, ${Date.now() + (more.hours ?? 1) * 3_600_000})`.execute(store.db);
    await add("created", "done", { answer: sealed("created") });
    await add("raised", "done", { answer: sealed("raised"), effect: "spend" });
    await add("of-another", "done", { answer: sealed("created") });
    await add("started", "started");
    await add("unknown", "unknown");
    await add("expired", "done", { answer: sealed("expired"), hours: -1 });
    // More keys than one transaction takes over.
    for (let index = 0; index < 600; index++) await add(`more-${index}`, "started");
    expect((await store.migrate()).applied[0]).toBe("0017_answers");
    await Promise.all([sealOldAnswers(store, sealer), sealOldAnswers(store, sealer)]);
    return createIdempotencyKeys(store, sealer, ring, clock, limits);
  }

  test("after an upgrade, no repeated request runs a second time, and a stored answer is sent again", async () => {
    const keys = await upgrade();
    const seen: (string | null)[] = [];
    const checkReader = (effect: string | null) => void seen.push(effect);
    const keyed = (key: string, changed: unknown = request) => ({
      scope,
      key,
      request: changed,
      checkReader,
    });
    const replay = { answer, replayed: true };
    expect(await keys.find(keyed("created"))).toEqual(replay);
    expect(await keys.around(keyed("raised"), never)).toEqual(replay);
    expect(await keys.inTransaction(keyed("created"), never)).toEqual(replay);
    expect(seen).toEqual([null, "spend", null]);
    for (const key of ["started", "unknown", "of-another", "more-599"])
      expect(await errorOf(() => keys.around(keyed(key), never))).toMatchObject({
        code: "idempotency_outcome_unknown",
      });
    for (const key of ["created", "started"])
      expect(await errorOf(() => keys.around(keyed(key, {}), never))).toMatchObject({
        code: "idempotency_key_reused",
      });
    const ran = await keys.inTransaction(keyed("expired"), async () => ({ status: 200, text: "{}" }));
    expect(ran.replayed).toBe(false);
    const left = await store.db.selectFrom("records").selectAll().where("key_id", "=", "").execute();
    expect(left).toEqual([]);
  });
});
