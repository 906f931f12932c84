import type { StructuredToolInterface } from "@langchain/core/tools";
import { ConnectorToolkit } from "agent-connectors/langchain";
import { createAgent, humanInTheLoopMiddleware, toolRetryMiddleware, type AgentMiddleware } from "langchain";
import * as plain from "../tools/plain-tool.ts";
import { checkpointed, type Graph, ScriptedModel } from "./checkpointed.ts";
import type { Framework } from "./framework.ts";

interface Kit {
  tools: readonly StructuredToolInterface[];
  middleware: readonly AgentMiddleware[];
}

export const langChain: Framework<Kit> = {
  plain: plain.langChain as never,
  ours({ tools }, asks) {
    const toolkit = new ConnectorToolkit(tools);
    const middleware = asks
      ? [humanInTheLoopMiddleware({ interruptOn: toolkit.interruptOn() } as never)]
      : [];
    return { tools: toolkit.tools, middleware: middleware as never };
  },
  ...checkpointed<Kit>(
    ({ tools, middleware }, { script }, checkpointer) => {
      const retry = script.repeats ? [toolRetryMiddleware({ maxRetries: 2, initialDelayMs: 100 })] : [];
      const agent = createAgent({
        model: new ScriptedModel(script),
        tools: [...tools],
        middleware: [...retry, ...middleware] as never,
        checkpointer,
      });
      return agent.graph as never as Graph;
    },
    (question) => {
      const { actionRequests } = question as { actionRequests: object[] };
      return { decisions: actionRequests.map(() => ({ type: "approve" })) };
    },
  ),
};
