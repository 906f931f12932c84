import { deserialize, serialize } from "node:v8";
import { fakeModel } from "@langchain/core/testing";
import {
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { Agent, Runner, RunState } from "@openai/agents-core";
import type { ApprovalTool } from "agent-connectors/adapter";
import { aiSdkTools, toolApproval } from "agent-connectors/ai-sdk";
import { ConnectorToolkit } from "agent-connectors/langchain";
import { openAIAgentsTools } from "agent-connectors/openai-agents";
import { AIMessage, createAgent, humanInTheLoopMiddleware, ToolMessage, type BaseMessage } from "langchain";
import type { ScriptedCall } from "../suites/adapter.ts";
import type { PausingLoop } from "../suites/adapter/desk.ts";
import { majors, scripted } from "./ai-loops.ts";
import { resultsIn, scriptedAgentsModel } from "./agents-model.ts";

// The frameworks that can stop before a call. Each keeps its state as a text, and resumes from it with new objects.

const replaceText = (state: string, text: string, by: string) => state.replaceAll(text, by);

interface Message {
  role: string;
  content: string | { type: string; toolCallId?: string; approvalId?: string; output?: { value: unknown } }[];
}
const partsOf = (messages: readonly Message[], type: string) =>
  messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter((part) => part.type === type) : [],
  );

const [, six, seven] = majors;

const aiSdk = (major: NonNullable<typeof six>): PausingLoop => {
  const run = async (
    tools: readonly ApprovalTool[],
    messages: Message[],
    turns: readonly (readonly ScriptedCall[])[],
  ) => {
    const model = scripted(major, turns, "slack");
    const { response } = (await major.ai.generateText({
      model,
      tools: await aiSdkTools(tools),
      ...(major.version === 7 ? { toolApproval: toolApproval(tools) } : {}),
      messages,
    })) as unknown as { response: { messages: Message[] } };
    return { model, messages: [...messages, ...response.messages] };
  };
  return {
    name: `ai ${major.version}`,
    async start(tools, calls) {
      const { messages } = await run(tools, [{ role: "user", content: "Go." }], [calls]);
      return JSON.stringify(messages);
    },
    async resume(tools, state) {
      const messages = JSON.parse(state) as Message[];
      const answers = partsOf(messages, "tool-approval-request").map(({ approvalId = "" }) => ({
        type: "tool-approval-response",
        approvalId,
        approved: true,
      }));
      const { model } = await run(tools, [...messages, { role: "tool", content: answers }], []);
      const prompt = model.doGenerateCalls.at(-1)!.prompt as Message[];
      return Object.fromEntries(
        partsOf(prompt, "tool-result").map(({ toolCallId, output }) => [
          toolCallId,
          JSON.stringify(output!.value ?? output),
        ]),
      );
    },
    edit: replaceText,
  };
};

interface Invokable {
  invoke(input: unknown, config: object): Promise<{ messages: BaseMessage[]; __interrupt__?: Question[] }>;
}
interface Question {
  value: { actionRequests?: unknown[] };
}

/** A framework of LangChain, which keeps its state in checkpoints. */
const checkpointed = (
  name: string,
  make: (
    toolkit: ConnectorToolkit,
    tools: readonly ApprovalTool[],
    checkpointer: MemorySaver,
    calls: readonly ScriptedCall[] | undefined,
  ) => Invokable,
  /** Returns the value that answers the questions of an interrupt. */
  answerTo: (question: Question) => unknown,
): PausingLoop => {
  const config = { configurable: { thread_id: "t1" }, recursionLimit: 100 };
  return {
    name,
    async start(tools, calls) {
      const checkpointer = new MemorySaver();
      const agent = make(new ConnectorToolkit(tools), tools, checkpointer, calls);
      const { __interrupt__ } = await agent.invoke(firstInput(name, calls), config);
      const { storage, writes } = checkpointer;
      return JSON.stringify({
        checkpoints: serialize({ storage, writes }).toString("latin1"),
        questions: __interrupt__ ?? [],
      });
    },
    async resume(tools, state) {
      const { checkpoints, questions } = JSON.parse(state) as { checkpoints: string; questions: Question[] };
      const checkpointer = new MemorySaver();
      Object.assign(checkpointer, deserialize(Buffer.from(checkpoints, "latin1")));
      const agent = make(new ConnectorToolkit(tools), tools, checkpointer, undefined);
      let open: Question[] | undefined = questions;
      let messages: BaseMessage[] = [];
      while (open?.length) {
        const answered: Awaited<ReturnType<Invokable["invoke"]>> = await agent.invoke(
          new Command({ resume: answerTo(open[0]!) }),
          config,
        );
        ({ messages, __interrupt__: open } = answered);
      }
      return Object.fromEntries(
        messages
          .filter((message): message is ToolMessage => ToolMessage.isInstance(message))
          .map((message) => [message.tool_call_id, message.text]),
      );
    },
    edit: replaceText,
  };
};

const toolCalls = (calls: readonly ScriptedCall[]) =>
  calls.map(({ id, args }) => ({ id, name: "slack", args: args as Record<string, unknown> }));

const firstInput = (name: string, calls: readonly ScriptedCall[]) => ({
  messages: [
    name === "langgraph interrupt"
      ? new AIMessage({ content: "", tool_calls: toolCalls(calls) })
      : { role: "user", content: "Go." },
  ],
});

const langChain = checkpointed(
  "langchain humanInTheLoopMiddleware",
  (toolkit, _tools, checkpointer, calls) => {
    const model = calls ? fakeModel().respondWithTools(toolCalls(calls)) : fakeModel();
    return createAgent({
      model: model.respond(new AIMessage("done")),
      tools: toolkit.tools,
      middleware: [humanInTheLoopMiddleware({ interruptOn: toolkit.interruptOn() } as never) as never],
      checkpointer,
    }) as never;
  },
  ({ value }) => ({ decisions: value.actionRequests!.map(() => ({ type: "approve" })) }),
);

const langGraph = checkpointed(
  "langgraph interrupt",
  (toolkit, tools, checkpointer) => {
    // The node runs again from its start when the graph resumes, so it asks the desk again.
    const ask = async ({ messages }: typeof MessagesAnnotation.State) => {
      const calls = (messages.at(-1) as AIMessage).tool_calls ?? [];
      const decisions = await Promise.all(
        calls.map(({ id, args }) => tools[0]!.decide(args, { callId: id })),
      );
      const questions = decisions.filter(({ status }) => status === "ask");
      if (questions.length > 0) interrupt(questions);
      return {};
    };
    return new StateGraph(MessagesAnnotation)
      .addNode("ask", ask)
      .addNode("act", new ToolNode(toolkit.tools, { handleToolErrors: false }))
      .addEdge(START, "ask")
      .addEdge("ask", "act")
      .addEdge("act", END)
      .compile({ checkpointer }) as never;
  },
  () => "go on",
);

const runner = new Runner({ tracingDisabled: true });
const openAIAgents: PausingLoop = {
  name: "openai agents",
  async start(tools, calls) {
    const { model } = scriptedAgentsModel([calls], "slack");
    const agent = new Agent({ name: "test", model, tools: await openAIAgentsTools(tools) });
    return (await runner.run(agent, "Go.")).state.toString();
  },
  async resume(tools, text) {
    const { model, inputs } = scriptedAgentsModel([], "slack");
    const agent = new Agent({ name: "test", model, tools: await openAIAgentsTools(tools) });
    const state = await RunState.fromString(agent, text);
    for (const item of state.getInterruptions()) state.approve(item);
    await runner.run(agent, state);
    return Object.fromEntries(resultsIn(inputs).map(({ callId, output }) => [callId, output!.text]));
  },
  edit: replaceText,
};

export const pausingLoops = [aiSdk(seven!), aiSdk(six!), langChain, langGraph, openAIAgents];
