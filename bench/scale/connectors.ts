import { postgresStore } from "../../service/src/store/postgres.ts";
import { listConnectors } from "../../service/src/store/lists/connector-list.ts";
import { listAuditRows } from "../../service/src/store/queries/audit-rows.ts";
import { deleteUnusedTokens } from "../../service/src/store/queries/token-records.ts";
import { quantile } from "../compare/ratios.ts";
import { sendLoad } from "../service/load.ts";
import { readsOf } from "../service/open-users.ts";
import { show, type Database, type ScaleOptions } from "./database.ts";
import { openMany, sizesOf, startReplica } from "./service.ts";

const users = 1000;

/** What users and connectors cost: bytes in the database, memory of a replica, and the time of lookups among many. */
export async function measureConnectors(database: Database, options: ScaleOptions): Promise<void> {
  const { query, value } = database;
  const program = await startReplica(database, options);
  const made = await openMany(program, users);
  let whole = 0;
  for (const [table, { rows, table: bytes, indexes }] of await sizesOf(database))
    if (["connectors", "workspaces", "row_lists", "records"].includes(table) && rows > 0) {
      const each = await value(`select coalesce(sum(pg_column_size(${table}.*)), 0) from ${table}`);
      show(
        `${table} of ${users} users with a connector`,
        `${rows} rows, ${Math.round(each / 1024)} KB, indexes ${Math.round(indexes / 1024)} KB`,
      );
      whole += bytes + indexes;
    }
  show(`all of ${users} users with a connector`, whole / 1024, "KB");

  const read = readsOf(made);
  const { rss } = await program.figures();
  await sendLoad(program.url, 16, users, read);
  await sendLoad(program.url, 16, users, read);
  show(
    "memory of a replica for each connector that it keeps open",
    (((await program.figures()).rss - rss) * 1024) / users,
    "KB",
  );

  const lookups = async (count: number) => {
    const took = (await sendLoad(program.url, 1, 300, read)).toSorted((a, b) => a - b);
    show(
      `a read call, one at a time, with ${count.toLocaleString("en")} connectors`,
      quantile(took, 0.5),
      "ms (median)",
    );
    const store = postgresStore(database.url);
    const organization = (
      await query<{ organization_id: string }>("select organization_id from applications limit 1")
    )[0]!.organization_id;
    const time = async (name: string, run: () => Promise<unknown>) => {
      const all: number[] = [];
      for (let nth = 0; nth < 21; nth++) {
        const started = performance.now();
        await run();
        all.push(performance.now() - started);
      }
      show(`${name}, with ${count.toLocaleString("en")} connectors`, quantile(all, 0.5), "ms (median)");
    };
    await time("the first 50 connectors of an organization", () =>
      listConnectors(store.db, { organization }, { limit: 50 } as never),
    );
    await time("the newest 50 audit rows of an organization", () =>
      listAuditRows(store.db, { organization }, {}, 50),
    );
    await time("the search for unused tokens, in each sweep", () => deleteUnusedTokens(store, 86_400_000));
    await store.close();
  };
  await lookups(users);

  // Copies the organization with all its users. The copies have random ids, and lists that nobody has signed.
  const copies = Math.max(1, Math.round(options.rows / users) - 1);
  const own = await value("select count(*) from connectors");
  const id = (column: string) => `left(${column}, 23) || '-' || substr(md5(${column} || n), 1, 12)`;
  const organization = `organization_id || '-' || n`;
  const copy = async (table: string, changed: Record<string, string>) => {
    const columns = (
      await query<{ name: string }>(
        "select column_name as name from information_schema.columns where table_name = $1",
        [table],
      )
    ).map(({ name }) => name);
    await query(
      `insert into ${table} (${columns.join(", ")}) select ${columns.map((name) => changed[name] ?? name).join(", ")} from (select * from ${table}) as made, generate_series(1, ${copies}) as n`,
    );
  };
  const { ms } = await database.cost(async () => {
    await copy("workspaces", { id: id("id"), organization_id: organization });
    await copy("connectors", {
      id: id("id"),
      organization_id: organization,
      workspace_id: id("workspace_id"),
      credential_id: "credential_id || n",
    });
    await copy("row_lists", { id: "id || '-' || n", organization_id: organization });
    await query(
      `insert into records select ${organization}, '', 'tokens/' || credential_id || n, credentials, key_id, id, 0, null from connectors, generate_series(1, 1) as n where organization_id like '%-%-%-%-%-%'`,
    );
  });
  show(`${copies} copies of the organization: ${own * (copies + 1)} connectors, made in`, ms / 1000, "s");
  let all = 0;
  for (const [table, { rows, table: bytes, indexes }] of await sizesOf(database))
    if (["connectors", "workspaces", "row_lists", "records"].includes(table)) {
      show(
        table,
        `${rows} rows, ${Math.round(bytes / 2 ** 20)} MB, indexes ${Math.round(indexes / 2 ** 20)} MB`,
      );
      all += bytes + indexes;
    }
  show("all of them", all / 2 ** 20, "MB");
  await lookups(own * (copies + 1));
  await program.stop();
}
