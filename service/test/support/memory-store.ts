import { sqliteStore } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import { protect } from "./keys.ts";

/** Opens a new store in memory, with the lists of the organizations `o1` and `o2`. */
export async function memoryStore(): Promise<Store> {
  const store = sqliteStore(":memory:");
  await store.migrate();
  await protect(store);
  return store;
}
