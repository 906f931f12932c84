import type { StoreDriver } from "../contract/store-driver.ts";
import { listNames, typeName } from "../ground/json.ts";
import { optionError } from "../ground/read-options.ts";

/**
 * Checks that an object has the functions that a store or the client of a database needs.
 * @throws ConnectorError `config_error` that names the missing functions
 */
export function checkFunctions<T>(given: T, names: readonly string[], path: string, example: string): T {
  if (typeof given !== "object" || given === null)
    throw optionError(
      path,
      `${path} must be an object, got ${typeName(given)}.`,
      typeof given === "function" ? "Call the function, and pass what it returns." : `Pass ${example}.`,
    );
  const missing = names.filter((name) => typeof (given as Record<string, unknown>)[name] !== "function");
  if (missing.length === 0) return given;
  throw optionError(
    path,
    `${path} has no function ${listNames(missing)}.`,
    given instanceof Promise ? `It is a promise: await it first.` : `Pass ${example}.`,
  );
}

/** @throws ConnectorError `config_error` if the value is no store */
export const checkStore = (store: StoreDriver): StoreDriver =>
  checkFunctions(
    store,
    ["read", "write", "delete", "list"],
    "store",
    'a store, such as fileStore("./state")',
  );

/**
 * Refuses a store that other people can read, because connectors and approvals keep tokens and texts of people in it.
 * @throws ConnectorError `config_error`
 */
export function checkPrivate(store: StoreDriver): StoreDriver {
  if (checkStore(store).private === true) return store;
  throw optionError(
    "store",
    "Others can read the values of this store, and tokens or texts of people would lie in it as plain text.",
    "Encrypt them: write sealedStore(postgresStore(pool), key), with your store in place of postgresStore(pool).",
  );
}
