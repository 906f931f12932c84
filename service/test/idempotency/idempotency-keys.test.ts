import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSealer } from "../../src/credentials/sealing.ts";
import { createIdempotencyKeys, type Ended } from "../../src/idempotency/idempotency-keys.ts";
import { answerId } from "../../src/idempotency/kept-answers.ts";
import type { Db, Store } from "../../src/store/store.ts";
import { eventually } from "../support/eventually.ts";
import { errorOf } from "../support/errors.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";
import { expireAnswers, storedAnswers } from "../support/stored-answers.ts";

const ring = ringOf({ k1: 1, k2: 2 });
const sealer = createSealer(ring);
const start = 1_900_000_000_000;
const limitMs = 60_000;
const limits = { idempotencySeconds: 86_400, executeTimeoutMs: limitMs };

let now: number;
const clock = { now: () => now, sleep: () => Promise.resolve() };
let store: Store;
beforeEach(async () => {
  now = start;
  store = await memoryStore();
});
afterEach(() => store.close());

/** Returns the idempotency keys of a process that uses the store. `kind` simulates a kind of store. */
const process = (kind: Store["kind"] = "sqlite", keys = ring) =>
  createIdempotencyKeys({ ...store, kind }, createSealer(keys), keys, clock, limits);
const scope = { organization: "o1", workspace: "w", route: "execute" };
const keyed = { scope, key: "k", request: { secret: "xoxb-1" } };
const answer = { status: 200, text: '{"id":1}' };
const kept = async (): Promise<Ended> => ({ answer, keep: true, mayHaveActed: true });
/** Work that claims the key, because it sends a write. */
const claiming = async (claim: () => Promise<void>): Promise<Ended> => (await claim(), kept());
const never = () => Promise.reject(new Error("It ran a second time."));
const rows = () => storedAnswers(store, sealer);
const texts = () => store.db.selectFrom("records").selectAll().execute();

const inProgress = {
  code: "idempotency_in_progress",
  message: "The call with this key is still running.",
  hint: "Send it again with the same key to get its answer.",
  retry_after: 1,
  outcome: "unknown",
  retryable: true,
};
const unknown = {
  code: "idempotency_outcome_unknown",
  message: "The call with this key was started, and its outcome was not stored.",
  hint: "The call may have taken effect. Check before you send it again with another key.",
  outcome: "unknown",
  retryable: false,
};
const reused = {
  code: "idempotency_key_reused",
  message: "This idempotencyKey was used for another call.",
  path: "options.idempotencyKey",
  hint: "Use a new key for every write, and repeat a key only with the same call.",
};

describe("around a call", () => {
  test("the reader of a stored answer is checked with the effect of the call", async () => {
    const seen: (string | null)[] = [];
    const checkReader = (effect: string | null) => {
      seen.push(effect);
      if (seen.length > 1) throw new Error("not for you");
    };
    await process().around(keyed, async () => ({
      answer,
      keep: true,
      mayHaveActed: true,
      effect: "spend",
    }));
    await process().around({ ...keyed, checkReader }, never);
    await expect(process().around({ ...keyed, checkReader }, never)).rejects.toThrow("not for you");
    expect(seen).toEqual(["spend", "spend"]);
  });

  test("a repeated request gets the first answer, even from another process", async () => {
    const one = process();
    expect(await one.around(keyed, kept)).toEqual({ answer, replayed: false });
    for (const again of [one, process(), process("postgres")])
      expect(await again.around(keyed, never)).toEqual({ answer, replayed: true });
  });

  test("a call that only reads leaves its key free until it ends", async () => {
    await process().around(keyed, async (claim) => {
      expect(await rows()).toEqual([]);
      await claim();
      expect(await rows()).toEqual([
        expect.objectContaining({ since: start, owner: expect.stringMatching(/^[0-9a-f-]{36}$/) }),
      ]);
      return kept();
    });
    expect(await rows()).toMatchObject([{ ended: { outcome: { ...answer, effect: null } } }]);
  });

  test("the stored row shows neither the request nor the answer", async () => {
    await process().around(keyed, async () => ({
      answer: { status: 200, text: "canary" },
      keep: true,
      mayHaveActed: true,
    }));
    expect(JSON.stringify(await texts())).not.toMatch(/canary|xoxb/);
  });

  test("if the answer is not kept, the key is free again", async () => {
    const one = process();
    expect(
      await one.around(keyed, async (claim) => (await claim(), { answer, keep: false, mayHaveActed: false })),
    ).toEqual({
      answer,
      replayed: false,
    });
    expect(await rows()).toEqual([]);
    const second = { status: 422, text: "{}" };
    expect(await one.around(keyed, async () => ({ answer: second, keep: true, mayHaveActed: true }))).toEqual(
      {
        answer: second,
        replayed: false,
      },
    );
  });

  test.each([true, false])("write runs in the transaction that finishes the key (keep: %s)", async (keep) => {
    const failing = async (claim: () => Promise<void>) => {
      await claim();
      const write = async (db: Db) => {
        await db.insertInto("revoked_tokens").values({ id: "half", expires_at: 1 }).execute();
        throw new Error("no");
      };
      return { answer, keep, mayHaveActed: keep, write };
    };
    await expect(process().around(keyed, failing)).rejects.toThrow("no");
    // A call that sent nothing leaves its key free.
    expect(await rows()).toHaveLength(keep ? 1 : 0);
    expect(await store.db.selectFrom("revoked_tokens").selectAll().execute()).toEqual([]);

    await store.db.deleteFrom("records").execute();
    const write = async (db: Db) => {
      await db.insertInto("revoked_tokens").values({ id: "whole", expires_at: 1 }).execute();
    };
    await process().around(keyed, async () => ({ answer, keep, mayHaveActed: keep, write }));
    expect(await store.db.selectFrom("revoked_tokens").selectAll().execute()).toMatchObject([
      { id: "whole" },
    ]);
  });

  test("while a call runs, another request with its key gets idempotency_in_progress", async () => {
    const [one, replica] = [process("postgres"), process("postgres")];
    const gate = Promise.withResolvers<void>();
    const first = one.around(keyed, async (claim) => (await claim(), await gate.promise, kept()));
    expect(await errorOf(() => one.around(keyed, never))).toMatchObject(inProgress);
    expect(await errorOf(() => one.around({ ...keyed, request: {} }, never))).toMatchObject(reused);
    await eventually(rows).toHaveLength(1);
    now += limitMs + 4999;
    expect(await errorOf(() => replica.around(keyed, never))).toMatchObject(inProgress);
    now += 1;
    expect(await errorOf(() => one.around(keyed, never))).toMatchObject(inProgress);
    expect(await errorOf(() => replica.around(keyed, never))).toMatchObject(unknown);
    gate.resolve();
    expect(await first).toEqual({ answer, replayed: false });
    expect(await one.around(keyed, never)).toEqual({ answer, replayed: true });
  });

  test("a process that ends before it sends a write leaves the key free", async () => {
    const gate = Promise.withResolvers<void>();
    const lost = process().around(keyed, async () => (await gate.promise, kept()));
    expect(await process().around(keyed, claiming)).toEqual({ answer, replayed: false });
    gate.resolve();
    await lost;
  });

  test("of two replicas with the same key, only one sends its write", async () => {
    const results: string[] = [];
    const gate = Promise.withResolvers<void>();
    const run = async (claim: () => Promise<void>): Promise<Ended> => {
      await gate.promise;
      try {
        await claim();
        results.push("sent");
        return await kept();
      } catch (error) {
        // The error says that nothing was sent, so the connector does not search for the write.
        expect(error).toMatchObject({ outcome: "not_started", retryable: false });
        results.push("refused");
        return { answer: { status: 409, text: "" }, keep: false, mayHaveActed: false };
      }
    };
    const [one, two] = [process("postgres"), process("postgres")];
    const first = one.around(keyed, run);
    const second = errorOf(() => two.around(keyed, run));
    gate.resolve();
    const answers = [await first, await second];
    expect(answers).toMatchObject([{ answer, replayed: false }, inProgress]);
    expect(results.toSorted()).toEqual(["refused", "sent"]);
    expect(await rows()).toMatchObject([{ ended: {} }]);
  });

  test("a run that ended without an outcome is not repeated by the same process", async () => {
    const one = process("postgres");
    const failing = async (claim: () => Promise<void>): Promise<Ended> => {
      await claim();
      throw new Error("no");
    };
    await expect(one.around(keyed, failing)).rejects.toThrow("no");
    expect(await errorOf(() => one.around(keyed, never))).toMatchObject(unknown);
  });

  describe("started by a process that has ended", () => {
    beforeEach(async () => {
      void process().around(keyed, async (claim) => (await claim(), new Promise(() => {})));
      await eventually(rows).toHaveLength(1);
    });

    test("on SQLite the outcome is unknown at once", async () => {
      expect(await errorOf(() => process().around(keyed, never))).toMatchObject(unknown);
    });

    test("on PostgreSQL the outcome is unknown only after the time limit, because another replica can be running the call", async () => {
      expect(await errorOf(() => process("postgres").around(keyed, never))).toMatchObject(inProgress);
      now += limitMs + 5000;
      expect(await errorOf(() => process("postgres").around(keyed, never))).toMatchObject(unknown);
    });

    test("a different request with the key gets idempotency_key_reused", async () => {
      const other = { ...keyed, request: {} };
      expect(await errorOf(() => process().around(other, never))).toMatchObject(reused);
    });
  });

  test("another request with the key is refused, and the first answer stays", async () => {
    const one = process();
    await one.around(keyed, kept);
    const other = { ...keyed, request: { secret: "xoxb-2" } };
    expect(await errorOf(() => one.around(other, never))).toMatchObject(reused);
    expect(await one.around(keyed, never)).toEqual({ answer, replayed: true });
  });

  test("the same text in another scope is a different key", async () => {
    const one = process();
    await one.around(keyed, kept);
    expect((await one.around({ ...keyed, scope: { ...scope, workspace: "v" } }, kept)).replayed).toBe(false);
    expect((await one.around({ ...keyed, key: "l" }, kept)).replayed).toBe(false);
  });

  test("an answer that an earlier master key encrypted is replayed, unless the key is missing", async () => {
    await process("sqlite", ringOf({ k2: 2 })).around(keyed, kept);
    expect(await process().around(keyed, never)).toEqual({ answer, replayed: true });
    expect(await errorOf(() => process("sqlite", ringOf({ k3: 3 })).around(keyed, never))).toMatchObject({
      code: "internal",
    });
  });

  test("an expired key is free again", async () => {
    const one = process();
    await one.around(keyed, kept);
    const [row] = await texts();
    expect(row!.expires_at! - row!.updated_at).toBe(limits.idempotencySeconds * 1000);
    await expireAnswers(store);
    expect((await one.around(keyed, kept)).replayed).toBe(false);
  });

  test("an answer that was moved to another key cannot be decrypted", async () => {
    const one = process();
    await one.around(keyed, kept);
    await store.db
      .updateTable("records")
      .set({ key: `answers/${answerId(scope, "moved")}` })
      .execute();
    expect(await errorOf(() => one.around({ ...keyed, key: "moved" }, never))).toMatchObject({
      code: "internal",
    });
  });
});

describe("in one transaction", () => {
  test("a repeated request gets the first answer", async () => {
    const one = process();
    expect(await one.inTransaction(keyed, async () => answer)).toEqual({ answer, replayed: false });
    expect(await one.inTransaction(keyed, never)).toEqual({ answer, replayed: true });
    expect(await rows()).toMatchObject([{ ended: { outcome: { status: 200 } } }]);
  });

  test("the work and its key are stored together, or not at all", async () => {
    const failing = process().inTransaction(keyed, async (db) => {
      await db.insertInto("revoked_tokens").values({ id: "half", expires_at: 1 }).execute();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await rows()).toEqual([]);
    expect(await store.db.selectFrom("revoked_tokens").selectAll().execute()).toEqual([]);
  });

  test("another request with the key is refused", async () => {
    const one = process();
    await one.inTransaction(keyed, async () => answer);
    expect(await errorOf(() => one.inTransaction({ ...keyed, request: 1 }, never))).toMatchObject(reused);
  });
});

test("different tenants, routes or keys always have different ids", () => {
  const other = { organization: "o1", workspace: 'w","execute', route: "" };
  const ids = [scope, other, { ...scope, organization: "o2" }, { ...scope, route: "create" }].map((one) =>
    answerId(one, "k"),
  );
  expect(new Set([...ids, answerId(scope, "l")]).size).toBe(5);
});
