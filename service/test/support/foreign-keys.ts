import { sql } from "kysely";
import type { Store } from "../../src/store/store.ts";

/** Lets a test break the foreign keys of an SQLite database, as somebody with a database tool can. */
export const withoutForeignKeys = ({ db }: Store) => sql`pragma foreign_keys = off`.execute(db);
