import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { LinearConnector } from "agent-connectors/linear";
import { listen, openService } from "agent-connectors-service";
import { agentsLoop } from "../../adapters/agents-model.ts";
import { aiLoop, majors } from "../../adapters/ai-loops.ts";
import { langChainLoop } from "../../adapters/langchain-loop.ts";
import { mcpLoop, mcpV1Loop, revisions } from "../../adapters/mcp-loop.ts";
import { dialects, rawLoop } from "../../adapters/raw-loop.ts";
import { toolNodeLoop } from "../../adapters/tool-node-loop.ts";
import { testClock } from "../../fixtures/clock.ts";
import { type LinearBench, testLinear, testLinearAdapter } from "../../suites/linear.ts";
import { linearPlatform, token } from "../../suites/linear/platform.ts";

async function inProcess(): Promise<LinearBench> {
  const platform = await linearPlatform();
  const { fetch, close } = platform;
  const linear = new LinearConnector({ auth: { access_token: token } }, { fetch, clock: testClock() });
  return { platform, linear, close };
}

async function hosted(): Promise<LinearBench> {
  const platform = await linearPlatform();
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-test-`);
  const code = { fetch: platform.fetch, clock: testClock() };
  const opened = await openService({ dataDir, connectors: [{ connector: LinearConnector, code }] });
  const { url, close } = await listen(opened.service, "127.0.0.1", 0);
  const { client_id, client_secret } = opened.application!;
  const linear = await LinearConnector.create({
    auth: { access_token: token },
    base_url: url,
    external_user_id: "suite",
    airbyte_client_id: client_id,
    airbyte_client_secret: client_secret,
  });
  return {
    platform,
    linear,
    async close() {
      await close(0);
      await opened.close();
      await platform.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

testLinear("in process", inProcess);
testLinear("through a service", hosted, ["execute"]);

const loops = [
  ...dialects.map(rawLoop),
  ...majors.flatMap((major) => [aiLoop(major, "generateText"), aiLoop(major, "streamText")]),
  langChainLoop,
  toolNodeLoop,
  agentsLoop,
  ...revisions.map(mcpLoop),
  mcpV1Loop,
];
for (const loop of loops) testLinearAdapter(loop, inProcess);
testLinearAdapter({ ...mcpLoop("2026-07-28"), name: "hosted, mcp" }, hosted);
