import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { adsScript } from "../../examples/agent/ads-task.ts";
import { runAiSdk } from "../../examples/agent/ai-sdk.ts";
import { runLangChain } from "../../examples/agent/langchain.ts";
import { runRaw } from "../../examples/agent/raw.ts";
import { script, task } from "../../examples/agent/task.ts";
import { watch, type Step } from "../../examples/agent/watch.ts";
import { scriptedProvider } from "./provider.ts";
import { runPrograms } from "./run-programs.ts";

// The packages of the program need seconds of CPU time to load, so it runs three times in one process.
test("npm start ends by itself; without a key and with a model of OpenAI or Anthropic, the job is done", async () => {
  const { url, requests } = await scriptedProvider((prompt) =>
    prompt.includes("profile") ? adsScript() : script(true),
  );
  const none = { SLACK_TOKEN: "", OPENAI_API_KEY: "", ANTHROPIC_API_KEY: "" };
  const keys: Record<string, string>[] = [
    {},
    { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${url}/v1` },
    { ANTHROPIC_API_KEY: "sk-test", ANTHROPIC_BASE_URL: url },
  ];
  const programs = keys.map((key) => ({ file: "examples/start.ts", env: { ...none, ...key } }));
  const { code, outputs, stderr } = await runPrograms(programs);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(outputs).toHaveLength(3);
  const [scripted, ...withKeys] = outputs as [string, string, string];
  checkScripted(scripted);
  for (const output of withKeys) {
    expect(output.match(/■ Done: This thread has 11 replies/g)).toHaveLength(6);
    expect(output).toContain("■ Tents - Exact sold most; its daily budget went from 80 to 100.");
  }
  expect(requests()).toBe(2 * (6 * 11 + 7));
});

/** Checks the output without a key: the job is done with one corrected call and one write. */
function checkScripted(stdout: string): void {
  expect(stdout.match(/■ Done: This thread has 11 replies; the last is by Priya Raman\./g)).toHaveLength(6);
  expect(stdout.match(/the same 10 calls and results as in the first run/g)).toHaveLength(5);
  expect(stdout.match(/a new reply in C\w+, thread \d{10}\.\d{6}/g)).toHaveLength(6);
  expect(stdout).toMatch(/POST \/v1\/integrations\/connectors .* → 200/);
  expect(stdout).toMatch(/POST \/api\/v1\/connectors\/sources\/[\w-]+\/execute .* → 200/);
  expect(stdout).toContain("credential_rejected: Slack users.list failed with invalid_auth.");
  expect(stdout).toContain("│ See the names and details of public channels channels:read");
  expect(stdout).toContain("The session is connected, and the connector lists its channels:");
  expect(stdout).toContain('✗ {"error":{"code":"invalid_params"');
  expect(stdout).toContain('✗ {"error":{"code":"cap_exceeded"');
  expect(stdout).toContain("■ Tents - Exact sold most; its daily budget went from 80 to 100.");
  expect(stdout).toContain("20 s of waiting on the sandbox's clock");
  // The default tool costs at most 1,300 tokens with all effects, and a refused call at most 160.
  const [, all] = /(\d+) tokens, (\d+) with all effects/.exec(stdout)?.slice(1) ?? [];
  expect(Number(all)).toBeGreaterThan(500);
  expect(Number(all)).toBeLessThanOrEqual(1300);
  const refusals = [...stdout.matchAll(/✗ .*\((\d+) tokens\)/g)].map(([, cost]) => Number(cost));
  expect(refusals).toHaveLength(2);
  for (const cost of refusals) expect(cost).toBeLessThanOrEqual(160);
}

test.each([
  ["function calling", runRaw],
  ["the AI SDK", runAiSdk],
  ["LangChain", runLangChain],
] as const)(
  "the script contains no names, so it works the same through %s if every channel is renamed",
  async (_, run) => {
    const usual = slackSandbox();
    const channels = usual
      .state()
      .channels.map(({ id, name }, index) => ({ id, name: name && `renamed-${index}` }));
    const sandbox = slackSandbox({ seed: { channels } });
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const steps: Step[] = [];
    const tool = watch(await slack.tool(), (step) => steps.push(step));
    const model = { provider: "script", name: "script", start: () => script(true) } as const;
    expect(await run(tool, task(true), model)).toMatch(/^Done: /);
    expect(steps[0]!.text).toContain("renamed-");

    const seen: string[] = [];
    for (const { call, text } of steps) {
      for (const id of JSON.stringify(call).match(/\b[CU][A-Z0-9]{8,}\b|\d{10}\.\d{6}/g) ?? [])
        expect(seen.join(" "), `${id} was never shown to the model`).toContain(id);
      seen.push(text);
    }
  },
);

test("on a real workspace, the tool offers no writes", async () => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, policy: { effects: ["read"] } },
  );
  const tool = await slack.tool({ effects: ["read"] });
  expect(tool.description).not.toContain("create(");
  const model = { provider: "script", name: "script", start: () => script(false) } as const;
  expect(await runRaw(tool, task(false), model)).toMatch(/^This thread has 11 replies/);
  expect(sandbox.calls().some(({ method }) => method.startsWith("chat."))).toBe(false);
});
