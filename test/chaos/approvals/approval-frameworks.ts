import { fakeModel } from "@langchain/core/testing";
import { Command, MemorySaver } from "@langchain/langgraph";
import { Agent, Runner, RunState, Usage, type Model } from "@openai/agents-core";
import * as ai7 from "ai";
import * as ai6 from "ai6";
import { MockLanguageModelV4 } from "ai/test";
import { MockLanguageModelV3 } from "ai6/test";
import { AIMessage, createAgent, humanInTheLoopMiddleware } from "langchain";
import type { ApprovalTool } from "agent-connectors";
import { aiSdkTools, toolApproval } from "agent-connectors/ai-sdk";
import { ConnectorToolkit } from "agent-connectors/langchain";
import { openAIAgentsTools } from "agent-connectors/openai-agents";

/** The model's call of the tool `slack`. */
export interface ModelCall {
  id: string;
  args: object;
}

/** A run of an agent that waits for the approval of a call. */
export interface PausedRun {
  /** Whether the framework has asked a person. */
  asked: boolean;
  /** Approves the call and continues from the state of the pause. `args` replace the arguments of the call. */
  resume(args?: object): Promise<unknown>;
}

/** Starts an agent whose model makes one call. `openTools` creates the tools, as a server does for each request. */
export type Framework = (openTools: () => readonly ApprovalTool[], call: ModelCall) => Promise<PausedRun>;

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const said = (content: object, reason: string) => ({
  content: [content],
  finishReason: { unified: reason, raw: reason },
  usage,
  warnings: [],
});

interface Message {
  role: string;
  content: string | { type: string; approvalId?: string; input?: object }[];
}
interface Generated {
  response: { messages: Message[] };
}

const aiSdk =
  (major: 6 | 7): Framework =>
  async (openTools, { id, args }) => {
    const { generateText } = (major === 6 ? ai6 : ai7) as unknown as {
      generateText(options: object): Promise<Generated>;
    };
    const NewModel = (major === 6 ? MockLanguageModelV3 : MockLanguageModelV4) as new (
      given: object,
    ) => object;
    const generate = async (messages: readonly Message[], outcome: object) => {
      const tools = openTools();
      return generateText({
        model: new NewModel({ doGenerate: async () => outcome }),
        tools: await aiSdkTools(tools),
        ...(major === 7 ? { toolApproval: toolApproval(tools) } : {}),
        messages,
      });
    };
    const prompt: Message = { role: "user", content: "Go." };
    const call = { type: "tool-call", toolCallId: id, toolName: "slack", input: JSON.stringify(args) };
    const { response } = await generate([prompt], said(call, "tool-calls"));
    const parts = response.messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    const approvalId = parts.find(({ type }) => type === "tool-approval-request")?.approvalId;
    return {
      asked: approvalId !== undefined,
      resume(other) {
        const messages = structuredClone(response.messages);
        for (const { content } of messages)
          if (typeof content !== "string")
            for (const part of content) if (part.type === "tool-call" && other) part.input = other;
        const answer = { type: "tool-approval-response", approvalId, approved: true } as never;
        const done = said({ type: "text", text: "done" }, "stop");
        return generate([prompt, ...messages, { role: "tool", content: [answer] }], done);
      },
    };
  };

interface LangGraphAgent {
  invoke(input: unknown, config: object): Promise<{ __interrupt__?: unknown[] }>;
  getState(config: object): Promise<{ config: object }>;
}

const langGraph: Framework = async (openTools, { id, args }) => {
  const toolkit = new ConnectorToolkit(openTools());
  const answers = fakeModel().respondWithTools([{ id, name: "slack", args: args as never }]);
  const agent = createAgent({
    model: Array.from({ length: 6 }).reduce<typeof answers>(
      (model) => model.respond(new AIMessage("done")),
      answers,
    ),
    tools: toolkit.tools,
    middleware: [humanInTheLoopMiddleware({ interruptOn: toolkit.interruptOn() } as never) as never],
    checkpointer: new MemorySaver(),
  }) as unknown as LangGraphAgent;
  const thread = { configurable: { thread_id: id } };
  const paused = await agent.invoke({ messages: [{ role: "user", content: "Go." }] }, thread);
  const { config } = await agent.getState(thread);
  return {
    asked: paused.__interrupt__ !== undefined,
    resume: (other) => {
      const editedAction = { name: "slack", args: other };
      const decision = other ? { type: "edit", editedAction } : { type: "approve" };
      return agent.invoke(new Command({ resume: { decisions: [decision] } }), config);
    },
  };
};

const openAIAgents: Framework = async (openTools, { id, args }) => {
  const open = async (output: object): Promise<Agent> =>
    new Agent({
      name: "test",
      model: {
        getResponse: () => Promise.resolve({ usage: new Usage(), output: [output] as never }),
        getStreamedResponse: () => {
          throw new Error("not used");
        },
      } satisfies Model,
      tools: await openAIAgentsTools(openTools()),
    });
  const runner = new Runner({ tracingDisabled: true });
  const call = { type: "function_call", callId: id, name: "slack", status: "completed" };
  const text = JSON.stringify(args);
  const paused = await runner.run(await open({ ...call, arguments: text }), "Go.");
  const state = paused.state.toString();
  const done = {
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "done" }],
  };
  return {
    asked: paused.interruptions.length > 0,
    async resume(other) {
      const agent = await open(done);
      const quoted = (json: string) => JSON.stringify(json).slice(1, -1);
      const given = other ? state.replaceAll(quoted(text), quoted(JSON.stringify(other))) : state;
      const restored = await RunState.fromString(agent, given);
      for (const item of restored.getInterruptions()) restored.approve(item);
      return runner.run(agent, restored);
    },
  };
};

export const frameworks: Readonly<Record<string, Framework>> = {
  "ai 6": aiSdk(6),
  "ai 7": aiSdk(7),
  LangGraph: langGraph,
  "OpenAI Agents": openAIAgents,
};
