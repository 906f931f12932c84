import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

// Compares two ways to run a query: to prepare the statement once, or before each use. Both ways alternate in the same
// process and read the same rows, so the ratio of their times does not depend on the machine.
// Run: node bench/sqlite-statements.ts

const directory = mkdtempSync(join(tmpdir(), "agent-connectors-bench-"));
const database = new DatabaseSync(join(directory, "bench.sqlite"));
database.exec(`pragma journal_mode = wal;
  create table applications (id text primary key, organization_id text, epoch integer);
  create table workspaces (id text primary key, organization_id text, epoch integer);
  create table revoked_tokens (id text primary key, expires_at integer);`);
for (let nth = 0; nth < 1000; nth++) {
  database.prepare("insert into applications values (?, ?, 0)").run(`a${nth}`, `o${nth}`);
  database.prepare("insert into workspaces values (?, ?, 0)").run(`w${nth}`, `o${nth}`);
}
// Every request with a token makes this query.
const query = `select applications.epoch, applications.organization_id, revoked_tokens.id as revoked,
    workspaces.epoch as workspace_epoch from applications
  left join revoked_tokens on revoked_tokens.id = ? left join workspaces on workspaces.id = ?
  where applications.id = ?`;
const kept = database.prepare(query);
const each = () => {
  const statement = database.prepare(query);
  return statement.columns().length > 0 ? statement : kept;
};
const once = () => kept;

const rows = 2000;
const time = (statement: () => typeof kept) => {
  const started = performance.now();
  for (let nth = 0; nth < rows; nth++) statement().all(`t${nth}`, `w${nth % 1000}`, `a${nth % 1000}`);
  return ((performance.now() - started) * 1000) / rows;
};
const ratios: number[] = [];
const times: [number, number][] = [];
for (let round = 0; round < 31; round++) {
  const first = round % 2 === 0 ? time(each) : time(once);
  const second = round % 2 === 0 ? time(once) : time(each);
  const [eachTime, onceTime] = round % 2 === 0 ? [first, second] : [second, first];
  times.push([eachTime, onceTime]);
  ratios.push(eachTime / onceTime);
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
console.log(
  `prepared each time: ${median(times.map(([a]) => a)).toFixed(1)} us, prepared once: ${median(times.map(([, b]) => b)).toFixed(1)} us, ratio ${median(ratios).toFixed(1)} (medians of ${times.length})`,
);
database.close();
rmSync(directory, { recursive: true });
