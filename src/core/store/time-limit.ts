import type { StoreDriver } from "../contract/store-driver.ts";
import { ConnectorError } from "../ground/errors.ts";

/** The milliseconds after which one operation of a store fails, because the clients of some databases wait for ever. */
export const operationMs = 15_000;

/** One object for each store, because turns and writers belong to an object. */
const limited = new WeakMap<StoreDriver, StoreDriver>();

/**
 * Returns a store whose operations fail after 15 seconds. A write that has run out of time may still be done, as a write
 * whose answer was lost.
 */
export function withTimeLimit(store: StoreDriver): StoreDriver {
  const made: StoreDriver = limited.get(store) ?? {
    retry: store.retry,
    read: async (key) => inTime("read", store.read(key)),
    write: async (...args) => inTime("write", store.write(...args)),
    delete: async (...args) => inTime("write", store.delete(...args)),
    list: async (...args) => inTime("read", store.list(...args)),
  };
  limited.set(store, made);
  return made;
}

async function inTime<T>(doing: "read" | "write", operation: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(doing)), operationMs);
  });
  try {
    return await Promise.race([operation, late]);
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = (doing: "read" | "write") =>
  new ConnectorError(
    "storage_unavailable",
    `The store did not answer a ${doing} within ${operationMs / 1000} seconds.`,
    { hint: "Check that its client is connected and has a free connection. Then call again." },
  );
