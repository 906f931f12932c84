import { StatementSync } from "node:sqlite";
import { Client } from "pg";

/** Counts the SQL statements of this process from now on: on PostgreSQL, what one request to the server contains. */
export function countStatements(): () => number {
  let count = 0;
  const counted = <Name extends string>(owner: Record<Name, (...args: never[]) => unknown>, name: Name) => {
    const original = owner[name];
    owner[name] = function (this: unknown, ...args: never[]) {
      count++;
      return original.apply(this, args);
    };
  };
  const statement = StatementSync.prototype as unknown as Record<"all" | "run" | "get", () => unknown>;
  for (const name of ["all", "run", "get"] as const) counted(statement, name);
  counted(Client.prototype as unknown as Record<"query", () => unknown>, "query");
  return () => count;
}
