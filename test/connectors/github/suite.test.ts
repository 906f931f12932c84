import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { GitHubConnector } from "agent-connectors/github";
import { listen, openService } from "agent-connectors-service";
import { agentsLoop } from "../../adapters/agents-model.ts";
import { aiLoop, majors } from "../../adapters/ai-loops.ts";
import { langChainLoop } from "../../adapters/langchain-loop.ts";
import { mcpLoop, mcpV1Loop, revisions } from "../../adapters/mcp-loop.ts";
import { dialects, rawLoop } from "../../adapters/raw-loop.ts";
import { toolNodeLoop } from "../../adapters/tool-node-loop.ts";
import { testClock } from "../../fixtures/clock.ts";
import { type GitHubBench, testGitHub, testGitHubAdapter } from "../../suites/github.ts";
import { githubPlatform, token } from "../../suites/github/platform.ts";

async function inProcess(): Promise<GitHubBench> {
  const platform = await githubPlatform();
  const code = { fetch: platform.fetch, clock: testClock() };
  const github = new GitHubConnector({ auth: { api_token: token } } as never, code);
  return { platform, github, close: () => platform.close() };
}

async function hosted(): Promise<GitHubBench> {
  const platform = await githubPlatform();
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-test-`);
  const code = { fetch: platform.fetch, clock: testClock() };
  const opened = await openService({ dataDir, connectors: [{ connector: GitHubConnector, code }] });
  const { url, close } = await listen(opened.service, "127.0.0.1", 0);
  const { client_id, client_secret } = opened.application!;
  const github = await GitHubConnector.create({
    auth: { api_token: token } as never,
    base_url: url,
    external_user_id: "suite",
    airbyte_client_id: client_id,
    airbyte_client_secret: client_secret,
  });
  return {
    platform,
    github,
    async close() {
      await close(0);
      await opened.close();
      await platform.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

testGitHub("in process", inProcess);
testGitHub("through a service", hosted, ["execute"]);

const loops = [
  ...dialects.map(rawLoop),
  ...majors.flatMap((major) => [aiLoop(major, "generateText"), aiLoop(major, "streamText")]),
  langChainLoop,
  toolNodeLoop,
  agentsLoop,
  ...revisions.map(mcpLoop),
  mcpV1Loop,
];
for (const loop of loops) testGitHubAdapter(loop, inProcess);
testGitHubAdapter({ ...mcpLoop("2026-07-28"), name: "hosted, mcp" }, hosted);
