import { ConnectorToolkit, langChainTools } from "agent-connectors/langchain";
import { fakeModel } from "@langchain/core/testing";
import { Command, MemorySaver } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { AIMessage, createAgent, humanInTheLoopMiddleware, ToolMessage, type BaseMessage } from "langchain";
import { agentTools } from "agent-connectors";
import { describe, expect, test } from "vitest";
import { testAdapter } from "../suites/adapter.ts";
import { langChainLoop } from "./langchain-loop.ts";
import { firstChannels, openInProcess, stuckClock } from "../suites/adapter/bench.ts";

testAdapter(langChainLoop, openInProcess);

const list = { entity: "channels", action: "list", params: { limit: 1 } };
const toolCall = (args: object, id = "c1") => ({ type: "tool_call" as const, id, name: "slack", args });

describe("a LangChain tool", () => {
  const slack = async () => {
    const bench = await openInProcess();
    const [tool] = await langChainTools(bench.connector);
    return { ...bench, tool: tool! };
  };

  test("answers a tool call with a ToolMessage: content, artifact, status", async () => {
    const { tool } = await slack();
    const good = (await tool.invoke(toolCall(list))) as ToolMessage;
    expect(ToolMessage.isInstance(good)).toBe(true);
    expect(good).toMatchObject({ tool_call_id: "c1", name: "slack", status: "success" });
    expect(good.artifact).toMatchObject({ ok: true, meta: { has_more: true } });
    const bad = (await tool.invoke(toolCall({ entity: "channels" }))) as ToolMessage;
    expect(bad).toMatchObject({ status: "error", artifact: { ok: false } });
  });

  test("answers plain text when there is no tool call", async () => {
    const { tool } = await slack();
    expect(JSON.parse((await tool.invoke(list)) as string)).toHaveProperty("data");
    expect(JSON.parse((await tool.invoke({ entity: "nothing" })) as string)).toHaveProperty("error");
  });

  test("arguments that its schema refuses reach our own repair, not LangChain's parsing exception", async () => {
    const { tool } = await slack();
    const message = (await tool.invoke(
      toolCall({ entity: "CHANNELS", action: "list", params: "{}" }),
    )) as ToolMessage;
    expect(message.status).toBe("success");
    expect(message.text).toContain("CHANNELS.list read as channels.list");
    for (const args of ["text", 7, null, [1]])
      expect(await tool.invoke(toolCall(args as never))).toMatchObject({ status: "error" });
  });

  test("callbacks see the run under the tool's own name", async () => {
    const { tool } = await slack();
    const seen: unknown[] = [];
    await tool.invoke(toolCall(list), {
      callbacks: [
        {
          handleToolStart: (_tool, input, _run, _parent, _tags, _metadata, _name, id) =>
            void seen.push(input, id),
          handleToolEnd: (output: ToolMessage) => void seen.push(output.status),
        },
      ],
    });
    expect(seen).toEqual([JSON.stringify(list), "c1", "success"]);
  });

  test("is shown to models with its schema unchanged", async () => {
    const { tool, connector } = await slack();
    const { convertToOpenAITool } = await import("@langchain/core/utils/function_calling");
    const made = await connector.tool();
    expect(convertToOpenAITool(tool).function).toMatchObject({
      name: "slack",
      description: made.description,
      parameters: made.inputSchema,
    });
  });

  test("aborted: rejects", async () => {
    const clock = stuckClock();
    const { connector, sandbox } = await openInProcess({ clock });
    const [tool] = await langChainTools(connector);
    sandbox.fail({ operation: "conversations.list", kind: "rate_limit", retryAfter: 20 });
    const controller = new AbortController();
    const running = tool!.invoke(toolCall(list), { signal: controller.signal });
    await clock.asleep;
    controller.abort(new Error("the user left"));
    await expect(running).rejects.toThrow("the user left");
  });

  test("works in the prebuilt ToolNode", async () => {
    const { tool } = await slack();
    const node = new ToolNode([tool]);
    const turn = new AIMessage({
      content: "",
      tool_calls: [toolCall(list), toolCall({ entity: "x" }, "c2")],
    });
    const { messages } = (await node.invoke({ messages: [turn] })) as { messages: ToolMessage[] };
    expect(messages.map(({ tool_call_id, status }) => [tool_call_id, status])).toEqual([
      ["c1", "success"],
      ["c2", "error"],
    ]);
  });
});

interface Invokable {
  invoke(input: unknown, config: object): Promise<{ messages: BaseMessage[]; __interrupt__?: unknown[] }>;
}

describe("ConnectorToolkit", () => {
  test("is what LangChain calls a toolkit", async () => {
    const { connector } = await openInProcess();
    const toolkit = new ConnectorToolkit(await agentTools(connector, { split: "read-write" }));
    expect(toolkit.getTools().map(({ name }) => name)).toEqual(["slack_read", "slack_write"]);
  });

  const agent = async () => {
    const { connector, sandbox } = await openInProcess();
    const [channel] = firstChannels(sandbox);
    const post = { entity: "messages", action: "create", params: { channel, text: "Hi" } };
    const toolkit = new ConnectorToolkit(await agentTools(connector));
    const bad = { ...post, params: { channel } };
    const model = fakeModel()
      .respondWithTools([
        { id: "r1", name: "slack", args: list },
        { id: "x1", name: "slack", args: bad },
      ])
      .respondWithTools([{ id: "w1", name: "slack", args: post }])
      .respond(new AIMessage("done"));
    // LangChain's own types of middleware do not hold under exactOptionalPropertyTypes.
    const interruptOn = toolkit.interruptOn(({ effect }) => effect !== "read");
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

  test("interruptOn: a write waits for a person; a read and a call that is refused anyway do not", async () => {
    const { first, texts, decide } = await agent();
    expect(first.__interrupt__).toHaveLength(1);
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

  test("an edited call is what runs; a rejected one does not", async () => {
    const edited = await agent();
    const args = { ...edited.post, params: { ...edited.post.params, text: "Hello" } };
    await edited.decide({ type: "edit", editedAction: { name: "slack", args } });
    expect(edited.texts()).toEqual(["Hello"]);
    const rejected = await agent();
    await rejected.decide({ type: "reject", message: "no" });
    expect(rejected.texts()).toEqual([]);
  });
});
