import { testAdapter } from "../suites/adapter.ts";
import { shareService } from "../suites/adapter/open-hosted.ts";
import { aiLoop, majors } from "./ai-loops.ts";
import { langChainLoop } from "./langchain-loop.ts";
import { mcpLoop } from "./mcp-loop.ts";
import { rawLoop } from "./raw-loop.ts";

const openHosted = shareService();

testAdapter({ ...rawLoop("openai"), name: "hosted, raw function calling" }, openHosted);
testAdapter({ ...aiLoop(majors.at(-1)!, "generateText"), name: "hosted, ai 7" }, openHosted);
testAdapter({ ...langChainLoop, name: "hosted, langchain createAgent" }, openHosted);
testAdapter({ ...mcpLoop("2026-07-28"), name: "hosted, mcp" }, openHosted);
