import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Effect, ToolOptions } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { functionTools } from "agent-connectors/json-schema";
import { amazonAdsSandbox, slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { adsScript, adsTask, caps } from "./agent/ads-task.ts";
import { runAiSdk } from "./agent/ai-sdk.ts";
import { runLangChain } from "./agent/langchain.ts";
import { byLink } from "./agent/connect.ts";
import { byHttp, startService } from "./agent/hosted.ts";
import { chooseModel } from "./agent/model.ts";
import { runRaw } from "./agent/raw.ts";
import { task } from "./agent/task.ts";
import { heading, say, sayStep, tokens } from "./agent/transcript.ts";
import { watch, type Step } from "./agent/watch.ts";

// An agent works in a Slack workspace through one tool. By default, the workspace is a sandbox and the model is a script.
//   SLACK_TOKEN                           uses your workspace, and only reads
//   OPENAI_API_KEY or ANTHROPIC_API_KEY   uses a real model (OPENAI_MODEL, ANTHROPIC_MODEL)

const { SLACK_TOKEN } = process.env;
const mayWrite = !SLACK_TOKEN;
const model = chooseModel(mayWrite);
const prompt = task(mayWrite);

/** Each run gets a new workspace, so that the runs can be compared. */
function openSandbox() {
  const sandbox = slackSandbox();
  // One request exceeds the rate limit. The wait moves the sandbox's clock and takes no real time.
  sandbox.fail({ operation: "conversations.replies", kind: "rate_limit", retryAfter: 20 });
  return sandbox;
}
const openSource = (sandbox: SlackSandbox) =>
  SLACK_TOKEN
    ? new SlackConnector({ auth: { api_token: SLACK_TOKEN } }, { policy: { effects: ["read"] } })
    : new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const options: ToolOptions = mayWrite ? {} : { effects: ["read"] };
const adapters = { "function calling": runRaw, "the Vercel AI SDK": runAiSdk, LangChain: runLangChain };

say(
  "An agent does a small job in Slack through one tool: first in this process, then through a hosted service.",
);
say("Then it does a job in Amazon Ads. By default, all data is in memory and a script replaces the model.");

heading("The token");
const slack = openSource(slackSandbox());
const { status, identity, scopes, error } = await slack.check();
if (error) {
  say(`${error.message} ${error.hint ?? ""}`);
  process.exit(1);
}
say(
  `${status}: ${identity?.user} in ${identity?.team}, a ${identity?.token} token with ${scopes?.length} scopes`,
);

heading("The tool that the model gets");
const cost = async (given: ToolOptions) =>
  tokens(JSON.stringify((await functionTools(slack, given)).definitions("openai")[0]));
say((await slack.tool(options)).description);
const effects: Effect[] = mayWrite ? ["read", "write", "destructive"] : ["read"];
const [given, whole, all]: ToolOptions[] = [options, { effects }, { effects, actions: "all" }];
say(
  `\n${await cost(given!)} tokens, ${await cost(whole!)} with all effects, or ${await cost(all!)} with all actions too (o200k_base)`,
);

heading("The task");
say(prompt);

let first: Run | undefined;
for (const [name, loop] of Object.entries(adapters)) {
  heading(`${model.name}, through ${name}`);
  const sandbox = openSandbox();
  report(await run(loop, openSource(sandbox), sandbox));
}

if (mayWrite) {
  heading("Hosted service with plain HTTP");
  const sandbox = openSandbox();
  const service = await startService(sandbox);
  await byHttp(service, sandbox.tokens.bot);
  heading("Hosted service: a user connects an account by a link");
  await byLink(service, sandbox);
  await service.stop();
}
for (const [name, loop] of mayWrite ? Object.entries(adapters) : []) {
  heading(`Hosted service: ${model.name}, through ${name}`);
  const sandbox = openSandbox();
  const { url: base_url, application, stop } = await startService(sandbox);
  const hosted = await SlackConnector.create({
    external_user_id: "ana@fernhill.example",
    airbyte_client_id: application.client_id,
    airbyte_client_secret: application.client_secret,
    base_url,
    auth: { api_token: sandbox.tokens.bot },
  });
  report(await run(loop, hosted, sandbox));
  await stop();
}

if (mayWrite) {
  heading(`Amazon Ads: ${model.name}, through function calling`);
  say(`${adsTask}\n`);
  const sandbox = amazonAdsSandbox();
  const policy = { caps };
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, policy });
  const tool = watch(await ads.tool({ effects: ["read", "write", "spend"] }), sayStep);
  const scripted = model.provider === "script";
  const answer = await runRaw(tool, adsTask, scripted ? { ...model, start: adsScript } : model);
  say(`  ■ ${answer}`);
  assert(!scripted || answer.includes("went from 80 to 100"), "the scripted task was not done");
}

heading("Next steps");
say("README.md shows the first call. With SLACK_TOKEN, this program reads your own workspace.");
say("With OPENAI_API_KEY or ANTHROPIC_API_KEY, it uses a real model.");

interface Run {
  steps: Step[];
  answer: string;
  sandbox: SlackSandbox;
  waited: number;
}

async function run(loop: typeof runRaw, connector: SlackConnector, sandbox: SlackSandbox): Promise<Run> {
  const before = sandbox.clock.now();
  const steps: Step[] = [];
  const tool = watch(await connector.tool(options), (step) => {
    steps.push(step);
    if (!first) sayStep(step);
  });
  const answer = await loop(tool, prompt, model);
  return { steps, answer, sandbox, waited: Math.round((sandbox.clock.now() - before) / 1000) };
}

/** Prints the outcome of a run. With a scripted model, every run must equal the first one. */
function report(done: Run): void {
  const { steps, answer, sandbox, waited } = done;
  say(`  ■ ${answer}`);
  if (mayWrite) {
    say(`  ${sandbox.calls().length} requests to Slack, ${waited} s of waiting on the sandbox's clock`);
    for (const { args } of sandbox.calls().filter(({ method, ok }) => ok && method === "chat.postMessage"))
      say(`  a new reply in ${args.channel}, thread ${args.thread_ts}: ${args.text}`);
  }
  if (first && model.provider === "script") {
    assert(
      isDeepStrictEqual([steps, answer], [first.steps, first.answer]),
      "this run differs from the first one",
    );
    say(`  the same ${steps.length} calls and results as in the first run`);
  }
  first ??= done;
}
