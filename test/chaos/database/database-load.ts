import type { Seen } from "../chaos-test.ts";
import { createClient, type Answer } from "../client.ts";
import type { Platform } from "../platform.ts";
import type { Random } from "../random.ts";
import type { Receiver } from "../webhooks/receiver.ts";
import { inWords, tellsEffect } from "../verdict.ts";
import { connectorOf, connectorsOf, connectorsPath as path, messageOf } from "../writes.ts";

const callers = 16;

/** `ask`: a message that a person must approve, and approves at once. */
type Kind = "post" | "create" | "ask";

interface Write {
  caller: number;
  kind: Kind;
  /** The text of the message or the name of the connector. */
  text: string;
  key: string | undefined;
  /** The answers, and whether the write was done when each answer arrived. */
  answers: { answer: Answer | undefined; done: boolean }[];
  /** The approval of the message, and the answers to the decisions. */
  approval?: string;
  decisions: (Answer | undefined)[];
}

export interface Load {
  /** Waits for the running requests, repeats those with a key, and compares the answers with what was done. */
  stop(): Promise<Seen>;
  /** Lets the callers end, because nobody answers them any more. */
  giveUp(): void;
}

export interface LoadOptions {
  random: Random;
  platform: Platform;
  /** Returns the address of a replica, before every request. */
  url: () => string;
  application: { client_id: string; client_secret: string };
  /** Receives the events of the created connectors. Default: there are no webhooks. */
  receiver?: Receiver | undefined;
  /** Whether a load balancer stands before the replicas. Default: false. */
  balanced?: boolean;
}

/** Milliseconds to wait at the end for approved calls and events. */
const waitMs = 20_000;

/**
 * Starts 16 callers, which post messages, create connectors and approve messages at random replicas. Most requests have an
 * idempotency key, and a caller repeats a request with a key until it knows the outcome, at most three times.
 */
export async function startLoad({
  random,
  platform,
  url,
  application,
  receiver,
  balanced = false,
}: LoadOptions): Promise<Load> {
  const client = createClient(url);
  let token = await client.applicationToken(application);
  if (receiver)
    await client.post("/v1/webhooks", token, { url: receiver.origin, event_types: ["connector.created"] });
  // Each caller posts with its own connectors, because a connector keeps to Slack's limits.
  const homes: Record<"post" | "ask", string[]> = { post: [], ask: [] };
  for (const kind of ["post", "ask"] as const)
    for (let caller = 0; caller < callers; caller++) {
      // The connectors of one user with the same credentials have one policy.
      const home = { ...connectorOf(`${kind} home ${caller}`), external_user_id: `${kind} user` };
      const { body } = await client.post(path, token, home);
      homes[kind].push(body.id);
      if (kind === "ask")
        await client.ask("PUT", "/v1/policies", token, {
          connector_id: body.id,
          policy: { approval: [{ effects: ["write"] }] },
        });
    }
  const writes: Write[] = [];
  const stop = new AbortController();
  /** The statuses of all answers, and the longest time in which none of the callers got a good one. */
  const statuses = new Map<number, number>();
  let [lastGood, longestGap] = [performance.now(), 0];
  const faults = new Set<string>();

  /** With `balanced`, sends a request again that no replica has accepted, as load balancers do. */
  const sent = async (request: Parameters<typeof client.ask>, left = 20): Promise<Answer> => {
    try {
      return await client.ask(...request);
    } catch (error) {
      const { code } = (error as { cause?: { code?: string } }).cause ?? {};
      if (!balanced || code !== "ECONNREFUSED" || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return sent(request, left - 1);
    }
  };
  const ask = async (...request: Parameters<typeof client.ask>): Promise<Answer | undefined> => {
    const answer = await sent(request).catch(() => undefined);
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const now = performance.now();
    if (status > 0 && status < 500) {
      longestGap = Math.max(longestGap, now - lastGood);
      lastGood = now;
    }
    const { code, message, retryable, retry_after } = answer?.body ?? {};
    if (status === 500) faults.add(`answered 500: ${message}`);
    if (status === 503 && !/[.!?]$/.test(message)) faults.add(`503 without a sentence: ${message}`);
    if (code === "storage_unavailable" && retryable && !(retry_after >= 1))
      faults.add(`503 without Retry-After: ${message}`);
    if (status === 401) token = await client.applicationToken(application).catch(() => token);
    return answer;
  };
  const send = async (write: Write): Promise<Answer | undefined> => {
    const { caller, kind, text, key } = write;
    const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
    const answer = await ask(
      "POST",
      kind === "create" ? path : `${path}/${homes[kind][caller]}/execute`,
      token,
      kind === "create" ? connectorOf(text) : messageOf(text),
      { headers },
    );
    write.answers.push({ answer, done: kind === "post" && platform.posted(text) > 0 });
    write.approval ??= answer?.body.pending?.id;
    return answer;
  };
  const decide = async (write: Write) => {
    const decision = { approve: true, by: "maya", signed_in: true };
    const at = `/v1/approvals/${write.approval}/decide`;
    write.decisions.push(await ask("POST", at, token, decision));
  };
  const isKnown = ({ kind, approval }: Write, answer: Answer | undefined) =>
    (kind === "ask" && approval !== undefined) ||
    answer?.status === 200 ||
    (answer?.body.outcome === "unknown" && answer.body.retryable === false);
  const call = async (caller: number) => {
    for (let count = 0; !stop.signal.aborted; count++) {
      const kind = random.chance(0.2) ? "create" : random.chance(0.2) ? "ask" : "post";
      const text = `${kind} ${caller} ${count}`;
      const key = random.chance(0.7) ? text.replaceAll(" ", "-") : undefined;
      const write: Write = { caller, kind, text, key, answers: [], decisions: [] };
      writes.push(write);
      let answer = await send(write);
      for (let left = key === undefined ? 0 : 3; left > 0 && !isKnown(write, answer); left--) {
        await pause(100 + random.below(200));
        answer = await send(write);
      }
      // The same person decides again if the first answer does not come.
      for (let left = 3; left > 0 && write.approval && write.decisions.at(-1)?.status !== 200; left--)
        await decide(write);
      await pause(random.below(30));
    }
  };
  const running = Array.from({ length: callers }, (_, caller) => call(caller));

  return {
    giveUp: () => stop.abort(),
    async stop() {
      stop.abort();
      await Promise.all(running);
      longestGap = Math.max(longestGap, performance.now() - lastGood);
      for (const write of writes)
        if (write.key !== undefined && !isKnown(write, write.answers.at(-1)!.answer)) await send(write);
      // An approved call whose process has ended is run by the next sweep.
      const isApproved = ({ decisions }: Write) => decisions.some((answer) => answer?.status === 200);
      const names = new Map<string, { id: string; times: number }>();
      for (const { id, name } of await connectorsOf(client, token))
        names.set(name, { id, times: (names.get(name)?.times ?? 0) + 1 });
      const created = writes.filter(({ kind, text }) => kind === "create" && names.has(text));
      const idsOf = ({ text }: Write) => receiver?.events.get(names.get(text)!.id)?.size ?? 0;
      const waits = (write: Write) => isApproved(write) && platform.posted(write.text) === 0;
      const end = performance.now() + waitMs;
      while (performance.now() < end)
        if (writes.some(waits) || (receiver && created.some((write) => idsOf(write) === 0))) await pause(100);
        else break;
      const seen = judge(writes, ({ kind, text }) =>
        kind === "create" ? (names.get(text)?.times ?? 0) : platform.posted(text),
      );
      const failures = [...faults, ...seen.failures];
      for (const { text, approval } of writes.filter(waits)) {
        const { body } = await client.get(`/v1/approvals/${approval}`, token);
        // A claim outlasts a lost connection for a minute, because the call may have been sent.
        if (body.status !== "running" && body.status !== "unknown")
          failures.push(`approved and not run: ${text}, ${body.status} ${JSON.stringify(body.outcome)}`);
      }
      if (receiver)
        for (const write of created)
          if (idsOf(write) !== 1) failures.push(`${idsOf(write)} events of ${write.text}`);
      return {
        counts: {
          ...seen.counts,
          approved: writes.filter(isApproved).length,
          ...(receiver ? { events: created.filter((write) => idsOf(write) === 1).length } : {}),
          "answered 500": statuses.get(500) ?? 0,
          "answered 503": statuses.get(503) ?? 0,
          "without an answer": statuses.get(0) ?? 0,
          "ms of longest gap": Math.round(longestGap),
        },
        failures,
      };
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
    if (last?.status === 200 || write.approval !== undefined) counts.succeeded++;
    else counts[last?.body.outcome === "not_started" ? "not started" : "unknown"]++;
    if (done > 1) fail("twice", about);
    if (done === 0 && answers.some((answer) => answer?.status === 200)) fail("lost", about);
    // The answer to a decision says what an approved message did.
    if (write.kind === "ask") continue;
    const tells = (answer: Answer | undefined) => answer === undefined || tellsEffect(answer);
    const denied = write.answers.some((one) => one.done && !tells(one.answer));
    if (denied || (done > 0 && !answers.some(tells))) fail("done, but not said", about);
  }
  return { counts, failures };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
