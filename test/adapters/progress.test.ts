import type { CallProgress } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { langChainTools, progressEvent } from "agent-connectors/langchain";
import type { ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { openInProcess } from "../suites/adapter/bench.ts";
import { majors, scripted } from "./ai-loops.ts";
import { connect, revisions } from "./mcp-loop.ts";

const args = { entity: "team", action: "get", params: {} };
const wait = { kind: "wait", seconds: 7, message: expect.stringContaining("waiting 7 s") };

/** Opens a connector whose next call waits twice for Slack's rate limit. */
async function openWaiting() {
  const { connector, sandbox } = await openInProcess();
  sandbox.fail({ kind: "rate_limit", retryAfter: 7, operation: "team.info", times: 2 });
  return connector;
}

describe("the AI SDK", () => {
  const options = { toolCallId: "c1", messages: [], context: undefined };

  test("with progress, a tool yields preliminary outputs and then the result", async () => {
    const { slack } = await aiSdkTools(await openWaiting(), { progress: true });
    const outputs = [];
    for await (const output of slack!.execute!(args, options) as AsyncIterable<object>) outputs.push(output);
    expect(outputs.slice(0, -1)).toEqual([{ progress: wait }, { progress: wait }]);
    const plain = await aiSdkTools((await openInProcess()).connector);
    expect(outputs.at(-1)).toEqual(await plain["slack"]!.execute!(args, options));
  });

  test("the progress is yielded while the call runs", async () => {
    let respond = () => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    const { connector, sandbox } = await openInProcess({
      wrap: (inner) => async (input, init) => {
        const response = await inner(input, init);
        if (response.status === 200) await held;
        return response;
      },
    });
    sandbox.fail({ kind: "rate_limit", retryAfter: 7, operation: "team.info" });
    const { slack } = await aiSdkTools(connector, { progress: true });
    const outputs = (slack!.execute!(args, options) as AsyncIterable<object>)[Symbol.asyncIterator]();
    expect((await outputs.next()).value).toEqual({ progress: wait });
    respond();
    expect((await outputs.next()).value).not.toHaveProperty("progress");
    expect((await outputs.next()).done).toBe(true);
  });

  test.each(majors)(
    "version $version streams the progress, and its model reads the result",
    async (major) => {
      const tools = await aiSdkTools(await openWaiting(), { progress: true });
      const model = scripted(major, [[{ id: "c1", args }]], "slack");
      const stopWhen = major.ai.stepCountIs(3);
      const stream = major.ai.streamText({ model, tools, prompt: "x", stopWhen }) as unknown as {
        fullStream: AsyncIterable<{ type: string; preliminary?: boolean; output?: object }>;
      };
      const outputs = [];
      for await (const part of stream.fullStream)
        if (part.type === "tool-result")
          outputs.push([part.preliminary ?? false, "progress" in part.output!]);
      // The last preliminary output is the result itself.
      expect(outputs).toEqual([
        [true, true],
        [true, true],
        [true, false],
        [false, false],
      ]);
      const prompt = JSON.stringify(model.doStreamCalls.at(-1)!.prompt);
      expect(prompt).toContain("T07K2M9QX4B");
      expect(prompt).not.toContain("waiting 7 s");
    },
  );

  test("an error of the call is an output, as without progress", async () => {
    const { slack } = await aiSdkTools((await openInProcess()).connector, { progress: true });
    const outputs = [];
    const wrong = { ...args, action: "gets" };
    for await (const output of slack!.execute!(wrong, options) as AsyncIterable<object>) outputs.push(output);
    expect(outputs).toEqual([expect.objectContaining({ error: expect.anything() })]);
  });
});

describe("LangChain", () => {
  test("callbacks get custom events, and LangGraph's writer gets chunks", async () => {
    const [tool] = await langChainTools(await openWaiting());
    const events: unknown[] = [];
    const chunks: unknown[] = [];
    const handleCustomEvent = (name: string, data: CallProgress) => void events.push([name, data]);
    const message = (await tool!.invoke({ type: "tool_call", id: "c1", name: "slack", args }, {
      callbacks: [{ handleCustomEvent }],
      writer: (chunk: unknown) => void chunks.push(chunk),
    } as never)) as ToolMessage;
    expect(events).toEqual([
      [progressEvent, wait],
      [progressEvent, wait],
    ]);
    expect(chunks).toEqual([{ [progressEvent]: wait }, { [progressEvent]: wait }]);
    expect(message.status).toBe("success");
  });

  test("without callbacks, a call with waits works", async () => {
    const [tool] = await langChainTools(await openWaiting());
    expect(await tool!.invoke(args)).toContain("T07K2M9QX4B");
  });
});

describe.each(revisions)("MCP, %s", (revision) => {
  test("a client that asks for progress gets notifications with rising numbers", async () => {
    await using connected = await connect(await openWaiting(), { split: false }, revision);
    const received: { progress: number; message?: string | undefined }[] = [];
    const { isError = false } = await connected.client.callTool(
      { name: "slack", arguments: args },
      { onprogress: (progress) => void received.push(progress) },
    );
    expect(isError).toBe(false);
    expect(received.map(({ progress }) => progress)).toEqual([1, 2]);
    expect(received[0]!.message).toContain("waiting 7 s");
  });

  test("a client that does not ask gets the result alone", async () => {
    await using connected = await connect(await openWaiting(), { split: false }, revision);
    const unwanted: unknown[] = [];
    connected.client.fallbackNotificationHandler = async (notification) => void unwanted.push(notification);
    const { isError = false } = await connected.client.callTool({ name: "slack", arguments: args });
    expect(isError).toBe(false);
    expect(unwanted).toEqual([]);
  });
});
