import { openSlackService } from "../hosted/open-service.ts";
import { testAdapter } from "../suites/adapter.ts";
import type { Open } from "../suites/adapter/open.ts";
import { aiLoop, majors } from "./ai-loops.ts";
import { langChainLoop } from "./langchain-loop.ts";
import { mcpLoop } from "./mcp-loop.ts";
import { rawLoop } from "./raw-loop.ts";
import type { Clock } from "agent-connectors";
import { type SlackSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

/** The hosted mode: the connector's calls go to a real service on a loopback port, which reaches the sandbox. */
const openHosted: Open = async ({ clock, wrap = (inner: typeof fetch) => inner, onCall } = {}) => {
  const sandbox: SlackSandbox<Clock> = slackSandbox(clock ? { clock } : {});
  const service = await openSlackService({ ...sandbox.options, fetch: wrap(sandbox.fetch) });
  const connector = await SlackConnector.create(
    {
      external_user_id: "user-1",
      ...service.application,
      base_url: service.url,
      auth: { api_token: sandbox.tokens.bot },
    },
    { onCall },
  );
  return { connector, sandbox, close: service.close };
};

testAdapter({ ...rawLoop("openai"), name: "hosted, raw function calling" }, openHosted);
testAdapter({ ...aiLoop(majors.at(-1)!, "generateText"), name: "hosted, ai 7" }, openHosted);
testAdapter({ ...langChainLoop, name: "hosted, langchain createAgent" }, openHosted);
testAdapter({ ...mcpLoop("2026-07-28"), name: "hosted, mcp" }, openHosted);
