import type { ChaosTest } from "../chaos-test.ts";
import { createClient, type Answer } from "../client.ts";
import { openPlatform } from "../platform.ts";
import { createRandom } from "../random.ts";
import { startService, type ServiceProcess } from "../start-service.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";
import { connectorOf, connectorsPath, messageOf } from "../writes.ts";

const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
/** The calls of one round. */
const calls = 10;
/** Milliseconds for which a replica runs a call. A claim that is older belongs to a process that has ended. */
const callMs = 70_000;

/** One call about which people are asked, and what the test has seen of it. */
interface Asked {
  text: string;
  ask?: Answer | undefined;
  id?: string | undefined;
  /** The answers of the people, with the response of the service, which is undefined if it was killed. */
  decisions: { approve: boolean; by: string; answer: Answer | undefined }[];
  cancelled?: Answer | undefined;
}

/**
 * Kills a replica with `kill -9` at a random moment while calls are asked about, decided, cancelled and run, and starts it again. No call
 * runs without a decision, none runs twice, and no decision that was answered is lost. Each try is one kill. With PostgreSQL, two
 * replicas decide at the same time.
 */
export const serviceApprovals = (kind: StoreKind): ChaosTest => ({
  name: `service-approvals-${kind}`,
  tries: { full: 500, quick: 2 },
  defences:
    kind === "postgres"
      ? ["approved-once", "first-decision", "asked-first"]
      : ["first-decision", "asked-first"],
  unavailable: unavailable(kind),
  run: ({ tries, seed, without }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      const platform = await openPlatform();
      const start = (round: number) =>
        startService({
          location,
          platformUrl: platform.url,
          application,
          without,
          serviceAhead: round * callMs,
          sweepMs: 30,
        });
      const counts = {
        calls: 0,
        decided: 0,
        run: 0,
        unknown: 0,
        "decided, unanswered": 0,
        twice: 0,
        "without decision": 0,
      };
      const failures: string[] = [];
      const replicas: ServiceProcess[] = [];
      const startAll = async (round: number) => {
        for (let index = 0; index < (kind === "postgres" ? 2 : 1); index++)
          replicas[index] ??= await start(round);
      };
      await startAll(0);
      const client = createClient(() => replicas[random.below(replicas.length)]!.url);
      const token = await client.applicationToken(application);
      const rules = { connector_type: "Slack", policy: { approval: [{ effects: ["write"] }] } };
      await client.ask("PUT", "/v1/policies", token, rules);

      for (let round = 0; round < tries; round++) {
        const token = await client.applicationToken(application);
        const connector = (await client.post(connectorsPath, token, connectorOf(`home ${round}`))).body.id;
        const all = Array.from({ length: calls }, (_, index): Asked => ({
          text: `call ${round} ${index}`,
          decisions: [],
        }));
        const send = (path: string, json: object = {}, headers: Record<string, string> = {}) =>
          client.ask("POST", path, token, json, { headers }).catch(() => undefined);
        const askAbout = async (one: Asked) => {
          one.ask = await send(`${connectorsPath}/${connector}/execute`, messageOf(one.text), {
            "idempotency-key": one.text.replaceAll(" ", "-"),
          });
          one.id = one.ask?.body.pending?.id ?? one.id;
        };
        const victim = random.below(replicas.length);
        const kill = async () => {
          const old = replicas[victim]!;
          await old.kill();
        };
        const killing = random.chance(0.5) ? platform.atRandomMoment(random, kill) : undefined;
        const timed = killing ? undefined : pause(random.below(500)).then(kill);
        await Promise.all(
          all.map(async (one) => {
            await pause(random.below(60));
            await askAbout(one);
            if (!one.id) return;
            const people = random.chance(0.4) ? ["maya", "ken"] : ["maya"];
            await Promise.all(
              people.map(async (by) => {
                await pause(random.below(60));
                const approve = random.chance(0.7);
                const decision: Asked["decisions"][number] = { approve, by, answer: undefined };
                one.decisions.push(decision);
                decision.answer = await send(`/v1/approvals/${one.id}/decide`, { approve, by });
              }),
            );
            if (random.chance(0.15)) one.cancelled = await send(`/v1/approvals/${one.id}/cancel`);
          }),
        );
        await (killing ? (killing() ?? kill()) : timed);
        replicas[victim] = await start(round + 1);

        // Calls that were asked about before the kill are asked about again, and the sweep runs what was approved.
        for (const one of all) if (!one.id) await askAbout(one);
        const settled = async () => {
          for (let waited = 0, running = 0; waited < 200 && running < 8; waited++) {
            const { body } = await client.get(`/v1/approvals?limit=200&connector_id=${connector}`, token);
            const open = (body.data as { status: string }[]).filter(({ status }) => status !== "pending");
            if (open.length === 0) return;
            // The other replica keeps the claim of a killed one for as long as a call can take.
            if (open.every(({ status }) => status === "running")) running++;
            await pause(25);
          }
        };
        await settled();

        for (const one of all) {
          const { text, id, decisions, cancelled } = one;
          const posted = platform.posted(text);
          const { body } = id ? await client.get(`/v1/approvals/${id}`, token) : { body: undefined };
          const about = `${text}: posted ${posted}, status ${body?.status}, ${decisions
            .map(
              ({ approve, by, answer }) => `${by} ${approve ? "yes" : "no"} -> ${answer?.status ?? "killed"}`,
            )
            .join(", ")}, cancelled ${cancelled?.body.status}`;
          counts.calls++;
          counts.decided += decisions.filter(({ answer }) => answer?.status === 200).length;
          counts["decided, unanswered"] += decisions.filter(({ answer }) => !answer).length;
          if (posted === 1) counts.run++;
          if (body?.status === "unknown") counts.unknown++;
          if (posted > 1) {
            counts.twice++;
            failures.push(`run ${posted} times: ${about}`);
          }
          if (posted > 0 && !decisions.some(({ approve }) => approve)) {
            counts["without decision"]++;
            failures.push(`run without a decision: ${about}`);
          }
          if (!id || !body) continue;
          const stored = body.answers as { by: string; approve: boolean }[];
          for (const { approve, by, answer } of decisions)
            if (answer?.status === 200 && !stored.some((one) => one.by === by && one.approve === approve))
              failures.push(`a decision is lost: ${about}`);
          if (stored.length > 1) failures.push(`several decisions count: ${about}`);
          const yes = stored[0]?.approve === true;
          if (posted > 0 && !yes) failures.push(`run although the decision is no: ${about}`);
          const hasRun = ["ended", "unknown", "running"].includes(body.status);
          if (posted > 0 && !hasRun) failures.push(`run, and answered as if not: ${about}`);
          if (posted === 0 && body.status === "ended" && body.outcome.ok)
            failures.push(`answered and lost: ${about}`);
          if (yes && cancelled?.status !== 200 && !hasRun) failures.push(`approved, and never run: ${about}`);
          // A call that runs already cannot be cancelled, and the answer says that it runs.
          if (cancelled?.body.status === "cancelled" && posted > 0)
            failures.push(`cancelled and run: ${about}`);
        }
      }
      for (const one of replicas) await one.kill();
      await platform.close();
      return { counts, failures };
    }),
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
