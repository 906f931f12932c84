import { postgresStore } from "../../src/store/postgres.ts";
import { sqliteStore } from "../../src/store/sqlite.ts";

// A program that migrates the store at a location, and prints the result as JSON.
const [kind, location = ""] = process.argv.slice(2);
const store = kind === "postgres" ? postgresStore(location) : sqliteStore(location);
process.stdout.write(JSON.stringify(await store.migrate()));
await store.close();
