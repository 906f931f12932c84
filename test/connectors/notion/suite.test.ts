import { NotionConnector } from "agent-connectors/notion";
import { everyLoop, hostedLoop } from "../../adapters/every-loop.ts";
import { openHostedConnector } from "../../hosted/open-connector.ts";
import { type NotionBench, testNotion, testNotionAdapter } from "../../suites/notion.ts";
import { suiteSandbox } from "../../suites/notion/workspace.ts";

async function inProcess(): Promise<NotionBench> {
  const sandbox = suiteSandbox();
  const auth = { api_token: sandbox.tokens.internal };
  return { sandbox, notion: new NotionConnector({ auth }, sandbox.options) };
}

async function hosted(): Promise<NotionBench> {
  const sandbox = suiteSandbox();
  const auth = { api_token: sandbox.tokens.internal };
  const { connector, close } = await openHostedConnector(NotionConnector, auth, sandbox.options);
  return { sandbox, notion: connector, close };
}

testNotion("in process", inProcess);
testNotion("through a service", hosted, ["execute"]);
for (const loop of everyLoop) testNotionAdapter(loop, inProcess);
testNotionAdapter(hostedLoop, hosted);
