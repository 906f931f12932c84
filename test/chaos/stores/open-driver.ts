import { Redis } from "ioredis";
import { Pool } from "pg";
import type { StoreDriver } from "../../../src/core/contract/store-driver.ts";
import { fileStore } from "../../../src/store/file-store.ts";
import { postgresStore } from "../../../src/store/postgres-store.ts";
import { redisStore } from "../../../src/store/redis-store.ts";

export type DriverKind = "file" | "postgres" | "redis";

/** @param location a directory, the URL of a database, or the socket of a Redis server */
export function openDriver(
  kind: DriverKind,
  location: string,
): { store: StoreDriver; close: () => Promise<void> } {
  if (kind === "file") return { store: fileStore(location), close: async () => {} };
  if (kind === "redis") {
    const client = new Redis({ path: location });
    return { store: redisStore(client), close: async () => client.disconnect() };
  }
  const pool = new Pool({ connectionString: location, max: 4 });
  return { store: postgresStore(pool), close: () => pool.end() };
}
