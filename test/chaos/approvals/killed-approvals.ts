import type { ChaosTest } from "../chaos-test.ts";
import { createClient } from "../client.ts";
import { createRandom, type Random } from "../random.ts";
import { startServer, startService, type ServiceProcess } from "../start-service.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";
import { type Approval, brokenPromises, type JournalEntry, touchedText } from "./approval-oracle.ts";
import {
  askAbout,
  type Asked,
  channel,
  createPlaces,
  decide,
  type Moment,
  moments,
  openRound,
  resume,
  type Round,
  runRound,
  undo,
  type World,
} from "./approval-round.ts";
import { watchSlack } from "./watched-slack.ts";

const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
const publicUrl = "http://127.0.0.1:9";
/** An application has the same places in all rounds. */
const placesOfProcess = ([0, 1, 2] as const).map((persons) => ({
  connector: `${persons}`,
  user: "",
  persons,
}));
/** The rounds after which the sandbox begins anew. */
const roundsOfSandbox = 50;

type Kind = StoreKind | "in-process-file" | "in-process-sqlite";

/** What kills a kind of approvals: one or two replicas of the service, or two processes of an application. */
const kinds: Readonly<Record<Kind, { store: StoreKind; replicas: number; process?: "file" | "sqlite" }>> = {
  sqlite: { store: "sqlite", replicas: 1 },
  postgres: { store: "postgres", replicas: 2 },
  "in-process-file": { store: "sqlite", replicas: 2, process: "file" },
  "in-process-sqlite": { store: "sqlite", replicas: 2, process: "sqlite" },
};

const serviceDefences = ["asked-first", "run-after-kill", "cancelled-last", "under-way"];
/** Only another process can come between the two steps. */
const replicaDefences = ["approved-once", "stop-read-last"];
const commonDefences = ["first-decision", "two-persons", "stop", "undone-once", "changed-since"];

/**
 * Kills a process with `kill -9` at a random moment while agents ask, and people decide, cancel, stop, resume, change policies and
 * undo, and starts it again. Each try is one kill. The process is a replica of the service, or an application that uses the package on
 * its own store. The log of the simulated Slack says what was begun and when. Compares it with the answers that people got.
 */
export const killedApprovals = (kind: Kind): ChaosTest => ({
  name: `approvals-${kind}`,
  tries: { full: 1000, quick: 3 },
  defences: [
    ...commonDefences,
    ...(kinds[kind].process ? ["once"] : serviceDefences),
    ...(kind === "postgres" ? replicaDefences : []),
  ],
  unavailable: unavailable(kinds[kind].store),
  run: ({ tries, seed, without }) =>
    withStore(kinds[kind].store, async (location) => {
      const { process, replicas: wanted } = kinds[kind];
      const random = createRandom(seed);
      const slack = await watchSlack();
      const common = { platformUrl: slack.url, sweepMs: 40 };
      const start = () =>
        process
          ? startServer("chaos-desk", { ...common, kind: process, dataDir: location.dataDir }, without)
          : startService({ ...common, location, application, without, publicUrl });
      const replicas: ServiceProcess[] = [];
      while (replicas.length < wanted) replicas.push(await start());
      const client = createClient(() => replicas[random.below(replicas.length)]!.url);
      const counts: Record<string, number> = {};
      const count = (name: string, more = 1) => (counts[name] = (counts[name] ?? 0) + more);
      for (const moment of [...moments, "end"]) counts[`killed at ${moment}`] = 0;
      const failures: string[] = [];

      for (let number = 0; number < tries && failures.length < 50; number++) {
        if (number % roundsOfSandbox === 0) slack.renew();
        const token = process ? "" : await client.applicationToken(application);
        const possible = moments.filter((moment) => !process || moment !== "policy");
        const killer = armKiller(random, possible, async () => {
          const victim = random.below(replicas.length);
          await replicas[victim]!.kill();
          replicas[victim] = await start();
        });
        const world: World = {
          client,
          token,
          slack,
          publicUrl: process ? undefined : publicUrl,
          reached: killer.reached,
        };
        const name = `round ${number}`;
        const places = process ? placesOfProcess : await createPlaces(world, name);
        const round = await openRound(world, name, places, random);
        slack.onWrite = ({ method, text }, moment) => {
          const reverses = method === "chat.delete" || text.startsWith("before ");
          killer.reached(
            reverses ? (moment === "arrives" ? "reverse" : "reversed") : moment === "arrives" ? "run" : "ran",
          );
        };
        killer.arm();
        await runRound(world, round, killer.moment, random);
        count(`killed at ${await killer.ended()}`);
        await finishRound(world, round, random);
        failures.push(...(await checkRound(world, round, count)));
      }
      for (const one of replicas) await one.kill();
      await slack.close();
      return { counts, failures };
    }),
});

/** Returns a function that kills at a random moment. `ended` kills if the moment has not come, and waits for the restart. */
function armKiller(random: Random, possible: readonly Moment[], kill: () => Promise<void>) {
  const moment = random.pick(possible);
  let left =
    1 +
    random.below(moment === "ask" || moment === "decide" ? 5 : moment === "run" || moment === "ran" ? 3 : 1);
  // A request of a person takes some milliseconds, in which the service does several steps.
  const wait = ["run", "ran", "reverse", "reversed"].includes(moment)
    ? random.below(2) * random.below(8)
    : random.below(40);
  let armed = false;
  let killing: Promise<void> | undefined;
  return {
    moment,
    arm: () => void (armed = true),
    reached(seen: Moment) {
      if (!armed || seen !== moment || --left !== 0) return;
      killing ??= wait === 0 ? kill() : pause(wait).then(kill);
    },
    async ended(): Promise<Moment | "end"> {
      armed = false;
      const name = killing ? moment : "end";
      await (killing ?? kill());
      return name;
    },
  };
}

/** Lets everything end: asks again, decides some calls, ends the stops, and undoes a run by two people at once. */
async function finishRound(world: World, round: Round, random: Random): Promise<void> {
  const { client, token, slack } = world;
  // What was asked before the kill is asked again.
  await Promise.all(
    round.calls.map(async (one) => {
      if (one.id || one.asks.some(({ answer }) => answer?.status === 200)) return;
      await askAbout(world, one, 1000);
      if (one.id && random.chance(0.5)) await decide(world, one, { approve: true, by: "maya", how: "route" });
    }),
  );
  await settled(world, round);
  await slack.idle();
  const targets = new Set(round.stops.map(({ target }) => JSON.stringify(target)));
  for (const target of targets) await resume(world, round, JSON.parse(target) as Record<string, string>);
  for (const one of round.calls) {
    one.ts ??= slack.writes.find(({ text }) => text === one.text)?.ts;
    if (!one.ts || !random.chance(0.2)) continue;
    const text = touchedText(one);
    const { ok } = await slack.asPerson("chat.update", { channel, ts: one.ts, text });
    if (ok) one.touched = performance.now();
  }
  const { run } = round.calls[0]!;
  await Promise.all(["maya", "ken"].map((by) => undo(world, round, run, by)));
  // Each sweep reads all approvals that wait. A call that runs must not be cancelled: it would then never run.
  for (const { connector } of round.places)
    for (const { id, status } of await openApprovals(world, connector))
      if (status === "pending")
        await client.post(`/v1/approvals/${id}/cancel`, token, {}).catch(() => undefined);
}

/** Resolves when every approved call has run, or has certainly started. */
async function settled(world: World, { places }: Round): Promise<void> {
  for (const { connector } of places)
    for (let waited = 0, running = 0; waited < 400 && running < 6; waited++) {
      const open = (await openApprovals(world, connector)).filter(({ status }) => status !== "pending");
      if (open.length === 0) break;
      // The other replica keeps the claim of a killed one for as long as a call can take.
      if (open.every(({ status }) => status === "running")) running++;
      await pause(20);
    }
}

const openApprovals = async ({ client, token }: World, connector: string): Promise<Approval[]> =>
  (await client.get(`/v1/approvals?limit=200&connector_id=${connector}`, token)).body.data as Approval[];

async function checkRound(
  { client, token, slack }: World,
  round: Round,
  count: (name: string, more?: number) => number,
): Promise<string[]> {
  const runs = [...new Set(round.calls.map(({ run }) => run))];
  const journals = await Promise.all(
    runs.map((run) => client.get(`/v1/journal?limit=200&run=${encodeURIComponent(run)}`, token)),
  );
  const journal = journals.flatMap(({ body }) => body.data as JournalEntry[]);
  // A write can arrive after the agent has stopped waiting for it.
  await slack.idle();
  const writes = [...slack.writes];
  const failures = await Promise.all(
    round.calls.map(async (one) => {
      const approval = one.id
        ? ((await client.get(`/v1/approvals/${one.id}`, token)).body as Approval)
        : undefined;
      const entries = journal.filter(({ params }) => params.text === one.text);
      one.ts ??= writes.find(({ text }) => text === one.text)?.ts;
      const text = one.ts ? await slack.textOf(channel, one.ts) : undefined;
      const broken = brokenPromises(one, round, { writes, approval, entries, text });
      return broken.map((promise) => `${promise}: ${inWords(one, approval)}`);
    }),
  );
  const answered = (sent: readonly { answer?: unknown }[]) => sent.filter(({ answer }) => answer).length;
  const decisions = round.calls.flatMap((one) => one.decisions);
  count("calls", round.calls.length);
  count("decisions answered", answered(decisions));
  count("decisions unanswered", decisions.length - answered(decisions));
  count("stops answered", answered(round.stops));
  count("undos answered", answered(round.undos));
  count("run", slack.writes.filter(({ text }) => round.calls.some((one) => one.text === text)).length);
  count("reversed", journal.filter(({ undone }) => undone).length);
  count("refused by a stop", journal.filter(({ error }) => error?.code === "stopped").length);
  return failures.flat();
}

const inWords = ({ text, kind, place, decisions, cancels }: Asked, approval: Approval | undefined): string =>
  [
    `${text}, ${kind}, ${place.persons} persons, ${approval?.status} ${approval?.outcome?.error?.code ?? ""}`,
    ...decisions.map(
      ({ by, approve, how, answer }) =>
        `${by} ${approve ? "yes" : "no"} by ${how} -> ${answer?.status ?? "killed"}`,
    ),
    ...cancels.map(({ answer }) => `cancelled -> ${answer?.body.status ?? answer?.status ?? "killed"}`),
  ].join(", ");

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
