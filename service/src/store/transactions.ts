import { inTransaction } from "./protected-rows/protection.ts";
import { changeInDoubt } from "./storage-errors.ts";
import type { Db } from "./store.ts";

/** Returns a function that runs transactions. If a failed commit may have stored the change, the error says so. */
export const transactionsOf =
  (db: Db) =>
  async <T>(run: (db: Db) => Promise<T>): Promise<T> => {
    let ran = false;
    try {
      return await db.transaction().execute(async (transaction) => {
        const result = await run(Object.assign(transaction, { protection: inTransaction(db.protection) }));
        ran = true;
        return result;
      });
    } catch (error) {
      throw ran ? changeInDoubt(error) : error;
    }
  };
