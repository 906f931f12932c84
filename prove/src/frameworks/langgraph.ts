import type { AIMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { ConnectorToolkit } from "agent-connectors/langchain";
import * as plain from "../tools/plain-tool.ts";
import { checkpointed, type Graph, ScriptedModel } from "./checkpointed.ts";
import type { Framework } from "./framework.ts";

type State = typeof MessagesAnnotation.State;
interface Kit {
  tools: readonly StructuredToolInterface[];
  /** A node before the tools, which stops the graph if a person must decide. */
  ask?: (state: State) => Promise<object>;
}

export const langGraph: Framework<Kit> = {
  plain: plain.langGraph as never,
  ours({ tools }, asks) {
    const [tool] = tools;
    const ask = async ({ messages }: State) => {
      const calls = (messages.at(-1) as AIMessage).tool_calls ?? [];
      const decisions = await Promise.all(calls.map(({ id, args }) => tool!.decide!(args, { callId: id })));
      const questions = decisions.filter(({ status }) => status === "ask");
      if (questions.length > 0) interrupt(questions);
      return {};
    };
    return { tools: new ConnectorToolkit(tools).tools, ...(asks ? { ask } : {}) };
  },
  ...checkpointed<Kit>(
    ({ tools, ask = async () => ({}) }, { script }, checkpointer) => {
      const model = new ScriptedModel(script);
      return new StateGraph(MessagesAnnotation)
        .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
        .addNode("ask", ask)
        .addNode("tools", new ToolNode([...tools]))
        .addEdge(START, "model")
        .addConditionalEdges("model", toolsCondition, { tools: "ask", __end__: "__end__" })
        .addEdge("ask", "tools")
        .addEdge("tools", "model")
        .compile({ checkpointer }) as never as Graph;
    },
    () => "yes",
  ),
};
