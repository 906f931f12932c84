import { sqliteStore } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";

export async function memoryStore(): Promise<Store> {
  const store = sqliteStore(":memory:");
  await store.migrate();
  return store;
}
