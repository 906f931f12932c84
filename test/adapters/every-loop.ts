import type { Loop } from "../suites/adapter.ts";
import { agentsLoop } from "./agents-model.ts";
import { aiLoop, majors } from "./ai-loops.ts";
import { langChainLoop } from "./langchain-loop.ts";
import { mcpLoop, mcpV1Loop, revisions } from "./mcp-loop.ts";
import { dialects, rawLoop } from "./raw-loop.ts";
import { toolNodeLoop } from "./tool-node-loop.ts";

/** The loops of all adapters, each through its real framework. */
export const everyLoop: readonly Loop[] = [
  ...dialects.map(rawLoop),
  ...majors.flatMap((major) => [aiLoop(major, "generateText"), aiLoop(major, "streamText")]),
  langChainLoop,
  toolNodeLoop,
  agentsLoop,
  ...revisions.map(mcpLoop),
  mcpV1Loop,
];

/** A loop for connectors in hosted mode. */
export const hostedLoop: Loop = { ...mcpLoop("2026-07-28"), name: "hosted, mcp" };
