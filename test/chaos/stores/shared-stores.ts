import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPostgres, startCluster } from "../../../service/test/support/postgres/postgres.ts";
import { recordsOf } from "../../../src/core/store/records.ts";
import { noRedis, startRedis } from "../../store/redis-server.ts";
import type { ChaosTest, Seen } from "../chaos-test.ts";
import { createRandom, type Random } from "../random.ts";
import { turnOffArguments } from "../start-service.ts";
import { type DriverKind, openDriver } from "./open-driver.ts";
import { counters } from "./store-kinds.ts";
import { startStorePlatform, type StorePlatform } from "./store-platform.ts";
import type { StoresInput, StoresReport } from "./stores-process.ts";

const processes = 4;

/**
 * Four processes share a store. They change counters, claim work and exchange tokens that are valid once, while their connections break
 * after writes, exchanges outlast their leases, and processes are killed (`kill -9`). No confirmed change may be lost, no change
 * may count twice, and no work may run twice. A kill or a slow exchange may lose at most one pair of tokens, which the platform
 * then refuses.
 */
export const sharedStores = (kind: DriverKind): ChaosTest => ({
  name: `stores-${kind}`,
  tries: { full: 60, quick: 8 },
  defences: ["lock", "fence", "claim", "write-ids"],
  unavailable: { file: undefined, postgres: noPostgres, redis: noRedis }[kind],
  async run({ tries, seed, without }) {
    const random = createRandom(seed);
    const { location, end } = await startDatabase(kind);
    const platform = await startStorePlatform();
    const reports: StoresReport[] = [];
    const killed = new Set<string>();
    let started = 0;
    const start = (): Member => {
      const name = `p${++started}`;
      const seedOfOne = random.below(2 ** 31);
      const input: StoresInput = { kind, location, platformUrl: platform.url, seed: seedOfOne, name };
      const child = fork(new URL("stores-process.ts", import.meta.url), [JSON.stringify(input)], {
        execArgv: ["--conditions=agent-connectors-source", ...turnOffArguments(without)],
        env: { ...process.env, CHAOS_WITHOUT: without ?? "" },
      });
      const member: Member = { name, child, isSlow: false };
      child.on("message", (message) => {
        const report = message as StoresReport;
        if (report.kind === "slow" || report.kind === "slow-end") member.isSlow = report.kind === "slow";
        reports.push(report);
      });
      return member;
    };
    const members = Array.from({ length: processes }, start);
    try {
      // The first processes load their modules.
      while (reports.length < 20) await wait(50);
      for (let kills = 0; kills < tries; kills++) {
        await wait(200 + random.below(400));
        killed.add(await killOne(members, random));
        members.push(start());
      }
      for (let looks = 0; looks < 200 && !hasEndedSlowly(members, reports); looks++) await wait(50);
      await Promise.all(members.map(({ child }) => stop(child)));
      return await judge({ kind, location, platform, reports, killed });
    } finally {
      for (const { child } of members) child.kill("SIGKILL");
      await platform.close();
      await end();
    }
  },
});

/** Returns whether a process has outlasted its lease, and no process does so now. */
const hasEndedSlowly = (members: readonly Member[], reports: readonly StoresReport[]): boolean =>
  reports.some(({ kind }) => kind === "slow-end") && !members.some(({ isSlow }) => isSlow);

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const closed = (child: ChildProcess) =>
  new Promise<void>((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once("close", () => resolve()) : resolve(),
  );

interface Member {
  name: string;
  child: ChildProcess;
  /** Runs an exchange that outlasts its lease. Such a process must live on, and try to store its older pair. */
  isSlow: boolean;
}

async function killOne(members: Member[], random: Random): Promise<string> {
  const fast = members.filter(({ isSlow }) => !isSlow);
  const member = random.pick(fast.length > 0 ? fast : members);
  members.splice(members.indexOf(member), 1);
  member.child.kill("SIGKILL");
  await closed(member.child);
  return member.name;
}

async function stop(child: ChildProcess): Promise<void> {
  child.send("stop");
  await closed(child);
}

async function startDatabase(kind: DriverKind): Promise<{ location: string; end: () => Promise<void> }> {
  if (kind === "postgres") {
    const cluster = await startCluster();
    return { location: await cluster.database(), end: () => cluster.stop() };
  }
  if (kind === "redis") {
    const server = await startRedis();
    return { location: server.socket, end: () => server.stop() };
  }
  const directory = mkdtempSync(join(tmpdir(), "agent-connectors-chaos-"));
  return {
    location: join(directory, "store"),
    end: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function judge(run: {
  kind: DriverKind;
  location: string;
  platform: StorePlatform;
  reports: readonly StoresReport[];
  /** The names of the killed processes. */
  killed: ReadonlySet<string>;
}): Promise<Seen> {
  const { platform, reports, killed } = run;
  const of = <K extends StoresReport["kind"]>(kind: K) =>
    reports.filter((report): report is Extract<StoresReport, { kind: K }> => report.kind === kind);
  const failures = of("fault").map(({ text }) => text);

  const { store, close } = openDriver(run.kind, run.location);
  const stored = new Map<string, readonly string[]>();
  const records = recordsOf(store, counters);
  const prefix = `${counters.name}/`;
  for (const key of await store.list(prefix, undefined, 1000)) {
    const id = key.slice(prefix.length);
    stored.set(id, (await records.read(id))!);
  }
  await close();
  const twice = [...stored].flatMap(([id, names]) =>
    names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${id}: ${name}`),
  );
  failures.push(...twice.map((name) => `The update ${name} was counted twice.`));
  const updates = of("update");
  const kept = new Set([...stored].flatMap(([id, names]) => names.map((name) => `${id}: ${name}`)));
  const lost = updates.filter(({ counter, name }) => !kept.has(`${counter}: ${name}`));
  failures.push(...lost.map(({ counter, name }) => `The update ${name} of ${counter} was lost.`));

  const again = [...platform.runs].filter(([, count]) => count > 1);
  failures.push(...again.map(([name, count]) => `The claim ${name} ran ${count} times.`));
  const outcomes = new Map<string, string>();
  for (const { claim, outcome } of of("outcome")) {
    if ((outcomes.get(claim) ?? outcome) !== outcome) failures.push(`The claim ${claim} has two outcomes.`);
    outcomes.set(claim, outcome);
  }

  const slow = new Set(of("slow").map(({ token }) => token));
  const isExcused = (token: string): boolean => {
    const [name, number] = token.split(" ") as [string, string];
    const from = platform.acceptedFrom.get(token);
    // A process was killed in its last exchange, or an exchange was slow, whose new token may be refused too.
    return (
      (from !== undefined && killed.has(from) && platform.lastOf.get(from) === token) ||
      slow.has(token) ||
      slow.has(`${name} ${Number(number) - 1}`)
    );
  };
  const unexcused = [...platform.refused].filter((token) => !isExcused(token));
  failures.push(...unexcused.map((token) => `A token was used twice without a kill: ${token}.`));
  failures.push(
    ...[...platform.older].map((token) => `A slow process has overwritten a newer pair: ${token}.`),
  );
  return {
    counts: {
      kills: killed.size,
      updates: updates.length,
      "lost updates": lost.length,
      "counted twice": twice.length,
      claims: platform.runs.size,
      "second runs": again.length,
      exchanges: platform.exchanges,
      "slow exchanges": slow.size,
      "lost pairs, all refused": platform.refused.size,
      "lost without a kill": unexcused.length,
      "older pairs": platform.older.size,
    },
    failures,
  };
}
