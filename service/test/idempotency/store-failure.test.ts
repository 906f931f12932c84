import { beforeEach, describe, expect, test } from "vitest";
import { createSealer } from "../../src/credentials/sealing.ts";
import { createIdempotencyKeys, type Ended } from "../../src/idempotency/idempotency-keys.ts";
import type { Db } from "../../src/store/store.ts";
import { errorOf } from "../support/errors.ts";
import { faultyStore, type Fault, type FaultyStore } from "../support/faulty-store.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";
import { expireAnswers, storedAnswers } from "../support/stored-answers.ts";

const ring = ringOf({ k1: 1 });
const now = 1_900_000_000_000;
const clock = { now: () => now, sleep: () => Promise.resolve() };
const scope = { organization: "o1", workspace: "w", route: "execute" };
const limits = { idempotencySeconds: 86_400, executeTimeoutMs: 1 };
const keyed = { scope, key: "k", request: { n: 1 } };
const answer = { status: 200, text: "{}" };

let faulty: FaultyStore;
let runs: string[];
beforeEach(async () => {
  faulty = faultyStore(await memoryStore());
  runs = [];
});

const process = (store = faulty.store) =>
  createIdempotencyKeys({ ...store, kind: "postgres" }, createSealer(ring), ring, clock, limits);
const rows = () => storedAnswers(faulty.store, createSealer(ring));
const never = () => Promise.reject(new Error("It ran a second time."));

/** A run that sends a write, with its outcome. */
const sending =
  (more: Partial<Ended> = {}) =>
  async (claim: () => Promise<void>): Promise<Ended> => {
    try {
      await claim();
    } catch (error) {
      runs.push("refused");
      expect(error).toMatchObject({
        code: "idempotency_in_progress",
        message: "The key is used.",
        outcome: "not_started",
        retryable: false,
      });
      return { answer: { status: 409, text: "" }, keep: false, mayHaveActed: false, ...more };
    }
    runs.push("sent");
    return { answer, keep: true, mayHaveActed: true, ...more };
  };

// Statement 1 looks the key up. 2 claims it, and 3 to 5 store the outcome.
const claimFails: [number, Fault][] = [
  [2, "full"],
  [2, "killed before"],
  [2, "killed after"],
];
const recordFails: [number, Fault][] = [
  [3, "killed before"],
  [4, "killed before"],
  [4, "full"],
  [5, "killed before"],
];

describe.each(claimFails)("the store fails at statement %i, in the claim: %s", (at, fault) => {
  test("nothing is sent, and a repetition runs", async () => {
    const one = process();
    faulty.failAt(at, fault);
    expect(await errorOf(() => one.around(keyed, sending()))).toMatchObject({
      code: fault === "full" ? "storage_full" : "storage_unavailable",
      outcome: "not_started",
    });
    faulty.heal();
    expect(await one.around(keyed, sending())).toEqual({ answer, replayed: false });
    expect(runs).toEqual(["refused", "sent"]);
    expect(await one.around(keyed, never)).toEqual({ answer, replayed: true });
    expect(await rows()).toMatchObject([{ ended: { outcome: answer } }]);
  });
});

describe.each(recordFails)("the store fails at statement %i, in the record: %s", (at, fault) => {
  test("a write that may have been sent has an unknown outcome, and never runs again", async () => {
    const one = process();
    faulty.failAt(at, fault);
    expect(await errorOf(() => one.around(keyed, sending()))).toEqual({
      code: fault === "full" ? "storage_full" : "storage_unavailable",
      message: "The service's store failed after the call was sent to the platform.",
      hint: "The call may have taken effect. Check before you send it again.",
      outcome: "unknown",
      retryable: false,
    });
    faulty.heal();
    expect(await errorOf(() => one.around(keyed, never))).toMatchObject({
      code: "idempotency_outcome_unknown",
    });
  });

  test("a write that was certainly not sent can be repeated", async () => {
    const one = process();
    faulty.failAt(at, fault);
    const refused = sending({ keep: false, mayHaveActed: false });
    expect(await errorOf(() => one.around(keyed, refused))).toMatchObject({ outcome: "not_started" });
    faulty.heal();
    expect(await one.around(keyed, sending())).toEqual({ answer, replayed: false });
    expect(runs).toEqual(["sent", "sent"]);
  });
});

test("a key that was free again after a failure can be used by the next write", async () => {
  const one = process();
  faulty.failAt(2, "killed after");
  await errorOf(() => one.around(keyed, sending()));
  faulty.failAt(3, "killed before");
  expect(await errorOf(() => one.around(keyed, sending()))).toMatchObject({ outcome: "unknown" });
  faulty.heal();
  expect(await errorOf(() => one.around(keyed, never))).toMatchObject({ outcome: "unknown" });
  expect(runs).toEqual(["refused", "sent"]);
});

test("after a failed claim, another replica may take the key", async () => {
  const [one, two] = [process(), process()];
  faulty.failAt(2, "killed before");
  await errorOf(() => one.around(keyed, sending()));
  faulty.heal();
  expect(await two.around(keyed, sending())).toEqual({ answer, replayed: false });
  expect(await one.around(keyed, never)).toEqual({ answer, replayed: true });
});

describe("another replica takes the key while a run reads", () => {
  const taken = async (request: unknown) => {
    await process().around({ ...keyed, request }, sending());
  };

  test("the run is refused, its outcome is stored, and the other replica keeps the key", async () => {
    const write = async (db: Db) => {
      await db.insertInto("revoked_tokens").values({ id: "audit", expires_at: 1 }).execute();
    };
    const run = async (claim: () => Promise<void>) => {
      await taken(keyed.request);
      return sending({ write })(claim);
    };
    expect(await errorOf(() => process().around(keyed, run))).toMatchObject({
      code: "idempotency_in_progress",
      outcome: "unknown",
      retryable: true,
    });
    expect(runs).toEqual(["sent", "refused"]);
    expect(await faulty.store.db.selectFrom("revoked_tokens").select("id").execute()).toEqual([
      { id: "audit" },
    ]);
    expect(await process().around(keyed, never)).toEqual({ answer, replayed: true });
  });

  test("a failure to store the outcome does not hide the refusal", async () => {
    const run = async (claim: () => Promise<void>) => {
      await taken({ n: 2 });
      return sending({ write: () => Promise.reject(new Error("no")) })(claim);
    };
    expect(await errorOf(() => process().around(keyed, run))).toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  test("after a run that sends nothing, the other replica keeps the key", async () => {
    const run = async (): Promise<Ended> => {
      await taken(keyed.request);
      return { answer, keep: false, mayHaveActed: false };
    };
    expect(await process().around(keyed, run)).toEqual({ answer, replayed: false });
    expect(await rows()).toMatchObject([{ ended: { outcome: answer } }]);
  });
});

test("different keys run at the same time", async () => {
  const one = process();
  const gate = Promise.withResolvers<void>();
  const waiting = async () => (await gate.promise, { answer, keep: true, mayHaveActed: true });
  const all = [keyed, { ...keyed, key: "l" }, { ...keyed, scope: { ...scope, route: "create" } }].map(
    (each) => one.around(each, waiting),
  );
  gate.resolve();
  expect((await Promise.all(all)).map(({ replayed }) => replayed)).toEqual([false, false, false]);
});

describe("find", () => {
  test("returns the stored answer, and nothing for a new key", async () => {
    const one = process();
    expect(await one.find(keyed)).toBeUndefined();
    await one.inTransaction(keyed, async () => answer);
    expect(await one.find(keyed)).toEqual({ answer, replayed: true });
    expect(await one.find({ ...keyed, key: "l" })).toBeUndefined();
    expect(await errorOf(() => one.find({ ...keyed, request: 2 }))).toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  test("returns nothing after the answer has expired", async () => {
    await process().inTransaction(keyed, async () => answer);
    await expireAnswers(faulty.store);
    expect(await process().find(keyed)).toBeUndefined();
  });
});
