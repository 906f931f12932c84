import { ConnectorError } from "agent-connectors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCallJournal } from "../../src/calls/call-journal.ts";
import { createRecordStores } from "../../src/credentials/record-stores.ts";
import { createSealer } from "../../src/credentials/sealing.ts";
import type { Store } from "../../src/store/store.ts";
import { ringOf } from "../support/keys.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

onBothStores((newLocation) => {
  let store: Store;
  const sealer = createSealer(ringOf({ k1: 1 }));
  beforeAll(async () => {
    store = connectTo(await newLocation());
    await store.migrate();
  });
  afterAll(() => store.close());

  const open = (id: string, claim = async () => {}) =>
    createCallJournal({ store, sealer }, { organization_id: "o", id }, claim);
  /** Reads as the connector does that lists its journal. */
  const stored = async (id: string, key: string) =>
    (await createRecordStores(store, sealer).of("o", id).read(key))?.value;

  test("the start of an entry waits for the claim of the key, and is refused with it", async () => {
    const refused = new ConnectorError("idempotency_in_progress", "The key is used.");
    const journal = open("c1", () => Promise.reject(refused));
    await expect(journal.store.write("journal/1", "start", undefined, 60)).rejects.toBe(refused);
    expect(await stored("c1", "journal/1")).toBeUndefined();
  });

  test("the end of an entry is stored with the outcome of the call", async () => {
    const journal = open("c2");
    expect(await journal.store.write("ended/1", "end", undefined, 60)).toBe(true);
    expect(await stored("c2", "ended/1")).toBeUndefined();
    await store.transaction((db) => journal.writeEnd(db));
    expect(await stored("c2", "ended/1")).toBe("end");
  });

  test("an end that comes after the outcome is stored at once", async () => {
    const journal = open("c3");
    expect(journal.endChanges()).toEqual([]);
    expect(await journal.store.write("ended/1", "late", undefined, 60)).toBe(true);
    expect(await stored("c3", "ended/1")).toBe("late");
  });
});
