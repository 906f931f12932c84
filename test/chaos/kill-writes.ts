import type { ChaosTest } from "./chaos-test.ts";
import { createClient, type Answer } from "./client.ts";
import { openPlatform } from "./platform.ts";
import { createRandom } from "./random.ts";
import { startService } from "./start-service.ts";
import { unavailable, withCrashes, type Crash, type StoreKind } from "./stores.ts";
import { inWords, tellsEffect } from "./verdict.ts";
import { connectorOf, connectorsOf, connectorsPath as path, messageOf } from "./writes.ts";

const writes = 12;
/** Milliseconds for which a replica runs a call. */
const callMs = 70_000;

interface Write {
  kind: "post" | "create";
  /** The text of the message or the name of the connector. */
  text: string;
  key: string | undefined;
  answers: (Answer | undefined)[];
}

/**
 * Kills the service with `kill -9`, or cuts the power of its disk, at a random moment during creates and writes, with and without an idempotency key.
 * If a write took effect, no response may say that the caller can write again. A repetition with the same key must not
 * write again. A connector must be stored completely or not at all. Each try is one crash.
 */
export const killWrites = (kind: StoreKind, by: Crash = "kill"): ChaosTest => ({
  name: by === "kill" ? `kill-writes-${kind}` : `power-cut-${kind}`,
  tries: by === "kill" ? { full: 100, quick: 2 } : { full: 20, quick: 1 },
  defences: by === "kill" ? ["unknown"] : kind === "sqlite" ? ["synced"] : [],
  unavailable: unavailable(kind, by),
  run: ({ tries, seed, without }) =>
    withCrashes(kind, by, async ({ location, crash }) => {
      const random = createRandom(seed);
      const platform = await openPlatform();
      const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
      const start = (round: number) =>
        startService({
          location,
          platformUrl: platform.url,
          application,
          without,
          serviceAhead: round * callMs,
        });
      const counts = { writes: 0, "answered before": 0, unknown: 0, "ran afterwards": 0, "second writes": 0 };
      const failures: string[] = [];

      let service = await start(0);
      const client = createClient(() => service.url);
      for (let round = 0; round < tries; round++) {
        let token = await client.applicationToken(application);
        const connector = await client.post(path, token, connectorOf(`home ${round}`));
        const send = ({ kind, text, key }: Write): Promise<Answer | undefined> =>
          client
            .ask(
              "POST",
              kind === "create" ? path : `${path}/${connector.body.id}/execute`,
              token,
              kind === "create" ? connectorOf(text) : messageOf(text),
              key === undefined ? {} : { headers: { "idempotency-key": key } },
            )
            .catch(() => undefined);
        const all = Array.from({ length: writes }, (_, index): Write => {
          const kind = random.chance(0.3) ? "create" : "post";
          const text = `${kind} ${round} ${index}`;
          return { kind, text, key: random.chance(0.7) ? text.replaceAll(" ", "-") : undefined, answers: [] };
        });

        const killed = platform.atRandomMoment(random, () => crash(service));
        await Promise.all(
          all.map(async (write) => {
            await pause(random.below(40));
            write.answers.push(await send(write));
          }),
        );
        await (killed() ?? crash(service));
        const posted = new Map(all.map(({ text }) => [text, platform.posted(text)]));

        service = await start(round + 1);
        token = await client.applicationToken(application);
        for (const write of all.filter(({ key }) => key !== undefined))
          write.answers.push(await send(write), await send(write));
        const connectors = await connectorsOf(client, token);

        for (const { kind, text, key, answers } of all) {
          const [first, ...repetitions] = answers;
          const made = () => connectors.filter(({ name }) => name === text).length;
          const before = kind === "post" ? posted.get(text)! : first?.status === 200 ? 1 : 0;
          const now = kind === "post" ? platform.posted(text) : made();
          const about = `${text}${key === undefined ? "" : " with a key"}: ${answers.map(inWords).join(", then ")}`;
          counts.writes++;
          if (first) counts["answered before"]++;
          if (repetitions[0]?.body.outcome === "unknown") counts.unknown++;
          if (before === 0 && repetitions[0]?.status === 200) counts["ran afterwards"]++;
          if (now > 1) counts["second writes"]++;
          if (now > 1) failures.push(`done ${now} times: ${about}`);
          if (first?.status === 200 && now === 0) failures.push(`answered and lost: ${about}`);
          if (before > 0 && first && !tellsEffect(first))
            failures.push(`done, and answered as if not: ${about}`);
          if (repetitions.some((answer) => answer === undefined || !tellsEffect(answer)))
            failures.push(`repeated, and answered as if not done: ${about}`);
          if (kind === "create" && repetitions.some((answer) => answer?.status !== 200))
            failures.push(`a create of our own is never in doubt with its key: ${about}`);
          const ids = new Set(
            answers.flatMap((answer) =>
              answer?.status === 200 ? [JSON.stringify(answer.body.id ?? answer.body.result)] : [],
            ),
          );
          if (ids.size > 1) failures.push(`two results: ${about}`);
        }
        for (const { id, name } of connectors.filter(({ name }) => name.startsWith(`create ${round} `))) {
          const list = { entity: "users", action: "list", params: { limit: 1 } };
          const { status } = await client.post(`${path}/${id}/execute`, token, list);
          const rows = await client.get(`/v1/audit?connector_id=${id}&event=connector.create`, token);
          if (status !== 200 || rows.body.data?.length !== 1)
            failures.push(
              `${name} is stored in part: a call answers ${status}, ${rows.body.data?.length} rows of audit`,
            );
        }
      }
      await service.kill();
      await platform.close();
      return { counts, failures };
    }),
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
