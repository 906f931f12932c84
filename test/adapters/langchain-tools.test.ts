import { ConnectorToolkit, langChainTools } from "agent-connectors/langchain";
import { ToolMessage } from "@langchain/core/messages";
import { agentTools, fullResult } from "agent-connectors";
import { describe, expect, test } from "vitest";
import { testAdapter } from "../suites/adapter.ts";
import { openInProcess, stuckClock } from "../suites/adapter/bench.ts";
import { toolNodeLoop } from "./tool-node-loop.ts";

// `npm run check:versions` runs this file with old versions of @langchain/core too.

testAdapter(toolNodeLoop, openInProcess);

const list = { entity: "channels", action: "list", params: { limit: 1 } };
const toolCall = (args: object, id = "c1") => ({ type: "tool_call" as const, id, name: "slack", args });

describe("a LangChain tool", () => {
  const slack = async () => {
    const bench = await openInProcess();
    const [tool] = await langChainTools(bench.connector);
    return { ...bench, tool: tool! };
  };

  test("returns a ToolMessage with content, artifact and status for a tool call", async () => {
    const { tool } = await slack();
    const good = (await tool.invoke(toolCall(list))) as ToolMessage;
    expect(good instanceof ToolMessage).toBe(true);
    expect(good).toMatchObject({ tool_call_id: "c1", name: "slack", status: "success" });
    expect(good.artifact).toEqual(JSON.parse(good.text));
    expect(fullResult(good.artifact)).toMatchObject({ ok: true, meta: { has_more: true } });
    const bad = (await tool.invoke(toolCall({ entity: "channels" }))) as ToolMessage;
    expect(bad).toMatchObject({ status: "error", artifact: { error: { code: "unknown_action" } } });
  });

  test("returns plain text if there is no tool call", async () => {
    const { tool } = await slack();
    expect(JSON.parse((await tool.invoke(list)) as string)).toHaveProperty("data");
    expect(JSON.parse((await tool.invoke({ entity: "nothing" })) as string)).toHaveProperty("error");
  });

  test("corrects arguments that the schema refuses, instead of LangChain's parsing exception", async () => {
    const { tool } = await slack();
    const message = (await tool.invoke(
      toolCall({ entity: "CHANNELS", action: "list", params: "{}" }),
    )) as ToolMessage;
    expect(message.status).toBe("success");
    expect(message.content).toContain("CHANNELS.list read as channels.list");
    for (const args of ["text", 7, null, [1]])
      expect(await tool.invoke(toolCall(args as never))).toMatchObject({ status: "error" });
  });

  test("callbacks get the run with the tool's name", async () => {
    const { tool } = await slack();
    const seen: unknown[] = [];
    await tool.invoke(toolCall(list), {
      callbacks: [
        {
          handleToolStart: (_tool, input) => void seen.push(input),
          handleToolEnd: (output: ToolMessage) => void seen.push(output.status),
        },
      ],
    });
    expect(seen).toEqual([JSON.stringify(list), "success"]);
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

  test("rejects if it is aborted", async () => {
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
});

test("ConnectorToolkit is a toolkit of LangChain", async () => {
  const { connector } = await openInProcess();
  const toolkit = new ConnectorToolkit(await agentTools(connector, { split: true }));
  expect(toolkit.getTools().map(({ name }) => name)).toEqual(["slack_read", "slack_write"]);
});
