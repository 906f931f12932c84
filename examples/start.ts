import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";
import { functionTools } from "agent-connectors/json-schema";
import { runAnthropic, runOpenAI, scriptedOpenAI } from "./agent/raw.ts";
import { script, task } from "./agent/task.ts";
import { tokens, transcript as log } from "./agent/transcript.ts";

// The main job: an agent works in a Slack workspace through one tool. Without anything in the environment both the
// workspace and the model are local: a sandbox that speaks Slack's wire format, and a script that calls the tool.
//   SLACK_TOKEN                           works on the real workspace, with read effects only
//   OPENAI_API_KEY or ANTHROPIC_API_KEY   asks a real model (OPENAI_MODEL, ANTHROPIC_MODEL)

const { SLACK_TOKEN, OPENAI_API_KEY, OPENAI_MODEL, ANTHROPIC_API_KEY, ANTHROPIC_MODEL } = process.env;
const mayWrite = !SLACK_TOKEN;
const sandbox = slackSandbox();
const slack = SLACK_TOKEN
  ? new SlackConnector({ auth: { api_token: SLACK_TOKEN } }, { policy: { effects: ["read"] } })
  : new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);

log.heading("Who the token is");
const { status, identity, scopes, error } = await slack.check();
if (error) {
  log.note(`${error.message} ${error.hint ?? ""}`);
  process.exit(1);
}
log.note(
  `${status}: ${identity?.user} in ${identity?.team}, a ${identity?.token} token with ${scopes?.length} scopes`,
);

log.heading("What the model is given");
const tool = await slack.tool(mayWrite ? {} : { effects: ["read"] });
const tools = await functionTools(tool);
log.note(tool.description);
const everything = await slack.tool({ effects: mayWrite ? ["read", "write", "destructive"] : ["read"] });
const cost = async (source: typeof tool) =>
  tokens(JSON.stringify((await functionTools(source)).definitions("openai")[0]));
log.note(`\n${await cost(tool)} tokens; ${await cost(everything)} with every effect on (o200k_base)`);

const prompt = task(mayWrite);
log.heading("What the user asks");
log.note(prompt);

// Slack asks for patience once. The wait is on the sandbox's clock, and takes no time here.
if (mayWrite) sandbox.fail({ operation: "conversations.replies", kind: "rate_limit", retryAfter: 20 });
const before = sandbox.clock.now();

let answer: string;
if (ANTHROPIC_API_KEY) {
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
  log.heading("A Claude model works");
  answer = await runAnthropic(new Anthropic(), ANTHROPIC_MODEL ?? "claude-sonnet-4-5", tools, prompt, log);
} else if (OPENAI_API_KEY) {
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI();
  log.heading("An OpenAI model works");
  const complete = async (request: Parameters<Parameters<typeof runOpenAI>[0]>[0]) =>
    (await client.chat.completions.create(request)).choices[0]!.message;
  answer = await runOpenAI(complete, OPENAI_MODEL ?? "gpt-5", tools, prompt, log);
} else {
  log.heading("A scripted model works (set OPENAI_API_KEY or ANTHROPIC_API_KEY for a real one)");
  answer = await runOpenAI(scriptedOpenAI(script(mayWrite)), "scripted", tools, prompt, log);
}
log.answer(answer);

if (mayWrite) {
  log.heading("What changed in the workspace");
  const waited = Math.round((sandbox.clock.now() - before) / 1000);
  const written = sandbox.calls().filter(({ method, ok }) => ok && method === "chat.postMessage");
  for (const { args } of written)
    log.note(`a reply in ${args.channel}, thread ${args.thread_ts}: ${args.text}`);
  log.note(`${sandbox.calls().length} requests to Slack, ${waited} s of waiting on the sandbox's clock`);
}
