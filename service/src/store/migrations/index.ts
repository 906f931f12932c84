import type { Migration } from "kysely/migration";
import { firstTables } from "./0001-first-tables.ts";

/** By name, in the order in which they run. A released migration never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_first_tables": firstTables,
};
