import type { StoreDriver } from "../contract/store-driver.ts";
import { failureOf } from "./failure.ts";
import { entryText, type Kind, throwUnavailable } from "./records.ts";
import { withTimeLimit } from "./time-limit.ts";

/** The pauses before the further tries, in milliseconds. */
const pauses = [20, 100, 500];

/**
 * Stores a value under an id that has none yet, in one round trip. Resolves with false if the id has a value. After a
 * failure that can pass, tries again, so false can also mean that an earlier try has stored the value.
 * @throws ConnectorError `storage_unavailable`. The value may be stored
 */
export async function append<T>(driver: StoreDriver, kind: Kind<T>, id: string, value: T): Promise<boolean> {
  const store = withTimeLimit(driver);
  const text = entryText(value, []);
  for (let tries = 0; ; tries++)
    try {
      return await store.write(`${kind.name}/${id}`, text, undefined, kind.ttlSeconds);
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined || store.retry === false || !failureOf(error).passes)
        return throwUnavailable("write")(error);
      await new Promise<void>((resolve) => setTimeout(resolve, pause));
    }
}
