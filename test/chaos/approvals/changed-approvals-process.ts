import { agentTools, approvalDesk, approvals, type ApprovalRule } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";
import { createRandom } from "../random.ts";

// One try: a call is asked about, approved, changed in one thing, and sent again or run at the desk.

const { tries, seed } = JSON.parse(process.argv[2]!) as { tries: number; seed: number };
const choose = createRandom(seed);
const counts: Record<string, number> = {
  "changed calls": 0,
  "changed and run": 0,
  controls: 0,
  "controls not run": 0,
};
const failures: string[] = [];

/** A change of one thing after the approval. `input`: the arguments of the call that is sent then. */
interface Change {
  name: string;
  input?: object;
  act?(): Promise<void> | void;
  /** Another tool, such as that of another account. */
  tools?: Tools;
}
type Tools = Awaited<ReturnType<typeof toolsOf>>;
interface World {
  call: object;
  changes: readonly Change[];
  tools: Tools;
  /** The number of writes that have reached the platform. */
  writes(): number;
  rules: readonly ApprovalRule[];
}

let time = Date.now();
const clock = { now: () => time, sleep: async () => {} };
const store = memoryStore();
const desk = approvalDesk(store, { clock });
const rules: readonly ApprovalRule[] = [{ effects: ["write", "spend"], approvers: ["maya"] }];
const toolsOf = async (connector: SlackConnector | AmazonAdsConnector, options: object) =>
  approvals(await agentTools(connector, options), {
    scope: (context) => (context as { run: string }).run,
    store,
    decides: "desk",
    needsApproval: rules,
    clock,
    expiresInSeconds: 3600,
  });

const slack = slackSandbox({ rateLimits: false });
const bot = new SlackConnector({ auth: { api_token: slack.tokens.bot } }, slack.options);
const person = new SlackConnector({ auth: { api_token: slack.tokens.user } }, slack.options);
const slackTools = await toolsOf(bot, { effects: ["read", "write"], actions: "all" });
const otherSlackTools = await toolsOf(person, { effects: ["read", "write"], actions: "all" });
const ads = amazonAdsSandbox({ rateLimits: false });
const adsConnector = new AmazonAdsConnector(
  { auth: ads.credentials },
  { ...ads.options, policy: { caps: { max_daily_budget: "unlimited", max_bid: "unlimited" } } },
);
const adsOptions = {
  effects: ["read", "write", "spend"],
  caps: { max_daily_budget: "unlimited", max_bid: "unlimited" },
};
const adsTools = await toolsOf(adsConnector, adsOptions);
const profileId = String(
  ((await adsConnector.execute("profiles", "list")).data as { profileId: string }[])[0]!.profileId,
);
const campaigns = (
  (await adsConnector.execute("sponsored_product_campaigns", "list", { profileId })).data as {
    campaignId: string;
    state: string;
    budget: { budget: number };
  }[]
).filter(({ state }) => state !== "ARCHIVED");
const channels = slack
  .state()
  .channels.filter(({ id, is_archived: archived }) => id.startsWith("C") && !archived)
  .slice(0, 3)
  .map(({ id }) => id);

const slackWrites = () =>
  slack
    .calls()
    .filter(({ method }) => /^(chat\.(post|update|delete)|conversations\.(rename|setTopic))/.test(method))
    .length;

function changedText(text: string): string {
  const at = choose.below(text.length);
  const letter = choose.pick("abcdefghijklmnop".split("").filter((one) => one !== text[at]));
  return text.slice(0, at) + letter + text.slice(at + 1);
}

async function post(index: number): Promise<World> {
  const params = { channel: choose.pick(channels), text: `message ${index}` };
  const call = { entity: "messages", action: "create", params };
  const other = channels.find((id) => id !== params.channel)!;
  const change = (more: object) => ({ ...call, params: { ...params, ...more } });
  return {
    call,
    tools: slackTools,
    writes: slackWrites,
    rules,
    changes: [
      { name: "argument", input: change({ text: changedText(params.text) }) },
      { name: "more", input: change({ unfurl_links: true }) },
      { name: "target", input: change({ channel: other }) },
      { name: "thread", input: change({ thread_ts: "1700000000.000100" }) },
      {
        name: "action",
        input: { ...call, action: "update", params: { ...params, ts: "1700000000.000100" } },
      },
      { name: "account", tools: otherSlackTools },
    ],
  };
}

async function update(index: number): Promise<World> {
  const channel = choose.pick(channels);
  const { ts } = (await bot.execute("messages", "create", { channel, text: `before ${index}` })).data as {
    ts: string;
  };
  const call = { entity: "messages", action: "update", params: { channel, ts, text: `after ${index}` } };
  return {
    call,
    tools: slackTools,
    writes: slackWrites,
    rules,
    changes: [
      {
        name: "argument",
        input: { ...call, params: { ...call.params, text: changedText(`after ${index}`) } },
      },
      {
        name: "state",
        act: async () =>
          void (await bot.execute("messages", "update", { channel, ts, text: `between ${index}` })),
      },
    ],
  };
}

async function named(index: number): Promise<World> {
  const made = (await bot.execute("channels", "create", { name: `project-${seed}-${index}` })).data as {
    id: string;
  };
  const call = {
    entity: "messages",
    action: "create",
    params: { channel: `#project-${seed}-${index}`, text: `to a name ${index}` },
  };
  return {
    call,
    tools: slackTools,
    writes: slackWrites,
    rules,
    changes: [
      {
        name: "name moved",
        async act() {
          await bot.execute("channels", "update", { channel: made.id, name: `old-${seed}-${index}` });
          await bot.execute("channels", "create", { name: `project-${seed}-${index}` });
        },
      },
    ],
  };
}

async function budget(): Promise<World> {
  const { campaignId } = choose.pick(campaigns);
  const now = async () =>
    (
      (
        await adsConnector.execute("sponsored_product_campaigns", "list", {
          profileId,
          campaignIds: [campaignId],
        })
      ).data as { budget: { budget: number } }[]
    )[0]!.budget.budget;
  const before = await now();
  const set = (amount: number, id = campaignId) => ({
    entity: "sponsored_product_campaigns",
    action: "update",
    params: {
      profileId,
      campaigns: [{ campaignId: id, budget: { budget: amount, budgetType: "DAILY" as const } }],
    },
  });
  const wanted = Math.round((before + 1 + choose.below(20)) * 100) / 100;
  const other = campaigns.find((one) => one.campaignId !== campaignId)!.campaignId;
  return {
    call: set(wanted),
    tools: adsTools,
    writes: () =>
      ads.calls().filter(({ method, path }) => method === "PUT" && path.includes("campaigns")).length,
    rules,
    changes: [
      { name: "amount", input: set(wanted + 1) },
      { name: "target", input: set(wanted, other) },
      {
        name: "state",
        act: async () =>
          void (await adsConnector.execute(
            "sponsored_product_campaigns",
            "update",
            set(before + 0.5).params,
          )),
      },
    ],
  };
}

/** The changes that fit every call. */
const always: readonly (Change & { decide?: string })[] = [
  { name: "expiry", act: () => void (time += 3_600_001) },
  { name: "decider", decide: "eve" },
  { name: "nobody" },
];

for (let index = 0; index < tries; index++) {
  const world = await choose.pick<(index: number) => Promise<World>>([post, post, update, named, budget])(
    index,
  );
  const control = index % 10 === 0;
  const change: (Change & { decide?: string }) | undefined = control
    ? undefined
    : choose.pick([...world.changes, ...world.changes, ...always]);
  const context = { run: `run ${seed} ${index}` };
  const callId = `c${index}`;
  const [tool] = world.tools;
  const asked = await tool!.call(world.call, { callId, context });
  const id = asked.ok ? undefined : asked.error.pending?.id;
  if (!id) {
    failures.push(`try ${index} was not asked about: ${asked.text.slice(0, 200)}`);
    continue;
  }
  if (change?.name !== "nobody")
    await desk.decide(id, { approve: true, by: change?.decide ?? "maya" }).catch(() => undefined);
  await change?.act?.();
  const before = world.writes();
  const tools = change?.tools ?? world.tools;
  const again = await (choose.chance(0.5) || change?.input
    ? tools[0]!.call(change?.input ?? world.call, { callId, context })
    : desk.run(id, tools, { context }));
  const ran = world.writes() > before;
  if (control) {
    counts["controls"]!++;
    if (!ran || !again.ok) {
      counts["controls not run"]!++;
      failures.push(`a control did not run: ${JSON.stringify(world.call)}: ${again.text.slice(0, 300)}`);
    }
    continue;
  }
  counts["changed calls"]!++;
  counts[change!.name] = (counts[change!.name] ?? 0) + 1;
  if (ran) {
    counts["changed and run"]!++;
    failures.push(`run after a change of ${change!.name}: ${JSON.stringify(change!.input ?? world.call)}`);
  }
  if (index % 500 === 499) global.gc?.();
}

process.send!({ counts, failures: failures.slice(0, 20) });
process.disconnect();
