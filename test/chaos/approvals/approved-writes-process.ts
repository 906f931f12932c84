import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { frameworks, type Framework } from "./approval-frameworks.ts";
import { createRandom, type Random } from "../random.ts";

const { tries, seed } = JSON.parse(process.argv[2]!) as { tries: number; seed: number };
const random = createRandom(seed);
const failures: string[] = [];
const counts: Record<string, number> = {};

const sandbox = slackSandbox();
interface Write {
  method: string;
  args: Readonly<Record<string, string>>;
}
/** The write requests, oldest first. `sandbox.calls()` would copy all earlier requests each time. */
const writes: Write[] = [];
const watchedFetch: typeof fetch = (input, init) => {
  const method = new URL(input instanceof Request ? input.url : input).pathname.split("/").at(-1)!;
  if (/post|update|delete|create|invite|add|schedule|upload|complete/i.test(method))
    writes.push({ method, args: Object.fromEntries(new URLSearchParams(String(init?.body))) });
  return sandbox.fetch(input, init);
};
const slack = new SlackConnector(
  { auth: { api_token: sandbox.tokens.bot } },
  { ...sandbox.options, fetch: watchedFetch },
);
const tools = await agentTools(slack, { effects: ["read", "write"] });
const channels = sandbox
  .state()
  .channels.filter(({ id, is_archived }) => id.startsWith("C") && !is_archived)
  .slice(0, 3)
  .map(({ id }) => id);
const store = memoryStore();
/** The texts that the calls of the tools have returned, by scope. */
const results = new Map<string, string[]>();
const openTools = (scope: string) => () =>
  approvals(tools, { scope, store }).map((tool) => {
    const plan: typeof tool.plan = (input) => {
      const planned = tool.plan(input);
      return {
        ...planned,
        async run(options) {
          const envelope = await planned.run(options);
          results.set(scope, [...(results.get(scope) ?? []), envelope.text]);
          return envelope;
        },
      };
    };
    const call: typeof tool.call = (input, options) => plan(input).run(options);
    return { ...tool, plan, call };
  });
const post = (text: string) => ({
  entity: "messages",
  action: "create",
  params: { channel: channels[0]!, text, unfurl_links: false },
});

function posted(): Map<string | undefined, number> {
  const found = new Map<string | undefined, number>();
  for (const { args } of writes) found.set(args.text, (found.get(args.text) ?? 0) + 1);
  return found;
}

/** The ways to send an approval several times. */
const repetitions: Readonly<Record<string, (resume: () => Promise<unknown>) => Promise<unknown>>> = {
  twice: async (resume) => [await resume(), await resume()],
  "two tabs at once": (resume) => Promise.all([resume(), resume()]),
  "an old state": async (resume) => [await Promise.all([resume(), resume()]), await resume()],
};

for (const [name, framework] of Object.entries(frameworks)) {
  const approved: string[] = [];
  const changed = new Set<string>();
  for (let number = 0; number < tries; number++)
    await repeatApproval(name, framework, number, approved, changed);
  const texts = posted();
  const wrong = approved.filter((text) => texts.get(text) !== 1);
  const ran = [...changed].filter((text) => texts.has(text));
  const different = approved.filter((text) => new Set(results.get(text)).size !== 1);
  counts[`${name}: not run exactly once`] = wrong.length;
  counts[`${name}: changed calls that ran`] = ran.length;
  counts[`${name}: different results of one call`] = different.length;
  failures.push(
    ...wrong.map((text) => `${text}: ${texts.get(text) ?? 0} runs`),
    ...ran.map((text) => `ran: ${text}`),
    ...different.map((text) => `${text}: ${[...new Set(results.get(text))].join(" | ")}`),
  );
}

async function repeatApproval(
  name: string,
  framework: Framework,
  number: number,
  approved: string[],
  changed: Set<string>,
): Promise<void> {
  const repetition = random.pick(Object.keys(repetitions));
  const text = `${name}, try ${number}, ${repetition}`;
  const run = await framework(openTools(text), { id: `call ${number}`, args: post(text) });
  if (!run.asked || writes.slice(-5).some(({ args }) => args.text === text))
    failures.push(`${text}: ran unasked`);
  if (random.chance(0.5)) {
    const other = `${text}, changed`;
    changed.add(other);
    const edited = await framework(openTools(other), {
      id: `changed ${number}`,
      args: post(`${text}, asked`),
    });
    // A framework can also refuse the changed arguments with an error.
    await edited.resume(post(other)).catch(() => undefined);
  }
  approved.push(text);
  await repetitions[repetition]!(async () => run.resume()).catch((error: unknown) => {
    failures.push(`${text}: ${String(error)}`);
  });
}

const changes = await changeOneField(tries * 11);
counts["one-field changes"] = changes.tried;
counts["one-field changes that ran"] = changes.ran;
counts["untouched calls that did not run once"] = changes.controls;

/** Changes one field of each approved call, and then runs the approved call itself. */
async function changeOneField(wanted: number) {
  await slack.messages.create(post("reference").params);
  const reference = writes.at(-1)!.args;
  const before = writes.length;
  const untouched: string[] = [];
  let tried = 0;
  for (let number = 0; number < wanted; number++) {
    const text = `untouched ${number}`;
    const [tool] = openTools(text)() as [ReturnType<typeof approvals>[0]];
    const call = { callId: "c1" };
    const original = post(text);
    await tool.decide(original, call);
    const other = changeOf(original, random);
    if (JSON.stringify(tool.plan(other).resolved) !== JSON.stringify(tool.plan(original).resolved)) {
      tried++;
      // A browser can change the arguments before the framework asks again.
      if (random.chance(0.5)) await tool.decide(other, call);
      await tool.call(other, call);
    }
    await tool.call(original, call);
    untouched.push(text);
  }
  const sentWrites = writes.slice(before);
  // Compared with the reference post, an approved write has only another text and other metadata. The metadata have
  // a different key in each post.
  const sent = (args: Write["args"]) => JSON.stringify({ ...args, text: "", metadata: "" });
  const times = new Map<string | undefined, number>();
  const expected = sent(reference);
  for (const { method, args } of sentWrites)
    if (method === "chat.postMessage" && sent(args) === expected)
      times.set(args.text, (times.get(args.text) ?? 0) + 1);
  const controls = untouched.filter((text) => times.get(text) !== 1).length;
  const ran = sentWrites.length - untouched.filter((text) => times.has(text)).length;
  if (ran !== 0) failures.push(`${ran} changed calls ran`);
  if (controls > 0) failures.push(`${controls} untouched calls did not run once`);
  return { tried, ran, controls };
}

/** Returns a copy of the call in which one field has another value, is missing or is new. */
function changeOf(call: ReturnType<typeof post>, choose: Random): object {
  const { params } = call;
  const at = choose.below(params.text.length);
  const letter = choose.pick("abcdefghij0123456789 !".split(""));
  const thread = `${1_700_000_000 + choose.below(9_000_000)}.${String(choose.below(1_000_000)).padStart(6, "0")}`;
  return choose.pick<() => object>([
    () => ({
      ...call,
      params: { ...params, text: params.text.slice(0, at) + letter + params.text.slice(at + 1) },
    }),
    () => ({ ...call, params: { ...params, text: `${params.text}${letter}` } }),
    () => ({ ...call, params: { ...params, channel: choose.pick(channels) } }),
    () => ({ ...call, params: { ...params, channel: `C${choose.below(1e9).toString(36).toUpperCase()}` } }),
    () => ({ ...call, params: { ...params, unfurl_links: true } }),
    () => ({ ...call, params: { ...params, unfurl_media: true } }),
    () => ({ ...call, params: { ...params, thread_ts: thread } }),
    () => ({ ...call, params: { channel: params.channel, text: params.text } }),
    () => ({ ...call, params: { channel: params.channel } }),
    () => ({ ...call, params: { ...params, [`extra_${letter}`]: letter } }),
    () => ({
      ...call,
      entity: choose.pick(["scheduled_messages", "ephemeral_messages", "channels", "files"]),
    }),
    () => ({ ...call, action: choose.pick(["update", "delete", "send", ""]) }),
  ])();
}

process.send!({ counts, failures: failures.slice(0, 20) });
process.disconnect();
