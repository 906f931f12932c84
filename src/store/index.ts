export type { StoreDriver, StoredText } from "../core/contract/store-driver.ts";
export { memoryStore } from "../core/store/memory-store.ts";
export { type Claim, createOnce, type Once, type OnceUse } from "../core/store/once.ts";
export type { Earlier } from "../core/store/once-record.ts";
export { type Changed, type Kind, type Records, recordsOf } from "../core/store/records.ts";
export { httpStore, type HttpStoreOptions } from "./http-store.ts";
export {
  type PostgresPool,
  postgresStore,
  type PostgresStoreOptions,
  postgresStoreTable,
} from "./postgres-store.ts";
export { type RedisClient, redisStore, type RedisStoreOptions } from "./redis-store.ts";
export { sealedStore } from "./sealed-store.ts";
export { type SqliteDatabase, sqliteStore } from "./sqlite-store.ts";
export { storeHandler } from "./store-handler.ts";
