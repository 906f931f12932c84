export type { StoreDriver, StoredText } from "../core/contract/store-driver.ts";
export { memoryStore } from "../core/store/memory-store.ts";
export { httpStore, type HttpStoreOptions } from "./http-store.ts";
export {
  postgresStore,
  postgresStoreTable,
  type PostgresPool,
  type PostgresStoreOptions,
} from "./postgres-store.ts";
export { redisStore, type RedisClient, type RedisStoreOptions } from "./redis-store.ts";
export { sealedStore } from "./sealed-store.ts";
export { sqliteStore, type SqliteDatabase } from "./sqlite-store.ts";
export { storeHandler } from "./store-handler.ts";
