import { fakeModel } from "@langchain/core/testing";
import { fullResult } from "agent-connectors";
import { langChainTools } from "agent-connectors/langchain";
import { AIMessage, createAgent, createMiddleware, ToolMessage, type BaseMessage } from "langchain";
import type { Loop } from "../suites/adapter.ts";

/**
 * Middleware with `wrapToolCall`. If such middleware is used, a tool that throws ends the agent. Our tools must not
 * throw.
 */
const wrapping = createMiddleware({ name: "wrapping", wrapToolCall: (request, handler) => handler(request) });

export const langChainLoop: Loop = {
  name: "langchain createAgent",
  outputs: true,
  ids: true,
  async run(sources, turns, { signal, context, ...options } = {}) {
    const tools = await langChainTools(sources, options);
    const model = turns
      .reduce(
        (made, turn) =>
          made.respondWithTools(
            turn.map(({ id, name = tools[0]!.name, args }) => ({ id, name, args: args as never })),
          ),
        fakeModel(),
      )
      .respond(new AIMessage("done"));
    const agent = createAgent({ model, tools, middleware: [wrapping as never] });
    const input = { messages: [{ role: "user", content: "Go." }] } as never;
    const { messages }: { messages: BaseMessage[] } = await agent.invoke(input, { signal, context } as never);
    const results = messages.filter((message): message is ToolMessage => ToolMessage.isInstance(message));
    return turns.map((turn) =>
      turn.map(({ id }) => {
        const message = results.find(({ tool_call_id }) => tool_call_id === id)!;
        return {
          id: message.tool_call_id,
          text: message.text,
          marked: message.status === "error",
          output: fullResult(message.artifact),
        };
      }),
    );
  },
};
