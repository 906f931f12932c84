import { AIMessage, type BaseMessage, type ToolMessage } from "@langchain/core/messages";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { fullResult } from "agent-connectors";
import { langChainTools } from "agent-connectors/langchain";
import type { Loop } from "../suites/adapter.ts";

/** LangGraph's loop without an agent. This loop also works with `@langchain/core` 0.3. */
export const toolNodeLoop: Loop = {
  name: "langgraph ToolNode",
  outputs: true,
  ids: true,
  async run(sources, turns, { signal, context, ...options } = {}) {
    const tools = await langChainTools(sources, options);
    // Our tools throw only if they are aborted, so `ToolNode` need not handle errors.
    const node = new ToolNode(tools, { handleToolErrors: false });
    const seen = [];
    for (const turn of turns) {
      const tool_calls = turn.map(({ id, name = tools[0]!.name, args }) => ({
        id,
        name,
        args: args as never,
      }));
      const message = new AIMessage({ content: "", tool_calls });
      const input = { messages: [message as BaseMessage] };
      const { messages } = (await node.invoke(input, { signal, context } as never)) as {
        messages: ToolMessage[];
      };
      seen.push(
        turn.map(({ id }) => {
          const result = messages.find(({ tool_call_id }) => tool_call_id === id)!;
          return {
            id: result.tool_call_id,
            text: String(result.content),
            marked: result.status === "error",
            output: fullResult(result.artifact),
          };
        }),
      );
    }
    return seen;
  },
};
