import { fakeModel } from "@langchain/core/testing";
import type { AgentTool } from "agent-connectors";
import { langChainTools } from "agent-connectors/langchain";
import { AIMessage, createAgent } from "langchain";
import { maxTurns, type Model } from "./model.ts";
import type { Script } from "./task.ts";

/** Lets a model do a task with LangChain's agent, which calls the tool until the model is done. */
export async function runLangChain(tool: AgentTool, prompt: string, model: Model): Promise<string> {
  const agent = createAgent({ model: await chatModel(model), tools: await langChainTools(tool) });
  const { messages } = await agent.invoke(
    { messages: [{ role: "user", content: prompt }] },
    { recursionLimit: maxTurns * 2 + 1 },
  );
  return messages.at(-1)?.text ?? "";
}

async function chatModel(model: Model) {
  if (model.provider === "openai")
    return new (await import("@langchain/openai")).ChatOpenAI({ model: model.name });
  if (model.provider === "anthropic")
    return new (await import("@langchain/anthropic")).ChatAnthropic({ model: model.name });
  return scripted(model.start());
}

function scripted(script: Script) {
  const model = fakeModel();
  for (let turn = 1; turn <= maxTurns; turn++)
    model.respond((messages) => {
      const last = messages.at(-1);
      const step = script.next(last?.type === "tool" ? last.text : "");
      if (step.done) return new AIMessage(step.value);
      return new AIMessage({
        content: "",
        tool_calls: [{ id: `call_${turn}`, name: "slack", args: { ...step.value } }],
      });
    });
  return model;
}
