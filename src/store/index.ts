export type { StoreDriver, StoredText } from "../core/contract/store-driver.ts";
export { memoryStore } from "../core/store/memory-store.ts";
export { type Claim, createOnce, type Earlier, type Once, type OnceUse } from "../core/store/once.ts";
export { type Changed, type Kind, type Records, recordsOf } from "../core/store/records.ts";
export { sealedStore } from "./sealed-store.ts";
