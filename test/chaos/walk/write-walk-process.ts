import { ConnectorError } from "agent-connectors";
import type { Undo } from "agent-connectors/toolkit";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { faultQueue } from "../../../sandbox/faults.ts";
import { defaultSeed, sandboxCredentials } from "../../../sandbox/amazon-ads/seed/index.ts";
import { type Server, serve } from "../../../sandbox/amazon-ads/server.ts";
import { snapshot } from "../../../sandbox/amazon-ads/snapshot.ts";
import { createWorld } from "../../../sandbox/amazon-ads/world.ts";
import { virtualClock } from "../../../sandbox/virtual-clock.ts";
import { compare, withEnabled } from "../../connectors/amazon-ads/money/oracle/verdict.ts";
import type { Entities } from "../../connectors/amazon-ads/money/oracle/campaign-picture.ts";
import { judgedFields, turnOff } from "../../connectors/amazon-ads/money/oracle/judged-fields.ts";
import type { Seen } from "../chaos-test.ts";
import { createRandom } from "../random.ts";
import { randomCalls } from "./walk-calls.ts";
import { type Product, profileId, randomAccount } from "./walk-world.ts";

// Makes random writes in random accounts, without the right to spend. Runs in a separate process, because turn-off.ts
// must change the source of modules before the process loads them.

interface Input {
  tries: number;
  seed: number;
  product: Product;
  /** The judgement that is turned off. */
  judgement: string | undefined;
}

const { tries, seed, product, judgement } = JSON.parse(process.argv[2]!) as Input;
const calls = randomCalls(product);
const writesOfWalk = 20;
/** 12 March 2026, noon in Los Angeles. */
const start = Date.UTC(2026, 2, 12, 19);

const counts: Record<string, number> = { calls: 0, passed: 0, "refused as spending": 0, "refused for another reason": 0, "without params": 0, undos: 0, raises: 0 }; // prettier-ignore
const passed: Record<string, number> = Object.fromEntries(Object.keys(calls).map((action) => [action, 0]));
const failures: string[] = [];

interface Call {
  action: string;
  params: object;
}

/** Opens an Amazon Ads platform that has only one account. The same seed gives the same account. */
function openAccount(accountSeed: number) {
  const random = createRandom(accountSeed);
  const clock = virtualClock(start);
  const { logins } = defaultSeed();
  const server: Server = {
    world: createWorld({ accounts: [randomAccount(random, product)], logins }, clock, random.pick(["replaced", "merged"])), // prettier-ignore
    faults: faultQueue(),
    limiter: undefined,
    calls: [],
    times: { processing: 5, completed: 15 },
  };
  const ads = new AmazonAdsConnector(
    { auth: sandboxCredentials },
    {
      fetch: (input, init) => serve(server, new Request(input, init), "http://files.localhost/"),
      clock,
      policy: { effects: ["read", "write"] },
    },
  );
  const execute = ads.execute as unknown as (
    entity: string,
    action: string,
    params: object,
  ) => Promise<{ meta: { undo?: Undo } }>;
  return {
    entities: (): Entities => snapshot(server.world).accounts[0]!.entities,
    send: ({ action, params }: Call) => {
      const [entity, verb] = action.split(".") as [string, string];
      return execute(entity, verb, { profileId, ...params });
    },
  };
}

async function walk(walkSeed: number): Promise<void> {
  const random = createRandom(walkSeed);
  const { entities, send } = openAccount(walkSeed);
  const first = entities();
  const sent: Call[] = [];
  const undos: Call[] = [];
  let standing = first;
  for (let count = 0; count < writesOfWalk; count++) {
    const undo = undos.length > 0 && random.chance(0.2) ? random.pick(undos) : undefined;
    const action = random.chance(0.25) ? campaignUpdate : random.pick(Object.keys(calls));
    const params = calls[action]!({ random, product, entities: standing, unique: String(count) });
    const call = undo ?? (params && { action, params });
    if (call === undefined) {
      counts["without params"]!++;
      continue;
    }
    counts.calls!++;
    sent.push(call);
    try {
      const { meta } = await send(call);
      counts.passed!++;
      if (undo) counts.undos!++;
      else passed[call.action]!++;
      if (meta.undo) undos.push({ action: `${meta.undo.entity}.${meta.undo.action}`, params: meta.undo.params }); // prettier-ignore
    } catch (error) {
      countRefusal(error, call);
      continue;
    }
    standing = entities();
    if (raisesOf(first, standing).length === 0) continue;
    counts.raises!++;
    failures.push(await fewestCalls(walkSeed, sent));
    return;
  }
}

/** Leaves out the calls without which the account can still spend more. Returns the raise and the other calls. */
async function fewestCalls(walkSeed: number, calls: readonly Call[]): Promise<string> {
  let fewest = calls;
  for (const call of calls) {
    const others = fewest.filter((other) => other !== call);
    if ((await raisesAfter(walkSeed, others)).length > 0) fewest = others;
  }
  const [raise] = await raisesAfter(walkSeed, fewest);
  return `${raise} after ${fewest.map(({ action, params }) => `${action} ${JSON.stringify(params)}`).join(", ")}`;
}

async function raisesAfter(walkSeed: number, calls: readonly Call[]): Promise<string[]> {
  const { entities, send } = openAccount(walkSeed);
  const first = entities();
  for (const call of calls) await send(call).catch(() => undefined);
  return raisesOf(first, entities());
}

const campaignUpdate = { sp: "sponsored_product_campaigns.update", sb: "sponsored_brands_campaigns.update", sd: "sd_campaigns.update" }[product]; // prettier-ignore

function countRefusal(error: unknown, { action, params }: Call): void {
  const code = ConnectorError.is(error) ? error.code : "unexpected";
  if (code === "policy_denied") counts["refused as spending"]!++;
  else if (["upstream_rejected", "invalid_params", "not_found"].includes(code))
    counts["refused for another reason"]!++;
  else failures.push(`${action} ${JSON.stringify(params)}: ${String(error)}`);
}

/** Returns what the account can spend more than at first, now or after somebody enables its paused records. */
function raisesOf(first: Entities, now: Entities): string[] {
  return now[`${product}/campaigns`].flatMap(({ campaignId }) => {
    const id = String(campaignId);
    const enabled = compare(withEnabled(first, first), withEnabled(now, first), product, id);
    return [...compare(first, now, product, id).raised, ...enabled.raised.map((one) => `if enabled, ${one}`)];
  });
}

/** Whether a walk of this ad product calls the actions of an entity. */
const entities = {
  sp: /^(sponsored_product_|target_promotion|bid_rules|budget_rules|portfolios)/,
  sb: /^(sponsored_brands_|sb_|budget_rules|portfolios)/,
  sd: /^(sd_|budget_rules|portfolios)/,
}[product];

/** Counts the actions that can be plain writes, but have no random call, as failures. */
async function findMissing(): Promise<void> {
  const { entities: all } = await new AmazonAdsConnector({ auth: sandboxCredentials }).describe();
  for (const [entity, actions] of Object.entries(all))
    for (const [action, { effect }] of Object.entries(actions))
      if (effect === "write" && entities.test(entity) && !Object.hasOwn(calls, `${entity}.${action}`)) {
        counts["actions without a case"]!++;
        failures.push(`${entity}.${action} has no case`);
      }
}

await findMissing();
if (judgement !== undefined) turnOff(judgedFields.find(({ name }) => name === judgement)!);
const random = createRandom(seed);
for (let index = 0; index < tries; index++) {
  await walk(random.below(2 ** 32));
  // Without a defence, one raise is enough.
  if (process.env["CHAOS_WITHOUT"] && failures.length > 0) break;
}
// A walk in which every call is refused shows nothing.
for (const [action, count] of Object.entries(passed))
  if (count === 0 && failures.length === 0 && tries >= 500) failures.push(`no call of ${action} passed`);
const seen: Seen = { counts: { ...counts, ...passed }, failures };
process.send!(seen);
