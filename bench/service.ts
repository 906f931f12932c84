import { parseArgs } from "node:util";
import { withStore, type StoreKind } from "../test/chaos/stores.ts";
import { bundled } from "../test/bundled.ts";
import { lineOf } from "./compare/line-of.ts";
import { quantile, summarise, type Bar, type Samples } from "./compare/ratios.ts";
import { startUpstream } from "./compare/start-upstream.ts";
import { sendLoad, type Sent } from "./service/load.ts";
import { openUsers, passed, readsOf, writesOf } from "./service/open-users.ts";
import { startProgram, type Program } from "./service/start-program.ts";

// Compares the hosted service with a bare pass-through: a program with hono and @hono/node-server that sends each request to
// the same local platform. README.md in this folder explains the rows. Run on Linux:
// node --conditions=agent-connectors-source bench/service.ts

const usage = `node --conditions=agent-connectors-source bench/service.ts [options]

--rounds N     rounds per row, 11 by default
--calls N      calls per round, 2,000 by default
--stores LIST  sqlite,postgres
--rival FILE   also measure another version: a copy of its node_modules/.cache/programs/bench-service.mjs`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "11" },
    calls: { type: "string", default: "2000" },
    stores: { type: "string", default: "sqlite,postgres" },
    rival: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const [rounds, calls] = [Number(values.rounds), Number(values.calls)];
if (values.help || !(rounds >= 1) || !(calls >= 1)) {
  console.error(usage);
  process.exit(2);
}
const application = { client_id: "bench", client_secret: "a secret of more than 32 characters" };

/** The options with which the command of the service runs Node. */
const nodeOptions = ["--max-semi-space-size=4"];

using upstream = await startUpstream();

interface Measured {
  cpu: number;
  p99: number;
  statements: number;
}

async function measure(
  program: Program,
  inFlight: number,
  count: number,
  next: (nth: number) => Sent,
): Promise<Measured> {
  const before = await program.figures();
  const took = await sendLoad(program.url, inFlight, count, next);
  const after = await program.figures();
  return {
    cpu: ((after.cpu - before.cpu) * 1000) / count,
    p99: quantile(took, 0.99),
    statements: (after.statements - before.statements) / count,
  };
}

const startPassThrough = async () => startProgram(await bundled("bench-pass-through"), upstream.url);
const startService = (file: string, location: object) =>
  startProgram(file, JSON.stringify({ location, platform: upstream.url, application }), nodeOptions);

const print = (samples: Samples) => console.log(lineOf(summarise(samples)));

/** Calls per CPU second of the service, as a part of those of the pass-through: 0.45 with SQLite, 0.35 with PostgreSQL. */
const cpuBars: Record<StoreKind, Bar> = { sqlite: { ratio: 2.22 }, postgres: { ratio: 2.86 } };

async function compareCalls(kind: StoreKind): Promise<void> {
  const programs: Record<string, { program: Program; next: (nth: number) => Sent }> = {};
  const ours = await bundled("bench-service");
  const locations = await Promise.all([newLocation(kind), newLocation(kind)]);
  const open = async (name: string, file: string, location: object) => {
    const program = await startService(file, location);
    const users = await openUsers(program.url, application, 16);
    programs[`${name} read`] = { program, next: readsOf(users) };
    programs[`${name} write`] = { program, next: writesOf(users) };
  };
  programs["bare"] = { program: await startPassThrough(), next: passed };
  await open("service", ours, locations[0]!.location);
  if (values.rival !== undefined) await open("rival", values.rival, locations[1]!.location);
  for (const { program, next } of Object.values(programs)) await sendLoad(program.url, 16, calls, next);
  for (const inFlight of [16, 64]) {
    const rows: Record<string, Measured[]> = {};
    const order = Object.keys(programs);
    for (let round = 0; round < rounds; round++)
      for (const name of round % 2 === 0 ? order : order.toReversed()) {
        const { program, next } = programs[name]!;
        (rows[name] ??= []).push(await measure(program, inFlight, calls, next));
      }
    const of = (name: string, what: keyof Measured) => rows[name]!.map((one) => one[what]);
    const compare = (one: string, other: string, what: "cpu" | "p99", bar?: Bar) =>
      print({
        name: `${kind} ${inFlight}: ${one}, ${what}`,
        against: other,
        unit: what === "cpu" ? "us" : "ms",
        ours: of(one, what),
        rival: of(other, what),
        bar,
      });
    compare("service read", "bare", "cpu", cpuBars[kind]);
    compare("service write", "service read", "cpu", { ratio: 2.5 });
    compare("service read", "bare", "p99");
    compare("service write", "bare", "p99");
    if (values.rival !== undefined) {
      compare("rival read", "bare", "cpu");
      compare("service read", "rival read", "cpu");
      compare("service write", "rival write", "cpu");
      compare("service read", "rival read", "p99");
    }
    for (const name of order.slice(1))
      print({ name: `${kind} ${inFlight}: ${name}`, unit: "SQL statements", ours: of(name, "statements") });
  }
  for (const program of new Set(Object.values(programs).map((one) => one.program))) await program.stop();
  for (const { end } of locations) await end();
}

/** Measures the time from the start of a process to its first result, and its memory a second later. */
async function compareStarts(): Promise<void> {
  const { location, end } = await newLocation("sqlite");
  const file = await bundled("bench-service");
  const first = await startService(file, location);
  const read = readsOf(await openUsers(first.url, application, 1));
  await first.stop();
  const firstResult = async (program: Program, next: (nth: number) => Sent) => {
    await sendLoad(program.url, 1, 1, next);
    const ms = performance.now() - program.started;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { rss } = await program.figures();
    await program.stop();
    return { ms, rss };
  };
  const ours: Awaited<ReturnType<typeof firstResult>>[] = [];
  const bare: typeof ours = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await firstResult(await startService(file, location), read));
    bare.push(await firstResult(await startPassThrough(), passed));
  }
  const of = (figures: typeof ours, what: "ms" | "rss") => figures.map((one) => one[what]);
  print({
    name: "start to first result",
    against: "bare",
    unit: "ms",
    ours: of(ours, "ms"),
    rival: of(bare, "ms"),
    bar: { ratio: 2.5 },
  });
  print({ name: "memory when idle", unit: "MB", ours: of(ours, "rss"), bar: { value: 110 } });
  await end();
}

/** Creates a store that exists until `end`. */
async function newLocation(kind: StoreKind): Promise<{ location: object; end: () => Promise<void> }> {
  const opened = Promise.withResolvers<object>();
  const ended = Promise.withResolvers<void>();
  const done = withStore(kind, async (location) => {
    opened.resolve(location);
    await ended.promise;
  });
  const end = () => {
    ended.resolve();
    return done;
  };
  return { location: await opened.promise, end };
}

await compareStarts();
for (const kind of values.stores.split(",") as StoreKind[]) await compareCalls(kind);
