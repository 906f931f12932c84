import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { sqliteStore } from "../../src/store/sqlite.ts";

/** If two processes start with the same new file, one process holds one of these locks for a moment. */
test.each([
  ["a write lock", "begin exclusive"],
  ["a read lock", "begin; select count(*) from sqlite_master"],
])("if another process holds %s on a new file, opening waits until the lock is released", async (_, hold) => {
  const directory = await mkdtemp(join(tmpdir(), "sqlite-open-"));
  const file = join(directory, "service.sqlite");
  try {
    const first = new DatabaseSync(file);
    first.exec("create table earlier (id text)");
    first.close();
    const script = `const { DatabaseSync } = require("node:sqlite");
      const database = new DatabaseSync(${JSON.stringify(file)});
      database.exec(${JSON.stringify(hold)});
      process.stdout.write("held");
      setTimeout(() => database.close(), 300);`;
    const { NODE_OPTIONS: _options, ...env } = process.env;
    const other = spawn(process.execPath, ["--eval", script], { env, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(other, "close");
    await once(other.stdout, "data");
    const store = sqliteStore(file);
    expect(await store.migrate()).toHaveProperty("applied.length");
    await store.close();
    expect(await ended).toEqual([0, null]);
  } finally {
    await rm(directory, { recursive: true });
  }
});
