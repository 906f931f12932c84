import type { ChaosTest } from "../chaos-test.ts";
import { createClient } from "../client.ts";
import { createRandom } from "../random.ts";
import { startService, type ServiceProcess } from "../start-service.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";
import { moments, receiveEvents, watchReports } from "./watched-reports.ts";

const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
const profileId = "2381940675312846";
const hour = 3_600_000;
const day = 24 * hour;

/** Every report has two parts, because Amazon gives at most 31 days at once. */
const daysOfReport = 40;

/** A report that an agent asks for, again and again, until it knows the id of the job. */
interface Asked {
  params: object;
  /** The days of the two parts. */
  parts: readonly string[];
  id?: string;
  /** The ids that any answer has named. */
  ids: Set<string>;
}

/**
 * Runs reports that take an hour. Each try is one kill of the replica, or of one of two replicas, with `kill -9`: while it requests
 * a report, looks at it, sends its event, or at any other moment. All kills take two hours. Nobody asks after the first answer
 * until the end. Amazon must have made each report once, and each report has one job, one event and its rows.
 */
export const killedJobs = (kind: StoreKind): ChaosTest => ({
  name: `jobs-${kind}`,
  tries: { full: 100, quick: 2 },
  defences: ["one-job", "job-sweep", "job-event"],
  unavailable: unavailable(kind),
  run: ({ tries, seed, without }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      // A round takes real time too, in which tokens and leases live.
      let ahead = 0;
      const now = () => Date.now() + ahead;
      const amazon = await watchReports(now);
      let onMoment = (_moment: (typeof moments)[number]) => {};
      amazon.onMoment = (moment) => onMoment(moment);
      const receiver = await receiveEvents(random, () => onMoment("webhook"));
      const start = () =>
        startService({
          location,
          application,
          without,
          platformUrl: "http://127.0.0.1:9/api",
          amazonUrl: amazon.url,
          platformAhead: ahead,
          oneClock: true,
          jobsMs: 25,
          webhookOrigin: receiver.origin,
        });
      const replicas: ServiceProcess[] = [];
      while (replicas.length < (kind === "postgres" ? 2 : 1)) replicas.push(await start());
      const client = createClient(() => replicas[random.below(replicas.length)]!.url);
      const setAhead = (ms: number) => {
        ahead = ms;
        for (const one of replicas) one.setAhead(ms);
      };
      const token = () => client.applicationToken(application);
      const { body } = await client.post("/v1/integrations/connectors", await token(), {
        external_user_id: "chaos",
        connector_type: "amazon-ads",
        credentials: amazon.credentials,
      });
      const connector = String(body.id);
      await client.post("/v1/webhooks", await token(), { url: receiver.origin });

      // All rounds take two hours, but a restarted replica must come back long before a report is ready.
      const roundMs = (2 * hour) / Math.max(tries, 20);
      const reports: Asked[] = [];
      const killedAt: Record<string, number> = {};
      const ask = async (one: Asked) => {
        const answer = await client
          .post(`/v1/integrations/connectors/${connector}/execute`, await token(), {
            entity: "reports",
            action: "run",
            params: one.params,
          })
          .catch(() => undefined);
        const id = answer?.body.pending?.id ?? answer?.body.connector_metadata?.job;
        if (id === undefined) return;
        one.id = String(id);
        one.ids.add(one.id);
      };
      for (let round = 0; round < tries; round++) {
        // The reports of the first half are ready before the end.
        if (round < Math.max(1, tries / 2)) reports.push(reportOf(reports.length, now()));
        const moment = random.pick(moments);
        let left = 1 + random.below(3);
        let killing: Promise<void> | undefined;
        const kill = () =>
          (killing ??= (async () => {
            onMoment = () => {};
            const victim = random.below(replicas.length);
            await replicas[victim]!.kill();
            replicas[victim] = await start();
          })());
        onMoment = (seen) => void (seen === moment && --left === 0 && kill());
        const unknown = reports.filter(({ id }) => id === undefined);
        // Two callers at once, perhaps at two replicas.
        await Promise.all(
          unknown.flatMap((one) => [ask(one), ask(one)]).map((asking) => asking.catch(() => {})),
        );
        await pause(random.below(random.chance(0.4) ? 600 : 80));
        const name = killing ? moment : "another moment";
        killedAt[name] = (killedAt[name] ?? 0) + 1;
        await kill();
        setAhead(ahead + roundMs);
      }

      onMoment = () => {};
      receiver.heal();
      for (const one of reports) while (one.id === undefined) await ask(one).then(() => pause(20));
      const isMade = () => reports.every(({ parts }) => parts.every((part) => amazon.made.has(part)));
      for (const end = Date.now() + 20_000; !isMade() && Date.now() < end;) await pause(50);
      setAhead(ahead + 3 * hour);
      const missing = () => reports.filter(({ ids }) => [...ids].some((id) => !receiver.events.has(id)));
      for (const end = Date.now() + 40_000; missing().length > 0 && Date.now() < end;) {
        await pause(50);
        // The pauses after failed deliveries take hours.
        setAhead(ahead + 60_000);
      }
      const failures: string[] = [];
      let rows = 0;
      for (const one of reports) {
        const { params, parts, ids } = one;
        const text = JSON.stringify(params);
        for (const part of parts)
          if (amazon.made.get(part) !== 1)
            failures.push(`Amazon made ${part} ${amazon.made.get(part) ?? 0} times`);
        if (ids.size !== 1) failures.push(`${text} has ${ids.size} jobs`);
        for (const id of ids) {
          const found = receiver.events.get(id);
          if (found?.ids.size !== 1 || !found.types.has("job.succeeded"))
            failures.push(`${id} has ${found?.ids.size ?? 0} events: ${[...(found?.types ?? [])].join()}`);
        }
        const { status, body: read } = await client.get(`/v1/jobs/${one.id}/result`, await token());
        if (status !== 200 || !Array.isArray(read.result?.rows))
          failures.push(`${one.id} has no rows: ${status}`);
        else rows += read.result.rows.length;
      }
      for (const one of replicas) await one.kill();
      await amazon.close();
      await receiver.close();
      return {
        counts: {
          reports: reports.length,
          requested: [...amazon.made.values()].reduce((sum, count) => sum + count, 0),
          events: receiver.events.size,
          rows,
          ...Object.fromEntries(
            Object.entries(killedAt).map(([name, count]) => [`killed at ${name}`, count]),
          ),
          lost: failures.length,
        },
        failures,
      };
    }),
});

/** Returns a report whose days no other report has. */
function reportOf(index: number, now: number): Asked {
  const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
  const first = now - (daysOfReport + 2 + index) * day;
  const [startDate, endDate] = [isoDay(first), isoDay(first + (daysOfReport - 1) * day)];
  const params = {
    profileId,
    reportTypeId: "spCampaigns",
    startDate,
    endDate,
    timeUnit: "DAILY",
    columns: ["date", "cost"],
    wait_seconds: 0,
  };
  const middle = isoDay(first + 30 * day);
  const after = isoDay(first + 31 * day);
  return { params, parts: [`${startDate} ${middle}`, `${after} ${endDate}`], ids: new Set() };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
