import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { fileStore } from "agent-connectors/file-store";
import { ConnectorToolkit, langChainTools } from "agent-connectors/langchain";
import { fakeModel } from "@langchain/core/testing";
import { Command, MemorySaver } from "@langchain/langgraph";
import {
  AIMessage,
  createAgent,
  createMiddleware,
  humanInTheLoopMiddleware,
  ToolMessage,
  toolRetryMiddleware,
  type BaseMessage,
} from "langchain";
import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { describe, expect, test } from "vitest";
import { testAdapter } from "../suites/adapter.ts";
import { langChainLoop } from "./langchain-loop.ts";
import { firstChannels, openInProcess } from "../suites/adapter/bench.ts";

testAdapter(langChainLoop, openInProcess);

const list = { entity: "channels", action: "list", params: { limit: 1 } };

test("callbacks get the id of the call", async () => {
  const { connector } = await openInProcess();
  const [tool] = await langChainTools(connector);
  const ids: unknown[] = [];
  const handleToolStart = (...[, , , , , , , id]: unknown[]) => void ids.push(id);
  const call = { type: "tool_call" as const, id: "c1", name: "slack", args: list };
  await tool!.invoke(call, { callbacks: [{ handleToolStart }] });
  expect(ids).toEqual(["c1"]);
});

test("a call that toolRetryMiddleware repeats, because its result was lost, writes once", async () => {
  const { connector, sandbox } = await openInProcess();
  const [channel] = firstChannels(sandbox);
  const args = { entity: "messages", action: "create", params: { channel, text: "Hi" } };
  let tries = 0;
  const losing = createMiddleware({
    name: "losing",
    async wrapToolCall(request, handler) {
      const result = await handler(request);
      if (++tries < 3) throw new Error("The result was lost.");
      return result;
    },
  });
  const agent: Invokable = createAgent({
    model: fakeModel()
      .respondWithTools([{ id: "w1", name: "slack", args }])
      .respond(new AIMessage("done")),
    tools: await langChainTools(connector),
    middleware: [toolRetryMiddleware({ maxRetries: 3, initialDelayMs: 0 }) as never, losing as never],
  }) as never;
  const { messages } = await agent.invoke(
    { messages: [{ role: "user", content: "Go." }] },
    { context: { run: "run 1" } },
  );
  expect(tries).toBe(3);
  expect(JSON.parse(messages.at(-2)!.text)).toHaveProperty("data.ts");
  expect(sandbox.calls().filter(({ method }) => method === "chat.postMessage")).toHaveLength(1);
});

interface Invokable {
  invoke(input: unknown, config: object): Promise<{ messages: BaseMessage[]; __interrupt__?: unknown[] }>;
}

describe("approvals in an agent", () => {
  const agent = async () => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const post = { entity: "messages", action: "create", params: { channel, text: "Hi" } };
    const rules = { scope: "t1", store: memoryStore() };
    const toolkit = new ConnectorToolkit(approvals(await agentTools(connector), rules));
    const bad = { ...post, params: { channel } };
    const model = fakeModel()
      .respondWithTools([
        { id: "r1", name: "slack", args: list },
        { id: "x1", name: "slack", args: bad },
      ])
      .respondWithTools([{ id: "w1", name: "slack", args: post }])
      .respond(new AIMessage("done"));
    // LangChain's middleware types do not work with exactOptionalPropertyTypes.
    const interruptOn = toolkit.interruptOn();
    const approving = humanInTheLoopMiddleware({ interruptOn } as never);
    const made: Invokable = createAgent({
      model,
      tools: toolkit.getTools(),
      middleware: [approving as never],
      checkpointer: new MemorySaver(),
    }) as never;
    const config = { configurable: { thread_id: "t1" } };
    const first = await made.invoke({ messages: [{ role: "user", content: "Go." }] }, config);
    const texts = () =>
      sandbox
        .calls()
        .filter(({ method }) => method === "chat.postMessage")
        .map(({ args }) => args.text);
    return {
      first,
      texts,
      post,
      decide: (decision: object) => made.invoke(new Command({ resume: { decisions: [decision] } }), config),
    };
  };

  test("interruptOn: a write waits for approval; a read, and a call that would be refused, do not", async () => {
    const { first, texts, decide } = await agent();
    expect(first.__interrupt__).toMatchObject([
      { value: { actionRequests: [{ description: expect.stringContaining('Param text: "Hi"') }] } },
    ]);
    const results = first.messages.filter((message): message is ToolMessage =>
      ToolMessage.isInstance(message),
    );
    expect(results.map(({ tool_call_id, status }) => [tool_call_id, status])).toEqual([
      ["r1", "success"],
      ["x1", "error"],
    ]);
    expect(texts()).toEqual([]);
    await decide({ type: "approve" });
    expect(texts()).toEqual(["Hi"]);
  });

  test("an edited call is refused, and a person can be asked about it; a rejected call does not run", async () => {
    const edited = await agent();
    const args = { ...edited.post, params: { ...edited.post.params, text: "Hello" } };
    const { messages } = await edited.decide({ type: "edit", editedAction: { name: "slack", args } });
    expect(edited.texts()).toEqual([]);
    expect(messages.at(-2)!.text).toContain("The arguments differ from those that a person was asked about");
    const rejected = await agent();
    await rejected.decide({ type: "reject", message: "no" });
    expect(rejected.texts()).toEqual([]);
  });

  test("another process resumes the agent; the same approval from the old checkpoint runs nothing", async () => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const args = { entity: "messages", action: "create", params: { channel, text: "Hi" } };
    const folder = mkdtempSync(join(tmpdir(), "agent-connectors-"));
    const config = { configurable: { thread_id: "t1" } };
    /** Opens the agent as a new process does: from the bytes of the checkpoints and the files of the approvals. */
    const open = async (checkpoints?: Buffer) => {
      const checkpointer = new MemorySaver();
      if (checkpoints) Object.assign(checkpointer, deserialize(checkpoints));
      const rules = { scope: "t1", store: fileStore(folder) };
      const toolkit = new ConnectorToolkit(approvals(await agentTools(connector), rules));
      const model = checkpoints
        ? fakeModel()
        : fakeModel().respondWithTools([{ id: "w1", name: "slack", args }]);
      const approving = humanInTheLoopMiddleware({ interruptOn: toolkit.interruptOn() } as never);
      const agent: Invokable = createAgent({
        model: model.respond(new AIMessage("done")),
        tools: toolkit.tools,
        middleware: [approving as never],
        checkpointer,
      }) as never;
      const { storage, writes } = checkpointer;
      return { agent, save: () => serialize({ storage, writes }) };
    };
    try {
      const first = await open();
      await first.agent.invoke({ messages: [{ role: "user", content: "Go." }] }, config);
      const saved = first.save();
      const approve = async () => {
        const { agent } = await open(saved);
        const resume = { decisions: [{ type: "approve" }] };
        const { messages } = await agent.invoke(new Command({ resume }), config);
        return messages.find((message) => ToolMessage.isInstance(message))!.text;
      };
      const text = await approve();
      expect(JSON.parse(text)).toHaveProperty("data.ts");
      expect(await approve()).toBe(text);
      expect(sandbox.calls().filter(({ method }) => method === "chat.postMessage")).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
