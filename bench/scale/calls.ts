import { setTimeout as wait } from "node:timers/promises";
import { sendLoad } from "../service/load.ts";
import { readsOf, writesOf } from "../service/open-users.ts";
import { show, type Database, type ScaleOptions } from "./database.ts";
import { openMany, sizesOf, startReplica } from "./service.ts";

const calls = 2000;
const idleMs = 20_000;

/** What calls and an idle replica cost the database. */
export async function measureCalls(database: Database, options: ScaleOptions): Promise<void> {
  const { value } = database;
  const program = await startReplica(database, options);
  const users = await openMany(program, 16);
  const kinds = { read: readsOf(users), write: writesOf(users) };
  for (const next of Object.values(kinds)) await sendLoad(program.url, 16, 1000, next);
  const commits = () => value("select xact_commit from pg_stat_database where datname = current_database()");
  for (const [name, next] of Object.entries(kinds)) {
    await wait(5000);
    const [sizes, figures] = [await sizesOf(database), await program.figures()];
    await value("select count(*) from (select pg_stat_clear_snapshot()) as cleared");
    const [before, { wal }] = [
      await commits(),
      await database.cost(async () => {
        await sendLoad(program.url, 16, calls, next);
        await wait(5000);
      }),
    ];
    const [after, now] = [await commits(), await program.figures()];
    show(`${name}: CPU of the replica`, ((now.cpu - figures.cpu) * 1000) / calls, "us a call");
    show(`${name}: statements`, (now.statements - figures.statements) / calls, "a call");
    show(`${name}: commits, with those of statements that only read`, (after - before) / calls, "a call");
    show(`${name}: write-ahead log`, wal / calls, "bytes a call");
    const grown = await sizesOf(database);
    for (const [table, { rows, table: bytes, indexes }] of grown) {
      const old = sizes.get(table)!;
      if (rows - old.rows >= calls / 100)
        show(
          `${name}: ${table}, per 1,000 calls`,
          `${Math.round(((rows - old.rows) / calls) * 1000)} rows, ${Math.round((bytes - old.table) / calls)} KB, indexes ${Math.round((indexes - old.indexes) / calls)} KB`,
        );
    }
  }
  await wait(10_000);
  const [before, figures, { wal }] = [
    await commits(),
    await program.figures(),
    await database.cost(() => wait(idleMs)),
  ];
  const [after, now] = [await commits(), await program.figures()];
  show("an idle replica: statements", ((now.statements - figures.statements) * 1000) / idleMs, "a second");
  show("an idle replica: commits", ((after - before) * 1000) / idleMs, "a second");
  show("an idle replica: write-ahead log", (wal * 1000) / idleMs, "bytes a second");
  show("an idle replica: CPU", ((now.cpu - figures.cpu) * 1000) / idleMs, "ms a second");
  show(
    "connections of the replica",
    await value(
      "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    ),
  );
  await program.stop();
}
