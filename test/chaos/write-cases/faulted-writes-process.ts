import { ConnectorError } from "agent-connectors";
import { slackSandbox, type Fault } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import type { Seen } from "../chaos-test.ts";
import { createRandom, type Random } from "../random.ts";
import type { World, WriteCase } from "./write-case.ts";
import { writeCases } from "./write-cases.ts";

// Runs write actions against a simulated Slack over a real socket, with faults. Runs in a separate process, because
// turn-off.ts must change the source of modules before the process loads them.

const { tries, seed } = JSON.parse(process.argv[2]!) as { tries: number; seed: number };
/** Milliseconds. A request that the sandbox leaves without a response takes this long. */
const timeoutMs = 400;

/** `ended`: whether Slack itself ended the request. If not, Slack may still do the write later. */
interface Trouble {
  fault: Fault;
  ended: boolean;
}

const troubles: readonly Trouble[] = [
  ...[true, false].flatMap((done) => [
    { fault: { kind: "http_500", done } as const, ended: true },
    { fault: { kind: "http_502", done } as const, ended: false },
    { fault: { kind: "http_503", done } as const, ended: false },
    { fault: { kind: "not_json", done } as const, ended: false },
    { fault: { kind: "timeout", done } as const, ended: false },
    { fault: { kind: "ok_false", error: "fatal_error", done } as const, ended: true },
    { fault: { kind: "ok_false", error: "internal_error", done } as const, ended: true },
  ]),
  { fault: { kind: "reset" }, ended: false },
  { fault: { kind: "reset_after" }, ended: false },
  { fault: { kind: "truncated" }, ended: false },
  { fault: { kind: "broken" }, ended: false },
  { fault: { kind: "rate_limit", retryAfter: 3 }, ended: true },
];

const counts = {
  actions: new Set(writeCases.map(({ name }) => name.split(" ")[0])).size,
  "actions without a case": 0,
  succeeded: 0,
  "effects twice": 0,
  "lost writes called success": 0,
  "effects called not started": 0,
  "unknown, cannot be asked": 0,
  "unknown, may still be done": 0,
  "unknown, could be asked": 0,
};
const failures: string[] = [];

/** Compares the outcome of the call with the state of the sandbox. */
async function attempt(one: WriteCase, random: Random): Promise<void> {
  const sandbox = slackSandbox({ rateLimits: false });
  const server = await sandbox.listen();
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens[one.token ?? "bot"] } },
    { endpoint: server.url.replace(/\/$/, ""), clock: sandbox.clock, timeoutMs },
  );
  const world: World = {
    sandbox,
    execute: async (entity, action, params, context) =>
      (await slack.execute(
        entity as "pins",
        action as "list",
        params as never,
        context && { context },
      )) as never,
    done: () => sandbox.calls().filter(({ method, ok }) => method === one.operation && ok).length,
  };
  try {
    const made = (await one.prepare?.(world)) ?? {};
    // Moves the clock forward so that the prepared records are an hour old. If a record is newer, the connector
    // cannot rule out that somebody else changed the record after the write.
    sandbox.clock.advance(3600_000);
    const params = one.params(world, made);
    const before = one.effects(world, made);
    const planned = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => random.pick(troubles));
    for (const { fault } of planned) sandbox.fail({ ...fault, operation: one.operation });
    const [entity, action] = one.name.split(" ")[0]!.split(".") as [string, string];
    const error = await world.execute(entity, action, params, one.context?.(world)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const effects = one.effects(world, made) - before;
    const about = `${one.name} after ${planned.map(({ fault }) => JSON.stringify(fault)).join(", then ")}: effects ${effects}, ${inWords(error)}`;
    const ended = planned.every((trouble) => trouble.ended);
    judge(one, { effects, error, ended, faults: planned.length }, about);
  } finally {
    await server.close();
  }
}

function judge(
  { asked }: WriteCase,
  { effects, error, ended, faults }: { effects: number; error: unknown; ended: boolean; faults: number },
  about: string,
): void {
  const outcome = ConnectorError.is(error) ? error.outcome : error === undefined ? "success" : "unexpected";
  const fail = (count: keyof typeof counts) => {
    counts[count]++;
    failures.push(`${count}: ${about}`);
  };
  if (effects > 1) fail("effects twice");
  if (outcome === "success") counts.succeeded++;
  if (outcome === "success" && effects === 0) fail("lost writes called success");
  if (outcome === "not_started" && effects > 0) fail("effects called not started");
  if (outcome !== "unknown") {
    if (outcome !== "success" && outcome !== "not_started") failures.push(`another outcome: ${about}`);
  } else if (asked === "never" || (asked === "if not done" && effects > 0))
    counts["unknown, cannot be asked"]++;
  // If Slack shows the effect of a write (`look`), the connector sends the write at most twice. After two faults, the
  // outcome can therefore be unknown.
  else if (asked === "look" && effects === 0 && !(ended && faults === 1))
    counts["unknown, may still be done"]++;
  else fail("unknown, could be asked");
}

const inWords = (error: unknown): string =>
  error === undefined
    ? "success"
    : ConnectorError.is(error)
      ? `${error.code} ${error.outcome}`
      : String(error);

/** Counts the write actions of the connector that have no case as failures. */
async function findMissing(): Promise<void> {
  const { entities } = await new SlackConnector({ auth: { api_token: "xoxb-none" } }).describe();
  const known = new Set(writeCases.map(({ name }) => name.split(" ")[0]));
  for (const [entity, actions] of Object.entries(entities))
    for (const [action, { effect }] of Object.entries(actions))
      if (effect !== "read" && !known.has(`${entity}.${action}`)) {
        counts["actions without a case"]++;
        failures.push(`${entity}.${action} has no case`);
      }
}

const random = createRandom(seed);
await findMissing();
for (let index = 0; index < tries; index++)
  // The first tries cover all cases.
  await attempt(writeCases[index] ?? random.pick(writeCases), random);
const seen: Seen = { counts, failures };
process.send!(seen);
