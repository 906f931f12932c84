import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { NotionConnector } from "agent-connectors/notion";
import { listen, openService } from "agent-connectors-service";
import { agentsLoop } from "../../adapters/agents-model.ts";
import { aiLoop, majors } from "../../adapters/ai-loops.ts";
import { langChainLoop } from "../../adapters/langchain-loop.ts";
import { mcpLoop, mcpV1Loop, revisions } from "../../adapters/mcp-loop.ts";
import { dialects, rawLoop } from "../../adapters/raw-loop.ts";
import { toolNodeLoop } from "../../adapters/tool-node-loop.ts";
import { type NotionBench, testNotion, testNotionAdapter } from "../../suites/notion.ts";
import { suiteSandbox } from "../../suites/notion/workspace.ts";

async function inProcess(): Promise<NotionBench> {
  const sandbox = suiteSandbox();
  const auth = { api_token: sandbox.tokens.internal };
  return { sandbox, notion: new NotionConnector({ auth }, sandbox.options) };
}

async function hosted(): Promise<NotionBench> {
  const sandbox = suiteSandbox();
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-test-`);
  const opened = await openService({
    dataDir,
    connectors: [{ connector: NotionConnector, code: sandbox.options }],
  });
  const { url, close } = await listen(opened.service, "127.0.0.1", 0);
  const { client_id, client_secret } = opened.application!;
  const notion = await NotionConnector.create({
    auth: { api_token: sandbox.tokens.internal },
    base_url: url,
    external_user_id: "suite",
    airbyte_client_id: client_id,
    airbyte_client_secret: client_secret,
  });
  return {
    sandbox,
    notion,
    async close() {
      await close(0);
      await opened.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

testNotion("in process", inProcess);
testNotion("through a service", hosted, ["execute"]);

const loops = [
  ...dialects.map(rawLoop),
  ...majors.flatMap((major) => [aiLoop(major, "generateText"), aiLoop(major, "streamText")]),
  langChainLoop,
  toolNodeLoop,
  agentsLoop,
  ...revisions.map(mcpLoop),
  mcpV1Loop,
];
for (const loop of loops) testNotionAdapter(loop, inProcess);
testNotionAdapter({ ...mcpLoop("2026-07-28"), name: "hosted, mcp" }, hosted);
