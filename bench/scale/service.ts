import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled } from "../../test/bundled.ts";
import { openUsers, type BenchUser } from "../service/open-users.ts";
import { startProgram, type Program } from "../service/start-program.ts";
import type { Database, ScaleOptions } from "./database.ts";

const application = { client_id: "bench", client_secret: "a secret of more than 32 characters" };

/** Starts a replica of the service. */
export const startReplica = async ({ url }: Database, { platform }: ScaleOptions): Promise<Program> => {
  const location = { dataDir: mkdtempSync(join(tmpdir(), "acs-scale-")), databaseUrl: url };
  return startProgram(await bundled("bench-service"), JSON.stringify({ location, platform, application }), [
    "--max-semi-space-size=4",
  ]);
};

/** Creates users with a connector each, 20 at a time. */
export async function openMany(program: Program, count: number): Promise<BenchUser[]> {
  const users: BenchUser[] = [];
  while (users.length < count)
    users.push(
      ...(await openUsers(program.url, application, Math.min(20, count - users.length), users.length)),
    );
  return users;
}

/** The bytes of a table with its indexes. */
export const sizesOf = async ({
  query,
}: Database): Promise<Map<string, { rows: number; table: number; indexes: number }>> => {
  await query("vacuum analyze");
  const tables = await query<{ name: string; table: string; indexes: string }>(
    `select relname as name, pg_table_size(oid) as table, pg_indexes_size(oid) as indexes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const sizes = new Map<string, { rows: number; table: number; indexes: number }>();
  for (const { name, table, indexes } of tables) {
    const [{ count }] = (await query<{ count: string }>(`select count(*) as count from ${name}`)) as [
      { count: string },
    ];
    sizes.set(name, { rows: Number(count), table: Number(table), indexes: Number(indexes) });
  }
  return sizes;
};
