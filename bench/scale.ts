import { parseArgs } from "node:util";
import { startCluster } from "../service/test/support/postgres/postgres.ts";
import { startUpstream } from "./compare/start-upstream.ts";
import { measureCalls, measureIdle } from "./scale/calls.ts";
import { measureConnectors } from "./scale/connectors.ts";
import { measureDeletes } from "./scale/deletes.ts";
import { connect } from "./scale/database.ts";

// Measures what the hosted service costs at scale, with PostgreSQL: the tables of service/docs/scale.md. Run on Linux:
// node --conditions=agent-connectors-source bench/scale.ts [--only calls,idle,connectors,deletes] [--rows 1000000]

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "calls,idle,connectors,deletes" },
    rows: { type: "string", default: "1000000" },
  },
});
const rows = Number(values.rows);
const cluster = await startCluster({ durable: true });
using upstream = await startUpstream();
const parts = {
  calls: measureCalls,
  idle: measureIdle,
  connectors: measureConnectors,
  deletes: measureDeletes,
};
try {
  for (const name of values.only.split(",") as (keyof typeof parts)[]) {
    console.log(`\n${name}`);
    const database = await connect(await cluster.database());
    await parts[name](database, { platform: upstream.url, rows });
    await database.end();
  }
} finally {
  await cluster.stop();
}
