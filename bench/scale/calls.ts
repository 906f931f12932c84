import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bundled } from "../../test/bundled.ts";
import { sendLoad } from "../service/load.ts";
import { readsOf, writesOf } from "../service/open-users.ts";
import { show, type Database, type ScaleOptions } from "./database.ts";
import { openMany, sizesOf, startReplica } from "./service.ts";

const calls = 2000;
const idleMs = 30_000;

/** What calls cost a replica and the database. */
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
    let connections = 0;
    const [before, { wal }] = [
      await commits(),
      await database.cost(async () => {
        await sendLoad(program.url, 16, calls, next);
        connections = await value(
          "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
        await wait(5000);
      }),
    ];
    const [after, now] = [await commits(), await program.figures()];
    show(`${name}: CPU of the replica`, ((now.cpu - figures.cpu) * 1000) / calls, "us a call");
    show(`${name}: connections of the replica`, connections);
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
  await program.stop();
}

/** What a replica without requests costs: the program `serve`, which looks each second for webhooks and each five for jobs. */
export async function measureIdle(database: Database): Promise<void> {
  const { value } = database;
  const dataDir = mkdtempSync(join(tmpdir(), "acs-scale-"));
  const args = ["serve", "--data-dir", dataDir, "--port", "0", "--metrics-port", "0"];
  const env = { ...process.env, AGENT_CONNECTORS_DATABASE_URL: database.url };
  const child = spawn(process.execPath, [await bundled("service"), ...args], { env, stdio: "ignore" });
  await wait(20_000);
  const cpu = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(" ");
    return (Number(fields[13]) + Number(fields[14])) * 10;
  };
  const commits = () => value("select xact_commit from pg_stat_database where datname = current_database()");
  const [before, used] = [await commits(), cpu()];
  const { wal } = await database.cost(() => wait(idleMs));
  // The two statements of the measurement itself are commits too.
  show("an idle replica: statements", ((await commits()) - before - 2) / (idleMs / 1000), "a second");
  show("an idle replica: write-ahead log", wal / (idleMs / 1000), "bytes a second");
  show("an idle replica: CPU", (cpu() - used) / (idleMs / 1000), "ms a second");
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true });
}
