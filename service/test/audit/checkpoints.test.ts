import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCheckpoints } from "../../src/audit/checkpoints.ts";
import { countCheckpointsOfKey, resignCheckpoints } from "../../src/audit/resign-checkpoints.ts";
import { verifyAudit, type VerifiedAudit } from "../../src/audit/verify-audit.ts";
import { readKeyRing, newKeys, type KeyRing, type KeyRingJson } from "../../src/credentials/key-ring.ts";
import { addAuditRows } from "../../src/store/queries/audit-rows.ts";
import type { Db } from "../../src/store/store.ts";
import { auditRow } from "../support/audit-row.ts";
import { runHere } from "../support/process.ts";
import { executePath, testService, type TestService } from "../support/service.ts";
import { connectTo, onBothStores, type EmptyLocation } from "../support/stores.ts";

// Whoever can write to the database, and has no key ring, cannot change the audit unseen.

const dayMs = 86_400_000;
/** The command knows only the default, which is longer. */
const keptDays = 30;
const list = { entity: "users", action: "list", params: { limit: 1 } };

onBothStores((newLocation) => {
  let location: EmptyLocation;
  let service: TestService;
  let now: number;
  let organization: string;
  const clock = { now: () => now, sleep: async () => {} };
  /** Set during an attack, which is rolled back afterwards. */
  let transaction: Db | undefined;
  const db = (): Db => transaction ?? service.store.db;

  beforeEach(async () => {
    now = Date.now() - 2 * keptDays * dayMs;
    location = await newLocation();
    service = await testService(location, { clock, limits: { auditDays: keptDays } });
    // Three checkpoints: each has the rows of a call.
    for (const user of ["u1", "u2", "u3"]) {
      const id = await service.create(user);
      await service.ask(executePath(id), { token: await service.scopedToken(user), json: list });
      await service.service.sweep();
      await settled();
      now += 60_000;
    }
    ({ organization_id: organization } = await db()
      .selectFrom("audit")
      .select("organization_id")
      .executeTakeFirstOrThrow());
  });
  afterEach(() => service.close());

  /** Rows about reads are written a moment later. */
  const settled = async () => {
    await service.service.drain();
    await service.service.sweep();
  };
  const verify = (more: { head?: string; keys?: KeyRing } = {}): Promise<VerifiedAudit> =>
    verifyAudit(db(), more.keys ?? service.keys, organization, {
      now: now + dayMs,
      keptSince: now - keptDays * dayMs,
      head: more.head,
    });
  const rows = () => db().selectFrom("audit").selectAll().orderBy("id").execute();
  const checkpoints = () => db().selectFrom("audit_checkpoints").selectAll().orderBy("number").execute();

  test("every committed row is in a checkpoint, and an untouched audit has no fault", async () => {
    const found = await verify();
    const all = await rows();
    expect(found).toMatchObject({ faults: [], rows: all.length, cleared: 0 });
    expect(all.length).toBeGreaterThan(8);
    const { length } = await checkpoints();
    expect(length).toBeGreaterThan(2);
    expect(found.head).toMatch(new RegExp(`^${length}:[\\w-]{43}$`));
    expect((await verify({ head: found.head! })).faults).toEqual([]);
  });

  test("a service that runs writes the checkpoint within seconds, without a sweep", async () => {
    const before = (await checkpoints()).length;
    await service.scopedToken("u1");
    for (let waited = 0; (await checkpoints()).length === before && waited < 20_000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await checkpoints()).length).toBe(before + 1);
    expect((await verify()).faults).toEqual([]);
  });

  const middle = async () => (await rows())[4]!;
  const attacks: Record<string, () => Promise<unknown>> = {
    "delete a row": async () =>
      db()
        .deleteFrom("audit")
        .where("id", "=", (await middle()).id)
        .execute(),
    ...Object.fromEntries(
      (
        [
          "at",
          "application_id",
          "token_id",
          "operator",
          "event",
          "connector_id",
          "workspace_id",
          "detail",
          "request_id",
        ] as const
      ).map((column) => [
        `change ${column}`,
        async () => {
          const { id } = await middle();
          const value = column === "at" ? 1 : column === "event" ? "execute2" : "x";
          return db()
            .updateTable("audit")
            .set({ [column]: value })
            .where("id", "=", id)
            .execute();
        },
      ]),
    ),
    "remove the details of a row whose user exists": async () => {
      const row = (await rows()).find(({ event, connector_id }) => event === "execute" && connector_id)!;
      return db()
        .updateTable("audit")
        .set({ detail: "{}", request_id: "" })
        .where("id", "=", row.id)
        .execute();
    },
    "remove the details of a row without a user": async () => {
      const row = (await rows()).find(({ workspace_id, connector_id }) => !workspace_id && !connector_id)!;
      return db()
        .updateTable("audit")
        .set({ detail: "{}", request_id: "" })
        .where("id", "=", row.id)
        .execute();
    },
    "swap the details of two rows": async () => {
      const [one, other] = (await rows()).filter(
        ({ detail }, index, all) => all.findIndex((row) => row.detail === detail) === index,
      );
      await db().updateTable("audit").set({ detail: other!.detail }).where("id", "=", one!.id).execute();
      await db().updateTable("audit").set({ detail: one!.detail }).where("id", "=", other!.id).execute();
    },
    "plant a row": async () =>
      addAuditRows(db(), [auditRow({ at: now - 1, organization_id: organization, event: "policy.set" })]),
    "delete a checkpoint": async () => db().deleteFrom("audit_checkpoints").where("number", "=", 2).execute(),
    "delete the first checkpoint": async () =>
      db().deleteFrom("audit_checkpoints").where("number", "=", 1).execute(),
    "delete a row and its entry": async () => {
      const [, { number, entries }] = (await checkpoints()) as [unknown, { number: number; entries: string }];
      const [gone, ...left] = JSON.parse(entries) as string[];
      await db().deleteFrom("audit").where("id", "=", gone!.split(".")[0]!).execute();
      await db()
        .updateTable("audit_checkpoints")
        .set({ entries: JSON.stringify(left) })
        .where("number", "=", number)
        .execute();
    },
    "delete the last row and its entry": async () => {
      const { number, entries } = (await checkpoints()).at(-1)!;
      const left = JSON.parse(entries) as string[];
      await db().deleteFrom("audit").where("id", "=", left.pop()!.split(".")[0]!).execute();
      await db()
        .updateTable("audit_checkpoints")
        .set({ entries: JSON.stringify(left) })
        .where("number", "=", number)
        .execute();
    },
    "change the time of a checkpoint": async () =>
      db().updateTable("audit_checkpoints").set({ at: 5 }).where("number", "=", 3).execute(),
    "empty the entries of a checkpoint": async () =>
      db().updateTable("audit_checkpoints").set({ entries: "no JSON" }).where("number", "=", 2).execute(),
    "replace a checkpoint by an earlier one": async () => {
      const [one] = await checkpoints();
      const { entries, previous, signature, at } = one!;
      await db()
        .updateTable("audit_checkpoints")
        .set({ entries, previous, signature, at })
        .where("number", "=", 2)
        .execute();
    },
    "sign with another key of the same id": async () => {
      const { keys } = await foreign();
      await db().deleteFrom("audit_checkpoints").execute();
      await createCheckpoints({ db: db() }, keys, clock, () => {}).sweep();
    },
  };
  /** A key ring with other keys under the same id. */
  const foreign = async () => {
    const { keys } = newKeys();
    const text = JSON.stringify({
      active: service.keys.active,
      keys: { [service.keys.active]: Object.values(keys)[0] },
    });
    return { keys: readKeyRing(text, "the test") };
  };

  test(`of ${Object.keys(attacks).length} kinds of changes, each is seen, and named in a sentence`, async () => {
    const found: Record<string, readonly string[]> = {};
    const undo = new Error("roll back");
    for (const [name, attack] of Object.entries(attacks)) {
      const attempt = service.store.transaction(async (inside) => {
        transaction = inside;
        await attack();
        found[name] = (await verify()).faults;
        throw undo;
      });
      await expect(attempt.finally(() => (transaction = undefined))).rejects.toBe(undo);
    }
    expect(Object.keys(found).filter((name) => found[name]!.length === 0)).toEqual([]);
    for (const fault of Object.values(found).flat()) expect(fault).toMatch(/^[A-Z].*\.$/);
    expect((await verify()).faults).toEqual([]);
  });

  /** The key ring of the service with a new active key, and a key ring with the new key only. */
  const rotated = () => {
    const file = readFileSync(join(location.dataDir, "keyring.json"), "utf8");
    const old = (JSON.parse(file) as KeyRingJson).keys;
    const made = newKeys();
    const both = readKeyRing(JSON.stringify({ ...made, keys: { ...old, ...made.keys } }), "both");
    return { active: made.active, both, onlyNew: readKeyRing(JSON.stringify(made), "new") };
  };

  test("after a rotation of keys, the audit of an idle organization needs the new key only", async () => {
    const oldId = service.keys.active;
    const { active, both, onlyNew } = rotated();
    const { head } = await verify();
    expect([await countCheckpointsOfKey(db(), oldId), await countCheckpointsOfKey(db(), active)]).toEqual([
      1, 0,
    ]);
    expect((await verify({ keys: onlyNew })).faults).toEqual([
      expect.stringContaining("has no key that has signed"),
    ]);
    expect(await resignCheckpoints(db(), both)).toBe(1);
    expect(await resignCheckpoints(db(), both)).toBe(0);
    expect([await countCheckpointsOfKey(db(), oldId), await countCheckpointsOfKey(db(), active)]).toEqual([
      0, 1,
    ]);
    // A head that was kept before the rotation is still valid.
    expect(await verify({ keys: onlyNew, head: head! })).toMatchObject({ faults: [], head });
  });

  test("a rotation of keys signs no checkpoint that somebody has changed", async () => {
    const { both } = rotated();
    await db()
      .updateTable("audit_checkpoints")
      .set({ entries: "[]" })
      .where("number", "=", (await checkpoints()).length)
      .execute();
    expect(await resignCheckpoints(db(), both)).toBe(0);
    expect((await verify({ keys: both })).faults).not.toEqual([]);
  });

  test("whoever cuts off the newest rows with their checkpoint is seen only with a head that was kept elsewhere", async () => {
    const { head } = await verify();
    const last = (await checkpoints()).at(-1)!;
    const ids = (JSON.parse(last.entries) as string[]).map((entry) => entry.split(".")[0]!);
    await db().deleteFrom("audit").where("id", "in", ids).execute();
    await db().deleteFrom("audit_checkpoints").where("number", "=", last.number).execute();
    expect((await verify()).faults).toEqual([]);
    expect((await verify({ head: head! })).faults).toEqual([expect.stringContaining("removed or replaced")]);
  });

  test("the deletion of a user removes details, and is no fault", async () => {
    const application = await service.applicationToken();
    expect((await service.ask("/v1/users/u2", { method: "DELETE", token: application })).status).toBeLessThan(
      300,
    );
    await settled();
    const { faults, cleared } = await verify();
    expect([faults, cleared > 0]).toEqual([[], true]);
  });

  test("rows that expire with their checkpoints are no fault", async () => {
    now += (keptDays + 1) * dayMs;
    await service.scopedToken("u1");
    await settled();
    const { faults, checkpoints: left } = await verify();
    expect([faults, left > 0, left < 4]).toEqual([[], true, true]);
  });

  test("after a checkpoint of another replica, a replica leaves new rows to its next round, and covers them then", async () => {
    const row = (at: number) => auditRow({ at, organization_id: organization });
    const count = async () => (await checkpoints()).length;
    await addAuditRows(db(), [row(now)]);
    await createCheckpoints(service.store, service.keys, clock, () => {}).sweep();
    const before = await count();
    await addAuditRows(db(), [row(now + 1)]);
    now += 100;
    const replica = createCheckpoints(service.store, service.keys, clock, () => {});
    replica.expect(organization);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await count()).toBe(before);
    now += 1000;
    await vi.waitFor(async () => expect(await count()).toBe(before + 1), { timeout: 10_000 });
    await replica.close();
    expect((await verify()).faults).toEqual([]);
  });

  test("a row that is committed late, and rows of a process that was killed, are covered by a sweep", async () => {
    const row = (at: number) => auditRow({ at, organization_id: organization, request_id: "late" });
    await addAuditRows(db(), [row(now - 120_000), row(now - 1)]);
    now += 3_600_000;
    await service.service.sweep();
    expect((await verify()).faults).toEqual([]);
  });

  test("several replicas write one chain, and no row is left out", async () => {
    const stores = [connectTo(location), connectTo(location)];
    const faults: unknown[] = [];
    const replicas = stores.map((store) =>
      createCheckpoints(store, service.keys, clock, (error) => faults.push(error)),
    );
    for (let round = 0; round < 30; round++) {
      now += 100;
      await addAuditRows(db(), [
        auditRow({ at: now, organization_id: organization, detail: `{"n":${round}}` }),
      ]);
      for (const replica of replicas) replica.expect(organization);
      await Promise.all(replicas.map((replica) => replica.close()));
    }
    for (const store of stores) await store.close();
    expect(faults).toEqual([]);
    expect((await verify()).faults).toEqual([]);
  });

  test("after a key was replaced, earlier checkpoints are proven by the later ones", async () => {
    const { active, keys } = newKeys();
    const ring = readKeyRing(JSON.stringify({ active, keys }), "the test");
    expect((await verify({ keys: ring })).faults).toEqual([
      expect.stringContaining("has no key that has signed"),
    ]);
    now += 1000;
    await addAuditRows(db(), [auditRow({ at: now, organization_id: organization })]);
    await createCheckpoints(service.store, ring, clock, () => {}).sweep();
    expect((await verify({ keys: ring })).faults).toEqual([]);
    await db()
      .updateTable("audit")
      .set({ event: "other" })
      .where("id", "=", (await middle()).id)
      .execute();
    expect((await verify({ keys: ring })).faults).toHaveLength(1);
  });

  describe("the command audit verify", () => {
    const env = () => (location.databaseUrl ? { AGENT_CONNECTORS_DATABASE_URL: location.databaseUrl } : {});
    const run = (...words: string[]) =>
      runHere(["audit", "verify", ...words, "--data-dir", location.dataDir], env());

    test("prints the rows, the checkpoints and the head, and accepts this head later", async () => {
      const { code, output } = await run();
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/: \d+ rows in \d+ checkpoints, 0 rows of deleted users\. Head: /),
      ]);
      const [, head = ""] = /Head: (\S+)/.exec(output)!;
      expect((await run(head)).code).toBe(0);
      const wrong = await run(head.replace(/.$/, (last) => (last === "A" ? "B" : "A")));
      expect([wrong.code, wrong.output]).toEqual([3, expect.stringContaining("removed or replaced")]);
      expect((await run("no-head")).output).toContain("is no head of a checkpoint");
    });

    test("names what was changed", async () => {
      const { id } = await middle();
      await attacks["delete a row"]!();
      const { code, output } = await run();
      expect([code, output]).toEqual([3, expect.stringContaining(`The row ${id} is missing.`)]);
      expect(output).toContain("The audit was changed. Faults: 1.");
    });
  });
});
