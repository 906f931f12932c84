export type { StoreDriver, StoredText } from "../core/contract/store-driver.ts";
export { memoryStore } from "../core/store/memory-store.ts";
export { sealedStore } from "./sealed-store.ts";
