import type { Seen } from "../chaos-test.ts";
import { createClient, type Answer } from "../client.ts";
import type { Platform } from "../platform.ts";
import type { Random } from "../random.ts";
import { inWords, tellsEffect } from "../verdict.ts";
import { connectorOf, connectorsOf, connectorsPath as path, messageOf } from "../writes.ts";

const callers = 16;

interface Write {
  caller: number;
  kind: "post" | "create";
  /** The text of the message or the name of the connector. */
  text: string;
  key: string | undefined;
  /** The answers, and whether the write was done when each answer arrived. */
  answers: { answer: Answer | undefined; done: boolean }[];
}

export interface Load {
  /** Waits for the running requests, repeats those with a key, and compares the answers with what was done. */
  stop(): Promise<Seen>;
}

export interface LoadOptions {
  random: Random;
  platform: Platform;
  /** The addresses of the replicas. */
  urls: readonly string[];
  application: { client_id: string; client_secret: string };
}

/**
 * Starts 16 callers, which post messages and create connectors at random replicas. Most requests have an idempotency key,
 * and a caller repeats a request with a key until it knows the outcome, at most three times.
 */
export async function startLoad({ random, platform, urls, application }: LoadOptions): Promise<Load> {
  const client = createClient(() => random.pick(urls));
  const token = await client.applicationToken(application);
  // Each caller posts with its own connector, because a connector keeps to Slack's limits.
  const homes: string[] = [];
  for (let caller = 0; caller < callers; caller++)
    homes.push((await client.post(path, token, connectorOf(`home ${caller}`))).body.id);
  const writes: Write[] = [];
  const stop = new AbortController();

  const send = async (write: Write): Promise<Answer | undefined> => {
    const { caller, kind, text, key } = write;
    const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
    const answer = await client
      .ask(
        "POST",
        kind === "create" ? path : `${path}/${homes[caller]}/execute`,
        token,
        kind === "create" ? connectorOf(text) : messageOf(text),
        { headers },
      )
      .catch(() => undefined);
    write.answers.push({ answer, done: kind === "post" && platform.posted(text) > 0 });
    return answer;
  };
  const isKnown = (answer: Answer | undefined) =>
    answer?.status === 200 || (answer?.body.outcome === "unknown" && answer.body.retryable === false);
  const call = async (caller: number) => {
    for (let count = 0; !stop.signal.aborted; count++) {
      const kind = random.chance(0.2) ? "create" : "post";
      const text = `${kind} ${caller} ${count}`;
      const key = random.chance(0.7) ? text.replaceAll(" ", "-") : undefined;
      const write: Write = { caller, kind, text, key, answers: [] };
      writes.push(write);
      let answer = await send(write);
      for (let left = key === undefined ? 0 : 3; left > 0 && !isKnown(answer); left--) {
        await pause(100 + random.below(200));
        answer = await send(write);
      }
      await pause(random.below(30));
    }
  };
  const running = Array.from({ length: callers }, (_, caller) => call(caller));

  return {
    async stop() {
      stop.abort();
      await Promise.all(running);
      for (const write of writes)
        if (write.key !== undefined && !isKnown(write.answers.at(-1)!.answer)) await send(write);
      const names = new Map<string, number>();
      for (const { name } of await connectorsOf(client, token)) names.set(name, (names.get(name) ?? 0) + 1);
      return judge(writes, ({ kind, text }) =>
        kind === "post" ? platform.posted(text) : (names.get(text) ?? 0),
      );
    },
  };
}

function judge(writes: readonly Write[], timesDone: (write: Write) => number): Seen {
  const counts = {
    writes: writes.length,
    succeeded: 0,
    "not started": 0,
    unknown: 0,
    lost: 0,
    twice: 0,
    "done, but not said": 0,
  };
  const failures: string[] = [];
  const fail = (name: "lost" | "twice" | "done, but not said", about: string) => {
    counts[name]++;
    failures.push(`${name}: ${about}`);
  };
  for (const write of writes) {
    const answers = write.answers.map(({ answer }) => answer);
    const about = `${write.text}${write.key === undefined ? "" : " with a key"}: ${answers.map(inWords).join(", then ")}`;
    const done = timesDone(write);
    const last = answers.at(-1);
    if (last?.status === 200) counts.succeeded++;
    else counts[last?.body.outcome === "not_started" ? "not started" : "unknown"]++;
    if (done > 1) fail("twice", about);
    if (done === 0 && answers.some((answer) => answer?.status === 200)) fail("lost", about);
    const tells = (answer: Answer | undefined) => answer === undefined || tellsEffect(answer);
    const denied = write.answers.some((one) => one.done && !tells(one.answer));
    if (denied || (done > 0 && !answers.some(tells))) fail("done, but not said", about);
  }
  return { counts, failures };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
