import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db, Store } from "./store.ts";

/** A compiled statement that returns a row for each row that it has changed. */
export type Change = CompiledQuery<unknown>;

/**
 * Commits changes together. If the first one changes nothing, the later ones are not made either. With PostgreSQL, they are one
 * statement, which saves a round trip for each change and two for the transaction. So no change can read what another one has
 * written, no two can write the same row, and every later one needs the condition `isFirstDone`.
 * @returns whether the changes were made
 */
export async function writeTogether(
  { db, transaction }: Pick<Store, "db" | "transaction">,
  first: Change,
  later: readonly Change[],
): Promise<boolean> {
  if (later.length === 0) return (await db.executeQuery(first)).rows.length > 0;
  if (isPostgres(db)) return (await db.executeQuery(oneStatement([first, ...later]))).rows.length > 0;
  return transaction(async (tables) => {
    if ((await tables.executeQuery(first)).rows.length === 0) return false;
    for (const change of later) await tables.executeQuery(change);
    return true;
  });
}

/** The condition of a later change. With SQLite, a later change runs only if it holds. */
export const isFirstDone = (db: Db): RawBuilder<boolean> =>
  isPostgres(db) ? sql<boolean>`exists (select 1 from change_0)` : sql<boolean>`true`;

/** The combined texts, by the texts of the changes. There are few. */
const texts = new Map<string, string>();

function oneStatement(changes: readonly Change[]): CompiledQuery<unknown> {
  const key = changes.map((change) => change.sql).join(";");
  const text = texts.get(key) ?? textOf(changes);
  texts.set(key, text);
  return { ...changes[0]!, sql: text, parameters: changes.flatMap(({ parameters }) => parameters) };
}

function textOf(changes: readonly Change[]): string {
  let before = 0;
  const parts = changes.map((change, nth) => {
    const numbered = change.sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
    before += change.parameters.length;
    return `change_${nth} as (${numbered})`;
  });
  return `with ${parts.join(", ")} select 1 from change_0`;
}
