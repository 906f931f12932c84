import type { StoreDriver } from "../contract/store-driver.ts";
import { optionError } from "../ground/read-options.ts";

/**
 * Refuses a store that other people can read, because connectors and approvals keep tokens and texts of people in it.
 * @throws ConnectorError `config_error`
 */
export function checkPrivate(store: StoreDriver): StoreDriver {
  if (store.private === true) return store;
  throw optionError(
    "store",
    "Others can read the values of this store, and tokens would lie in it as plain text.",
    "Encrypt them: write sealedStore(postgresStore(pool), key), with your store in place of postgresStore(pool).",
  );
}
